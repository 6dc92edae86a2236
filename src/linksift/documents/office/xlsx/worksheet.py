"""A sheet of a workbook: its cells, its hyperlinks, and the comments on it, told one after the other.

Here belongs what the elements of a sheet mean (ISO/IEC 29500-1, 18.3 and 18.7). Which parts a workbook has never does.
"""

from linksift.documents.office.xlsx.cell_text import column_name, may_hold_a_link, targets, unescaped
from linksift.documents.office.xlsx.spreadsheetml import SharedStrings, SheetPieces, StringHandler
from linksift.documents.office.xml_parser import Attributes, without_namespaces

MOST_SHOWN = 100_000
"""So many cells of a sheet are kept in mind for its hyperlinks, which stand behind all cells, to show their text."""

STANDS_FOR_ANSWERED = "tc={"
"""So the author is named of a comment that only stands for one that is answered, for programs that know no such."""


class WorksheetHandler(StringHandler):
    """A sheet. A cell without a name is the next one in its row, as a row without a number is the next one."""

    def __init__(self, strings: SharedStrings, outside: dict[str, str], used: set[str], pieces: SheetPieces) -> None:
        super().__init__(
            {"v": self._value_is, "f": self._formula_is},
            {"row": self._row_begins, "c": self._cell_begins, "hyperlink": self._hyperlink},
            {"c": self._cell_ends},
        )
        self._strings = strings
        self._outside = outside
        self._used = used
        self._pieces = pieces
        self._shown: dict[str, str] = {}
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
        if text and self._outside and len(self._shown) < MOST_SHOWN:
            self._shown[self._cell] = text

    def _text(self) -> tuple[str, bool]:
        """The text of the cell that ends, and whether it may hold a link: numbers, dates and faults are none."""
        if self._type == "s":
            number = int(self._value) if self._value.isdecimal() and len(self._value) < 10 else -1
            known = 0 <= number < len(self._strings.texts)
            return (self._strings.texts[number], number in self._strings.with_links) if known else ("", False)
        if self._type not in ("str", "inlineStr"):
            return "", False
        text = unescaped(self._value) if self._type == "str" else self.taken()
        return text, may_hold_a_link(text)

    def _hyperlink(self, attributes: Attributes) -> None:
        """A cell, or each of a range, leads to a target outside the workbook (18.3.1.47)."""
        known = without_namespaces(attributes)
        target = self._outside.get(known.get("id", ""))
        if target is None:
            return
        self._used.add(known["id"])
        cell, location = known.get("ref", ""), known.get("location")
        shown = self._shown.get(cell.partition(":")[0]) or known.get("display")
        self._pieces.stated(cell, f"{target}#{location}" if location else target, "hyperlink", shown)


class CommentsHandler(StringHandler):
    """The comments on the cells of a sheet; those that are answered are in parts of their own, and stand here too."""

    def __init__(self, pieces: SheetPieces) -> None:
        super().__init__(
            {"author": self._author, "text": self._run},
            {"comment": self._begins_here, "threadedComment": self._begins_here},
            {"comment": self._ends_here, "threadedComment": self._ends_here},
        )
        self._pieces = pieces
        self._answered: set[str] = set()
        self._authors = 0
        self._cell = self._by = ""

    def _author(self, name: str) -> None:
        if name.startswith(STANDS_FOR_ANSWERED):
            self._answered.add(str(self._authors))
        self._authors += 1

    def _begins_here(self, attributes: Attributes) -> None:
        self.taken()
        self._cell, self._by = attributes.get("ref", ""), attributes.get("authorId", "")

    def _ends_here(self) -> None:
        text = self.taken()
        if self._by not in self._answered and may_hold_a_link(text):
            self._pieces.text(self._cell, text)
