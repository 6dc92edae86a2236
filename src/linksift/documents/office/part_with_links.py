"""Reads a part of an Office document (DOCX or PPTX) whose relationships contain its links."""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from linksift.documents.document_model import Locator, Piece, Problem, ReadError
from linksift.documents.office.paragraphs import Paragraphs, pieces_while_parsed
from linksift.documents.office.relationships import Relationships, part_of
from linksift.documents.office.xml_parser import Handler
from linksift.documents.office.zip_package import Package
from linksift.documents.reader_bugs import pieces_or_fault, result_or_fault


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
        if relationships is not None and (found := result_or_fault(locator, package.parse_member, relationships, own)):
            yield found
    except ReadError as error:
        yield Problem(f"has relationships that cannot be read: {error}", locator)
    if content_of is not None:
        content = content_of(own)
        steps = package.parse_in_steps(part, content)
        yield from pieces_or_fault(locator, pieces_while_parsed, steps, content.paragraphs, locator)
    yield from own.unused(locator)
