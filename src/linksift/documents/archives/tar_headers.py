"""Parses the headers of a tar archive one after the other: POSIX ustar and pax, GNU, and older formats.

No header can make the program keep more than `LONGEST_EXTENSION` bytes. The standard library, by contrast, trusts the
size stated in a pax header.
"""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import ReadError
from linksift.documents.signatures import octal, tar_checksum

BLOCK = 512
LONGEST_EXTENSION = 65_536
"""The maximum number of bytes in a long name or a set of pax records."""

_FILES = b"0\0007"
_LONG_NAME, _LONG_LINK, _PAX, _PAX_FOR_ALL, _SPARSE = b"L", b"K", b"x", b"g", b"S"
_WITHOUT_DATA = b"123456"
"""The types of links, devices and folders."""


class TarHeader(NamedTuple):
    """The header of a member: its name, its type and the number of bytes that follow."""

    name: str
    kind: bytes
    size: int

    @property
    def is_file(self) -> bool:
        """Whether the member is a file."""
        return self.kind in _FILES

    @property
    def is_sparse(self) -> bool:
        """Whether the member is a file with holes, as GNU tar stores it."""
        return self.kind == _SPARSE


def headers(file: BinaryIO) -> Iterator[TarHeader]:
    """The headers of all members, in order, except those that only extend the next header.

    Between two headers, the caller reads or skips the data and its padding. Raises ReadError if the archive is broken.
    """
    name, size = "", None
    while block := file.read(BLOCK):
        if not any(block):
            return
        if len(block) < BLOCK:
            raise ReadError("is truncated")
        header = _header(block)
        if header.kind in (_LONG_NAME, _LONG_LINK, _PAX, _PAX_FOR_ALL):
            extension = _extension(file, header.size)
            if header.kind == _LONG_NAME:
                name = _decoded(extension)
            elif header.kind == _PAX:
                records = pax_records(extension)
                name = records.get("path", name)
                stated = records.get("size", "")
                size = int(stated) if stated.isascii() and stated.isdecimal() and len(stated) < 20 else size
        else:
            yield header._replace(name=name or header.name, size=header.size if size is None else size)
            name, size = "", None


def _header(block: bytes) -> TarHeader:
    if octal(block[148:156]) != tar_checksum(block):
        raise ReadError("is broken")
    kind = block[156:157]
    size = 0 if kind in _WITHOUT_DATA else _number(block[124:136])
    prefix = block[345:500] if block[257:263] == b"ustar\0" else b""
    name = "/".join(filter(None, (_decoded(prefix), _decoded(block[:100]))))
    return TarHeader(name, kind, size)


def _number(field: bytes) -> int:
    r"""A size: octal digits, or a binary number if the first bit is set (GNU). Raises ReadError.

    >>> _number(b"0000000017\0 "), _number(b"\x80" + bytes(9) + b"\1\0")
    (15, 256)
    """
    number = int.from_bytes(field[1:], "big") if field[0] == 0x80 else octal(field)
    if number < 0 or number >> 62:
        raise ReadError("is broken")
    return number


def _decoded(field: bytes) -> str:
    """A name up to its NUL, decoded in the way the system decodes file names."""
    return field.partition(b"\0")[0].decode("utf-8", "surrogateescape")


def _extension(file: BinaryIO, size: int) -> bytes:
    if size > LONGEST_EXTENSION:
        raise ReadError("has a name that is too long")
    return file.read(padded(size))[:size]


def padded(size: int) -> int:
    """The number of bytes that `size` bytes of data take up in an archive.

    >>> padded(0), padded(1), padded(512)
    (0, 512, 512)
    """
    return -(-size // BLOCK) * BLOCK


def pax_records(octets: bytes) -> dict[str, str]:
    r"""The records of a pax header: `length keyword=value` and a line feed (POSIX, pax).

    >>> pax_records(b"12 path=a/b\n9 size=7\n")
    {'path': 'a/b', 'size': '7'}
    """
    found: dict[str, str] = {}
    start = 0
    while start < len(octets):
        digits, space, _ = octets[start : start + 10].partition(b" ")
        length = int(digits) if space and digits.isdigit() else 0
        if length <= len(digits) + 1:
            break
        name, _, value = octets[start + len(digits) + 1 : start + length].removesuffix(b"\n").partition(b"=")
        found[_decoded(name)] = _decoded(value)
        start += length
    return found
