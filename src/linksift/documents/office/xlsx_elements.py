"""Handles the elements of the parts of a workbook: shared strings, and the cells, hyperlinks and comments of a sheet.

Section numbers here and in `xlsx_workbook` refer to ISO/IEC 29500-1.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from linksift.documents.document_model import Locator, Piece, Source, StatedReference, Text
from linksift.documents.office.paragraphs import LONGEST_LINK_TEXT
from linksift.documents.office.zip_package import Attributes, Package, Relationships, without_namespaces
from linksift.documents.reading_limits import pieces_or_fault, pieces_or_problem

# ---- Strings, formulas and names of cells (18.17 and 22.9.2.19) ------------------------------------------------------


_CELLS = re.compile(r"[A-Z]{1,3}[0-9]{1,7}(?::[A-Z]{1,3}[0-9]{1,7})?")
"""The name of a cell, or of a range of cells."""
_PLAIN_TITLE = re.compile(r"(?![A-Za-z]{1,3}[0-9]+\Z)[^\W\d][\w.]*")
_ESCAPED = re.compile(r"_x(?![Dd][89A-Fa-f])([0-9A-Fa-f]{4})_")
_STRING = re.compile(
    r"""(?xi)
    (?: \b(HYPERLINK | IMAGE | WEBSERVICE | IMPORT(?:DATA|FEED|HTML|RANGE|XML) | DUMMYFUNCTION) \s*+\(\s*+ )?
    "( [^"]*+ (?: "" [^"]*+ )* )"  ( \s*+ [,;)] )?"""
)
"""A string in a formula, with the function before it and the character after it if it is the function's whole first
argument. Commas separate the arguments in Excel, and semicolons in OpenDocument. Files exported from Google Sheets hold
a formula that Excel does not know in the string of a `DUMMYFUNCTION`."""


def unescaped(text: str) -> str:
    r"""A string in which the escapes for characters that XML does not allow are decoded (22.9.2.19).

    >>> unescaped("http://a.example_x000D_\nb")
    'http://a.example\r\nb'
    """
    return _ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), text) if "_x" in text else text


def targets(formula: str) -> Iterator[tuple[str, str]]:
    """The targets in a formula that are literal strings: those of hyperlinks (18.17.7.149), and those of functions that
    load an image or data; each with what states it.

    >>> list(targets('IF(A1,HYPERLINK("http://a.example/""b""/","Here"),HYPERLINK("http://"&B1))'))
    [('http://a.example/"b"/', 'hyperlink formula')]
    >>> list(targets('IFERROR(__xludf.DUMMYFUNCTION("IMAGE(""http://a.example/b.png"")"),"c")'))
    [('http://a.example/b.png', 'image formula')]
    """
    for found in _STRING.finditer(formula):
        function, string = (found[1] or "").lower(), found[2].replace('""', '"')
        if function == "dummyfunction":
            yield from targets(string)
        elif function and found[3]:
            yield string, f"{function} formula"


def quoted_title(title: str) -> str:
    """The title of a sheet, quoted if needed before the name of a cell (18.17.2.3).

    >>> quoted_title("Sheet1"), quoted_title("Jo's links")
    ('Sheet1', "'Jo''s links'")
    """
    return title if _PLAIN_TITLE.fullmatch(title) else "'" + title.replace("'", "''") + "'"


def column_name(number: int) -> str:
    """The name of a column, counted from 1.

    >>> column_name(1), column_name(28)
    ('A', 'AB')
    """
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


# ---- Elements --------------------------------------------------------------------------------------------------------


NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main ",
    "http://purl.oclc.org/ooxml/spreadsheetml/main ",
    "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main ",
    "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments ",
)
"""The namespaces of transitional workbooks, of strict ones, of extensions since Excel 2010 (data validations that refer
to other sheets), and of threaded comments."""


class ElementHandler:
    """Calls its own methods by the name of an element: `begin_c` when a `c` begins, `end_c` when it ends, and `text_v`
    with the text of a `v`."""

    def __init__(self) -> None:
        self._texts, self._begins, self._ends = map(self._methods, ("text_", "begin_", "end_"))
        self._written: list[str] | None = None

    def _methods(self, prefix: str) -> dict[str, Callable[..., object]]:
        """The methods with a prefix, by the elements that they handle, in all namespaces."""
        methods = {name.removeprefix(prefix): getattr(self, name) for name in dir(self) if name.startswith(prefix)}
        return {space + element: method for space in NAMESPACES for element, method in methods.items()}

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        if name in self._texts:
            self._written = []
        elif begins := self._begins.get(name):
            begins(attributes)

    def end(self, name: str) -> None:
        """Called when an element ends."""
        if takes := self._texts.get(name):
            takes("".join(self._written or ()))
            self._written = None
        elif ends := self._ends.get(name):
            ends()

    def data(self, text: str) -> None:
        """Called with text in an element."""
        if self._written is not None:
            self._written.append(text)


class StringHandler(ElementHandler):
    """Handles strings that consist of runs, ignoring phonetic runs (18.4.6)."""

    def __init__(self) -> None:
        super().__init__()
        self._runs: list[str] = []
        self._is_phonetic = False

    def take(self) -> str:
        """The string formed by the runs so far, which are then dropped."""
        text = unescaped("".join(self._runs))
        self._runs.clear()
        return text

    def text_t(self, text: str) -> None:
        """Add the text of a run."""
        if not self._is_phonetic:
            self._runs.append(text)

    def begin_rPh(self, _: Attributes) -> None:
        """Begin a phonetic run."""
        self._is_phonetic = True

    def end_rPh(self) -> None:
        """End a phonetic run."""
        self._is_phonetic = False


class SharedStrings(StringHandler):
    """Handles the strings that cells share, and records the numbers of those that may contain a link (18.4.9)."""

    def __init__(self, may_hold_link: Callable[[str], bool]) -> None:
        super().__init__()
        self.may_hold_link = may_hold_link
        self.texts: list[str] = []
        self.with_links: set[int] = set()

    def begin_si(self, _: Attributes) -> None:
        """Begin a string."""
        self.take()

    def end_si(self) -> None:
        """Add the string that ends."""
        text = self.take()
        if self.may_hold_link(text):
            self.with_links.add(len(self.texts))
        self.texts.append(text)


class SheetPieces:
    """The pieces of a sheet collected so far, each with its cell, until they are taken."""

    def __init__(self, title: str, locator: Locator, package: Package, may_hold_link: Callable[[str], bool]) -> None:
        self._title = quoted_title(title)
        self._place = locator
        self._package = package
        self._may_hold_link = may_hold_link
        self._pieces: list[Text | StatedReference] = []

    def take(self) -> Iterator[Text | StatedReference]:
        """The pieces added since the last call."""
        pieces, self._pieces = self._pieces, []
        return iter(pieces)

    def text(self, cell: str, text: str) -> None:
        """Add the text of a cell, or of a comment on it, unless it certainly contains no link, as in most cells of most
        sheets."""
        if not self._may_hold_link(text):
            return
        self._package.spend(len(text))
        self._pieces.append(Text(text, Source(text), locator=self._at(cell)))

    def stated(self, cell: str, reference: str, stated_by: str, link_text: str | None) -> None:
        """Add the link of a cell, or of a range of cells."""
        short = link_text[:LONGEST_LINK_TEXT] if link_text else None
        self._package.spend(len(reference) + len(short or ""))
        self._pieces.append(StatedReference(reference, stated_by, link_text=short, locator=self._at(cell)))

    def _at(self, cell: str) -> Locator:
        return self._place._replace(cell=f"{self._title}!{cell}" if _CELLS.fullmatch(cell) else self._title)


MOST_CELLS_KEPT = 100_000
"""The maximum number of cells in a sheet whose text is kept for its hyperlinks, which come after all cells."""

_HEADER_CODE = re.compile(r'&(?:"[^"]*+"|K[0-9A-Fa-f]{6}|[0-9]++|.)', re.DOTALL)
"""A code in a header, such as a font or the number of the page; `&&` is an ampersand (18.3.1.39)."""

PLACEHOLDER_AUTHOR = "tc={"
"""The beginning of the author's name in a comment that stands in for a threaded comment in programs that cannot read
threaded comments."""


class WorksheetHandler(StringHandler):
    """Handles a sheet. A cell without a name is the next in its row, and a row without a number is the next row."""

    def __init__(self, strings: SharedStrings, relationships: Relationships, pieces: SheetPieces) -> None:
        super().__init__()
        self._strings = strings
        self._relationships = relationships
        self._pieces = pieces
        self._cell_texts: dict[str, str] = {}
        self._row = self._column = 0
        self._cell = self._type = self._value = self._formula = ""

    def begin_row(self, attributes: Attributes) -> None:
        """Begin a row (18.3.1.73)."""
        number = attributes.get("r", "")
        self._row = int(number) if number.isdecimal() and len(number) < 8 else self._row + 1
        self._column = 0

    def begin_c(self, attributes: Attributes) -> None:
        """Begin a cell (18.3.1.4)."""
        self._column += 1
        self._cell = attributes.get("r") or f"{column_name(self._column)}{self._row}"
        self._type = attributes.get("t", "n")
        self._value = self._formula = ""
        self._runs.clear()

    def text_v(self, text: str) -> None:
        """Take the value of the cell."""
        self._value = text

    def text_f(self, text: str) -> None:
        """Take the formula of the cell."""
        self._formula = text

    def end_c(self) -> None:
        """Add the links and the text of the cell that ends."""
        text, may_link = self._text()
        if self._formula:
            for target, stated_by in targets(self._formula):
                self._pieces.stated(self._cell, unescaped(target), stated_by, text)
        if may_link:
            self._pieces.text(self._cell, text)
        if text and self._relationships.external and len(self._cell_texts) < MOST_CELLS_KEPT:
            self._cell_texts[self._cell] = text

    def _text(self) -> tuple[str, bool]:
        """The text of the cell that ended, and whether it may contain a link; numbers, dates and errors have no
        text."""
        if self._type == "s":
            number = int(self._value) if self._value.isdecimal() and len(self._value) < 10 else -1
            known = 0 <= number < len(self._strings.texts)
            return (self._strings.texts[number], number in self._strings.with_links) if known else ("", False)
        if self._type not in ("str", "inlineStr"):
            return "", False
        text = unescaped(self._value) if self._type == "str" else self.take()
        return text, True

    def begin_dataValidation(self, attributes: Attributes) -> None:
        """Add the messages that a cell shows when it is selected or filled in (18.3.1.32)."""
        self._cell = attributes.get("sqref", "").partition(" ")[0]
        for name in ("promptTitle", "prompt", "errorTitle", "error"):
            self._pieces.text(self._cell, unescaped(attributes.get(name, "")))

    def text_formula1(self, formula: str) -> None:
        """Add the choices in a list, which commas separate (18.3.1.33)."""
        for choice in formula.split(","):
            self._pieces.text(self._cell, choice)

    text_formula2 = text_formula1

    def text_oddHeader(self, text: str) -> None:
        """Add a header or footer of the printed sheet without its formatting (18.3.1.46)."""
        for part in _HEADER_CODE.sub(lambda code: "&" if code[0] == "&&" else "\0", text).split("\0"):
            self._pieces.text("", unescaped(part))

    text_evenHeader = text_firstHeader = text_oddFooter = text_evenFooter = text_firstFooter = text_oddHeader

    def begin_hyperlink(self, attributes: Attributes) -> None:
        """Add the hyperlink of a cell, or of each cell of a range, to an external target (18.3.1.47)."""
        known = without_namespaces(attributes)
        target = self._relationships.use(known.get("id", ""))
        if target is None:
            return
        cell, location = known.get("ref", ""), known.get("location")
        link_text = self._cell_texts.get(cell.partition(":")[0]) or known.get("display")
        self._pieces.stated(cell, f"{target}#{location}" if location else target, "hyperlink", link_text)


class CommentsHandler(StringHandler):
    """Handles the comments on a sheet. Copies of threaded comments, which have their own parts, are skipped."""

    def __init__(self, pieces: SheetPieces) -> None:
        super().__init__()
        self._pieces = pieces
        self._placeholders: set[str] = set()
        self._authors = 0
        self._cell = self._author_number = ""

    text_text = StringHandler.text_t

    def text_author(self, name: str) -> None:
        """Take the name of the next author."""
        if name.startswith(PLACEHOLDER_AUTHOR):
            self._placeholders.add(str(self._authors))
        self._authors += 1

    def begin_comment(self, attributes: Attributes) -> None:
        """Begin a comment."""
        self.take()
        self._cell, self._author_number = attributes.get("ref", ""), attributes.get("authorId", "")

    def end_comment(self) -> None:
        """Add the comment that ends."""
        text = self.take()
        if self._author_number not in self._placeholders:
            self._pieces.text(self._cell, text)

    begin_threadedComment, end_threadedComment = begin_comment, end_comment


# ---- Sheets ----------------------------------------------------------------------------------------------------------


COMMENTS = ("comments", "threadedComment")


class Workbook(NamedTuple):
    """The data that all sheets of a workbook share: package, members with relationships, strings and titles."""

    package: Package
    relationships: dict[str, str]
    strings: SharedStrings
    titles: dict[str, str]


def sheet_pieces(book: Workbook, part: str, relationships: Relationships, locator: Locator) -> Iterator[Piece]:
    """The pieces of a sheet and of the comments on it."""
    pieces = SheetPieces(book.titles[part], locator, book.package, book.strings.may_hold_link)
    sheet = WorksheetHandler(book.strings, relationships, pieces)
    take = pieces.take, pieces.take
    yield from pieces_or_fault(locator.in_member(part), book.package.parsed, part, sheet, *take)
    for name in book.package.targets(part, relationships, COMMENTS, set()):
        handler = CommentsHandler(pieces)
        yield from pieces_or_problem(locator.in_member(name), book.package.parsed, name, handler, *take)
