"""Writes the rows of a page as lines and paragraphs of text for the finder to search.

In most documents, a URI has a font or a colour of its own, which continues onto the next line if the URI does, and ends
where the URI ends. So typefaces on both sides of a line break are evidence for the finder.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from linksift.documents.pdf.page_layout import Row, bounding_box, row_text

# ---- Typefaces on both sides of line breaks --------------------------------------------------------------------------


_START = re.compile(r"[A-Za-z]:|www\.")
_WHOLE_START = re.compile(r"[^0-9A-Za-z]*(?:https?|ftp)://")


class LetteredWord(NamedTuple):
    """A word with letters or digits, the number of its row, and the typefaces of its first and last letter or digit."""

    text: str
    row: int
    first: int
    last: int


def typefaces_go_on(rows: list[Row]) -> list[bool | None]:
    """Whether the typeface continues after each row but the last: True if a URI has it but the words around the URI do
    not, False if another typeface follows, and None if there is no evidence.

    >>> from linksift.documents.pdf.page_layout import Box, Line, WordTypefaces
    >>> def row(text, *faces): return [Line(text, Box(0, 0, 9, 9), tuple(WordTypefaces(face, face) for face in faces))]
    >>> typefaces_go_on([row("at http://a.example/", 1, 2), row("b in", 2, 1), row("its", 1)])
    [True, None]
    >>> typefaces_go_on([row("at http://a.example/", 1, 2), row("as before", 1, 1)])
    [False]
    >>> typefaces_go_on([row("at http://a.example/", 1, 1), row("b", 1), row("or http://c.example/", 1, 1)])
    [None, None]
    """
    words = [[*words_of(row, number)] for number, row in enumerate(rows)]
    go_on = [False if changes(above[-1:], below[:1]) else None for above, below in pairwise(words)]
    before, is_apart = None, False
    for run in runs(word for row in words for word in row if word.first):
        is_apart = is_uri(run) and (is_apart or before is None or before.last != run[0].first)
        if is_apart:
            for word in run[:-1]:
                go_on[word.row] = True
        before = run[-1] if run else None
    return go_on


def words_of(row: Row, number: int) -> Iterator[LetteredWord]:
    """The words of a row, from left to right; the typefaces of a word without letters or digits are 0."""
    for line in row:
        for text, (first, last) in zip(line.text.split(" "), line.typefaces, strict=False):
            yield LetteredWord(text, number, first, last)


def changes(above: list[LetteredWord], below: list[LetteredWord]) -> bool:
    """Whether the typeface changes from the last word of a row to the first word of the next row."""
    return any(0 != before.last != after.first != 0 for before in above for after in below)


def runs(words: Iterable[LetteredWord]) -> Iterator[list[LetteredWord]]:
    """The longest runs of words in one typeface; a word in two typefaces ends one run and begins another, and a URI
    after a space begins a run.

    >>> words = [LetteredWord(*word) for word in (("a", 0, 1, 1), ("b:c", 0, 1, 2), ("d", 1, 2, 2))]
    >>> [[word.text for word in run] for run in runs(words)]
    [['a', 'b:c'], ['b:c', 'd']]
    """
    run: list[LetteredWord] = []
    for word in words:
        if run and (run[-1].last != word.first or (run[-1].row == word.row and _WHOLE_START.match(word.text))):
            yield run
            run = []
        run.append(word)
        if word.first != word.last:
            yield run
            run = [word]
    yield run


def is_uri(run: list[LetteredWord]) -> bool:
    """Whether a run may be a URI on its own, with line breaks but no spaces."""
    rows = {word.row for word in run}
    return len(rows) == len(run) > 0 and _START.search(run[0].text) is not None


# ---- Text ------------------------------------------------------------------------------------------------------------


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

    >>> from linksift.documents.pdf.page_layout import Box, Line
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

    >>> from linksift.documents.pdf.page_layout import Box, Line
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

    >>> from linksift.documents.pdf.page_layout import Box, Line
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
