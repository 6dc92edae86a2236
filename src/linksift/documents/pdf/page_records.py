"""The records of a PDF: its pages, with their boxes, lines, rows and link annotations."""

from collections.abc import Iterable
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
