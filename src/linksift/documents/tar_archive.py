"""Reads tar archives (POSIX ustar and pax, GNU, and older formats): each file inside is read like any other.

The archive is read once from its start. No header can make the program keep more than `LONGEST_EXTENSION` bytes; the
standard library, by contrast, trusts the size stated in a pax header.
"""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, NotText, Piece, Problem, ReadError
from linksift.documents.reading_limits import RawFile, context_inside, failed_file, in_time, inner_file, too_many
from linksift.documents.recognizers import octal, tar_checksum

BLOCK = 512
LONGEST_EXTENSION = 65_536
"""The maximum number of bytes in a long name or a set of pax records."""

_LONG_NAME, _LONG_LINK, _PAX, _PAX_FOR_ALL, _SPARSE = b"L", b"K", b"x", b"g", b"S"
_WITHOUT_DATA = b"123456"
"""The types of links, devices and folders."""

_NO_FILES = _WITHOUT_DATA + b"DV"
"""These types, and those of GNU for the lists of folders and for labels. Members of unknown types are files (POSIX,
pax): tar extracts them."""


class TarHeader(NamedTuple):
    """The header of a member: its name, its type and the number of bytes that follow."""

    name: str
    kind: bytes
    size: int


def headers(file: BinaryIO) -> Iterator[TarHeader]:
    """The headers of all members, in order, except those that only extend the next header. Archives after the end of
    the first one, which `tar` does not show, are read, too; anything else after the end is ignored, as in `tar`.

    Between two headers, the caller reads or skips the data and its padding. Raises ReadError if the archive is broken.
    """
    name, size, ended = "", None, False
    while block := file.read(BLOCK):
        if not any(block):  # the end of an archive, which another may follow (tar --ignore-zeros)
            ended = True
            continue
        if ended and not _is_header(block):
            return
        ended, header = False, _header(block)
        if header.kind in (_LONG_NAME, _LONG_LINK, _PAX, _PAX_FOR_ALL):
            if header.size > LONGEST_EXTENSION:
                raise ReadError("has a name that is too long")
            extension = file.read(padded(header.size))[: header.size]
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


def _is_header(block: bytes) -> bool:
    return len(block) == BLOCK and octal(block[148:156]) == tar_checksum(block)


def _header(block: bytes) -> TarHeader:
    if not _is_header(block):
        raise ReadError("is truncated" if len(block) < BLOCK else "is broken")
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


SKIPPED_AT_ONCE = 1 << 20
"""The number of bytes read at a time when skipping to the next file."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of all files in an archive; a Problem for anything broken."""
    return in_time(_pieces(file, context), context)


def _pieces(file: BinaryIO, context: Context) -> Iterator[Piece]:
    try:
        for header in headers(file):
            content = _Member(file, header.size)
            inside = context_inside(context, header.name)
            if header.kind == _SPARSE:
                yield failed_file(NotText("file with holes (GNU sparse)"), inside)
            elif header.kind not in _NO_FILES:
                if problem := too_many(context):
                    yield problem
                    return
                yield from inner_file(RawFile(content.read).buffered(), inside)
            content.skip_rest()
    except ReadError as error:
        yield Problem(f"{error}; the files before that were read", context.locator)


class _Member:
    """The data of a member of an archive, followed by its padding."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._left = size
        self._with_padding = padded(size)

    def read(self, size: int) -> bytes:
        """The next bytes of the data."""
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        self._with_padding -= len(data)
        return data

    def skip_rest(self) -> None:
        """Skip to the next header. Raises ReadError if the archive ends before it."""
        while self._with_padding:
            skipped = len(self._file.read(min(SKIPPED_AT_ONCE, self._with_padding)))
            if not skipped:
                raise ReadError("is truncated")
            self._with_padding -= skipped
