"""Extracts the signed content of a CMS message (RFC 5652). The signature is not verified."""

from collections.abc import Iterator

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
