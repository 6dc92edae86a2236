r"""Files that are packed with gzip, bzip2 or xz: what is in them is read as if it lay there unpacked.

Here belongs how far a file is unpacked, and what is said when it cannot be. What is in it is for its own reader.
"""

import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from linksift.documents.document_model import Context, Piece, Problem
from linksift.documents.size_limit import size_in_words

_GZIP, _BZIP2, _XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"
_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")
"""How bzip2 goes on: a block, or the end at once."""
_SUFFIXES = (".gz", ".bz2", ".xz")


def recognizes(head: bytes, name: str) -> bool:
    r"""Whether a file begins as gzip (RFC 1952, 2.3.1), bzip2 or xz says.

    >>> recognizes(b"\x1f\x8b\x08\0", ""), recognizes(b"BZh", "")
    (True, False)
    """
    return head.startswith((_GZIP, _XZ)) or (head.startswith(_BZIP2) and head[4:10] in _BLOCKS)


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of what is packed, up to `limits.size` octets of it; then what is wrong with it, if anything is."""
    unpacked = _DecompressedFile(_opened(file), context.limits.size)
    yield from context.inner(cast(BinaryIO, io.BufferedReader(unpacked)), context._replace(name=_inner(context.name)))
    if unpacked.fault:
        yield Problem(unpacked.fault, context.locator)


def _inner(name: str | None) -> str | None:
    """The name of what is packed in a file of this name.

    >>> _inner("a.mbox.gz"), _inner("a.bin"), _inner(None)
    ('a.mbox', 'a.bin', None)
    """
    for suffix in _SUFFIXES:
        if name and name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name


def _opened(file: BinaryIO) -> io.BufferedIOBase:
    """The file that unpacks this one; it looks at the head, and so needs a file that can peek or go back."""
    import bz2
    import gzip
    import lzma

    head = file.read(len(_XZ))
    rest = cast(BinaryIO, io.BufferedReader(FileWithHead(head, file)))
    if head.startswith(_GZIP):
        return gzip.GzipFile(fileobj=rest)
    return lzma.LZMAFile(rest) if head.startswith(_XZ) else bz2.BZ2File(rest)


class FileWithHead(io.RawIOBase):
    """A file of which the head has been read, with its head again."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        """It can be read, and nothing else."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with what comes next; how much of it was filled, 0 at the end."""
        data = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


class _DecompressedFile(io.RawIOBase):
    """What a packed file holds, up to a number of octets; `fault` says why it ends before its end."""

    def __init__(self, packed: io.BufferedIOBase, most: int) -> None:
        self._packed = packed
        self._left = most
        self._most = most
        self.fault = ""

    def readable(self) -> bool:
        """It can be read, and nothing else."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with what comes next; how much of it was filled, 0 at the end or a fault."""
        data = b"" if self.fault else self._next(len(buffer))
        if len(data) > self._left:
            self.fault = f"unpacks to more than {size_in_words(self._most)}; what lies behind was not read"
            data = data[: self._left]
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)

    def _next(self, size: int) -> bytes:
        import lzma

        try:
            return self._packed.read1(size)
        except EOFError:
            self.fault = "is truncated; what could be unpacked was read"
        except (OSError, zlib.error, lzma.LZMAError, ValueError) as error:
            self.fault = f"cannot be unpacked to its end: {error}"
        return b""
