"""A page as a text, in which the finder sees what it knows from other texts: lines, paragraphs, what is apart.

Here belongs how a page is written down; where it is read from, and in which order, never does.
"""

import re
from itertools import pairwise

from linksift.documents.pdf.page_edges import row_text
from linksift.documents.pdf.page_layout import Row, around

PARAGRAPH = 0.5
"""A paragraph is so many times the height of a line farther down than the next line is."""

MOST_CONTINUED = 6
"""So many lines of the next page are looked at for the rest of a URI, and what stands behind it."""

LONGEST_LINE = 1_024
_URI_IN_IT = re.compile(r"\w:/|\bwww\.")
_TILDE = re.compile(r"(?<=/)[˜∼](?=\w)")
_RUN = re.compile(r"\s*(\S+)")
_BEGINS = re.compile(r"\w+:/|www\.|[^/]*@")


def with_tildes(text: str) -> str:
    """A text with the tildes of its URIs: TeX's fonts have one as an accent and one as a relation, and print those.

    >>> with_tildes("http://a.example/˜joe/"), with_tildes("a ∼ b")
    ('http://a.example/~joe/', 'a ∼ b')
    """
    return _TILDE.sub("~", text)


def text_of_rows(rows: list[Row]) -> str:
    """Rows as lines of text, with an empty one between paragraphs.

    >>> from linksift.documents.pdf.page_layout import Box, Line
    >>> text_of_rows([[Line(text, Box(0, y, 9, y + 9))] for text, y in (("a", 90), ("b", 80), ("c", 70), ("d", 40))])
    'a\\nb\\nc\\n\\nd'
    """
    spaces = [space(above, below) for above, below in pairwise(rows)]
    known = sorted(free for free in spaces if free is not None)
    usual = known[len(known) // 2] if known else 0.0
    pieces = [row_text(row) for row in rows[:1]]
    for row, free in zip(rows[1:], spaces, strict=True):
        far = free is not None and free - usual > PARAGRAPH * row[0].box.height
        pieces += ["\n\n" if far else "\n", row_text(row)]
    return "".join(pieces)


def space(above: Row, below: Row) -> float | None:
    """How much is free between two lines; None where the second is not below the first, as in the next column."""
    upper, lower = (around(line.box for line in row) for row in (above, below))
    return upper.bottom - lower.top if lower.bottom < upper.bottom else None


def continuation(text: str, following: list[Row]) -> tuple[str, int]:
    r"""What of the next page goes on with the text of this one, where its last line may end inside a URI, and how much
    of that may be the URI's: the lines that are one run, and the first run of the line behind them.

    >>> from linksift.documents.pdf.page_layout import Box, Line
    >>> rows = [[Line(text, Box(0, 0, 9, 9))] for text in ("c/d/", "e.html and", "more.")]
    >>> continuation("See http://a.example/b/", rows)
    ('c/d/\ne.html and\nmore.', 11)
    """
    lines = [row_text(row) for row in following[:MOST_CONTINUED]]
    last = text[-LONGEST_LINE:].split()[-1:]
    if not lines or not last or not _URI_IN_IT.search(last[0]) or _BEGINS.match(lines[0]):
        return "", 0
    rest = "\n".join(lines)
    alone = 0
    for line in lines[:-1]:
        if " " in line.strip():
            break
        alone += len(line) + 1
    run = _RUN.match(rest, alone)
    return rest, run.end() if run else alone
