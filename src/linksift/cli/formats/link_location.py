"""Where a link is, in words: what stands before its URI in the text format, and the fields of its place in JSON."""

from collections.abc import Iterator
from typing import Any

from linksift.cli.open_input import STANDARD_INPUT, display_name
from linksift.documents import Found, Place, Where

ONLY_PART = "1"
"""The number of the first part, or only one, of a message: it goes without saying."""


def input_name(where: Where) -> str:
    """What people call the input that a link is in."""
    return display_name(where.path or STANDARD_INPUT)


def location_words(where: Where) -> str:
    """The place of a link in its input: "message 12:3:7", "page 3:annotation", "12:5".

    >>> location_words(Where("a.mbox", Place(message=12, part="1"), None, 3, 7))
    'message 12:3:7'
    >>> location_words(Where("a.pdf", Place(page=3), "link"))
    'page 3:link'
    """
    line = None if where.line is None else f"{where.line}:{where.column}"
    return ":".join(filter(None, [*locator_words(where.place, where.by), line, where.by]))


def locator_words(place: Place, by: str | None = None) -> Iterator[str]:
    """The parts of a place that there are, from the widest on; without the header, where a link is stated by it.

    >>> list(locator_words(Place(message=2, part="1.2", header="Subject"))), list(locator_words(Place(part="1")))
    (['message 2', 'part 1.2', 'Subject'], [])
    """
    if place.message is not None:
        yield f"message {place.message}"
    if place.part not in (None, ONLY_PART):
        yield f"part {place.part}"
    if place.header not in (None, by):
        yield str(place.header)
    if place.page is not None:
        yield f"page {place.page}"
    if place.cell is not None:
        yield place.cell


def location_fields(found: Found) -> dict[str, Any]:
    """The fields that say where a link is, those that there are.

    >>> from linksift import find
    >>> location_fields(Found(find("http://a")[0], Where("a.pdf", Place(page=3), "annotation"), "here"))
    {'path': 'a.pdf', 'page': 3, 'by': 'annotation', 'shown': 'here'}
    """
    where = found.where
    every = {
        "path": where.path,
        **where.place._asdict(),
        "line": where.line,
        "column": where.column,
        "source_start": where.start,
        "source_end": where.end,
        "by": where.by,
        "shown": found.shown,
    }
    return {name: value for name, value in every.items() if value is not None}
