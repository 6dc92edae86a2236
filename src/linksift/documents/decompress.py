"""Decompresses files of gzip, bzip2, xz and Zstandard, up to a size, and reads their content with its own reader."""

import io
from collections.abc import Iterator
from typing import BinaryIO, cast

from linksift.documents.document_model import Context, Piece, Problem
from linksift.documents.signatures import GZIP, XZ, is_zstandard
from linksift.documents.size_limit import size_in_words
from linksift.documents.zstandard import zstandard

_SUFFIXES = (".gz", ".bz2", ".xz", ".zst", ".zstd")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of the compressed file, from its first `limits.size` octets; then the problem with it, if any."""
    content = _DecompressedFile(_decompressor(file), context.limits.size)
    yield from context.inner(
        cast(BinaryIO, io.BufferedReader(content)), context._replace(name=_inner_name(context.name))
    )
    if content.fault:
        yield Problem(content.fault, context.locator)


def _inner_name(name: str | None) -> str | None:
    """The name of the compressed file in a file of this name.

    >>> _inner_name("a.mbox.gz"), _inner_name("a.bin"), _inner_name(None)
    ('a.mbox', 'a.bin', None)
    """
    for suffix in _SUFFIXES:
        if name and name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name


def _decompressor(file: BinaryIO) -> io.BufferedIOBase:
    """A file that decompresses this one, by the signature at its head. Raises ReadError without a decoder."""
    import bz2
    import gzip
    import lzma

    head = file.read(len(XZ))
    rest = cast(BinaryIO, io.BufferedReader(FileWithHead(head, file)))
    if head.startswith(GZIP):
        return gzip.GzipFile(fileobj=rest)
    if is_zstandard(head):
        return cast(io.BufferedIOBase, zstandard().ZstdFile(rest))
    return lzma.LZMAFile(rest) if head.startswith(XZ) else bz2.BZ2File(rest)


class FileWithHead(io.RawIOBase):
    """A file whose head has been read, with the head put back."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        """True: the file can be read."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with the next octets, and return how many; 0 at the end."""
        data = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


class _DecompressedFile(io.RawIOBase):
    """The first octets of a compressed file, decompressed; `fault` says why it ends before its end."""

    def __init__(self, packed: io.BufferedIOBase, most: int) -> None:
        self._packed = packed
        self._left = most
        self._most = most
        self.fault = ""

    def readable(self) -> bool:
        """True: the file can be read."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with the next octets, and return how many; 0 at the end or at a fault."""
        data = b"" if self.fault else self._next(len(buffer))
        if len(data) > self._left:
            self.fault = f"unpacks to more than {size_in_words(self._most)}; the rest was not read"
            data = data[: self._left]
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)

    def _next(self, size: int) -> bytes:
        try:
            return self._packed.read1(size)
        except EOFError:
            self.fault = "is truncated; the part before that was read"
        except Exception as error:  # each kind of compression has its own
            self.fault = f"cannot be unpacked to its end: {error}"
        return b""
