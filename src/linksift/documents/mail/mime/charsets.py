"""Decodes octets by their stated charset, or by what they look like if it is missing or wrong."""

import codecs
import re
from functools import lru_cache

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.+()-]{0,39}")

# These are not charsets of text, and some take quadratic time.
_NOT_OF_TEXT = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})

_NAMES = {"x-sjis": "cp932", "x-gbk": "gb18030", "x-big5": "big5hkscs", "unicode-1-1-utf-7": "utf-7"}
_NAMES |= {"iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "x-mac-cyrillic": "mac-cyrillic"}
_NAMES |= {"x-mac-roman": "mac-roman", "macintosh": "mac-roman", "x-euc-jp": "euc-jp", "cp-850": "cp850"}
_NAMES |= {"windows-874": "cp874", "dos-874": "cp874", "windows-31j": "cp932", "ks_c_5601-1987": "cp949"}

# Senders mean the wider set, as browsers assume (Encoding Standard, 4.2); its codec reads the narrower set as well.
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
"""Octets from which a charset is guessed that is not stated."""


def decoded(octets: bytes, charset: str | None) -> str:
    r"""Octets as text. No octet of ASCII is lost, whatever charset is stated. Never raises.

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
        return _decode_guessing(octets, name) if utf8 is None else utf8
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
    """The text if the octets are UTF-8, as hardly any text in another charset happens to be; else None."""
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _decode_guessing(octets: bytes, name: str | None) -> str:
    """Text in the stated charset, or else in the one that chardet guesses, or else in that of Western Europe."""
    return octets.decode(name or _guessed_codec(octets[:SAMPLE]), "replace")


def _guessed_codec(sample: bytes) -> str:
    """The codec that chardet guesses, if it is installed; else that of Western Europe."""
    try:
        import chardet
    except ImportError:
        return "cp1252"
    return _codec(chardet.detect(sample)["encoding"] or "") or "cp1252"
