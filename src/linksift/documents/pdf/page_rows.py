"""The pages of a PDF, with their boxes, lines, rows and link annotations, and how the words of a page become rows.

Words that PDFium treats as one are separated at a gap that is a narrow space, or at the raised mark of a note. Lines
are split where words are far apart.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle on a page, in points; `bottom` and `top` are measured upwards."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        """The height, at least 1, so that it can be used as a divisor."""
        return max(self.top - self.bottom, 1.0)

    def is_beside(self, other: "Box") -> bool:
        """Whether it is on the same line as another box and to its right: they share more than half the smaller height.

        >>> Box(9, 0, 15, 10).is_beside(Box(0, 1, 8, 11)), Box(9, 0, 15, 10).is_beside(Box(0, 12, 8, 22))
        (True, False)
        """
        shared = min(self.top, other.top) - max(self.bottom, other.bottom)
        return self.left >= other.right and shared > min(self.height, other.height) / 2


def bounding_box(boxes: Iterable[Box]) -> Box:
    """The smallest rectangle that encloses some boxes.

    >>> bounding_box([Box(0, 5, 10, 15), Box(20, 3, 30, 13)])
    Box(left=0, bottom=3, right=30, top=15)
    """
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return Box(min(lefts), min(bottoms), max(rights), max(tops))


class WordTypefaces(NamedTuple):
    """The numbers of the typefaces (each a font and a colour) of the first and last letter or digit of a word; 0 if
    there is none."""

    first: int = 0
    last: int = 0


class Line(NamedTuple):
    """A line of text, or a part of one that is set apart from the rest, with its box and the typefaces of its words."""

    text: str
    box: Box
    typefaces: tuple[WordTypefaces, ...] = ()

    @property
    def letter_width(self) -> float:
        """The mean width of a letter."""
        return (self.box.right - self.box.left) / max(len(self.text), 1)


Row = list[Line]
"""Lines side by side, from left to right."""


class LinkAnnotation(NamedTuple):
    """A link annotation: the URI, and the text under it."""

    uri: str
    link_text: str


class Page(NamedTuple):
    """A page: its number, counted from 1, its rows in the order of the document, and its links."""

    number: int
    rows: list[Row]
    links: list[LinkAnnotation]


NARROWEST_SPACE = 0.11
"""The narrowest space between words, as a fraction of the font size, in excess of the space between the letters of the
word. Spaces are 0.25 wide in most fonts, and narrower in lines that typesetters justify; kerning is 0.08 at most."""

MARK_SIZE = 0.85
"""The maximum size of the mark of a note, as a fraction of the size of the word."""

MARK_RISE = 0.15
"""The minimum rise of the mark of a note above the baseline, as a fraction of the size of the word."""


class Character(NamedTuple):
    """The box of a character, the height of its baseline on the page, and the size of its font."""

    box: Box
    baseline: float
    size: float


class Word(NamedTuple):
    """A word, the boxes of its first and last character, and the typefaces of its first and last letter or digit.

    `characters` is empty for words that do not need to be split.
    """

    text: str
    first: Box
    last: Box
    typefaces: WordTypefaces
    characters: Sequence[Character]


def separate_words(word: Word) -> Iterator[Word]:
    """The words into which a word is split, which together contain all of its characters.

    >>> def character(left, baseline=0.0, size=10.0): return Character(Box(left, 0, left + 5, 9), baseline, size)
    >>> def texts(text, *characters):
    ...     word = Word(text, characters[0].box, characters[-1].box, WordTypefaces(1, 1), characters)
    ...     return [part.text for part in separate_words(word)]
    >>> texts("a/(b", character(0), character(5), character(12), character(17))
    ['a/', '(b']
    >>> texts("a/b7", character(0), character(5), character(10), character(15, 4.0, 6.0))
    ['a/b', '7']
    """
    start = 0
    characters = word.characters
    usual = median(map(gap, characters, characters[1:])) if len(characters) > 1 else 0.0
    for end, (before, after) in enumerate(pairwise(characters), 1):
        if is_space(before, after, usual) or is_raised(before, after) or is_raised(after, before):
            yield part(word, start, end)
            start = end
    yield part(word, start, len(word.text)) if start else word


def gap(before: Character, after: Character) -> float:
    """The gap between two characters."""
    return after.box.left - before.box.right


def is_space(before: Character, after: Character, usual: float) -> bool:
    """Whether the gap between two characters is a space, given the `usual` gap between letters."""
    return gap(before, after) - max(usual, 0.0) > NARROWEST_SPACE * max(before.size, after.size)


def is_raised(character: Character, mark: Character) -> bool:
    """Whether the second of two characters is the mark of a note beside the first: smaller and raised."""
    is_smaller = mark.size <= MARK_SIZE * character.size
    return is_smaller and mark.baseline - character.baseline >= MARK_RISE * character.size


def part(word: Word, start: int, end: int) -> Word:
    """A part of a word, with the typefaces of the whole."""
    characters = word.characters[start:end]
    return Word(word.text[start:end], characters[0].box, characters[-1].box, word.typefaces, characters)


WIDE = 1.5
"""A gap this many times as wide as the letters are high separates columns; words and sentences are closer together."""


def rows(lines: list[list[Word]]) -> Iterator[Row]:
    """The rows made from PDFium's lines, in PDFium's order.

    >>> from linksift.documents.pdf.page_rows import WordTypefaces
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
