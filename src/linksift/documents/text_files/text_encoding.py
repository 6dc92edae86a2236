"""Determines the encoding of bytes for all readers: from a byte order mark, a stated label, or the bytes themselves.

Bytes with neither a byte order mark nor a stated encoding are read as UTF-8 if they are valid or mostly valid UTF-8.
Otherwise, chardet guesses among the encodings of the Encoding Standard; no other encoding is worth a wrong URI. If it
has no answer, windows-1252 is assumed, as it is by browsers and mail programs.
"""

import codecs
import re
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import lru_cache
from importlib.util import find_spec

from linksift.registries import encoding_labels

CODECS = {
    "utf-8": "utf-8",
    "utf-16be": "utf-16-be",
    "utf-16le": "utf-16-le",
    "ibm866": "cp866",
    "iso-8859-8-i": "iso8859-8",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "macintosh": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "windows-874": "cp874",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp_ext",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    **{f"iso-8859-{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"windows-125{part}": f"cp125{part}" for part in range(9)},
}
"""Python's codecs for the encodings of the Encoding Standard, which decode bytes as browsers do.

The standard does not decode "replacement", and decodes "x-user-defined" only one byte at a time. UTF-7 is left out
because it is used to hide markup.
"""

WESTERN = "cp1252"
"""The encoding assumed for bytes that are in no other encoding."""

FEWEST_BEYOND_ASCII = 8
"""The minimum number of bytes beyond ASCII needed to guess an encoding."""

_SAMPLE = 65_536
_ASCII = bytes(range(0x80))


def codec_of(label: str) -> str | None:
    """Python's codec for a label of the Encoding Standard (4.2), regardless of case and of white space around it; None
    for anything else.

    >>> codec_of(" Latin1"), codec_of("csISOLatin2"), codec_of("utf-7"), codec_of("iso-2022-kr")
    ('cp1252', 'iso8859-2', None, None)
    """
    return CODECS.get(encoding_labels().get(label.strip().lower(), ""))


def python_codec(name: str) -> str | None:
    """Python's name for its codec of this name, or None if it has none that decodes bytes to text.

    `codecs.lookup` keeps each name that it does not know for the life of the process.

    >>> python_codec("cp-1252"), python_codec("Latin 1"), python_codec("x-what")
    (None, 'iso8859-1', None)
    """
    module = normalize_encoding(name).lower()
    module = aliases.get(module) or aliases.get(module.replace(".", "_")) or module
    if not module or "." in module or find_spec(f"encodings.{module}") is None:
        return None
    try:
        b"a".decode(module, "replace")
    except (LookupError, UnicodeError):
        return None
    return codecs.lookup(module).name


def detected_codec(octets: bytes) -> str:
    r"""The codec for bytes with neither a byte order mark nor a stated encoding.

    >>> detected_codec("Gr\u00fc\u00dfe".encode()), detected_codec(b"caf\xe9")
    ('utf-8', 'cp1252')
    """
    if b"\x1b$" in octets and octets.isascii():
        return CODECS["iso-2022-jp"]
    return "utf-8" if is_mostly_utf8(octets) else guessed_codec(octets)


def is_mostly_utf8(octets: bytes) -> bool:
    r"""Whether bytes are UTF-8, or contain at least as many UTF-8 characters beyond ASCII as bytes that are not UTF-8.

    If only the beginning of a text is given, it may end within a character, which counts as one byte that is not UTF-8.

    >>> is_mostly_utf8("\u00e9".encode() + b"\xff"), is_mostly_utf8("\u00e9".encode() + b"\xff\xff")
    (True, False)
    """
    try:
        octets.decode()
    except UnicodeDecodeError:
        text = octets.decode("utf-8", "replace")
        wrong = text.count("\ufffd")
        in_ascii = len(octets) - len(octets.translate(None, _ASCII))
        return len(text) - in_ascii - wrong >= wrong
    return True


def guessed_codec(octets: bytes) -> str:
    """The codec guessed by chardet (in the extra "encodings") if the standard includes it; otherwise windows-1252."""
    if len(octets.translate(None, _ASCII)) < FEWEST_BEYOND_ASCII:
        return WESTERN
    try:
        import chardet
    except ImportError:
        return WESTERN
    name = chardet.detect(octets[:_SAMPLE])["encoding"] or ""
    return codec_of(name) or _same_codec(name) or WESTERN


def _same_codec(name: str) -> str | None:
    """The standard's codec that Python knows by another name, such as "MacRoman"; otherwise None."""
    wanted = python_codec(name)
    return next((codec for codec in CODECS.values() if codecs.lookup(codec).name == wanted), None)


# ---- Pages (HTML, 13.2.3) --------------------------------------------------------------------------------------------


_UTF16 = ("utf-16-le", "utf-16-be")
"""A page that declares UTF-16 in ASCII is actually in UTF-8."""

