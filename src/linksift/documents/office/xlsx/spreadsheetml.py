"""What the parts of a workbook have in common: elements that mean something, strings in runs, pieces with their cells.

Here belongs how SpreadsheetML is listened to (ISO/IEC 29500-1, 18). What the elements of one part mean is for that.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from linksift.documents.document_model import Locator, ReadError, Source, StatedReference, Text
from linksift.documents.office.xlsx.cell_text import is_cells, may_hold_a_link, quoted, unescaped
from linksift.documents.office.xml_parser import Attributes

NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main ",
    "http://purl.oclc.org/ooxml/spreadsheetml/main ",
    "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments ",
)
"""Transitional, strict, and comments that are answered."""

LONGEST_SHOWN = 1_000
"""So many characters of the text of a link are told."""

T = TypeVar("T")
Texts = Mapping[str, Callable[[str], object]]
Begins = Mapping[str, Callable[[Attributes], object]]
Ends = Mapping[str, Callable[[], object]]


class OutputQuota:
    """How many characters may still be told: many cells may share one string, and many hyperlinks one target."""

    def __init__(self, most: int) -> None:
        self._left = most

    def spend(self, count: int) -> None:
        """So many are told now. Raises ReadError where those are too many."""
        self._left -= count
        if self._left < 0:
            raise ReadError("holds more text than may be read, since many cells hold the same")


class ElementHandler:
    """What is told of an XML file: what the elements mean that begin or end, and the texts that elements hold."""

    def __init__(self, texts: Texts, begins: Begins, ends: Ends) -> None:
        self._texts, self._begins, self._ends = _named(texts), _named(begins), _named(ends)
        self._written: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if name in self._texts:
            self._written = []
        elif begins := self._begins.get(name):
            begins(attributes)

    def end(self, name: str) -> None:
        """An element ends."""
        if takes := self._texts.get(name):
            takes("".join(self._written or ()))
            self._written = None
        elif ends := self._ends.get(name):
            ends()

    def data(self, text: str) -> None:
        """Text stands here."""
        if self._written is not None:
            self._written.append(text)


def _named(meanings: Mapping[str, T]) -> dict[str, T]:
    return {namespace + name: meaning for namespace in NAMESPACES for name, meaning in meanings.items()}


class StringHandler(ElementHandler):
    """Strings in runs, without how those are pronounced (18.4.6)."""

    def __init__(self, texts: Texts, begins: Begins, ends: Ends) -> None:
        pronounced = self._pronounced
        super().__init__(
            {"t": self._run, **texts},
            {"rPh": lambda _: pronounced(True), **begins},
            {"rPh": lambda: pronounced(False), **ends},
        )
        self._runs: list[str] = []
        self._is_pronounced = False

    def taken(self) -> str:
        """The string that the runs make that have been told."""
        text = unescaped("".join(self._runs))
        self._runs.clear()
        return text

    def _run(self, text: str) -> None:
        if not self._is_pronounced:
            self._runs.append(text)

    def _pronounced(self, begins: bool) -> None:
        self._is_pronounced = begins


class SharedStrings(StringHandler):
    """The strings that cells share, and the numbers of those that may hold a link (18.4.9)."""

    def __init__(self) -> None:
        super().__init__({}, {"si": lambda _: self.taken()}, {"si": self._ends_here})
        self.texts: list[str] = []
        self.with_links: set[int] = set()

    def _ends_here(self) -> None:
        text = self.taken()
        if may_hold_a_link(text):
            self.with_links.add(len(self.texts))
        self.texts.append(text)


class SheetPieces:
    """What has been told of a sheet, each with its cell, until it is taken."""

    def __init__(self, title: str, locator: Locator, quota: OutputQuota) -> None:
        self._title = quoted(title)
        self._place = locator
        self._quota = quota
        self._pieces: list[Text | StatedReference] = []

    def taken(self) -> Iterator[Text | StatedReference]:
        """All that has been told since they were last taken."""
        pieces, self._pieces = self._pieces, []
        return iter(pieces)

    def text(self, cell: str, text: str) -> None:
        """A text stands in a cell, or in a comment on it."""
        self._quota.spend(len(text))
        self._pieces.append(Text(text, Source(text), locator=self._at(cell)))

    def stated(self, cell: str, reference: str, by: str, shown: str | None) -> None:
        """A cell leads somewhere, or a range of cells."""
        short = shown[:LONGEST_SHOWN] if shown else None
        self._quota.spend(len(reference) + len(short or ""))
        self._pieces.append(StatedReference(reference, by, link_text=short, locator=self._at(cell)))

    def _at(self, cell: str) -> Locator:
        return self._place._replace(cell=f"{self._title}!{cell}" if is_cells(cell) else self._title)
