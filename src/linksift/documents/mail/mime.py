"""Parses messages of RFC 5322 and MIME, well-formed or not: fields, parts, bodies and their transfer encodings.

Broken messages are read as completely as possible. At each level of nesting, all work is linear in the number of bytes.
"""

import binascii
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from linksift.documents.recognizers import is_quoted_printable
from linksift.documents.text_files.plain_text import HEAD_SIZE
from linksift.documents.text_files.text_encoding import decoded

# ---- Transfer encodings, from bytes to bytes (RFC 2045, 6) -----------------------------------------------------------


_SPACE_AFTER_SOFT_BREAK = re.compile(rb"=[ \t]++(?=\r?\n)")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_PADDING = re.compile(rb"=[=\s]*+")
_WHITE = b" \t\r\n\f\v"
_BEGIN = re.compile(rb"^begin(?:-base64)? [0-7]+ [^\n]*\n", re.MULTILINE)


def quoted_printable(octets: bytes) -> bytes:
    r"""The bytes that quoted-printable text encodes (6.7), even if white space was left after a soft break in transit.

    >>> quoted_printable(b"http://a/b= \nc=2Fd=Z")
    b'http://a/bc/d=Z'
    """
    octets = _SPACE_AFTER_SOFT_BREAK.sub(b"=", octets)
    return binascii.a2b_qp(_LONE_RETURN.sub(b"\n", octets))


def base64(octets: bytes) -> bytes:
    r"""The bytes that Base64 text encodes (6.8) in one or more stretches, each with or without padding, followed by the
    footer that a mailing list added, if any.

    >>> base64(b"aHR0\ncDov*L2E=aHR0cDovL2I\n"), base64(b"aGk=\n\nhttp://list.example for more\n")
    (b'http://ahttp://b', b'hi\n\nhttp://list.example for more\n')
    """
    foreign = _NOT_BASE64.search(octets)
    line = octets.rfind(b"\n", 0, foreign.start()) + 1 if foreign else len(octets)
    if b" " not in octets[line:].strip():
        line = len(octets)
    text = octets[line:]
    return b"".join(map(_stretch, _PADDING.split(octets[:line]))) + (text and b"\n\n" + text)


def _stretch(octets: bytes) -> bytes:
    """The bytes that Base64 text without padding encodes; a last character that does not complete a byte is dropped."""
    digits = _NOT_BASE64.sub(b"", octets).translate(None, _WHITE)
    digits = digits[:-1] if len(digits) % 4 == 1 else digits
    return binascii.a2b_base64(digits + b"=" * (-len(digits) % 4))


def uuencoded(octets: bytes) -> bytes:
    """The bytes that uuencoded lines from `begin` to `end` encode; other lines are ignored.

    >>> uuencoded(b"begin 644 a.txt\\n(:'1T<#HO+V$ \\n`\\nend\\n")
    b'http://a'
    """
    begin = _BEGIN.search(octets)
    lines = octets[begin.end() if begin else 0 :].partition(b"\nend")[0].split(b"\n")
    return b"".join(map(_uu_line, lines))


def _uu_line(line: bytes) -> bytes:
    """The bytes that a uuencoded line encodes; some encoders write more characters than the stated length requires."""
    length = (((line[0] - 32) & 63) * 4 + 5) // 3 if line else 0
    for written in (line, line[:length]):
        with suppress(binascii.Error):
            return binascii.a2b_uu(written)
    return b""


DECODERS = {"quoted": quoted_printable, "base64": base64, "uue": uuencoded}
"""The decoders for the encodings that change bytes (6.2)."""

_ENCODING = re.compile(
    r"""(?i)["']?(?:(?P<quoted>quoted[\W_]?printable)|(?P<base64>base[\W_]?64)|(?:x-?)?(?P<uue>uue))"""
)
"""The names of these encodings, as senders write them."""


# ---- The text of a header field: encoded words (RFC 2047) and parameters (RFC 2045, RFC 2231) ------------------------


