"""Reads OpenDocument files (.odt, .ods, .odp, .odg): links, and the text of all paragraphs.

A flat file (.fodt, .fods, .fodp, .fodg) is a single XML file.

Section numbers refer to OASIS OpenDocument 1.3, part 3.
"""

import re
from collections.abc import Iterator
from functools import partial
from io import SEEK_CUR
from typing import BinaryIO

from linksift.documents.decompression import CHUNK
from linksift.documents.document_model import Context, Locator, Piece, ReadError
from linksift.documents.office.paragraphs import OpenLink, Paragraphs
from linksift.documents.office.xlsx_elements import targets
from linksift.documents.office.zip_package import Attributes, Package, parsed
from linksift.documents.reading_limits import TimeBudget, pieces_or_problem
from linksift.documents.recognizers import ZIP

PARTS = ("content.xml", "styles.xml", "meta.xml")
MANIFEST = "META-INF/manifest.xml"

_OF_OBJECTS = re.compile(r"(?!META-INF/).+/(?:content|styles)\.xml")
"""The parts of embedded documents and charts, each of which has a folder (OpenDocument 1.3, part 2, 3.16)."""

_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_DRAW = "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0 "
_FORM = "urn:oasis:names:tc:opendocument:xmlns:form:1.0 "
_PRESENTATION = "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0 "
_META = "urn:oasis:names:tc:opendocument:xmlns:meta:1.0 "
_SVG = "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0 "
_LIBREOFFICE = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0 "
_DC = "http://purl.org/dc/elements/1.1/ "
_HREF = "http://www.w3.org/1999/xlink href"

PARAGRAPHS = {
    *(_TEXT + name for name in ("p", "h")),
    *(_DC + name for name in ("description", "subject", "title", "creator", "date")),
    *(_META + name for name in ("user-defined", "date-string", "creator-initials")),
    *(_SVG + name for name in ("title", "desc")),
    _LIBREOFFICE + "sender-initials",
}
"""Paragraphs, and other elements with a text of their own, such as the author of a comment and the description of a
picture, which may be inside the paragraph with the comment or the picture (14.1 and 10.3.18)."""

LINKS = {_TEXT + "a", _DRAW + "a"}
CLICKED = {_PRESENTATION + "event-listener", _FORM + "form", _FORM + "button"}
"""Elements that state a link that people follow, besides `LINKS`; what other elements name is loaded."""

WRITTEN = {_TEXT + "tab": "\t", _TEXT + "line-break": "\n"}
MARKS = {_TEXT + "note-citation", _TEXT + "note-ref", _TEXT + "reference-ref", _TEXT + "ruby-text"}
"""Elements that display the mark of a note (6.3.3) or a reading (6.4), which is a separate text."""

ANCHOR = _TEXT + "anchor-type"
"""The attribute of a frame whose value is "as-char" if the frame is shown in the line; no URI continues across it
(19.756)."""

FORMULA = _TABLE + "formula"
SPACES = _TEXT + "s"
MOST_SPACES = 1_000
_WHITE_SPACE = re.compile(r"[ \t\r\n]+")
"""White space that becomes a single space in the text (6.1.2)."""

LEFT_OUT = {_TEXT + "tracked-changes", _TABLE + "tracked-changes", _OFFICE + "binary-data"}
"""Deleted text, the former content of cells, and the pictures of flat files, which are skipped."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of an OpenDocument file, part by part. Raises ReadError if nothing can be read."""
    head = file.read(len(ZIP))
    file.seek(-len(head), SEEK_CUR)
    return _pieces_of_package(file, context) if head == ZIP else _pieces_of_flat_file(file, context)


def _pieces_of_flat_file(file: BinaryIO, context: Context) -> Iterator[Piece]:
    story, chunks = Story(), iter(partial(file.read, CHUNK), b"")
    takers = story.paragraphs.takers(context.locator)
    return pieces_or_problem(context.locator, parsed, chunks, story, TimeBudget(context), *takers)


def _pieces_of_package(file: BinaryIO, context: Context) -> Iterator[Piece]:
    package = Package(file, context)
    names = set(package.names())
    if PARTS[0] not in names:
        raise ReadError("has no OpenDocument in it")
    if MANIFEST in names and b"encryption-data" in b"".join(package.chunks(MANIFEST)):
        raise ReadError("is encrypted and needs a password")
    parts = [*filter(names.__contains__, PARTS), *filter(_OF_OBJECTS.fullmatch, package.names())]

    def pieces(part: str, locator: Locator) -> Iterator[Piece]:
        story = Story()
        return package.parsed(part, story, *story.paragraphs.takers(locator))

    yield from package.pieces(parts, pieces, context.locator)


class Story:
    """Handles the elements of a part, and collects its paragraphs and links."""

    def __init__(self) -> None:
        self.paragraphs = Paragraphs()
        self._links: list[OpenLink] = []
        self._left_out = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        if self._left_out or name in LEFT_OUT:
            self._left_out += 1
        elif name in PARAGRAPHS:
            self.paragraphs.begin()
        elif name in LINKS:
            self._links.append(self.paragraphs.link(attributes.get(_HREF, "")))
        elif name in MARKS:
            self.paragraphs.edge()
        elif name in WRITTEN:
            self.paragraphs.write(WRITTEN[name])
        elif name == SPACES:
            count = attributes.get(_TEXT + "c", "1")
            self.paragraphs.write(" " * min(int(count[:9]) if count.isdecimal() else 1, MOST_SPACES))
        elif attributes:
            self._without_text(name, attributes)

    def _without_text(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins that is not text, but may state a link or interrupt the text."""
        if _HREF in attributes:
            self.paragraphs.state(attributes[_HREF], "hyperlink" if name in CLICKED else "relationship")
        elif FORMULA in attributes:
            for target, stated_by in targets(attributes[FORMULA]):
                self.paragraphs.state(target, stated_by, attributes.get(_OFFICE + "string-value"))
        elif attributes.get(ANCHOR) == "as-char":
            self.paragraphs.edge()

    def end(self, name: str) -> None:
        """Called when an element ends."""
        if self._left_out:
            self._left_out -= 1
        elif name in PARAGRAPHS:
            self.paragraphs.end()
        elif name in LINKS:
            self.paragraphs.close(self._links.pop())
        elif name in MARKS:
            self.paragraphs.edge()

    def data(self, text: str) -> None:
        """Called with text in an element."""
        if not self._left_out:
            self.paragraphs.write(_WHITE_SPACE.sub(" ", text))
