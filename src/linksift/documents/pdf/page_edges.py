"""The edges of a page: running headers, footers and page numbers, which the text goes on over.

Here belongs what is at the edge of a page and no part of its text.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from linksift.documents.pdf.page_layout import LinkAnnotation, Page, Row
from linksift.documents.pdf.reading_order import in_reading_order
from linksift.documents.pdf.words_to_rows import side_by_side

MOST_ROWS = 3
"""So many rows at most are a header or a footer."""

FARTHEST = 6.0
"""A running header stands within so many points of where it stands on other pages."""

_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b")
_NUMBER = re.compile(r"\W{0,3}(?:[Pp]age )?(?:\d{1,4}|[ivxlc]{1,7})(?: (?:of|/) \d{1,4})?\W{0,3}")


def row_text(row: Row) -> str:
    """What stands on a row, its parts as far apart as on the page, in letters."""
    pieces = [row[0].text]
    for before, behind in pairwise(row):
        gap = (behind.box.left - before.box.right) / max(before.letter, 1.0)
        pieces += [" " * min(max(round(gap), 3), 40), behind.text]
    return "".join(pieces)


class PageEdges:
    """A page, what of it may be a header or a footer, and what is left when they are taken off."""

    def __init__(self, page: Page) -> None:
        self.number = page.number
        self.links = page.links
        self.rows = list(side_by_side(page.rows))
        by_height = sorted(self.rows, key=lambda row: -row[0].box.top)
        self.highest = by_height[:MOST_ROWS]
        self.lowest = by_height[::-1][:MOST_ROWS]
        self.fingerprints = {row_fingerprint(row) for row in (*self.highest, *self.lowest)}

    def sections(self, others: Iterable["PageEdges"]) -> "PageSections":
        """The page with its edges taken off, as other pages show them."""
        known = {
            (text, height + step) for other in others for text, height in other.fingerprints for step in (-1, 0, 1)
        }
        header = list(repeated(self.highest, known))
        footer = [row for row in reversed(list(repeated(self.lowest, known))) if row not in header]
        body = [row for row in self.rows if row not in header and row not in footer]
        return PageSections(self.number, self.links, header, in_reading_order(body), footer)


class PageSections(NamedTuple):
    """A page in its parts: rows of the header, of the body in reading order, and of the footer."""

    number: int
    links: list[LinkAnnotation]
    header: list[Row]
    body: list[Row]
    footer: list[Row]


def repeated(rows: list[Row], known: set[tuple[str, int]]) -> Iterator[Row]:
    """The rows from the edge on that stand on another page too, or hold the number of a page."""
    for row in rows:
        if row_fingerprint(row) not in known and not _NUMBER.fullmatch(row_text(row)):
            return
        yield row


def row_fingerprint(row: Row) -> tuple[str, int]:
    """A row but for its numbers, and how high it stands, coarsely."""
    return _DIGITS.sub("#", row_text(row)), round(row[0].box.bottom / FARTHEST)
