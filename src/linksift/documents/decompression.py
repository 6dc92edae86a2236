"""Unpacks compressed content as it is read, within the limits: gzip, bzip2, xz and Zstandard files, and zip files.

The decoder for Zstandard (RFC 8878) is Python's own in Python 3.14 and later, and otherwise that of the extra zstd.
Both refuse a frame that needs more than 128 MiB of memory.
"""

import io
import re
import struct
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

from linksift.documents.document_model import Context, Piece, Problem, ReadError
from linksift.documents.reading_limits import RawFile, read_at_most, size_in_words, with_head

if TYPE_CHECKING:
    from bz2 import BZ2Decompressor
    from lzma import LZMADecompressor
    from zipfile import ZipFile, ZipInfo

    Decoder = BZ2Decompressor | LZMADecompressor


# ---- Compressed files, whose content is read with its own reader -----------------------------------------------------


GZIP, BZIP2, XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"

FRAME = b"\x28\xb5\x2f\xfd"
"""The beginning of a Zstandard frame (3.1.1)."""

SKIPPABLE_FRAMES = tuple(bytes((first, 0x2A, 0x4D, 0x18)) for first in range(0x50, 0x60))
"""The beginning of a frame that a decoder skips (3.1.2)."""

_ANY_FRAME = (FRAME, *SKIPPABLE_FRAMES)

DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
"""The beginning of the skippable frame that holds the dictionary of a web archive (IIPC, WARC with Zstandard)."""


def zstandard() -> Any:
    """The decoder's module. Raises a ReadError that names the extra if there is no decoder."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ReadError("is compressed with Zstandard, which needs another package: pip install 'linksift[zstd]'")


def is_zstandard(head: bytes) -> bool:
    r"""Whether a file begins with a Zstandard frame (RFC 8878, 3.1), or with a skippable frame.

    >>> is_zstandard(b"\x28\xb5\x2f\xfd"), is_zstandard(b"\x50\x2a\x4d\x18"), is_zstandard(b"(")
    (True, True, False)
    """
    return head.startswith(_ANY_FRAME)


class UnpackedFile:
    """The first bytes of a packed file, unpacked; if they end early, `fault` says why."""

    def __init__(self, packed: io.BufferedIOBase, context: Context) -> None:
        self._packed = packed
        self._account = context.account
        self._left = self._most = context.limits.size
        self.fault = ""

    def buffered(self) -> BinaryIO:
        """The bytes as a file."""
        return RawFile(self._next_bytes).buffered()

    def _next_bytes(self, size: int) -> bytes:
        """The next bytes, or none at the end or at a fault."""
        if self.fault:
            return b""
        try:
            data = self._packed.read1(min(size, self._left + 1))
            self._account.unpack(len(data))
        except EOFError:
            self.fault = "is truncated; the part before that was read"
        except ReadError as error:
            self.fault = str(error)
        except Exception as error:  # zipfile and the unpackers raise many kinds of exceptions for broken data
            self.fault = f"cannot be unpacked to its end: {error}"
        if self.fault:
            return b""
        if len(data) > self._left:
            self.fault = f"unpacks to more than {size_in_words(self._most)}; the rest was not read"
            data = data[: self._left]
        self._left -= len(data)
        return data


_SUFFIX = re.compile(r"(?i)\.(?:(t)(?:gz|bz2|xz|zst)|gz|bz2|xz|zstd?)\Z")
"""The suffix of a compressed file, and in its group the `t` of a compressed tar archive."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of the compressed file, read from its first `limits.size` bytes, and then the problem with it, if any.

    Finally, raises ReadError if nothing in the file can be read.
    """
    content = UnpackedFile(_decompressor(file), context)
    inside = context._replace(name=_inner_name(context.name))
    unread = None
    try:
        yield from context.inner(content.buffered(), inside)
    except ReadError as error:
        unread = error
    if content.fault:
        yield Problem(content.fault, context.locator)
    if unread:
        raise unread


def _inner_name(name: str | None) -> str | None:
    """The name of the content of a compressed file with this name.

    >>> _inner_name("a.mbox.gz"), _inner_name("a.bin"), _inner_name(None)
    ('a.mbox', 'a.bin', None)
    """
    return name and _SUFFIX.sub(lambda suffix: ".tar" if suffix[1] else "", name)


def _decompressor(file: BinaryIO) -> io.BufferedIOBase:
    """A file object that decompresses this file, chosen by the signature at its head. Raises ReadError if there is no
    decoder."""
    import bz2
    import gzip
    import lzma

    head = file.read(len(XZ))
    rest = with_head(head, file)
    if head.startswith(GZIP):
        return gzip.GzipFile(fileobj=rest)
    if is_zstandard(head):
        return cast(io.BufferedIOBase, zstandard().ZstdFile(rest))
    return _unpacked_streams(rest, lzma.LZMADecompressor if head.startswith(XZ) else bz2.BZ2Decompressor)


def _unpacked_streams(file: BinaryIO, new_decoder: "Callable[[], Decoder]") -> io.BufferedIOBase:
    """The content of a file of streams, one after another, with any number of zero bytes between them (xz, 2.2).

    `LZMAFile` and `BZ2File` end without an error where anything but a stream follows, so the streams after it would be
    lost.
    """
    decoder = new_decoder()

    def next_bytes(size: int) -> bytes:
        nonlocal decoder
        while True:
            packed = b""
            if decoder.eof:
                if not (packed := _after_zeros(decoder.unused_data, file)):
                    return b""
                decoder = new_decoder()
            elif decoder.needs_input and not (packed := file.read(io.DEFAULT_BUFFER_SIZE)):
                raise EOFError
            if octets := decoder.decompress(packed, size):
                return octets

    return cast(io.BufferedIOBase, RawFile(next_bytes).buffered())


def _after_zeros(octets: bytes, file: BinaryIO) -> bytes:
    r"""The bytes that follow the zero bytes, if any, at the beginning of these octets and the rest of the file.

    >>> _after_zeros(b"\0\0", io.BytesIO(b"\0a")), _after_zeros(b"", io.BytesIO())
    (b'a', b'')
    """
    while not (left := octets.lstrip(b"\0")) and (octets := file.read(io.DEFAULT_BUFFER_SIZE)):
        continue
    return left


# ---- Zip files, whose directory may be hostile, or missing as in a truncated file ------------------------------------


CHUNK = 64 * 1024
LONGEST_ENTRY = 1024
"""The number of bytes that each member of a package may take up, on average, in the package's directory."""


