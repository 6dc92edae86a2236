"""Reads the parts of an Office package whose relationships to other parts and external targets contain their links
(ISO/IEC 29500-2, 8.5).
"""

import posixpath
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol

from linksift.documents.document_model import Locator, Piece, Problem, ReadError, StatedReference
from linksift.documents.office.paragraphs import Paragraphs
from linksift.documents.office.zip_package import Attributes, Handler, Package
from linksift.documents.safe_reading import pieces_or_fault

LONG = 2_048
MOST_REPEATED = 1_048_576
"""Hyperlinks may repeat long targets, of more than `LONG` characters, until they add up to this many characters: a part
can contain a hyperlink every 24 bytes, each to the same target."""


def part_of(relationships: str) -> str:
    """The part whose relationships a member contains.

    >>> part_of("word/_rels/document.xml.rels")
    'word/document.xml'
    """
    folder, _, name = relationships.removesuffix(".rels").rpartition("_rels/")
    return folder + name


def member(part: str, target: str) -> str:
    """The member of the package that is the target of a part's relationship.

    >>> member("xl/worksheets/sheet1.xml", "../comments1.xml"), member("xl/workbook.xml", "/xl/a.xml")
    ('xl/comments1.xml', 'xl/a.xml')
    """
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), target)).lstrip("/")


class InternalRelationship(NamedTuple):
    """A relationship to another part of the package: its kind ("comments"), and its target."""

    kind: str
    target: str


class Relationships:
    """The relationships of a part, by identifier: `external` targets, and `internal` relationships."""

    def __init__(self) -> None:
        self.external: dict[str, str] = {}
        self._hyperlinks: set[str] = set()
        self._used: set[str] = set()
        self._repeated = 0
        self.internal: dict[str, InternalRelationship] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        if not name.endswith(" Relationship"):
            return
        identifier, target = attributes.get("Id", ""), attributes.get("Target", "")
        kind = attributes.get("Type", "").rpartition("/")[2]
        if attributes.get("TargetMode") != "External":
            self.internal[identifier] = InternalRelationship(kind, target)
            return
        self.external[identifier] = target
        if kind == "hyperlink":
            self._hyperlinks.add(identifier)

    def end(self, name: str) -> None:
        """Called when an element ends."""

    def data(self, text: str) -> None:
        """Called with text, which has no meaning here."""

    def use(self, identifier: str) -> str | None:
        """The external target of a hyperlink, or None if there is none. Raises ReadError if long targets are repeated
        too often."""
        target = self.external.get(identifier)
        if target is not None and len(target) > LONG and identifier in self._used:
            self._repeated += len(target)
            if self._repeated > MOST_REPEATED:
                raise ReadError("repeats long hyperlinks too often")
        self._used.add(identifier)
        return target

    def unused(self, locator: Locator) -> Iterator[StatedReference]:
        """The external relationships that no hyperlink used: those of pictures and shapes, and files that are loaded,
        such as templates and linked pictures."""
        for identifier, target in self.external.items():
            if identifier not in self._used:
                stated_by = "hyperlink" if identifier in self._hyperlinks else "relationship"
                yield StatedReference(target, stated_by, locator=locator)


class Content(Handler, Protocol):
    """Handles the elements of a part, and collects its `paragraphs`."""

    paragraphs: Paragraphs


ContentOf = Callable[[Relationships], Content]
"""Creates the handler for the elements of a part from its relationships."""


def pieces_of_parts(
    package: Package,
    contents: Mapping[str, ContentOf],
    locator: Locator,
    place_of: Callable[[str, Locator], Locator] = lambda _, inside: inside,
) -> Iterator[Piece]:
    """The pieces of the parts with text, in order, and the external relationships of all other parts. `place_of` adds
    to the locator of a part what its name says."""
    relationships = {part_of(name): name for name in package.names() if name.endswith(".rels")}

    def pieces(part: str, inside: Locator) -> Iterator[Piece]:
        return part_pieces(package, part, relationships.get(part), contents.get(part), place_of(part, inside))

    return package.pieces(dict.fromkeys((*contents, *relationships)), pieces, locator)


def part_pieces(
    package: Package, part: str, relationships: str | None, content_of: ContentOf | None, locator: Locator
) -> Iterator[Piece]:
    """The pieces of one part: its hyperlinks, its text, if it has any, and its other external relationships."""
    own = Relationships()
    try:
        if relationships is not None:
            yield from pieces_or_fault(locator, package.parsed, relationships, own)
    except ReadError as error:
        yield Problem(f"has relationships that cannot be read: {error}", locator)
    if content_of is not None:
        content = content_of(own)
        yield from pieces_or_fault(locator, package.parsed, part, content, *content.paragraphs.takers(locator))
    yield from own.unused(locator)
