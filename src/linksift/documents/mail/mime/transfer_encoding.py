"""Decodes transfer encodings from bytes to bytes, as completely as broken input allows (RFC 2045, 6)."""

import binascii
import re

_SPACE_AFTER_SOFT_BREAK = re.compile(rb"=[ \t]++(?=\r?\n)")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_PADDING = re.compile(rb"=[=\s]*+")
_WHITE = b" \t\r\n\f\v"
_BEGIN = re.compile(rb"^begin(?:-base64)? [0-7]+ [^\n]*\n", re.MULTILINE)


def decoded(octets: bytes, encoding: str) -> bytes:
    """Bytes with their transfer encoding (in lowercase) undone; unchanged if the encoding is unknown or does nothing.

    >>> decoded(b"http://a/?x=3D1=\\n2", "quoted-printable"), decoded(b"aHR0cDovL2E", "base64"), decoded(b"a", "x-what")
    (b'http://a/?x=12', b'http://a', b'a')
    """
    decode = DECODERS.get(encoding)
    return decode(octets) if decode else octets


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
    try:
        return binascii.a2b_uu(line)
    except binascii.Error:
        if not line:
            return b""
        length = (((line[0] - 32) & 63) * 4 + 5) // 3
    try:
        return binascii.a2b_uu(line[:length])
    except binascii.Error:
        return b""


DECODERS = {
    "quoted-printable": quoted_printable,
    "base64": base64,
    "x-uuencode": uuencoded,
    "x-uue": uuencoded,
    "uuencode": uuencoded,
}
"""The decoders for the encodings that change bytes (6.2)."""
