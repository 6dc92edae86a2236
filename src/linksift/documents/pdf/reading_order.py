"""Puts the rows of a page in reading order: columns one after the other, if the document has their lines side by side.

Most PDFs already have columns one after the other, and that order is kept. Only positions matter, not the text.
"""

from collections.abc import Iterator
from itertools import chain, pairwise

from linksift.documents.pdf.page_records import Row

FEWEST_ROWS = 3
"""The minimum number of rows with text on both sides of a gap that separates columns."""

NARROWEST = 0.5
"""The narrowest gap between columns, in line heights."""

FARTHEST = 4.0
"""The greatest distance between lines of one column, in line heights."""

MOST_PARTS = 24
"""A row with more parts than this is not searched for columns: it is a drawing, or is designed to waste time."""

Gap = tuple[float, float]
ENDLESS = float("inf")


def in_reading_order(rows: list[Row]) -> list[Row]:
    """The rows of a page with its columns one after the other; other lines that are side by side stay that way.

    >>> from linksift.documents.pdf.page_records import Box, Line
    >>> rows = [[Line(f"{x}:{y}", Box(x, y, x + 40, y + 9)) for x in (0, 60)] for y in (30, 20, 10)]
    >>> [line.text for row in in_reading_order(rows) for line in row]
    ['0:30', '0:20', '0:10', '60:30', '60:20', '60:10']
    """
    ordered: list[Row] = []
    for block, gaps in blocks(rows):
        columns = [list(column(block, *sides)) for sides in pairwise([-ENDLESS, *map(middle, gaps), ENDLESS])]
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
    return -row[0].box.height < space < FARTHEST * row[0].box.height and row[0].box.top < above[0].box.top


def gaps_free_in(gaps: list[Gap], row: Row) -> Iterator[Gap]:
    """The parts of the gaps that are also free in a row.

    >>> from linksift.documents.pdf.page_records import Box, Line
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


def middle(gap: Gap) -> float:
    """The middle of a gap, where columns are separated."""
    return (gap[0] + gap[1]) / 2


def column(block: list[Row], left: float, right: float) -> Iterator[Row]:
    """The part of each row between two positions."""
    for row in block:
        inside = [line for line in row if left <= (line.box.left + line.box.right) / 2 < right]
        if inside:
            yield inside
