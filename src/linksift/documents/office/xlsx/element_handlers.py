"""Code shared by the handlers of all parts of a workbook, for elements, strings in runs, and pieces with their cells.

Section numbers here, in `workbook` and in `worksheet` refer to ISO/IEC 29500-1.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from linksift.documents.document_model import Locator, ReadError, Source, StatedReference, Text
from linksift.documents.office.xlsx.cell_syntax import is_cells, quoted_title, unescaped
from linksift.documents.office.xml_parser import Attributes

NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main ",
    "http://purl.oclc.org/ooxml/spreadsheetml/main ",
    "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments ",
)
"""The namespaces of transitional workbooks, of strict ones, and of threaded comments."""

LONGEST_LINK_TEXT = 1_000
"""The maximum number of characters of a link's text that are reported."""

T = TypeVar("T")
Texts = Mapping[str, Callable[[str], object]]
Begins = Mapping[str, Callable[[Attributes], object]]
Ends = Mapping[str, Callable[[], object]]


class OutputQuota:
    """The number of characters that may still be yielded: cells can share one string, and hyperlinks one target."""

    def __init__(self, most: int) -> None:
        self._left = most

    def spend(self, count: int) -> None:
        """Count characters that are yielded. Raises ReadError if there are too many."""
        self._left -= count
        if self._left < 0:
            raise ReadError("holds more text than may be read, since many cells hold the same")


class ElementHandler:
    """Calls the functions registered for an element's name: when it begins, when it ends, and with its text."""

    def __init__(self, texts: Texts, begins: Begins, ends: Ends) -> None:
        self._texts, self._begins, self._ends = _named(texts), _named(begins), _named(ends)
        self._written: list[str] | None = None

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


def _named(meanings: Mapping[str, T]) -> dict[str, T]:
    return {namespace + name: meaning for namespace in NAMESPACES for name, meaning in meanings.items()}


class StringHandler(ElementHandler):
    """Handles strings that consist of runs, ignoring phonetic runs (18.4.6)."""

    def __init__(self, texts: Texts, begins: Begins, ends: Ends) -> None:
        phonetic = self._phonetic
        super().__init__(
            {"t": self._run, **texts},
            {"rPh": lambda _: phonetic(True), **begins},
            {"rPh": lambda: phonetic(False), **ends},
        )
        self._runs: list[str] = []
        self._is_phonetic = False

    def take(self) -> str:
        """The string formed by the runs so far, which are then dropped."""
        text = unescaped("".join(self._runs))
        self._runs.clear()
        return text

    def _run(self, text: str) -> None:
        if not self._is_phonetic:
            self._runs.append(text)

    def _phonetic(self, begins: bool) -> None:
        self._is_phonetic = begins


class SharedStrings(StringHandler):
    """Handles the strings that cells share, and records the numbers of those that may contain a link (18.4.9)."""

    def __init__(self, may_hold_link: Callable[[str], bool]) -> None:
        super().__init__({}, {"si": lambda _: self.take()}, {"si": self._ends_here})
        self._may_hold_link = may_hold_link
        self.texts: list[str] = []
        self.with_links: set[int] = set()

    def _ends_here(self) -> None:
        text = self.take()
        if self._may_hold_link(text):
            self.with_links.add(len(self.texts))
        self.texts.append(text)


class SheetPieces:
    """The pieces of a sheet collected so far, each with its cell, until they are taken."""

    def __init__(self, title: str, locator: Locator, quota: OutputQuota, may_hold_link: Callable[[str], bool]) -> None:
        self._title = quoted_title(title)
        self._place = locator
        self._quota = quota
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
        self._quota.spend(len(text))
        self._pieces.append(Text(text, Source(text), locator=self._at(cell)))

    def stated(self, cell: str, reference: str, stated_by: str, link_text: str | None) -> None:
        """Add the link of a cell, or of a range of cells."""
        short = link_text[:LONGEST_LINK_TEXT] if link_text else None
        self._quota.spend(len(reference) + len(short or ""))
        self._pieces.append(StatedReference(reference, stated_by, link_text=short, locator=self._at(cell)))

    def _at(self, cell: str) -> Locator:
        return self._place._replace(cell=f"{self._title}!{cell}" if is_cells(cell) else self._title)
