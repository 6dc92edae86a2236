"""Handles the elements of a sheet: its cells, its hyperlinks, and the comments on it (18.3 and 18.7)."""

import re

from linksift.documents.office.relationships import Relationships
from linksift.documents.office.xlsx.cell_syntax import column_name, targets, unescaped
from linksift.documents.office.xlsx.element_handlers import SharedStrings, SheetPieces, StringHandler
from linksift.documents.office.xml_parser import Attributes, without_namespaces

MOST_CELLS_KEPT = 100_000
"""The maximum number of cells in a sheet whose text is kept for its hyperlinks, which come after all cells."""

HEADERS = [f"{which}{what}" for which in ("odd", "even", "first") for what in ("Header", "Footer")]
"""The elements with the headers and footers of a sheet (18.3.1.46)."""

_HEADER_CODE = re.compile(r'&(?:"[^"]*+"|K[0-9A-Fa-f]{6}|[0-9]++|.)', re.DOTALL)
"""A code in a header, such as a font or the number of the page; `&&` is an ampersand (18.3.1.39)."""

PLACEHOLDER_AUTHOR = "tc={"
"""The beginning of the author's name in a comment that stands in for a threaded comment in programs that cannot read
threaded comments."""


class WorksheetHandler(StringHandler):
    """Handles a sheet. A cell without a name is the next in its row, and a row without a number is the next row."""

    def __init__(self, strings: SharedStrings, relationships: Relationships, pieces: SheetPieces) -> None:
        super().__init__(
            {
                "v": self._value_is,
                "f": self._formula_is,
                **dict.fromkeys(("formula1", "formula2"), self._choices),
                **dict.fromkeys(HEADERS, self._header),
            },
            {
                "row": self._row_begins,
                "c": self._cell_begins,
                "hyperlink": self._hyperlink,
                "dataValidation": self._validation,
            },
            {"c": self._cell_ends},
        )
        self._strings = strings
        self._relationships = relationships
        self._pieces = pieces
        self._cell_texts: dict[str, str] = {}
        self._row = self._column = 0
        self._cell = self._type = self._value = self._formula = ""

    def _row_begins(self, attributes: Attributes) -> None:
        number = attributes.get("r", "")
        self._row = int(number) if number.isdecimal() and len(number) < 8 else self._row + 1
        self._column = 0

    def _cell_begins(self, attributes: Attributes) -> None:
        self._column += 1
        self._cell = attributes.get("r") or f"{column_name(self._column)}{self._row}"
        self._type = attributes.get("t", "n")
        self._value = self._formula = ""
        self._runs.clear()

    def _value_is(self, text: str) -> None:
        self._value = text

    def _formula_is(self, text: str) -> None:
        self._formula = text

    def _cell_ends(self) -> None:
        text, may_link = self._text()
        if self._formula:
            for target in targets(self._formula):
                self._pieces.stated(self._cell, unescaped(target), "hyperlink formula", text)
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

    def _validation(self, attributes: Attributes) -> None:
        """Add the messages that a cell shows when it is selected or filled in (18.3.1.32)."""
        self._cell = attributes.get("sqref", "").partition(" ")[0]
        for name in ("promptTitle", "prompt", "errorTitle", "error"):
            self._pieces.text(self._cell, unescaped(attributes.get(name, "")))

    def _choices(self, formula: str) -> None:
        """Add the choices in a list, which commas separate (18.3.1.33)."""
        self._pieces.text(self._cell, formula.replace(",", "\n\n\n"))

    def _header(self, text: str) -> None:
        """Add a header or footer of the printed sheet without its formatting."""
        self._pieces.text("", unescaped(_HEADER_CODE.sub(lambda code: "&" if code[0] == "&&" else "\n\n\n", text)))

    def _hyperlink(self, attributes: Attributes) -> None:
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
        super().__init__(
            {"author": self._author, "text": self._run},
            {"comment": self._begins_here, "threadedComment": self._begins_here},
            {"comment": self._ends_here, "threadedComment": self._ends_here},
        )
        self._pieces = pieces
        self._placeholders: set[str] = set()
        self._authors = 0
        self._cell = self._author_number = ""

    def _author(self, name: str) -> None:
        if name.startswith(PLACEHOLDER_AUTHOR):
            self._placeholders.add(str(self._authors))
        self._authors += 1

    def _begins_here(self, attributes: Attributes) -> None:
        self.take()
        self._cell, self._author_number = attributes.get("ref", ""), attributes.get("authorId", "")

    def _ends_here(self) -> None:
        text = self.take()
        if self._author_number not in self._placeholders:
            self._pieces.text(self._cell, text)
