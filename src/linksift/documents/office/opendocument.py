"""Reads OpenDocument files (.odt, .ods, .odp, .odg): links, and the text of all paragraphs.

Section numbers refer to OASIS OpenDocument 1.3, part 3.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, ReadError
from linksift.documents.office.paragraphs import OpenLink, Paragraphs, pieces_while_parsed
from linksift.documents.office.xml_parser import Attributes
from linksift.documents.office.zip_package import Package

PARTS = ("content.xml", "styles.xml", "meta.xml")
MANIFEST = "META-INF/manifest.xml"

_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "
_DRAW = "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0 "
_META = "urn:oasis:names:tc:opendocument:xmlns:meta:1.0 "
_DC = "http://purl.org/dc/elements/1.1/ "
_HREF = "http://www.w3.org/1999/xlink href"

PARAGRAPHS = {_TEXT + "p", _TEXT + "h", _DC + "description", _DC + "subject", _DC + "title", _META + "user-defined"}
LINKS = {_TEXT + "a", _DRAW + "a"}
WRITTEN = {_TEXT + "tab": "\t", _TEXT + "line-break": "\n"}
MARKS = {_TEXT + "note-citation", _TEXT + "note-ref", _TEXT + "reference-ref"}
"""Elements that display the mark of a note, which is a separate text (6.3.3)."""

SPACES = _TEXT + "s"
MOST_SPACES = 1_000
_WHITE_SPACE = re.compile(r"[ \t\r\n]+")
"""White space that becomes a single space in the text (6.1.2)."""

LEFT_OUT = _TEXT + "tracked-changes"
"""Deleted text, which is skipped."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of an OpenDocument file, part by part. Raises ReadError if nothing can be read."""
    package = Package(file, context)
    names = set(package.names())
    if PARTS[0] not in names:
        raise ReadError("has no OpenDocument in it")
    if MANIFEST in names and b"encryption-data" in b"".join(package.chunks(MANIFEST)):
        raise ReadError("is encrypted and needs a password")
    parts = [part for part in PARTS if part in names]
    yield from package.pieces(parts, lambda part, locator: part_pieces(package, part, locator), context.locator)


def part_pieces(package: Package, part: str, locator: Locator) -> Iterator[Piece]:
    """The pieces of one part: its links and its text."""
    story = Story()
    yield from pieces_while_parsed(package.parse_in_steps(part, story), story.paragraphs, locator)


class Story:
    """Handles the elements of a part, and collects its paragraphs and links."""

    def __init__(self) -> None:
        self.paragraphs = Paragraphs()
        self._links: list[OpenLink] = []
        self._left_out = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        if self._left_out or name == LEFT_OUT:
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
