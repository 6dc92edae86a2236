r"""Reads Rich Text as written: groups, control words, and text in the code page of its font (RTF 1.9.1).

The bytes of a double-byte code page are written in any mixture of `\'82` and plain characters, so they are decoded
together at the end of a run of text.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from linksift.documents.text_files.text_encoding import python_codec

# ---- Code pages, which Rich Text identifies by number ----------------------------------------------------------------


DEFAULT = "cp1252"

_CODE_PAGES = {
    10000: "mac_roman", 10001: "shift_jis", 10002: "big5", 10003: "euc_kr", 10004: "mac_arabic", 10006: "mac_greek",
    10007: "mac_cyrillic", 10008: "gb2312", 10029: "mac_latin2", 10081: "mac_turkish", 20866: "koi8_r",
}  # fmt: skip
"""The code pages that Python knows by a name other than their number. The number of a document's code page is in
`\\ansicpg`, that of a font's in `\\cpg`."""

_CODE_PAGE_OF_CHARSET = {
    0: 1252, 77: 10000, 78: 10001, 79: 10003, 80: 10008, 81: 10002, 84: 10004, 85: 10006, 86: 10081, 88: 10029,
    89: 10007, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
    186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}  # fmt: skip
"""The code pages of fonts' charsets, whose number is in `\\fcharset` ("Font Table"). Charset 1 is the document's own,
and 2 contains symbols; in all charsets, the ASCII bytes of a URI represent themselves."""

