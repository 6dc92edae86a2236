"""Reads a part of an Office document (DOCX or PPTX) whose relationships contain its links."""

from collections.abc import Callable, Iterator
from typing import Protocol

from linksift.documents.document_model import Locator, Piece, Problem, ReadError, StatedReference
from linksift.documents.office.paragraphs import Paragraphs, pieces_while_parsed
from linksift.documents.office.relationships import Relationships
from linksift.documents.office.xml_parser import Handler
from linksift.documents.office.zip_package import Package
from linksift.documents.reader_bugs import pieces_or_fault, result_or_fault


class Content(Handler, Protocol):
    """Handles the elements of a part: collects its `paragraphs`, and the identifiers of the links that it `used`."""

    paragraphs: Paragraphs
    used: set[str]


def part_pieces(
    package: Package,
    part: str,
    relationships: str | None,
    content_of: Callable[[dict[str, str]], Content],
    has_text: bool,
    locator: Locator,
) -> Iterator[Piece]:
    """The pieces of one part: its hyperlinks, its text, and its other external relationships.

    `content_of` creates the handler for its elements from the external targets, which are keyed by identifier.
    """
    own = Relationships()
    try:
        if relationships is not None and (found := result_or_fault(locator, package.parse_member, relationships, own)):
            yield found
    except ReadError as error:
        yield Problem(f"has relationships that cannot be read: {error}", locator)
    content = content_of(own.external)
    if has_text:
        steps = package.parse_in_steps(part, content)
        yield from pieces_or_fault(locator, pieces_while_parsed, steps, content.paragraphs, locator)
    for identifier, target in own.external.items():
        if identifier not in content.used:
            yield StatedReference(target, "relationship", locator=locator)