_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_XML_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s{0,20}=\s{0,20}["']([^"'>\s]{1,40})["']""")
META_CHARSET = re.compile(rb"""(?i)<meta[\s/][^>]{0,500}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([^"'>\s;/]{1,40})""")
PRESCAN = 1024
"""The number of bytes within which a page must declare its encoding (13.2.3.2)."""


def markup_of(octets: bytes) -> str:
    r"""The markup of a page, without its byte order mark. Bytes that cannot be decoded become U+FFFD.

    >>> markup_of(b'<meta charset="windows-1251">\xe4\xe0'), markup_of(b"caf\xe9"), markup_of(b"caf\xc3\xa9")
    ('<meta charset="windows-1251">\u0434\u0430', 'caf\xe9', 'caf\xe9')
    """
    for mark, codec in _BOMS.items():
        if octets.startswith(mark):
            return octets[len(mark) :].decode(codec, "replace")
    if (stated := declared_codec(octets[:PRESCAN])) is not None:
        return octets.decode(stated, "replace")
    return octets.decode(detected_codec(octets), "replace")


def declared_codec(head: bytes) -> str | None:
    """The codec that the beginning of a page declares, if pages may use it (13.2.3.2).

    >>> declared_codec(b'<?xml version="1.0" encoding="ISO-8859-2"?>'), declared_codec(b"<meta charset=utf-7>")
    ('iso8859-2', None)
    """
    for pattern in (_XML_ENCODING, META_CHARSET):
        if (declaration := pattern.search(head)) is not None:
            codec = codec_of(declaration[1].decode("ascii", "replace"))
            return "utf-8" if codec in _UTF16 else codec
    return None


# ---- Mail, and other texts with a stated charset ---------------------------------------------------------------------


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.+()-]{0,39}")

# These are not charsets for text, and some take quadratic time.
_NOT_OF_TEXT = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})

# Names that senders use besides the labels of the Encoding Standard.
_NAMES = {"iso-8859-8-e": "iso-8859-8", "x-big5": "big5", "x-mac-roman": "macintosh", "cp-850": "cp850"}
_NAMES |= {"unicode-1-1-utf-7": "utf-7", "iso2022_jp": "iso-2022-jp"}

_STATES_NOTHING = frozenset({"ascii", "us-ascii", "ansi_x3.4-1968"})
"""The names that programs state when they do not know the charset."""

_ONE_OCTET_EACH = re.compile(r"iso8859|cp125|koi8|mac-|ascii|latin")
_SHIFTS = re.compile(r"iso2022|utf-7|hz")
_BY_MARK = re.compile("utf[-_]?16|u16")
"""In mail, the byte order mark says which UTF-16 is meant; the Encoding Standard treats the label as little-endian."""

_WIDE = re.compile(r"utf-(?:16|32)")


def decoded(octets: bytes, charset: str | None) -> str:
    r"""The text decoded from some bytes. No ASCII byte is lost, whatever charset is stated. Never raises.

    >>> decoded(b"caf\xe9", "iso-8859-1"), decoded("café".encode(), "iso-8859-1"), decoded("café".encode(), "x-what")
    ('café', 'café', 'café')
    """
    name = _codec(charset) if charset else None
    if octets.isascii():
        if b"\x1b" not in octets and b"\0" not in octets and not (name and _SHIFTS.match(name)):
            return octets.decode("ascii")
        if name is None and b"\x1b$" in octets:
            name = "iso2022_jp_ext"
    if name is None or _ONE_OCTET_EACH.match(name) or (_WIDE.match(name) and b"\0" not in octets):
        try:
            return octets.decode("utf-8-sig")  # text in another charset is hardly ever valid UTF-8 by chance
        except UnicodeDecodeError:
            return octets.decode(name or detected_codec(octets), "replace")
    try:
        return octets.decode("utf-8-sig" if octets.startswith(codecs.BOM_UTF8) else name)
    except UnicodeDecodeError:
        return octets.decode("ascii" if name == "utf-7" else name, "replace")


@lru_cache(1024)
def _codec(charset: str) -> str | None:
    """The name of the codec for a charset, or None if there is none; "ISO-8859-1" is read with "cp1252".

    The Encoding Standard's labels come first; mail also uses charsets that browsers cannot read but Python can.
    """
    label = charset.strip("\"' \t").lower()
    label = _NAMES.get(label, label)
    if label in _STATES_NOTHING or not _NAME.fullmatch(label):
        return None
    if not _BY_MARK.fullmatch(label) and (standard := codec_of(label)):
        return standard
    name = python_codec(label)
    if name is None or name in _NOT_OF_TEXT or name == "ascii":
        return None
    return name if name == "utf-16" else codec_of(_NAMES.get(name, name).replace("_", "-")) or name
