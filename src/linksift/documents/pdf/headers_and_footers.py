"""Separates the text of a page from the running headers, footers and page numbers at its edges."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from linksift.documents.pdf.page_records import LinkAnnotation, Page, Row
from linksift.documents.pdf.reading_order import in_reading_order
from linksift.documents.pdf.words_to_rows import joined_side_by_side

MOST_ROWS = 3
"""The maximum number of rows in a header or a footer."""

FARTHEST = 6.0
"""The maximum distance, in points, between a running header and its position on other pages."""

_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b")
_NUMBER = re.compile(r"\W{0,3}(?:[Pp]age )?(?:\d{1,4}|[ivxlc]{1,7})(?: (?:of|/) \d{1,4})?\W{0,3}")
"""A page number on a line by itself: `12`, `Page 3 of 9`, `- iv -`."""


def row_text(row: Row) -> str:
    """The text of a row, with as many spaces between its parts as there are letter widths between them on the page."""
    pieces = [row[0].text]
    for before, after in pairwise(row):
        gap = (after.box.left - before.box.right) / max(before.letter_width, 1.0)
        pieces += [" " * min(max(round(gap), 1), 40), after.text]
    return "".join(pieces)


class PageEdges:
    """A page and the rows at its edges, which may be a header or a footer."""

    def __init__(self, page: Page) -> None:
        self.number = page.number
        self.links = page.links
        self.rows = list(joined_side_by_side(page.rows))
        by_height = sorted(self.rows, key=lambda row: -row[0].box.top)
        self.highest = by_height[:MOST_ROWS]
        self.lowest = by_height[::-1][:MOST_ROWS]
        self.fingerprints = {row_fingerprint(row) for row in (*self.highest, *self.lowest)}

    def sections(self, others: Iterable["PageEdges"]) -> "PageSections":
        """The sections of the page; rows at its edges that other pages repeat are its header and footer."""
        known = {
            (text, height + step) for other in others for text, height in other.fingerprints for step in (-1, 0, 1)
        }
        header = list(repeated(self.highest, known))
        footer = [row for row in reversed(list(repeated(self.lowest, known))) if row not in header]
        body = [row for row in self.rows if row not in header and row not in footer]
        return PageSections(self.number, self.links, header, in_reading_order(body), footer)


class PageSections(NamedTuple):
    """A page divided into sections: rows of the header, of the body in reading order, and of the footer."""

    number: int
    links: list[LinkAnnotation]
    header: list[Row]
    body: list[Row]
    footer: list[Row]


def repeated(rows: list[Row], known: set[tuple[str, int]]) -> Iterator[Row]:
    """The rows, starting at the edge, that also appear on another page or are the page number."""
    is_numbered = False
    for row in rows:
        if row_fingerprint(row) not in known:
            if is_numbered or not _NUMBER.fullmatch(row_text(row)):
                return
            is_numbered = True
        yield row


def row_fingerprint(row: Row) -> tuple[str, int]:
    """The text of a row with its numbers masked, and its rounded height on the page."""
    return _DIGITS.sub("#", row_text(row)), round(row[0].box.bottom / FARTHEST)
