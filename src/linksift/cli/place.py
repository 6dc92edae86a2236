"""Where a link is, in words: what stands before its URI in the text format, and the fields of its place in JSON."""

from collections.abc import Iterator
from typing import Any

from linksift.cli.source import STANDARD_INPUT, name_of
from linksift.documents import Found, Location, Locator

ONLY_PART = "1"
"""The number of the first part, or only one, of a message: it goes without saying."""


def input_of(location: Location) -> str:
    """What people call the input that a link is in."""
    return name_of(location.path or STANDARD_INPUT)


def words(location: Location) -> str:
    """The place of a link in its input: "message 12:3:7", "page 3:annotation", "12:5".

    >>> words(Location("a.mbox", Locator(message=12, part="1"), None, 3, 7))
    'message 12:3:7'
    >>> words(Location("a.pdf", Locator(page=3), "link"))
    'page 3:link'
    """
    line = None if location.line is None else f"{location.line}:{location.column}"
    return ":".join(filter(None, [*words_of_place(location.locator, location.stated_by), line, location.stated_by]))


def words_of_place(place: Locator, by: str | None = None) -> Iterator[str]:
    """The parts of a place that there are, from the widest on; without the header, where a link is stated by it.

    >>> list(words_of_place(Locator(message=2, part="1.2", header="Subject"))), list(words_of_place(Locator(part="1")))
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


def fields(found: Found) -> dict[str, Any]:
    """The fields that say where a link is, those that there are.

    >>> from linksift import find
    >>> fields(Found(find("http://a")[0], Location("a.pdf", Locator(page=3), "annotation"), "here"))
    {'path': 'a.pdf', 'page': 3, 'stated_by': 'annotation', 'link_text': 'here'}
    """
    location = found.location
    every = {
        "path": location.path,
        **location.locator._asdict(),
        "line": location.line,
        "column": location.column,
        "source_start": location.start,
        "source_end": location.end,
        "stated_by": location.stated_by,
        "link_text": found.link_text,
    }
    return {name: value for name, value in every.items() if value is not None}
