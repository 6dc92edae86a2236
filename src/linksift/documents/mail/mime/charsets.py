"""Octets as text: by the charset that somebody states, or, where that is missing or wrong, by what they look like.

Here belong charsets and their wrong names. What the octets were wrapped in never does.
"""

import codecs
import re
from functools import lru_cache

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.+()-]{0,39}")

# These are no charsets of anybody's text, and the work of some grows with the square of their input.
_NOT_OF_TEXT = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})

_NAMES = {"x-sjis": "cp932", "x-gbk": "gb18030", "x-big5": "big5hkscs", "unicode-1-1-utf-7": "utf-7"}
_NAMES |= {"iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "x-mac-cyrillic": "mac-cyrillic"}
_NAMES |= {"x-mac-roman": "mac-roman", "macintosh": "mac-roman", "x-euc-jp": "euc-jp", "cp-850": "cp850"}
_NAMES |= {"windows-874": "cp874", "dos-874": "cp874", "windows-31j": "cp932", "ks_c_5601-1987": "cp949"}

# Senders mean the wider set, as browsers know (WHATWG Encoding, 4.2): its codec reads the narrower one just as well.
_WIDER = {"iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "gb2312": "gb18030", "gbk": "gb18030"}
_WIDER |= {
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "tis-620": "cp874",
    "iso2022_jp": "iso2022_jp_ext",
}

_ONE_OCTET_EACH = re.compile(r"iso8859|cp125|koi8|mac-|ascii|latin")
_SHIFTS = re.compile(r"iso2022|utf-7|hz")
_WIDE = re.compile(r"utf-(?:16|32)")

SAMPLE = 65536
"""Octets that are looked at to tell a charset nobody stated."""


def decoded(octets: bytes, charset: str | None) -> str:
    r"""Octets as text. No octet of ASCII is ever lost, whatever charset is stated, and nothing is raised.

    >>> decoded(b"caf\xe9", "iso-8859-1"), decoded("café".encode(), "iso-8859-1"), decoded("café".encode(), "x-what")
    ('café', 'café', 'café')
    """
    name = _codec(charset) if charset else None
    if name is None and b"\x1b$" in octets and octets.isascii():
        name = "iso2022_jp_ext"
    if octets.isascii() and not (name and _SHIFTS.match(name)) and b"\0" not in octets and b"\x1b" not in octets:
        return octets.decode("ascii")
    if name is None or _ONE_OCTET_EACH.match(name) or (_WIDE.match(name) and b"\0" not in octets):
        utf8 = _utf8(octets)
        return _guessed(octets, name) if utf8 is None else utf8
    try:
        return octets.decode("utf-8-sig" if octets.startswith(codecs.BOM_UTF8) else name)
    except UnicodeDecodeError:
        return octets.decode("ascii" if name == "utf-7" else name, "replace")


@lru_cache(1024)
def _codec(charset: str) -> str | None:
    """The name of the codec that reads a charset, or None: "ISO-8859-1" is read by "cp1252"."""
    label = charset.strip("\"' \t").lower()
    label = _NAMES.get(label, label)
    if not _NAME.fullmatch(label):
        return None
    try:
        codec = codecs.lookup(label)
        b"a".decode(label, "replace")
    except (LookupError, ValueError, UnicodeError):
        return None
    name = _WIDER.get(codec.name, codec.name)
    return None if name in _NOT_OF_TEXT or name == "ascii" else name


def _utf8(octets: bytes) -> str | None:
    """UTF-8 if it is that: hardly any other text happens to be."""
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _guessed(octets: bytes, name: str | None) -> str:
    """Text in the charset stated, or else that it looks like, or else the one of Western Europe."""
    return octets.decode(name or _detected(octets[:SAMPLE]), "replace")


def _detected(sample: bytes) -> str:
    """The codec that octets look to be for: chardet knows, where it is installed."""
    try:
        import chardet
    except ImportError:
        return "cp1252"
    return _codec(chardet.detect(sample)["encoding"] or "") or "cp1252"
