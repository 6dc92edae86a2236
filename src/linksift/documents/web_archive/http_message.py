"""HTTP messages as stored in archives: the content of a response, with its codings undone (RFC 9110; RFC 9112)."""

import re
import zlib

from linksift.documents.web_archive.records import Record

_HEAD = re.compile(rb"(?:HTTP/\d(?:\.\d)?|[A-Z]{3,9}) [^\n]*+\n((?:[^\r\n][^\n]*+\n)*+)\r?\n?")
_FIELD = re.compile(rb"^([^:\s]{1,100}):[ \t]*+([^\r\n]*+)", re.MULTILINE)
_CHUNK = re.compile(rb"\s*+([0-9A-Fa-f]{1,16})[^\n]*+\n")


def message(octets: bytes, most: int) -> Record:
    r"""An HTTP message, with at most `most` bytes of its content.

    >>> message(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 99).content
    b'abc'
    """
    head = _HEAD.match(octets)
    if head is None:
        return Record({}, octets)
    found = _FIELD.findall(head[1])
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
