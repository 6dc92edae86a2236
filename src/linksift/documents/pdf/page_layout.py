"""The layout of a page of a PDF: its words become lines and rows, and these become its header, body and footer.

Words that PDFium treats as one are separated at a gap that is a narrow space, or at the raised mark of a note. Lines
are split where words are far apart. Columns are put one after the other if the document has their lines side by side;
most PDFs already have columns one after the other, and that order is kept. Only positions matter for it, not the text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from statistics import median
from typing import Any, NamedTuple, TypeVar

from linksift.documents.document_model import StatedReference

T = TypeVar("T")

# ---- Words, lines and rows -------------------------------------------------------------------------------------------


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


def box(edges: list[int], turn: int) -> Box:
    """A rectangle given in tenths of a point, on the page as displayed, that is, turned by a number of quarter turns.

    >>> box([10, 20, 30, 40], 0), box([10, 20, 30, 40], 1)
    (Box(left=1.0, bottom=2.0, right=3.0, top=4.0), Box(left=2.0, bottom=-3.0, right=4.0, top=-1.0))
    """
    left, bottom, right, top = (edge / 10 for edge in edges)
    if turn == 1:
        return Box(bottom, -right, top, -left)
    if turn == 2:
        return Box(-right, -top, -left, -bottom)
    return Box(-top, left, -bottom, right) if turn == 3 else Box(left, bottom, right, top)


def words_of_line(line: list[list[Any]], turn: int) -> Iterator[Word]:
    """The words of a line in the output of the worker, each split where it consists of several."""
    for text, *edges, first, last, characters in line:
        boxes = ((box(sides, turn), box([x, y, x, y], turn), size / 10) for *sides, x, y, size in characters)
        measured = [Character(around, point.bottom, size) for around, point, size in boxes]
        faces = WordTypefaces(first, last)
        yield from separate_words(Word(text, box(edges[:4], turn), box(edges[4:], turn), faces, measured))


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

    >>> boxes = [Box(x, 0, x + 9, 9) for x in (0, 12, 99)]
    >>> words = [Word(text, box, box, WordTypefaces(), []) for text, box in zip("abc", boxes, strict=True)]
    >>> [[line.text for line in row] for row in rows([words])]
    [['a b', 'c']]
    """
    for words in lines:
        for row in split_where(words, lambda before, after: is_lower(before.last, after.first)):
            yield [*map(line_of, split_where(row, lambda before, after: is_wide(before.last, after.first)))]


def split_where(things: Iterable[T], is_apart: Callable[[T, T], bool]) -> Iterator[list[T]]:
    """Things split into runs wherever two neighbours are apart.

    >>> list(split_where([1, 2, 4, 5], lambda before, after: after - before > 1))
    [[1, 2], [4, 5]]
    """
    run: list[T] = []
    for thing in things:
        if run and is_apart(run[-1], thing):
            yield run
            run = []
        run.append(thing)
    if run:
        yield run


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


def joined_side_by_side(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, with consecutive rows on the same line joined."""
    for run in split_where(rows, lambda before, after: not after[0].box.is_beside(before[-1].box)):
        yield [*chain.from_iterable(run)]


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

    >>> rows = [[Line(f"{x}:{y}", Box(x, y, x + 40, y + 9)) for x in (0, 60)] for y in (30, 20, 10)]
    >>> [line.text for row in in_reading_order(rows) for line in row]
    ['0:30', '0:20', '0:10', '60:30', '60:20', '60:10']
    """
    ordered: list[Row] = []
    for block, gaps in blocks(rows):
        middles = [(start + end) / 2 for start, end in gaps]
        columns = [column(block, *sides) for sides in pairwise([-ENDLESS, *middles, ENDLESS])]
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


def column(block: list[Row], left: float, right: float) -> list[Row]:
    """The part of each row between two positions."""
    parts = ([line for line in row if left <= (line.box.left + line.box.right) / 2 < right] for row in block)
    return list(filter(None, parts))


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


class Page:
    """A page: its number, counted from 1, its links, its rows in the order of the document, and those at its edges,
    which may be a header or a footer."""

    def __init__(self, number: int, rows: Iterable[Row], links: list[StatedReference]) -> None:
        self.number = number
        self.links = links
        self.rows = list(joined_side_by_side(rows))
        by_height = sorted(self.rows, key=lambda row: -row[0].box.top)
        self.highest = by_height[:MOST_ROWS]
        self.lowest = by_height[: -MOST_ROWS - 1 : -1]
        self.fingerprints = {row_fingerprint(row) for row in (*self.highest, *self.lowest)}

    def sections(self, others: Iterable["Page"]) -> "PageSections":
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
    links: list[StatedReference]
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
