"""Parses messages and MIME parts: header fields, body, and the parts of a multipart (RFC 5322, 2.1; RFC 2046, 5.1).

Broken messages are read as completely as possible. At each level of nesting, all work is linear in the number of bytes.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from linksift.documents.mail.mime import header_values, transfer_encoding

_EMPTY_LINE = re.compile(rb"\n\r*+\n")
_HEADER = re.compile(rb"((?:(?:[!-9;-~]++[ \t]*+:(?!//)|[ \t]|>?From )[^\n]*+(?:\n|\Z))*+)(\r*+\n)?+")
"""The lines of a header, and the empty line after it. A line that begins with a URI is none, but begins the body."""
_FIELD = re.compile(r"^([!-9;-~]{1,256}+)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)\n?", re.MULTILINE)
_GOES_ON = re.compile(rb"^(?:Content-Type|MIME-Version|Subject|From|To|Date|Message-ID)[ \t]*+:", re.M | re.I)
_TYPE = re.compile(r"\s*+([\w.+-]{1,127}+)/([\w.+-]{1,127}+)", re.ASCII)
_AFTER_BOUNDARY = re.compile(rb"(--)?[ \t]*+\r*+(?:\n|\Z)")
_DELIMITER = re.compile(rb"^--([^\s][^\n]*+)", re.MULTILINE)

_LF = 0x0A

LONGEST_KEPT = 128
"""The maximum number of bytes in a header that is kept for the next part with the same header."""


Fields = dict[str, list[str]]
"""The fields of a header as they were sent, by lowercase name. Bytes beyond ASCII are lone surrogates (PEP 383), since
their charset is determined separately for each field."""


Header = tuple[Fields, str, Mapping[str, str], str, str | None]
"""The fields of a header, and the properties of the body that they state, in the order of `Entity`."""


class Entity(NamedTuple):
    """A message or a part: the span of bytes that forms its body, the fields of its header, and the properties of the
    body that they state: the type with its parameters, the transfer encoding in lowercase ("base64", "" if none is
    stated), and the file name of an attachment (RFC 2183, 2.3)."""

    octets: bytes
    start: int
    end: int
    fields: Fields
    content_type: str
    parameters: Mapping[str, str]
    encoding: str
    file_name: str | None

    def body(self) -> bytes:
        """The bytes of the body, with the transfer encoding undone."""
        return transfer_encoding.decoded(self.octets[self.start : self.end], self.encoding)


def entity(octets: bytes, start: int, end: int, default: str = "text/plain") -> Entity:
    r"""The message or part from `start` to `end`; `default` is its type if it states none (RFC 2046, 5.1.5).

    >>> part = entity(b"Content-Type: text/html;\n charset=x\n\nhi", 0, 39)
    >>> part.content_type, part.parameters, part.body()
    ('text/html', mappingproxy({'charset': 'x'}), b'hi')
    """
    header_end, body = _header_end(octets, start, end)
    written = octets[start:header_end]
    fields, stated, parameters, encoding, name = (_short_header if len(written) <= LONGEST_KEPT else _header)(written)
    return Entity(octets, body, end, fields, stated or default, parameters, encoding, name)


def _header(written: bytes) -> Header:
    fields: Fields = {}
    for name, value in _FIELD.findall(written.decode("ascii", "surrogateescape")):
        fields.setdefault(name.lower(), []).append(value)
    content_type, parameters, encoding, file_name = "", header_values.NO_PARAMETERS, "", None
    if "content-type" in fields:
        stated = fields["content-type"][0]
        parameters = header_values.parameters(stated)
        if kind := _TYPE.match(stated):
            content_type = f"{kind[1]}/{kind[2]}".lower()
    if "content-transfer-encoding" in fields:
        words = header_values.text(fields["content-transfer-encoding"][0]).lower().split()
        encoding = words[0].strip("\"';") if words else ""
    if "content-disposition" in fields:
        file_name = header_values.parameters(fields["content-disposition"][0]).get("filename")
    return fields, content_type, parameters, encoding, file_name or parameters.get("name") or None


_short_header = lru_cache(256)(_header)
"""The result of `_header` for a short header: parts in a mailbox repeat headers, so each is read only once."""


def enclosed_message(part: Entity) -> Entity:
    r"""The message in a part, which is decoded if it has a transfer encoding, even though that is not allowed (5.2.1).

    >>> enclosed_message(entity(b"Content-Type: message/rfc822\n\nTo: b\n\na", 0, 38)).body()
    b'a'
    """
    if part.encoding not in transfer_encoding.DECODERS:
        return entity(part.octets, part.start, part.end)
    octets = part.body()
    return entity(octets, 0, len(octets))


def _header_end(octets: bytes, start: int, end: int) -> tuple[int, int]:
    """The end of the header, and the start of the body after the empty line (RFC 5322, 2.1).

    A line that is not a field also ends the header, unless it is followed by a field that is common in messages.
    """
    header = _HEADER.match(octets, start, end)
    assert header is not None  # it matches any bytes
    lines_end = header.end(1)
    if header[2]:
        return lines_end, header.end()
    later = _EMPTY_LINE.search(octets, lines_end, end)
    header_end, body = (later.start() + 1, later.end()) if later else (end, end)
    return (header_end, body) if _GOES_ON.search(octets, lines_end, header_end) else (lines_end, lines_end)


def parts(whole: Entity) -> Iterator[tuple[int, int]]:
    r"""The spans of the parts of a multipart body, one by one; none if there is no delimiter (5.1.1).

    If the boundary parameter is missing, it is taken from the first line that looks like a delimiter. The text before
    the first delimiter and after the last one is never displayed.

    >>> whole = entity(b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x\n\nb\n--x--\n", 0, 65)
    >>> [whole.octets[start:end] for start, end in parts(whole)]
    [b'\na', b'\nb']
    """
    boundary = whole.parameters.get("boundary", "").rstrip().encode("utf-8", "replace") or _guessed_boundary(whole)
    if not boundary:
        return
    octets, begins = whole.octets, b"--" + boundary
    start, position = -1, whole.start - 1
    while (position := octets.find(begins, position + 1, whole.end)) >= 0:
        if position > whole.start and octets[position - 1] != _LF:
            continue
        delimiter = _AFTER_BOUNDARY.match(octets, position + len(begins), whole.end)
        if delimiter is None:
            continue
        if start >= 0:
            yield start, _line_break_before(octets, position, start)
        if delimiter[1]:
            return
        start = delimiter.end()
    if start >= 0:
        yield start, whole.end


def _guessed_boundary(whole: Entity) -> bytes:
    first = _DELIMITER.search(whole.octets, whole.start, whole.end)
    return first[1].rstrip() if first else b""


def _line_break_before(octets: bytes, end: int, start: int) -> int:
    """The start of the line break that belongs to a delimiter (5.1.1)."""
    last = octets[max(start, end - len(b"\r\r\n")) : end]
    return end - len(last) + len(last[:-1].rstrip(b"\r")) if last.endswith(b"\n") else end
