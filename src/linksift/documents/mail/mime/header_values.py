"""Decodes the text of a header field: encoded words (RFC 2047) and parameters (RFC 2045, RFC 2231)."""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import unquote_to_bytes

from linksift.documents.mail.mime import transfer_encoding
from linksift.documents.text_files.text_encoding import decoded

_WORD = re.compile(r"=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?\?([bBqQ])\?([^?]*+)\?=")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_PARAMETER = re.compile(r""";\s*+([^\s=;]++)\s*+=\s*+(?:"((?:[^"\\]++|\\.)*)"|([^;\s]*+))""", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
LONGEST = 65536
"""The maximum number of code points of a field that are searched for parameters and encoded words."""


LONGEST_KEPT = 256
"""The maximum length of a field whose parameters are kept for the next field with the same value."""

NO_PARAMETERS: Mapping[str, str] = MappingProxyType({})


def text(value: str) -> str:
    r"""The text of a field as people see it: unfolded (RFC 5322, 2.2.3), with its encoded words decoded.

    Adjacent words are decoded together, since a character can be split between them.

    >>> text(" =?utf-8?Q?caf=C3?=\r\n =?utf-8?q?=A9?= http://a/ \r\n b")
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
    for word in _WORD.finditer(unfolded, 0, LONGEST):
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
    if encoding in "bB":
        return transfer_encoding.base64(raw)
    return transfer_encoding.quoted_printable(raw.replace(b"_", b"=20"))


def parameters(value: str) -> Mapping[str, str]:
    r"""The parameters of a field, by lowercase name; extended and continued parameters are joined (RFC 2231).

    Since the same short values occur again and again in a mailbox, each is read only once.

    >>> parameters("text/plain; charset=\"utf-8\"; name*0*=utf-8''caf%C3; name*1*=%A9; name*2=.txt")
    mappingproxy({'charset': 'utf-8', 'name': 'café.txt'})
    """
    if ";" not in value:
        return NO_PARAMETERS
    return _short_parameters(value) if len(value) <= LONGEST_KEPT else _parameters(value)


def _parameters(value: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    extended: dict[str, list[str]] = {}
    for match in _PARAMETER.finditer(decoded_field(value[:LONGEST])):
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
