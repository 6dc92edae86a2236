r"""Reads Rich Text Format: hyperlinks, and the text of paragraphs, notes and headers (RTF 1.9.1).

The tokens are read once from the start; what a destination that is no text holds, such as a picture, is skipped.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Piece
from linksift.documents.limits import read_beginning
from linksift.documents.office.docx import Field
from linksift.documents.office.paragraphs import Paragraphs

_TOKEN = re.compile(
    rb"([{}])|\\([A-Za-z]{1,32})(-?[0-9]{1,10})? ?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z0-9])|([^{}\\\r\n]{1,65536})|\r?\n|.",
    re.DOTALL,
)
"""A brace, a control word with its number, an octet, a control symbol, or text."""

DEEPEST = 1_000
"""How deep groups are followed; deeper ones are skipped."""

WRITTEN = {
    "par": None, "sect": None, "page": None, "row": None, "cell": None, "line": "\n", "tab": "\t", "emdash": "\u2014",
    "endash": "\u2013", "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d",
    "bullet": "\u2022", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
"""The text of control words; None ends a paragraph."""

SYMBOLS = {b"~": "\u00a0", b"-": "\u00ad", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}"}

_NO_TEXT = """
    fonttbl colortbl stylesheet info pict objdata object themedata colorschememapping datastore latentstyles listtable
    listoverridetable rsidtbl generator xmlnstbl filetbl fontemb fontfile mmathPr pgptbl revtbl userprops
"""
NO_TEXT = frozenset(_NO_TEXT.split())
"""Destinations that are skipped."""

CODE_PAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


class Group(NamedTuple):
    """What holds within braces: whether it is skipped, how many characters stand for one of Unicode, the open field."""

    skipped: bool = False
    fallback: int = 1
    field: Field | None = None
    instruction: bool = False


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The hyperlinks and text of a file, or of its beginning if it is longer than the limit. Never raises.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> [piece.text for piece in read(BytesIO(rb"{\\rtf1 caf\\'e9\\par\\u960?{\\pict 00}}"), context)]
    ['caf\xe9\\n\\n\\n\u03c0']
    """
    octets, cut_off = read_beginning(file, context)
    reader = RichText()
    for token in _TOKEN.finditer(octets):
        reader.take(token)
        yield from reader.paragraphs.pieces_if_many(context.locator)
    yield from reader.paragraphs.pieces(context.locator)
    yield from cut_off


class RichText:
    """A file while it is read: the open groups, and the paragraphs so far."""

    def __init__(self) -> None:
        self.paragraphs = Paragraphs()
        self.paragraphs.begin()
        self._group = Group()
        self._open: list[Group] = []
        self._too_deep = 0
        self._star = False
        self._to_skip = 0
        self._binary_until = 0
        self._code_page = "cp1252"
        self._high = 0

    def take(self, token: "re.Match[bytes]") -> None:
        """Go on over a token."""
        brace, word, number, octet, symbol, text = token.groups()
        if token.start() < self._binary_until:
            return
        if brace is not None:
            self._begin() if brace == b"{" else self._end()
        elif word is not None:
            self._word(word.decode("ascii"), int(number) if number else None, token.end())
        elif symbol is not None:
            self._star = symbol == b"*"
            self._text(SYMBOLS.get(symbol, ""))
        else:
            octets = bytes([int(octet, 16)]) if octet else text or b""
            self._text(octets.decode(self._code_page, "replace"))

    def _begin(self) -> None:
        if len(self._open) >= DEEPEST:
            self._too_deep += 1
        else:
            self._open.append(self._group)
        self._to_skip = 0

    def _end(self) -> None:
        self._to_skip, self._star = 0, False
        if self._too_deep:
            self._too_deep -= 1
            return
        inner = self._group
        self._group = self._open.pop() if self._open else Group()
        field = inner.field
        if field is None or field is self._group.field:
            return
        if field.link is not None:
            self.paragraphs.close(field.link)

    def _word(self, word: str, number: int | None, end: int) -> None:
        starred, self._star = self._star, False
        if word == "bin":
            self._binary_until = end + max(0, number or 0)
        elif word in NO_TEXT or (starred and word != "fldinst"):
            self._group = self._group._replace(skipped=True)
        elif self._group.skipped or self._too_deep:
            return
        elif word == "field":
            self._group = self._group._replace(field=Field(), instruction=False)
        elif word == "fldinst":
            self._group = self._group._replace(instruction=True)
        elif word == "fldrslt" and self._group.field is not None and not self._group.field.has_result:
            field = self._group.field
            field.has_result = True
            field.link = self.paragraphs.link(field.target) if field.target else None
            self._group = self._group._replace(instruction=False)
        else:
            self._character(word, number)

    def _character(self, word: str, number: int | None) -> None:
        if word == "u" and number is not None:
            self._unicode(number & 0xFFFF)
            self._to_skip = self._group.fallback
        elif word == "uc":
            self._group = self._group._replace(fallback=max(0, min(number or 0, 9)))
        elif word == "ansicpg" and number is not None:
            self._code_page = _codec(f"cp{number}")
        elif word in CODE_PAGES:
            self._code_page = CODE_PAGES[word]
        elif word in WRITTEN:
            written = WRITTEN[word]
            if written is not None:
                self._text(written)
            elif not self._group.instruction:
                self.paragraphs.end()
                self.paragraphs.begin()

    def _unicode(self, unit: int) -> None:
        """A character in UTF-16, of which one beyond U+FFFF comes in two control words."""
        if 0xD800 <= unit < 0xDC00:
            self._high = unit
        elif 0xDC00 <= unit < 0xE000:
            if self._high:
                self._write(chr(0x10000 + ((self._high - 0xD800) << 10) + unit - 0xDC00))
            self._high = 0
        else:
            self._write(chr(unit))

    def _text(self, text: str) -> None:
        """Text, without the characters that stand in for one of Unicode."""
        skipped = min(self._to_skip, len(text))
        self._to_skip -= skipped
        self._write(text[skipped:])

    def _write(self, text: str) -> None:
        if self._group.skipped or self._too_deep:
            return
        if self._group.instruction:
            if self._group.field is not None:
                self._group.field.instruction.append(text)
        else:
            self.paragraphs.write(text)


def _codec(name: str) -> str:
    """A code page that Python has; windows-1252 otherwise.

    >>> _codec("cp932"), _codec("cp99999")
    ('cp932', 'cp1252')
    """
    import codecs

    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
