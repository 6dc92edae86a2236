"""The words of a page as rows: what PDFium takes for a line, parted where its words stand far apart.

Here belongs what PDFium's lines need to be lines as people see them. In which order they are read never does.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from linksift.documents.pdf.page_layout import Box, Line, Row, around

WIDE = 2.0
"""A gap so many times as wide as the letters are high parts columns: words and sentences are nearer."""


class Word(NamedTuple):
    """A word, and where its first and its last character stand."""

    text: str
    first: Box
    last: Box


def rows(lines: list[list[Word]]) -> Iterator[Row]:
    """The rows of PDFium's lines, in its order.

    >>> boxes = [Box(x, 0, x + 9, 9) for x in (0, 12, 99)]
    >>> words = [Word(text, box, box) for text, box in zip("abc", boxes, strict=True)]
    >>> [[line.text for line in row] for row in rows([words])]
    [['a b', 'c']]
    """
    for words in lines:
        for row in cut(words, is_lower):
            parts = [as_line(part) for part in cut(row, is_wide)]
            if parts:
                yield parts


def cut(words: list[Word], is_far: Callable[[Box, Box], bool]) -> Iterator[list[Word]]:
    """Words as runs of those between which it is not far."""
    start = 0
    for index in range(1, len(words) + 1):
        if index == len(words) or is_far(words[index - 1].last, words[index].first):
            yield words[start:index]
            start = index


def is_lower(before: Box, behind: Box) -> bool:
    """Whether what follows stands on a lower line, and more to the left."""
    return behind.top <= (before.bottom + before.top) / 2 and behind.left < before.right


def is_wide(before: Box, behind: Box) -> bool:
    """Whether what is between two words is more than a space."""
    return behind.left - before.right > WIDE * max(before.height, behind.height)


def as_line(words: list[Word]) -> Line:
    """Words as a line."""
    boxes = [box for word in words for box in (word.first, word.last)]
    return Line(" ".join(word.text for word in words), around(boxes))


def side_by_side(rows: list[Row]) -> Iterator[Row]:
    """The rows, where those are one that stand on one line and follow each other."""
    row: Row = []
    for following in rows:
        if row and following[0].box.is_beside(row[-1].box):
            row.extend(following)
        else:
            if row:
                yield row
            row = list(following)
    if row:
        yield row
