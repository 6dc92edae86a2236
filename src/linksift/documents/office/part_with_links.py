"""Reads a part of an Office document (DOCX or PPTX) whose relationships contain its links."""

from collections.abc import Callable, Iterator
from typing import Protocol

from linksift.documents.document_model import Locator, Piece, Problem, ReadError
from linksift.documents.office.paragraphs import Paragraphs, pieces_while_parsed
from linksift.documents.office.relationships import Relationships
from linksift.documents.office.xml_parser import Handler
from linksift.documents.office.zip_package import Package
from linksift.documents.reader_bugs import pieces_or_fault, result_or_fault


class Content(Handler, Protocol):
    """Handles the elements of a part, and collects its `paragraphs`."""

    paragraphs: Paragraphs


def part_pieces(
    package: Package,
    part: str,
    relationships: str | None,
    content_of: Callable[[Relationships], Content],
    has_text: bool,
    locator: Locator,
) -> Iterator[Piece]:
    """The pieces of one part: its hyperlinks, its text, and its other external relationships.

    `content_of` creates the handler for its elements from the relationships.
    """
    own = Relationships()
    try:
        if relationships is not None and (found := result_or_fault(locator, package.parse_member, relationships, own)):
            yield found
    except ReadError as error:
        yield Problem(f"has relationships that cannot be read: {error}", locator)
    content = content_of(own)
    if has_text:
        steps = package.parse_in_steps(part, content)
        yield from pieces_or_fault(locator, pieces_while_parsed, steps, content.paragraphs, locator)
    yield from own.unused(locator)
