"""Percent-encodes and decodes text as UTF-8 (RFC 3986, 2.1 and 2.5; RFC 3987). Callers choose the characters."""

import re
from collections.abc import Callable

# The escapes of letters, digits, "-", ".", "_" and "~".
_UNRESERVED = "%(?:[46][1-9A-Fa-f]|[57][0-9Aa]|3[0-9]|2[DdEe]|5[Ff]|7[Ee])"


def percent_encode(text: str) -> str:
    """Percent-encode every byte of the text's UTF-8 form, with digits in upper case (RFC 3986, 2.1 and 2.5).

    Raises UnicodeEncodeError, a ValueError, for a lone surrogate, which UTF-8 cannot represent.

    >>> percent_encode("é ")
    '%C3%A9%20'
    """
    return "".join([f"%{octet:02X}" for octet in text.encode("utf-8")])


def encode_data(text: str, kept: str) -> str:
    r"""Percent-encode data for a URI: all characters, including `%`, that are not in the set `kept` (2.4).

    `kept` is the content of a regular expression's character class, without brackets. Lone surrogates represent bytes
    that are not UTF-8, as `decode_data` returns them (PEP 383); any other lone surrogate raises UnicodeEncodeError.

    >>> encode_data("100% a/b", "a-z0-9"), encode_data("\udce9", "a-z")
    ('100%25%20a%2Fb', '%E9')
    """
    return re.sub(rf"[^{kept}]+", _encode_run, text)


def encode_keeping_escapes(text: str, kept: str) -> str:
    """Percent-encode text written for a URI: like `encode_data`, but escapes stay, so none is encoded twice (2.4).

    >>> encode_keeping_escapes("100% %41é/", "A-Za-z0-9"), encode_keeping_escapes("100%25%20%41%C3%A9%2F", "A-Za-z0-9")
    ('100%25%20%41%C3%A9%2F', '100%25%20%41%C3%A9%2F')
    """
    return re.sub(rf"%(?![0-9A-Fa-f]{{2}})|[^{kept}%]+", _encode_run, text)


def _encode_run(run: re.Match[str]) -> str:
    return "".join([f"%{octet:02X}" for octet in run[0].encode("utf-8", "surrogateescape")])


def decode_data(text: str) -> str:
    r"""Decode every escape in a part of a URI, once (2.4), as UTF-8 (2.5).

    A byte that is not UTF-8 becomes a lone surrogate, which `encode_data` turns back into that byte (PEP 383).

    >>> decode_data("100%25%20a%2Fb"), decode_data("%2541%E9")
    ('100% a/b', '%41\udce9')
    """
    return re.sub("(?:%[0-9A-Fa-f]{2})+", _decode_all, text) if "%" in text else text


def _decode_all(run: re.Match[str]) -> str:
    return bytes.fromhex(run[0].replace("%", "")).decode("utf-8", "surrogateescape")


def upper_case_escapes(text: str) -> str:
    """Change the digits of escapes to upper case (RFC 3986, 2.1 and 6.2.2.1).

    >>> upper_case_escapes("%c3%A4b")
    '%C3%A4b'
    """
    return re.sub("%[0-9A-Fa-f]{2}", lambda escape: escape[0].upper(), text) if "%" in text else text


def lower_case(text: str) -> str:
    """Change the text to lower case, and the digits of its escapes to upper case (RFC 3986, 6.2.2.1).

    >>> lower_case("HOST%c3%84")
    'host%C3%84'
    """
    return upper_case_escapes(text.lower())


def decode_unreserved(text: str) -> str:
    """Decode the escapes of unreserved characters, once (RFC 3986, 2.3 and 6.2.2.2).

    >>> decode_unreserved("%7Euser%2F%41%2541")
    '~user%2FA%2541'
    """
    return re.sub(_UNRESERVED, lambda escape: chr(int(escape[0][1:], 16)), text) if "%" in text else text


def percent_decode(text: str, wanted: Callable[[str], bool]) -> str:
    """Decode the escapes of those characters beyond ASCII that are `wanted` (RFC 3987, 3.2).

    All other escapes stay as written: those of ASCII, of bytes that are not UTF-8, and of other characters.

    >>> percent_decode("%C3%A9%20%E9%E2%80%8B", str.isalpha)
    'é%20%E9%E2%80%8B'
    """
    return re.sub("(?:%[89A-Fa-f][0-9A-Fa-f])+", lambda run: _decode_run(run[0], wanted), text)


def _decode_run(run: str, wanted: Callable[[str], bool]) -> str:
    """Apply `percent_decode` to a run of adjacent escapes beyond ASCII."""
    pieces = []
    start = 0
    # "surrogateescape" turns each byte that is not UTF-8 into one character, a lone surrogate.
    for character in bytes.fromhex(run.replace("%", "")).decode("utf-8", "surrogateescape"):
        foreign = "\udc80" <= character <= "\udcff"
        end = start + 3 * (1 if foreign else len(character.encode("utf-8")))
        pieces.append(run[start:end] if foreign or not wanted(character) else character)
        start = end
    return "".join(pieces)
