"""Decodes bytes with their stated charset, or with the most likely one if none is stated or it is wrong."""

import codecs
import re
from functools import lru_cache

from linksift.documents.text_files.text_encoding import codec_of, detected_codec

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
    try:
        name = codecs.lookup(label).name
        b"a".decode(label, "replace")
    except (LookupError, ValueError, UnicodeError):
        return None
    if name in _NOT_OF_TEXT or name == "ascii":
        return None
    return name if name == "utf-16" else codec_of(_NAMES.get(name, name).replace("_", "-")) or name
