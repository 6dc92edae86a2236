"""Compares the typefaces on both sides of line breaks. In most documents, a URI has a font or a colour of its own,
which continues onto the next line if the URI does, and ends where the URI ends."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from linksift.documents.pdf.page_records import Row

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

    >>> from linksift.documents.pdf.page_records import Box, Line, WordTypefaces
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
