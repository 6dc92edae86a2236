"""Opens zip files whose directory may be hostile, or missing because the file is truncated."""

import re
import struct
from collections.abc import Iterator
from io import BytesIO
from typing import IO, TYPE_CHECKING, BinaryIO, NamedTuple, cast

from linksift.documents.document_model import Context, ReadError
from linksift.documents.read_limits import read_at_most

if TYPE_CHECKING:
    from zipfile import ZipFile

CHUNK = 64 * 1024
LONGEST_ENTRY = 1024
"""The number of bytes that each member of a package may take up, on average, in the package's directory."""

_LOCAL_HEADER = struct.Struct("<4s2xHH4xIII2H")
"""The header before the data of a member: signature, flags, method, checksum, size packed and unpacked, and the lengths
of the name and of the extra field (APPNOTE, 4.3.7)."""

_ENTRY = struct.Struct("<4s4xHH4xIII2H10xI")
"""An entry of the directory: the same, and the position of the member's header (4.3.12)."""

_END = struct.Struct("<4s8xIIH")
"""The end of the directory: signature, and the directory's size, position and comment (4.3.16)."""

_DESCRIPTOR = re.compile(rb"PK\x07\x08(.{4})(.{4})(.{4})", re.DOTALL)
"""The record behind the data of a member whose header leaves out checksum and sizes (APPNOTE, 4.3.9)."""

_SIZES_BEHIND = 0x8
"""The bit in the flags for such a header."""


class OpenedZip(NamedTuple):
    """A zip file, and what is wrong with it ("" if nothing is)."""

    archive: "ZipFile"
    fault: str


def open_zip(file: BinaryIO, most: int, context: Context, opened_by: "type[ZipFile] | None" = None) -> OpenedZip:
    """A zip file whose directory has at most `most` bytes, opened by the standard library's class or one like it.

    A file without a readable directory is truncated, as a rule: its members are those that are whole.

    Raises ReadError if the file is not a zip file.
    """
    from zipfile import BadZipFile, ZipFile

    opener = opened_by or ZipFile
    broken = (BadZipFile, ValueError, OverflowError, NotImplementedError, OSError)
    try:
        return OpenedZip(opener(cast(IO[bytes], _BoundedFile(file, most))), "")
    except ReadError:
        raise
    except broken:
        file.seek(0)
        octets = read_at_most(file, context.limits.size)
        entries = b"".join(_entries(octets, most))
    rebuilt = octets + entries + _END.pack(b"PK\x05\x06", len(entries), len(octets), 0)
    try:
        if entries:
            return OpenedZip(opener(BytesIO(rebuilt)), "is truncated or broken; the whole files in it were read")
    except broken:
        pass
    raise ReadError("is not a zip file, or a broken one")


def _entries(octets: bytes, most: int) -> Iterator[bytes]:
    """The entries of a directory, of at most `most` bytes, for the members at the start of a file that are whole
    (APPNOTE, 4.3.12)."""
    start = 0
    while octets.startswith(b"PK\x03\x04", start) and start + _LOCAL_HEADER.size <= len(octets):
        _, flags, method, checksum, packed, size, of_name, of_extra = _LOCAL_HEADER.unpack_from(octets, start)
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
        yield _ENTRY.pack(b"PK\x01\x02", flags, method, checksum, packed, size, of_name, of_extra, start) + names
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
