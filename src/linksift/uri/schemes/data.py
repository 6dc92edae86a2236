"""data: data in the URI itself (RFC 2397)."""

import re
from typing import NamedTuple

from linksift.uri.components import Components, split_with_offsets
from linksift.uri.percent import decode_data, lower_case
from linksift.uri.schemes.common_syntax import url_path
from linksift.uri.schemes.scheme_definition import Scheme, Violation, Violations

# RFC 2045, 5.1: token, and value = token / quoted-string (RFC 822, 3.3).
_TOKEN = r"[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]++"
_QUOTED_STRING = r'"[\x00-\x0c\x0e-!#-\[\]-\x7f]*+(?:\\[\x00-\x7f][\x00-\x0c\x0e-!#-\[\]-\x7f]*+)*"'


class Data(NamedTuple):
    """The parts of a data URI, decoded (RFC 2397, 3).

    `media_type` is "type/subtype" and `parameters` are names and values; the type, subtype and names are in lower case.
    A missing media type is "text/plain"; if the parameters are missing too, the charset is "US-ASCII".
    """

    media_type: str
    parameters: tuple[tuple[str, str], ...]
    data: bytes


def parts(uri: Components) -> Data:
    """Split a valid data URI into its parts.

    >>> from linksift.uri.components import split
    >>> parts(split("data:,A%20brief%20note"))
    Data(media_type='text/plain', parameters=(('charset', 'US-ASCII'),), data=b'A brief note')
    >>> parts(split("data:;charset=utf-8;base64,4oKs"))
    Data(media_type='text/plain', parameters=(('charset', 'utf-8'),), data=b'\\xe2\\x82\\xac')
    """
    from binascii import a2b_base64  # imported lazily: see tests/test_import.py

    header, is_base64, data = _written(uri)
    media_type, *written = header.split(";")
    pairs = [parameter.partition("=") for parameter in written]
    named = tuple((decode_data(name).lower(), _unquoted(decode_data(value))) for name, _, value in pairs)
    parameters = named if header else (("charset", "US-ASCII"),)
    octets = (
        a2b_base64(_without_white_space(data)) if is_base64 else decode_data(data).encode("utf-8", "surrogateescape")
    )
    return Data(decode_data(media_type).lower() or "text/plain", parameters, octets)


def comma(uri: Components) -> Violations:
    """A comma must precede the data (RFC 2397, 3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in comma(split("data:text/plain"))]
    [10]
    """
    if "," not in uri.path:
        yield Violation("path", len(uri.path), "RFC 2397, 3", "a comma must precede the data")


def media_type(uri: Components) -> Violations:
    """Before the comma come an optional type/subtype and parameters (;name=value), composed of tokens (RFC 2397, 3).

    >>> from linksift.uri.components import split
    >>> [violation.offset for violation in media_type(split("data:text;charset=;a=b;base64;c=d,"))]
    [0, 5, 18]
    """
    for start, written in split_with_offsets(_written(uri)[0], ";"):
        rule = rf"{_TOKEN}=(?:{_TOKEN}|{_QUOTED_STRING})" if start else rf"(?:{_TOKEN}/{_TOKEN})?"
        if not re.fullmatch(rule, decode_data(written)):
            why = "before the comma come type/subtype, parameters ;name=value, and ;base64 at the end"
            yield Violation("path", start, "RFC 2397, 3", why)


def base64_data(uri: Components) -> Violations:
    """Base64 data consists of groups of four characters of its alphabet, the last padded with "=" (RFC 2045, 6.8).

    White space in it is ignored.

    >>> from linksift.uri.components import split
    >>> [[v.offset for v in base64_data(split(f"data:;base64,{data}"))] for data in ("QQ==", "QQ", "Q_==")]
    [[], [8], [8]]
    """
    _, is_base64, data = _written(uri)
    digits = _without_white_space(data)
    if is_base64 and (len(digits) % 4 or not re.fullmatch("[A-Za-z0-9+/]*+={0,2}", digits)):
        why = 'base64 is groups of four letters, digits, "+" and "/", the last one padded with "="'
        yield Violation("path", uri.path.index(",") + 1, "RFC 2045, 6.8", why)


def media_type_case(uri: Components) -> Components:
    """The type, subtype, parameter names and ";base64" in lower case; values stay as they are (RFC 2045, 5.1).

    >>> from linksift.uri.components import recompose, split
    >>> recompose(media_type_case(split("data:Text/HTML;Charset=UTF-8;Base64,QQ==")))
    'data:text/html;charset=UTF-8;base64,QQ=='
    """
    header, comma, data = uri.path.partition(",")
    if not comma:
        return uri
    pairs = (piece.partition("=") for piece in header.split(";"))
    lowered = ";".join(lower_case(name) + equals + value for name, equals, value in pairs)
    return uri._replace(path=lowered + comma + data)


def _written(uri: Components) -> tuple[str, bool, str]:
    """The media type, whether ";base64" follows it, and the data, in which "?" has no meaning.

    >>> from linksift.uri.components import split
    >>> _written(split("data:a/b;base64,c?d"))
    ('a/b', True, 'c?d')
    """
    header, comma, _ = uri.path.partition(",")
    data = url_path(uri)[len(header) + 1 :] if comma else ""
    is_base64 = header[-7:].lower() == ";base64"
    return header[:-7] if is_base64 else header, is_base64, data


def _without_white_space(data: str) -> str:
    """Base64 data with its escapes decoded and its white space removed.

    >>> _without_white_space("QU%0D%0AI%3D")
    'QUI='
    """
    return re.sub("[ \t\r\n]+", "", decode_data(data))


def _unquoted(value: str) -> str:
    r"""A parameter's value without the quotes and backslashes of a quoted-string (RFC 822, 3.3).

    >>> _unquoted('"a\\"b"'), _unquoted("a")
    ('a"b', 'a')
    """
    return re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.DOTALL) if value.startswith('"') else value


SCHEME = Scheme("RFC 2397", parts, checks=(comma, media_type, base64_data), normalizers=(media_type_case,))
