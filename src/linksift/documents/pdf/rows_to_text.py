"""Writes the rows of a page as lines and paragraphs of text for the finder to search."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from linksift.documents.pdf.headers_and_footers import row_text
from linksift.documents.pdf.page_records import Row, bounding_box

PARAGRAPH = 0.5
"""A paragraph begins if the distance from the line above exceeds the usual one by this much, in line heights."""

MOST_LINES = 4
"""The maximum number of lines in a cell of a table, as far as cells are recognized; columns of a page are longer."""

MOST_CONTINUED = 6
"""The maximum number of lines read from the next page for the rest of a URI and the text after it."""

LONGEST_LINE = 1_024
_URI_IN_IT = re.compile(r"\w:/|\bwww\.")
_TILDE = re.compile(r"(?<=/)[˜∼](?=\w)")
_RUN = re.compile(r"\s*(\S+)")
_BEGINS = re.compile(r"\w+:/|www\.|[^/]*@")


def with_tildes(text: str) -> str:
    """Text with ~ in place of the accents and relation signs that TeX's fonts print for tildes in URIs.

    >>> with_tildes("http://a.example/˜joe/"), with_tildes("a ∼ b")
    ('http://a.example/~joe/', 'a ∼ b')
    """
    return _TILDE.sub("~", text)


def lines_of_rows(rows: list[Row], goes_on: Sequence[bool | None] = ()) -> list[str]:
    """Rows as lines of text, each with its line break. The last line of a paragraph has two breaks, unless `goes_on`
    says that its URI continues; the very last line has none.

    >>> from linksift.documents.pdf.page_records import Box, Line
    >>> lines_of_rows([[Line(text, Box(0, y, 9, y + 9))] for text, y in (("a", 90), ("b", 80), ("c", 70), ("d", 40))])
    ['a\\n', 'b\\n', 'c\\n\\n', 'd']
    """
    spaces = [space(above, below) for above, below in pairwise(rows)]
    known = sorted(free for free in spaces if free is not None)
    usual = known[len(known) // 2] if known else 0.0
    breaks = [
        "\n\n" if ends_paragraph(rows, place, free, usual) and not on else "\n"
        for place, (free, on) in enumerate(zip_longest(spaces, goes_on[: len(spaces)]), 1)
    ]
    return [row_text(row) + line_break for row, line_break in zip(rows, (*breaks, ""), strict=False)]


def ends_paragraph(rows: list[Row], place: int, free: float | None, usual: float) -> bool:
    """Whether a paragraph begins with the row at `place`: after more than the usual space, or in the next cell of a
    table, beside one of the few lines of the cell before.

    >>> from linksift.documents.pdf.page_records import Box, Line
    >>> rows = [[Line(text, Box(x, y, x + 30, y + 9))] for text, x, y in (("a/", 0, 20), ("b", 0, 10), ("c", 40, 20))]
    >>> ends_paragraph(rows, 1, 1.0, 1.0), ends_paragraph(rows, 2, None, 1.0)
    (False, True)
    """
    if free is not None:
        return free - usual > PARAGRAPH * rows[place][0].box.height
    first = rows[place][0].box
    return any(
        first.is_beside(bounding_box(line.box for line in row)) for row in rows[max(0, place - MOST_LINES) : place]
    )


def line_ends(lines: Iterable[str], start: int) -> Iterator[int]:
    r"""The positions of the line breaks in a text whose first line begins at `start`.

    >>> list(line_ends(["ab\n", "c\n\n", "d"], 10))
    [12, 14, 17]
    """
    for line in lines:
        yield start + len(line.rstrip("\n"))
        start += len(line)


def space(above: Row, below: Row) -> float | None:
    """The space between two lines, or None if the second is not below the first, as in the next column."""
    upper, lower = (bounding_box(line.box for line in row) for row in (above, below))
    return upper.bottom - lower.top if lower.bottom < upper.bottom else None


def continuation(text: str, following: list[Row]) -> tuple[list[str], int]:
    r"""The lines of the next page that continue a URI at the end of this one, and the number of their characters that
    may belong to the URI: those of the lines without spaces, and those of the first run in the next line.

    >>> from linksift.documents.pdf.page_records import Box, Line
    >>> rows = [[Line(text, Box(0, 0, 9, 9))] for text in ("c/d/", "e.html and", "more.")]
    >>> continuation("See http://a.example/b/", rows)
    (['c/d/\n', 'e.html and\n', 'more.'], 11)
    """
    lines = [row_text(row) for row in following[:MOST_CONTINUED]]
    last = text[-LONGEST_LINE:].split()[-1:]
    if not lines or not last or not _URI_IN_IT.search(last[0]) or _BEGINS.match(lines[0]):
        return [], 0
    rest = "\n".join(lines)
    alone = 0
    for line in lines[:-1]:
        if " " in line.strip():
            break
        alone += len(line) + 1
    run = _RUN.match(rest, alone)
    return rest.splitlines(keepends=True), run.end() if run else alone