_LOCAL_HEADER = struct.Struct("<4s2xHHIIII2H")
"""The header before the data of a member: signature, flags, method, time, checksum, size packed and unpacked, and the
lengths of the name and of the extra field (APPNOTE, 4.3.7). The time is part of what a password is checked against."""

_ENTRY = struct.Struct("<4s4xHHIIII2H10xI")
"""An entry of the directory: the same fields, and the position of the member's header (4.3.12)."""

_END = struct.Struct("<4s8xIIH")
"""The end of the directory: signature, and the directory's size, position and comment (4.3.16)."""

_DESCRIPTOR = re.compile(rb"PK\x07\x08(.{4})(.{4})(?:\0{4}(?=.{4}\0{4}))?(.{4})(?:\0{4})?", re.DOTALL)
"""The record after the data of a member whose header leaves out checksum and sizes (APPNOTE, 4.3.9); in ZIP64, each
size has 8 bytes, and the last four are zero."""

_SIZES_BEHIND = 0x8
"""The flag of such a header."""


class OpenedZip(NamedTuple):
    """A zip file, and what is wrong with it ("" if nothing is)."""

    archive: "ZipFile"
    fault: str


def open_zip(file: BinaryIO, most: int, context: Context) -> OpenedZip:
    """A zip file whose directory has at most `most` bytes.

    A file without a readable directory is usually truncated: its members are then those that are whole.

    Raises ReadError if the file is not a zip file.
    """
    if archive := _zip_file(_BoundedFile(file, most)):
        return OpenedZip(archive, "")
    if archive := _zip_of_first_members(file, most, context):
        return OpenedZip(archive, "is truncated or broken; the whole files at its beginning were read")
    raise ReadError("is not a zip file, or a broken one")


def unlisted_members(archive: "ZipFile", most: int, context: Context) -> "list[ZipInfo]":
    """The whole members at the beginning of a zip file that its directory does not list, if the first is among them: an
    archive before another one, or an empty directory after an archive, hides them from most programs."""
    listed = {entry.header_offset for entry in archive.filelist}
    first = None if 0 in listed else _zip_of_first_members(cast(BinaryIO, archive.fp), most, context)
    return [entry for entry in first.filelist if entry.header_offset not in listed] if first else []


def _zip_of_first_members(file: BinaryIO, most: int, context: Context) -> "ZipFile | None":
    """The zip file of the whole members at the start of a file, with a directory of at most `most` bytes, or None."""
    file.seek(0)
    if file.read(4) != b"PK\x03\x04":
        return None
    file.seek(0)
    octets = read_at_most(file, context.limits.size)
    entries = b"".join(_entries(octets, most))
    end = _END.pack(b"PK\x05\x06", len(entries), len(octets), 0)
    return _zip_file(io.BytesIO(b"".join((octets, entries, end)))) if entries else None


def _zip_file(file: "_BoundedFile | io.BytesIO") -> "ZipFile | None":
    """The zip file, or None if its directory cannot be read. Raises ReadError if the directory is too long."""
    from zipfile import BadZipFile, ZipFile

    try:
        return ZipFile(cast(IO[bytes], file))
    except ReadError:
        raise
    except (BadZipFile, ValueError, OverflowError, NotImplementedError, OSError):
        return None


def _entries(octets: bytes, most: int) -> Iterator[bytes]:
    """The entries of a directory of at most `most` bytes, for the whole members at the start of a file (APPNOTE,
    4.3.12)."""
    start = 0
    while octets.startswith(b"PK\x03\x04", start) and start + _LOCAL_HEADER.size <= len(octets):
        _, flags, method, time, checksum, packed, size, of_name, of_extra = _LOCAL_HEADER.unpack_from(octets, start)
        data = start + _LOCAL_HEADER.size + of_name + of_extra
        end = data + packed
        if flags & _SIZES_BEHIND:
            behind = (found for found in _DESCRIPTOR.finditer(octets, data) if _u32(found[2]) == found.start() - data)
            if (found := next(behind, None)) is None:
                return
            checksum, packed, size, end = *map(_u32, found.groups()), found.end()
        most -= _ENTRY.size + of_name + of_extra
        if not of_name or end > len(octets) or most < 0:
            return
        names = octets[start + _LOCAL_HEADER.size : data]
        yield _ENTRY.pack(b"PK\x01\x02", flags, method, time, checksum, packed, size, of_name, of_extra, start) + names
        start = end


def _u32(octets: bytes) -> int:
    return int.from_bytes(octets, "little")


class _BoundedFile:
    """A file that refuses large reads: `zipfile` reads a directory in one piece, whatever its stated size."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file = file
        self._most = max(most, CHUNK + LONGEST_ENTRY)
        self.seek = file.seek
        self.tell = file.tell
        self.seekable = file.seekable

    def read(self, count: int = -1) -> bytes:
        """The next bytes; `zipfile` reads all remaining bytes only at the end of a file."""
        if count > self._most:
            raise ReadError("has too many members")
        return self._file.read(self._most if count < 0 else count)