NAMED = {"ansi": DEFAULT, "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
"""The codecs for the control words that name the character set of a document."""


@lru_cache(256)
def codec_of_page(number: int) -> str:
    """The codec for a code page, or that for windows-1252 if Python has none.

    >>> codec_of_page(932), codec_of_page(10007), codec_of_page(99999)
    ('cp932', 'mac-cyrillic', 'cp1252')
    """
    return python_codec(_CODE_PAGES.get(number, f"cp{number}")) or DEFAULT


def codec_of_charset(number: int) -> str | None:
    """The codec for a font's charset, or None if the document's own code page applies.

    >>> codec_of_charset(204), codec_of_charset(1)
    ('cp1251', None)
    """
    page = _CODE_PAGE_OF_CHARSET.get(number)
    return None if page is None else codec_of_page(page)


# ---- Tokens ----------------------------------------------------------------------------------------------------------


_TOKEN = re.compile(
    rb"([{}])|\\([A-Za-z]{1,32})(-?[0-9]{1,10})? ?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z0-9])|([^{}\\\r\n]{1,65536})|\r?\n|.",
    re.DOTALL,
)
"""A brace, a control word with its number, a byte, a control symbol, or text."""

DEEPEST = 1_000
"""The depth to which groups are followed; deeper groups are skipped."""

CHARACTERS = {
    "line": "\n", "tab": "\t", "emdash": "\u2014", "endash": "\u2013", "lquote": "\u2018", "rquote": "\u2019",
    "ldblquote": "\u201c", "rdblquote": "\u201d", "bullet": "\u2022", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
"""The text of control words ("Special Characters")."""

SYMBOLS = {b"~": "\u00a0", b"-": "\u00ad", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}"}
"""The text of control symbols. A backslash before a line ending means `\\par`, and `\\*` marks a destination."""

_NO_TEXT = """
    fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore latentstyles listtable
    listoverridetable rsidtbl generator xmlnstbl filetbl fontemb fontfile mmathPr pgptbl revtbl userprops
    nonesttables shprslt
"""
NO_TEXT = frozenset(_NO_TEXT.split())
"""Destinations without text, and destinations that repeat text for older programs (`nonesttables`, `shprslt`)."""

_HIGH, _LOW, _AFTER_LOW = 0xD800, 0xDC00, 0xE000
"""The starts of the ranges for the two halves of a character in UTF-16, and the end of the second range."""


class Content(NamedTuple):
    """The next item in a file: text, or a control word with its number. A group begins with "{" and ends with "}"."""

    word: str
    number: int | None = None
    text: str = ""


class Formatting(NamedTuple):
    """The settings that apply within braces: the font, the number of bytes that stand in for a Unicode character, and
    whether the fonts are being defined."""

    font: int | None = None
    fallback: int = 1
    defines_fonts: bool = False


def content_of(octets: bytes) -> Iterator[Content]:
    r"""The content of a file, in order. Every group that begins also ends, except those that are still open at the end.

    >>> [(one.word, one.number, one.text) for one in content_of(rb"{\rtf1\ansicpg932 a\'82\'a0}")]
    [('{', None, ''), ('rtf', 1, ''), ('ansicpg', 932, ''), ('', None, 'aあ'), ('}', None, '')]
    """
    reader = _Reader()
    for token in _TOKEN.finditer(octets):
        yield from reader.take(token)
    yield from reader.text_so_far()


class _Reader:
    """A file as it is read: the formatting of the open groups, the fonts, and the bytes of the text so far."""

    def __init__(self) -> None:
        self._formatting = Formatting()
        self._open: list[Formatting] = []
        self._too_deep = 0
        self._octets = bytearray()
        self._to_skip = 0
        self._binary_until = 0
        self._code_page = DEFAULT
        self._default_font: int | None = None
        self._codecs_of_fonts: dict[int | None, str] = {}
        self._high = 0

    def take(self, token: "re.Match[bytes]") -> Iterator[Content]:
        """Process a token."""
        brace, word, number, octet, symbol, text = token.groups()
        if token.start() < self._binary_until:
            return
        if octet or text:
            self._collect(bytes.fromhex(octet.decode("ascii")) if octet else text)
        elif brace:
            yield from self.text_so_far()
            yield from self._begin() if brace == b"{" else self._end()
        elif word:
            yield from self.text_so_far()
            if not self._too_deep or word == b"bin":
                yield from self._word(word.decode("ascii"), int(number) if number else None, token.end())
        elif symbol and not self._too_deep:
            yield from self.text_so_far()
            yield from self._symbol(symbol)

    def text_so_far(self) -> Iterator[Content]:
        """The text that ends here, if any."""
        if self._octets:
            codec = self._codecs_of_fonts.get(
                self._default_font if self._formatting.font is None else self._formatting.font, self._code_page
            )
            yield Content("", text=self._octets.decode(codec, "replace"))
            self._octets.clear()

    def _collect(self, octets: bytes) -> None:
        """Collect bytes of text, except those that stand in for the preceding Unicode character."""
        if not self._too_deep:
            skipped = min(self._to_skip, len(octets))
            self._to_skip -= skipped
            self._octets += octets[skipped:]

    def _begin(self) -> Iterator[Content]:
        self._to_skip = 0
        if self._too_deep or len(self._open) >= DEEPEST:
            self._too_deep += 1
        else:
            self._open.append(self._formatting)
            yield Content("{")

    def _end(self) -> Iterator[Content]:
        self._to_skip = 0
        if self._too_deep:
            self._too_deep -= 1
        elif self._open:
            self._formatting = self._open.pop()
            yield Content("}")

    def _symbol(self, symbol: bytes) -> Iterator[Content]:
        if symbol in b"\r\n":
            yield Content("par")
        elif symbol == b"*":
            yield Content("*")
        else:
            yield from self._character(SYMBOLS.get(symbol, ""))

    def _word(self, word: str, number: int | None, end: int) -> Iterator[Content]:
        if word == "bin":
            self._binary_until = end + max(0, number or 0)
        elif word == "u" and number is not None:
            yield from self._unicode(number & 0xFFFF)
            self._to_skip = self._formatting.fallback
        elif word in CHARACTERS:
            yield from self._character(CHARACTERS[word])
        else:
            self._format(word, number)
            yield Content(word, number)

    def _format(self, word: str, number: int | None) -> None:
        """Apply a control word to the text that follows in its group."""
        if word == "uc":
            self._formatting = self._formatting._replace(fallback=max(0, min(number or 0, 9)))
        elif word == "f":
            self._formatting = self._formatting._replace(font=number)
        elif word == "plain":
            self._formatting = self._formatting._replace(font=None)
        elif word == "fonttbl":
            self._formatting = self._formatting._replace(defines_fonts=True)
        else:
            self._set_codec(word, number)

    def _set_codec(self, word: str, number: int | None) -> None:
        """Apply a control word that states the code page of the document or of the font being defined."""
        if word in NAMED:
            self._code_page = NAMED[word]
        elif word == "deff":
            self._default_font = number
        elif word == "ansicpg" and number is not None:
            self._code_page = codec_of_page(number)
        elif word in ("fcharset", "cpg") and number is not None and self._formatting.defines_fonts:
            codec = codec_of_page(number) if word == "cpg" else codec_of_charset(number)
            if codec is not None:
                self._codecs_of_fonts[self._formatting.font] = codec

    def _character(self, text: str) -> Iterator[Content]:
        """The character that a control word or symbol represents; it counts as one byte of a stand-in."""
        if self._to_skip:
            self._to_skip -= 1
        elif text:
            yield Content("", text=text)

    def _unicode(self, unit: int) -> Iterator[Content]:
        """A character in UTF-16; a character beyond U+FFFF takes two control words."""
        if _HIGH <= unit < _LOW:
            self._high = unit
        elif _LOW <= unit < _AFTER_LOW:
            if self._high:
                yield Content("", text=chr(0x10000 + ((self._high - _HIGH) << 10) + unit - _LOW))
            self._high = 0
        else:
            yield Content("", text=chr(unit))
