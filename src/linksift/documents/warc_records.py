"""The records of a web archive: their fields and their content (ISO 28500, 4), and the HTTP messages in them.

Damage affects only the record that contains it: reading continues at the next line that begins a record, even if an
excessive length hides that line.
"""

import io
import re
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import MEBI
from linksift.documents.reading_limits import size_in_words

VERSION = re.compile(rb"WARC/\d\.\d{1,2}\r?\n")
_FIELD = re.compile(rb"([!#-'*+\-.0-9A-Z^-z|~]{1,100}):[ \t]*+([^\r\n]*+)\r?\n")
_BOUNDARY = re.compile(rb"\r?\n\r?\n(?=WARC/\d\.\d{1,2}\r?\n[A-Za-z-]{1,100}:)")
LONGEST_BOUNDARY = 128
_END = re.compile(rb"(?:\r?\n){2}(?:WARC|\Z)|\Z")
"""The bytes after the content of a record: two line endings, and the next record or the end of the file."""

LONGEST_LINE = 65_536
MOST_LINES = 1_000
"""A record that has more lines than this before its content counts as damaged."""

BLOCK = 65_536


class Record(NamedTuple):
    """A record, or an HTTP message in it: its fields, keyed by their lowercase names, and its content; `fault` says
    what is wrong with the content."""

    fields: dict[str, str]
    content: bytes
    fault: str = ""


def records(file: BinaryIO, most: int) -> Iterator[Record]:
    r"""The records of an archive, in order; a record of more than `most` bytes has a fault instead of content.

    >>> from io import BytesIO
    >>> octets = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n"
    >>> [(record.fields["warc-type"], record.content) for record in records(BytesIO(octets), 99)]
    [('metadata', b'abc')]
    """
    source, is_lost = _FileWithPutBack(file), False
    while line := source.readline(LONGEST_LINE):
        if not VERSION.fullmatch(line):
            if not is_lost and line.strip():
                yield Record({}, b"", "is damaged: it does not begin like a record")
                is_lost = True
            continue
        is_lost = False
        fields = read_fields(source)
        length = content_length(fields)
        if fields is None or length is None:
            yield Record(fields or {}, b"", "is damaged: it does not say how long it is")
            is_lost = True
        else:
            yield from read_record(source, fields, length, most)


def starts_of_whole_records(file: BinaryIO) -> Iterator[int]:
    r"""The offsets at which the records of a file begin, up to the first one whose stated length is wrong.

    >>> from io import BytesIO
    >>> record = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n"
    >>> list(starts_of_whole_records(BytesIO(record * 2 + record.replace(b"3", b"x") + record)))
    [0, 59, 118]
    """
    start = 0
    while VERSION.fullmatch(file.readline(LONGEST_LINE)):
        yield start
        length = content_length(read_fields(_FileWithPutBack(file)))
        content = file.tell()
        if length is None or (length > MEBI and skip(_FileWithPutBack(file), length)):
            return
        file.seek(content + length)
        after = file.read(LONGEST_BOUNDARY)
        if not _END.match(after):
            return
        start = file.seek(content + length + len(after) - len(after.lstrip(b"\r\n")))


def read_record(file: "_FileWithPutBack", fields: dict[str, str], length: int, most: int) -> Iterator[Record]:
    """The record whose content comes next in the file, and any records that its wrong length hides."""
    if length > most:
        skip(file, length)
        yield Record(fields, b"", f"is larger than {size_in_words(most)}; it was not read")
        return
    content = file.read(length)
    is_whole = len(content) == length
    after = file.read(LONGEST_BOUNDARY)
    own, *hidden = [content] if is_whole and _END.match(after) else _BOUNDARY.split(content + after)
    if len(own) < len(content):
        yield Record(fields, own, "is damaged: it is shorter than it says")
        yield from (record for octets in hidden[:-1] for record in records(io.BytesIO(octets), most))
        file.put_back(hidden[-1])  # the last record may continue in the file
    else:
        file.put_back(after.lstrip(b"\r\n"))
        yield Record(fields, content, "" if is_whole else "is truncated; the part before that was read")


def skip(file: "_FileWithPutBack", length: int) -> bool:
    """Skip `length` bytes, or only those before a record that they hide, and return whether they hide one."""
    octets = b""
    while length > 0 and (block := file.read(min(length, BLOCK))):
        length -= len(block)
        octets = octets[-LONGEST_BOUNDARY:] + block
        if found := _BOUNDARY.search(octets):
            file.put_back(octets[found.end() :])
            return True
    return False


