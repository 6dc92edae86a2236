"""Divides a page into its running header, its body in reading order, and its footer with the page number.

Columns are put one after the other if the document has their lines side by side. Most PDFs already have columns one
after the other, and that order is kept. Only positions matter for it, not the text.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from linksift.documents.pdf.page_rows import LinkAnnotation, Page, Row, joined_side_by_side

# ---- Reading order ---------------------------------------------------------------------------------------------------


FEWEST_ROWS = 3
"""The minimum number of rows with text on both sides of a gap that separates columns."""

NARROWEST = 0.5
"""The narrowest gap between columns, in line heights."""

FARTHEST_LINE = 4.0
"""The greatest distance between lines of one column, in line heights."""

MOST_PARTS = 24
"""A row with more parts than this is not searched for columns: it is a drawing, or is designed to waste time."""

Gap = tuple[float, float]
ENDLESS = float("inf")


def in_reading_order(rows: list[Row]) -> list[Row]:
    """The rows of a page with its columns one after the other; other lines that are side by side stay that way.

    >>> from linksift.documents.pdf.page_rows import Box, Line
    >>> rows = [[Line(f"{x}:{y}", Box(x, y, x + 40, y + 9)) for x in (0, 60)] for y in (30, 20, 10)]
    >>> [line.text for row in in_reading_order(rows) for line in row]
    ['0:30', '0:20', '0:10', '60:30', '60:20', '60:10']
    """
    ordered: list[Row] = []
    for block, gaps in blocks(rows):
        middles = [(start + end) / 2 for start, end in gaps]
        columns = [list(column(block, *sides)) for sides in pairwise([-ENDLESS, *middles, ENDLESS])]
        ordered += chain.from_iterable(columns if all(len(part) >= FEWEST_ROWS for part in columns) else [block])
    return ordered


def blocks(rows: list[Row]) -> Iterator[tuple[list[Row], list[Gap]]]:
    """Runs of rows that lie one below the other, each run with the gaps that extend through all its rows."""
    block: list[Row] = []
    gaps: list[Gap] = []
    for row in rows:
        goes_on = block and is_below(row, block[-1]) and len(row) <= MOST_PARTS
        left = list(gaps_free_in(gaps, row)) if goes_on else []
        if left:
            gaps = left
        else:
            if block:
                yield block, gaps
            block, gaps = [], gaps_in(row)
        block.append(row)
    if block:
        yield block, gaps


def gaps_in(row: Row) -> list[Gap]:
    """The gaps between the parts of a row."""
    parts = row if len(row) <= MOST_PARTS else []
    return [(before.box.right, after.box.left) for before, after in pairwise(parts)]


def is_below(row: Row, above: Row) -> bool:
    """Whether a row is the next one below another."""
    space = above[0].box.bottom - row[0].box.top
    return -row[0].box.height < space < FARTHEST_LINE * row[0].box.height and row[0].box.top < above[0].box.top


def gaps_free_in(gaps: list[Gap], row: Row) -> Iterator[Gap]:
    """The parts of the gaps that are also free in a row.

    >>> from linksift.documents.pdf.page_rows import Box, Line
    >>> list(gaps_free_in([(40, 60)], [Line("a", Box(0, 0, 50, 10))]))
    [(50, 60)]
    """
    rights = [-ENDLESS, *(line.box.right for line in row)]
    lefts = [*(line.box.left for line in row), ENDLESS]
    free = list(zip(rights, lefts, strict=True))
    for start, end in gaps:
        shared = [(max(start, left), min(end, right)) for left, right in free]
        widest = max(shared, key=lambda gap: gap[1] - gap[0])
        if widest[1] - widest[0] >= NARROWEST * row[0].box.height:
            yield widest


def column(block: list[Row], left: float, right: float) -> Iterator[Row]:
    """The part of each row between two positions."""
    for row in block:
        inside = [line for line in row if left <= (line.box.left + line.box.right) / 2 < right]
        if inside:
            yield inside


# ---- Headers and footers ---------------------------------------------------------------------------------------------


MOST_ROWS = 3
"""The maximum number of rows in a header or a footer."""

FARTHEST_HEADER = 6.0
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
    return _DIGITS.sub("#", row_text(row)), round(row[0].box.bottom / FARTHEST_HEADER)
