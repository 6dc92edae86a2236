"""Reads presentations (.pptx): hyperlinks, other external relationships, and the text of slides, notes and comments.

Section numbers refer to ISO/IEC 29500-1.
"""

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, ReadError
from linksift.documents.office.paragraphs import OpenLink, Paragraphs
from linksift.documents.office.properties import PROPERTIES, Properties
from linksift.documents.office.zip_package import Attributes, ContentOf, Package, Relationships, without_namespaces

_SLIDE = re.compile(r"ppt/slides/slide(\d{1,6})\.xml", re.IGNORECASE)
"""A slide with a usual name, which contains its number. Parts may have any name."""

_OF_SLIDE = re.compile(r"ppt/(?:slides/|notesSlides/|diagrams/data|comments/)[^/]*\.xml", re.IGNORECASE)
"""The parts of a presentation that belong to one slide."""

_ELSEWHERE = re.compile(r"ppt/(?:slideLayouts/|(?:slide|notes|handout)Masters/|charts/chart)[^/]*\.xml", re.IGNORECASE)
"""The parts with text that do not belong to a single slide: layouts, masters and charts."""

_NUMBER = re.compile(r"\d{1,6}(?=\.xml)")

LINKS = ("hlinkClick", "hlinkHover", "hlinkMouseOver")
"""The elements that state a link on a run of text (21.1.2.3.5) or on a shape."""

RUNS = ("r", "fld")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a presentation, slide by slide. Raises ReadError if nothing can be read."""
    package = Package.of_office(file, context, "a presentation of PowerPoint 97 to 2003")
    names = package.names()
    texts = sorted((name for name in names if _OF_SLIDE.fullmatch(name)), key=_in_order)
    if not texts:
        raise ReadError("has no presentation in it")
    texts += filter(_ELSEWHERE.fullmatch, names)
    contents: dict[str, ContentOf] = dict.fromkeys(texts, Shapes)
    contents |= {name: Properties for name in names if PROPERTIES.fullmatch(name)}
    yield from package.pieces_of_parts(contents, context.locator, place_of)


def _in_order(name: str) -> tuple[bool, str, int]:
    """The sort key of a part: slides come first, and slide 10 comes after slide 9.

    >>> sorted(["ppt/slides/slide10.xml", "ppt/diagrams/data1.xml", "ppt/slides/slide9.xml"], key=_in_order)
    ['ppt/slides/slide9.xml', 'ppt/slides/slide10.xml', 'ppt/diagrams/data1.xml']
    """
    number = _NUMBER.search(name)
    return _SLIDE.fullmatch(name) is None, name[: number.start()] if number else name, int(number[0]) if number else 0


def place_of(part: str, locator: Locator) -> Locator:
    """The locator of a part, with its number if it is a slide.

    >>> place_of("ppt/slides/slide10.xml", Locator()).page, place_of("ppt/diagrams/data1.xml", Locator()).page
    (10, None)
    """
    slide = _SLIDE.fullmatch(part)
    return locator._replace(page=int(slide[1])) if slide else locator


class Shapes:
    """Handles the elements of a part with text, and collects its paragraphs and links."""

    def __init__(self, relationships: Relationships) -> None:
        self.paragraphs = Paragraphs()
        self._relationships = relationships
        self._links: list[OpenLink] = []
        self._in_run = 0
        self._takes: Callable[[str], object] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        kind = name.rpartition(" ")[2]
        if kind == "p":
            self.paragraphs.begin()
        elif kind in RUNS:
            self._in_run += 1
        elif kind == "t":
            self._takes = self.paragraphs.write
        elif kind == "text":  # the text of a comment (19.4.6)
            self.paragraphs.begin()
            self._takes = self.paragraphs.write
        elif kind == "br":
            self.paragraphs.write("\n")
        elif kind == "cNvPr":
            self.paragraphs.describe(attributes)
        elif kind in LINKS:
            self._open_link(without_namespaces(attributes).get("id", ""))

    def end(self, name: str) -> None:
        """Called when an element ends."""
        kind = name.rpartition(" ")[2]
        if kind == "p":
            self.paragraphs.end()
        elif kind in RUNS:
            self._in_run = max(0, self._in_run - 1)
            self._close_links()
        elif kind in ("t", "text"):
            self._takes = None
            if kind == "text":
                self.paragraphs.end()
        elif kind in LINKS and not self._in_run:  # the link of a shape, which has no text of its own
            self._close_links()

    def data(self, text: str) -> None:
        """Called with text in an element."""
        if self._takes:
            self._takes(text)

    def _open_link(self, identifier: str) -> None:
        if (target := self._relationships.use(identifier)) is not None:
            self._links.append(self.paragraphs.link(target))

    def _close_links(self) -> None:
        while self._links:
            self.paragraphs.close(self._links.pop())