_WORD = re.compile(r"=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?\?([bBqQ])\?([^?]*+)\?=")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_PARAMETER = re.compile(r""";\s*+([^\s=;]++)\s*+=\s*+(?:"((?:[^"\\]++|\\.)*)"|([^;\s]*+))""", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
LONGEST_FIELD = 65536
"""The maximum number of code points of a field that are searched for parameters and encoded words."""


LONGEST_FIELD_KEPT = 256
"""The maximum length of a field whose parameters are kept for the next field with the same value."""

NO_PARAMETERS: Mapping[str, str] = MappingProxyType({})


def field_text(value: str) -> str:
    r"""The text of a field as people see it: unfolded (RFC 5322, 2.2.3), with its encoded words decoded.

    Adjacent words are decoded together, since a character can be split between them.

    >>> field_text(" =?utf-8?Q?caf=C3?=\r\n =?utf-8?q?=A9?= http://a/ \r\n b")
    'café http://a/  b'
    """
    stripped = value.strip()
    if stripped.isascii() and stripped.isprintable() and "=?" not in stripped:
        return stripped
    unfolded = decoded_field(value)
    if "\n" in unfolded:
        unfolded = _FOLD.sub("", unfolded)
    unfolded = unfolded.strip()
    return _words(unfolded) if "=?" in unfolded else unfolded


def decoded_field(value: str) -> str:
    r"""A field with its bytes beyond ASCII, which are lone surrogates (PEP 383), decoded from their apparent charset.

    >>> decoded_field("caf\udcc3\udca9"), decoded_field("caf\udce9")
    ('café', 'café')
    """
    if value.isascii() and "\x1b" not in value and "\0" not in value:
        return value
    return decoded(value.encode("ascii", "surrogateescape"), None)


def _words(unfolded: str) -> str:
    pieces: list[str] = []
    octets: list[bytes] = []
    charset, end = "", 0
    for word in _WORD.finditer(unfolded, 0, LONGEST_FIELD):
        between = unfolded[end : word.start()]
        if octets and (between.strip() or word[1].lower() != charset):
            pieces.append(decoded(b"".join(octets), charset))
            octets = []
            between = between if between.strip() else ""
        elif octets:
            between = ""
        pieces.append(between)
        charset, end = word[1].lower(), word.end()
        octets.append(_octets(word[2], word[3]))
    pieces.append(decoded(b"".join(octets), charset))
    return "".join(pieces) + unfolded[end:]


def _octets(encoding: str, encoded: str) -> bytes:
    """The bytes of an encoded word: B means base64, and Q means quoted-printable with `_` for a space (4)."""
    raw = encoded.encode("utf-8", "replace")
    return base64(raw) if encoding in "bB" else quoted_printable(raw.replace(b"_", b"=20"))


def field_parameters(value: str) -> Mapping[str, str]:
    r"""The parameters of a field, by lowercase name; extended and continued parameters are joined (RFC 2231).

    Since the same short values occur again and again in a mailbox, each is read only once.

    >>> field_parameters("text/plain; charset=\"utf-8\"; name*0*=utf-8''caf%C3; name*1*=%A9; name*2=.txt")
    mappingproxy({'charset': 'utf-8', 'name': 'café.txt'})
    """
    if ";" not in value:
        return NO_PARAMETERS
    return _short_parameters(value) if len(value) <= LONGEST_FIELD_KEPT else _parameters(value)


def _parameters(value: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    extended: dict[str, list[str]] = {}
    for match in _PARAMETER.finditer(decoded_field(value[:LONGEST_FIELD])):
        raw = _ESCAPED.sub(r"\1", match[2]) if match[2] is not None else match[3]
        name, star, _ = match[1].lower().partition("*")
        if star:
            extended.setdefault(name, []).append(raw)
        else:
            found.setdefault(name, _words(raw) if "=?" in raw else raw)
    return MappingProxyType(found | {name: _extended(values) for name, values in extended.items()})


_short_parameters = lru_cache(256)(_parameters)


def _extended(values: list[str]) -> str:
    """An extended parameter: `charset'language'` and percent-encoded octets (RFC 2231, 4)."""
    charset, quote, rest = values[0].partition("'")
    encoded = rest.partition("'")[2] if quote else values[0]
    return decoded(unquote_to_bytes("".join([encoded, *values[1:]])), charset if quote else None)


# ---- Messages and parts: header fields, body, and the parts of a multipart (RFC 5322, 2.1; RFC 2046, 5.1) ------------


_EMPTY_LINE = re.compile(rb"\n\r*+\n")
_HEADER = re.compile(rb"((?:(?:[!-9;-~]++[ \t]*+:(?!//)|[ \t]|>?From )[^\n]*+(?:\n|\Z))*+)(\r*+\n)?+")
"""The lines of a header, and the empty line after it. A line that begins with a URI is not a field, but begins the
body."""
_FIELD = re.compile(r"^([!-9;-~]{1,256}+)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)\n?", re.MULTILINE)
_GOES_ON = re.compile(rb"^(?:Content-Type|MIME-Version|Subject|From|To|Date|Message-ID)[ \t]*+:", re.M | re.I)
_TYPE = re.compile(r"\s*+([\w.+-]{1,127}+)/([\w.+-]{1,127}+)", re.ASCII)
_AFTER_BOUNDARY = re.compile(rb"(--)?[ \t]*+\r*+(?:\n|\Z)")
_DELIMITER = re.compile(rb"^--([^\s][^\n]*+)", re.MULTILINE)

_STATES_ENCODING = "content-transfer-encoding"

LONGEST_BOUNDARY = 998
"""The maximum number of bytes in a boundary: those of a line (RFC 5322, 2.1.1); the standard allows a boundary only
70."""

LONGEST_KEPT = 128
"""The maximum number of bytes in a header that is kept for the next part with the same header."""


Fields = dict[str, list[str]]
"""The fields of a header as they were sent, by lowercase name. Bytes beyond ASCII are lone surrogates (PEP 383), since
their charset is determined separately for each field."""


Header = tuple[Fields, str, Mapping[str, str], str, str | None]
"""The fields of a header, and the properties of the body that they state, in the order of `Entity`."""


class Entity(NamedTuple):
    """A message or a part: the span of bytes that forms its body, the fields of its header, and the properties of the
    body that they state: the type with its parameters, the name of the transfer encoding among `DECODERS` ("" if
    there is none), and the file name of an attachment (RFC 2183, 2.3)."""

    octets: bytes
    start: int
    end: int
    fields: Fields
    content_type: str
    parameters: Mapping[str, str]
    encoding: str
    file_name: str | None

    def body(self) -> bytes:
        """The bytes of the body, with the transfer encoding undone; unchanged if it is unknown or does nothing.

        If no field states one, as in some archives, quoted-printable is recognized by the beginning of the body.
        """
        octets, decode = self.octets[self.start : self.end], DECODERS.get(self.encoding)
        if _STATES_ENCODING not in self.fields and is_quoted_printable(octets[:HEAD_SIZE], ""):
            decode = quoted_printable
        return decode(octets) if decode else octets


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
    for field, value in _FIELD.findall(written.decode("ascii", "surrogateescape")):
        fields.setdefault(field.lower(), []).append(value)
    content_type, parameters, encoding, file_name = "", NO_PARAMETERS, "", None
    if "content-type" in fields:
        stated = fields["content-type"][0]
        parameters = field_parameters(stated)
        if kind := _TYPE.match(stated):
            content_type = f"{kind[1]}/{kind[2]}".lower()
    if name := _ENCODING.match(field_text(fields.get(_STATES_ENCODING, [""])[0])):
        encoding = name.lastgroup or ""
    if "content-disposition" in fields:
        file_name = field_parameters(fields["content-disposition"][0]).get("filename")
    return fields, content_type, parameters, encoding, file_name or parameters.get("name") or None


_short_header = lru_cache(256)(_header)
"""The result of `_header` for a short header: parts in a mailbox repeat headers, so each is read only once."""


def enclosed_message(part: Entity) -> Entity:
    r"""The message in a part, which is decoded if it has a transfer encoding, even though that is not allowed (5.2.1).

    >>> enclosed_message(entity(b"Content-Type: message/rfc822\n\nTo: b\n\na", 0, 38)).body()
    b'a'
    """
    if part.encoding not in DECODERS:
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

    If the boundary parameter is missing, it is taken from the first line that looks like a delimiter. A boundary that
    is longer than a line is refused. The text before the first delimiter and after the last one is never displayed.

    >>> whole = entity(b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x\n\nb\n--x--\n", 0, 65)
    >>> [whole.octets[start:end] for start, end in parts(whole)]
    [b'\na', b'\nb']
    """
    boundary = whole.parameters.get("boundary", "").rstrip().encode("utf-8", "replace") or _guessed_boundary(whole)
    if not 0 < len(boundary) <= LONGEST_BOUNDARY:
        return
    octets, begins, start = whole.octets, b"--" + boundary, -1
    for position in _lines(begins, octets, whole.start, whole.end):
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


def _lines(begins: bytes, octets: bytes, start: int, end: int) -> Iterator[int]:
    """The offsets of the lines that begin with some bytes; the first line begins at `start`."""
    if octets.startswith(begins, start, end):
        yield start
    position = start - 1
    while (position := octets.find(b"\n" + begins, position + 1, end)) >= 0:
        yield position + 1


def _guessed_boundary(whole: Entity) -> bytes:
    first = _DELIMITER.search(whole.octets, whole.start, whole.end)
    return first[1].rstrip() if first else b""


def _line_break_before(octets: bytes, end: int, start: int) -> int:
    """The start of the line break that belongs to a delimiter (5.1.1)."""
    last = octets[max(start, end - len(b"\r\r\n")) : end]
    return end - len(last) + len(last[:-1].rstrip(b"\r")) if last.endswith(b"\n") else end


# ---- Messages in a CMS signature (RFC 5652), which is not verified ---------------------------------------------------


_OID = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07"
_SIGNED = _OID + b"\x02"
_DATA = _OID + b"\x01"
_EXPLICIT, _OCTETS, _OCTETS_IN_PIECES = 0xA0, 0x04, 0x24
HEAD = 4096
"""The number of bytes within which the content begins; only the names of the digest algorithms precede it."""


def signed_content(octets: bytes) -> bytes | None:
    r"""The content of a SignedData value (5.1, 5.2), or None for anything else, such as an encrypted message.

    >>> signed_content(b"\x30\x80" + _SIGNED + b"\xa0\x80\x30\x80" + _DATA + b"\xa0\x80\x24\x80\x04\x01h\x04\x01i\0\0")
    b'hi'
    """
    signed = octets.find(_SIGNED, 0, HEAD)
    data = octets.find(_DATA, signed, HEAD) if signed >= 0 else -1
    if data < 0:
        return None
    tag, start, _ = _element(octets, data + len(_DATA))
    if tag != _EXPLICIT:
        return None
    tag, start, end = _element(octets, start)
    return b"".join(_pieces(octets, start, end)) if tag == _OCTETS_IN_PIECES else octets[start:end]


def _element(octets: bytes, position: int) -> tuple[int, int, int]:
    """The tag of the element at a position, and the start and end of its contents, which extend to the end of the bytes
    if the length is indefinite (X.690, 8.1)."""
    head = octets[position : position + 2]
    if len(head) < 2:
        return -1, len(octets), len(octets)
    tag, length = head
    start = position + 2
    if length == 0x80:
        return tag, start, len(octets)
    if length > 0x80:
        more = length & 0x7F
        length = int.from_bytes(octets[start : start + more], "big")
        start += more
    return tag, start, min(start + length, len(octets))


def _pieces(octets: bytes, position: int, end: int) -> Iterator[bytes]:
    """The contents of a byte string that is encoded in pieces (X.690, 8.7.3)."""
    while position < end:
        tag, start, position = _element(octets, position)
        if tag != _OCTETS:
            return
        yield octets[start:position]