class _FileWithPutBack:
    """A file to which some bytes can be returned, to be read again."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._held = io.BytesIO()

    def put_back(self, octets: bytes) -> None:
        """Put bytes back, to be read before the others."""
        self._held = io.BytesIO(octets + self._held.read())

    def read(self, size: int) -> bytes:
        """The next bytes: as many as requested, if that many are left."""
        octets = self._held.read(size)
        if len(octets) < size:
            self._held = io.BytesIO()
            octets += self._file.read(size - len(octets))
        return octets

    def readline(self, size: int) -> bytes:
        """The next line, or its first `size` bytes."""
        line = self._held.readline(size)
        return line if line.endswith(b"\n") else line + self._file.readline(size - len(line))


def content_length(fields: dict[str, str] | None) -> int | None:
    """The length of the content in bytes, as a record states it; None if it states none."""
    length = fields.get("content-length", "") if fields else ""
    return int(length) if re.fullmatch("[0-9]{1,18}", length) else None


def read_fields(file: _FileWithPutBack) -> dict[str, str] | None:
    """The fields up to an empty line; None if there is no empty line. If a name is repeated, its first field counts."""
    fields: dict[str, str] = {}
    for _ in range(MOST_LINES):
        line = file.readline(LONGEST_LINE)
        if not line.strip():
            return fields if line else None
        if found := _FIELD.fullmatch(line):
            fields.setdefault(found[1].decode("ascii").lower(), found[2].decode("utf-8", "replace").strip())
    return None


# ---- HTTP messages (RFC 9110; RFC 9112) ------------------------------------------------------------------------------


_HEAD = re.compile(rb"(?:HTTP/\d(?:\.\d)?|[A-Z]{3,9}) [^\n]*+\n((?:[^\r\n][^\n]*+\n)*+)\r?\n?")
_HTTP_FIELD = re.compile(rb"^([^:\s]{1,100}):[ \t]*+([^\r\n]*+)", re.MULTILINE)
_CHUNK = re.compile(rb"\s*+([0-9A-Fa-f]{1,16})[^\n]*+\n")


def http_message(octets: bytes, most: int) -> Record:
    r"""An HTTP message, with at most `most` bytes of its content.

    >>> http_message(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 99).content
    b'abc'
    """
    head = _HEAD.match(octets)
    if head is None:
        return Record({}, octets)
    found = _HTTP_FIELD.findall(head[1])
    fields = {name.decode("latin-1").lower(): value.decode("latin-1").strip() for name, value in reversed(found)}
    content, fault = octets[head.end() :], ""
    if "chunked" in fields.get("transfer-encoding", "").lower():
        content = without_chunks(content)
    for coding in reversed(re.findall(r"[\w-]+", fields.get("content-encoding", "").lower())):
        content, fault = decoded_content(content, coding, most)
        if fault:
            break
    return Record(fields, content, fault)


def without_chunks(content: bytes) -> bytes:
    r"""Content without its division into chunks (RFC 9112, 7.1). Archives often undo the chunking but keep the field,
    so other content is left as is.

    >>> without_chunks(b"1\r\na\r\n2;x\r\nbc\r\n0\r\n\r\n"), without_chunks(b"<p>")
    (b'abc', b'<p>')
    """
    parts, position = [], 0
    while chunk := _CHUNK.match(content, position):
        size = min(int(chunk[1], 16), len(content))  # a server may state a larger size than any content has
        parts.append(content[chunk.end() : chunk.end() + size])
        position = chunk.end() + size
        if not size:
            break
    return b"".join(parts) if parts else content


def decoded_content(content: bytes, coding: str, most: int) -> tuple[bytes, str]:
    """The content with a coding undone, and any fault found in it. Content that archives have already decoded is left
    as is.

    >>> decoded_content(zlib.compress(b"abc"), "deflate", 9), decoded_content(b"<p>", "gzip", 9)
    ((b'abc', ''), (b'<p>', ''))
    """
    if coding in ("gzip", "x-gzip"):
        return inflated(content, 31, most) if content.startswith(b"\x1f\x8b") else (content, "")
    if coding == "deflate":
        return inflated(content, 15 if content[:1] == b"\x78" else -15, most)
    if coding in ("identity", ""):
        return content, ""
    return b"", f"has the coding {coding!r}, which is not read"


def inflated(content: bytes, window: int, most: int) -> tuple[bytes, str]:
    """The decompressed content, up to the limit or to where it is truncated, and any fault."""
    inflater = zlib.decompressobj(window)
    try:
        data = inflater.decompress(content, most)
    except zlib.error as error:
        return b"", f"cannot be decoded: {error}"
    return data, "" if inflater.eof else "is truncated; the part before that was read"
