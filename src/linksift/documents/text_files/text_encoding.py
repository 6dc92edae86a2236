"""Determines the encoding of bytes for all readers: from a byte order mark, from a stated label, or from the bytes
themselves.

Bytes with neither a byte order mark nor a stated encoding are read as UTF-8 if they are valid or mostly valid UTF-8.
Otherwise, chardet guesses among the encodings of the Encoding Standard; no other encoding is worth a wrong URI. If it
has no answer, windows-1252 is assumed, as it is by browsers and mail programs.
"""

import codecs

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


def detected_codec(octets: bytes) -> str:
    r"""The codec for bytes with neither a byte order mark nor a stated encoding.

    >>> detected_codec("Gr\u00fc\u00dfe".encode()), detected_codec(b"caf\xe9")
    ('utf-8', 'cp1252')
    """
    if b"\x1b$" in octets and octets.isascii():
        return CODECS["iso-2022-jp"]
    return "utf-8" if is_mostly_utf8(octets) else guessed_codec(octets)


def is_mostly_utf8(octets: bytes) -> bool:
    r"""Whether bytes are UTF-8, or contain more UTF-8 characters beyond ASCII than bytes that are not UTF-8.

    If only the beginning of a text is given, it may end within a character, which counts as one byte that is not UTF-8.

    >>> is_mostly_utf8("\u00e9\u00e8".encode() + b"\xff"), is_mostly_utf8("\u00e9".encode() + b"\xff")
    (True, False)
    """
    try:
        octets.decode()
    except UnicodeDecodeError:
        text = octets.decode("utf-8", "replace")
        wrong = text.count("\ufffd")
        in_ascii = len(octets) - len(octets.translate(None, _ASCII))
        return len(text) - in_ascii - wrong > wrong
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
    try:
        wanted = codecs.lookup(name).name
    except LookupError:
        return None
    return next((codec for codec in CODECS.values() if codecs.lookup(codec).name == wanted), None)
