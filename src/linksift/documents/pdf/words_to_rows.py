"""Makes rows from the words of a page: splits PDFium's lines where words are far apart, and joins adjacent lines."""

from collections.abc import Callable, Iterator

from linksift.documents.pdf.page_records import Box, Line, Row, bounding_box
from linksift.documents.pdf.word_splitting import Word

WIDE = 1.5
"""A gap this many times as wide as the letters are high separates columns; words and sentences are closer together."""


def rows(lines: list[list[Word]]) -> Iterator[Row]:
    """The rows made from PDFium's lines, in PDFium's order.

    >>> from linksift.documents.pdf.page_records import WordTypefaces
    >>> boxes = [Box(x, 0, x + 9, 9) for x in (0, 12, 99)]
    >>> words = [Word(text, box, box, WordTypefaces(), []) for text, box in zip("abc", boxes, strict=True)]
    >>> [[line.text for line in row] for row in rows([words])]
    [['a b', 'c']]
    """
    for words in lines:
        for row in split_where(words, is_lower):
            parts = [line_of(part) for part in split_where(row, is_wide)]
            if parts:
                yield parts


def split_where(words: list[Word], is_far: Callable[[Box, Box], bool]) -> Iterator[list[Word]]:
    """Words split into runs wherever two are far apart."""
    start = 0
    for index in range(1, len(words) + 1):
        if index == len(words) or is_far(words[index - 1].last, words[index].first):
            yield words[start:index]
            start = index


def is_lower(before: Box, after: Box) -> bool:
    """Whether the second box is on a lower line and further left."""
    return after.top <= (before.bottom + before.top) / 2 and after.left < before.right


def is_wide(before: Box, after: Box) -> bool:
    """Whether the gap between two words is wider than a space."""
    return after.left - before.right > WIDE * max(before.height, after.height)


def line_of(words: list[Word]) -> Line:
    """The line that some words form."""
    boxes = [box for word in words for box in (word.first, word.last)]
    return Line(" ".join(word.text for word in words), bounding_box(boxes), tuple(word.typefaces for word in words))


def joined_side_by_side(rows: list[Row]) -> Iterator[Row]:
    """The rows, with consecutive rows on the same line joined."""
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
