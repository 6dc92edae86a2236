"""The location of a link: in words, as the text format has it before the URI, and as the fields of JSON and CSV."""

from collections.abc import Iterator
from typing import Any

from linksift.cli.open_input import STANDARD_INPUT, display_name
from linksift.documents import Found, Location, Locator

ONLY_PART = "1"
"""The number of the first or only part of a message, which is left out."""


def input_name(location: Location) -> str:
    """The name of the input that a link is in, for people."""
    return display_name(location.path or STANDARD_INPUT)


def location_words(location: Location) -> str:
    """The location of a link within its input: "message 12:3:7", "page 3:annotation", "12:5".

    >>> location_words(Location("a.mbox", Locator(message=12, part="1"), None, 3, 7))
    'message 12:3:7'
    >>> location_words(Location("a.pdf", Locator(page=3), "link"))
    'page 3:link'
    """
    line = None if location.line is None else f"{location.line}:{location.column}"
    return ":".join(filter(None, [*locator_words(location.locator, location.stated_by), line, location.stated_by]))


def locator_words(locator: Locator, stated_by: str | None = None) -> Iterator[str]:
    """The fields of a locator that are known, the widest first. A header that states the link itself is left out.

    >>> list(locator_words(Locator(message=2, part="1.2", header="Subject"))), list(locator_words(Locator(part="1")))
    (['message 2', 'part 1.2', 'Subject'], [])
    """
    words = {
        "message": f"message {locator.message}",
        "part": f"part {locator.part}" if locator.part != ONLY_PART else "",
        "header": str(locator.header) if locator.header != stated_by else "",
        "page": f"page {locator.page}",
        "cell": locator.cell,
        "row": f"row {locator.row}",
        "id": f"id {locator.id}",
        "field": locator.field,
        "pointer": locator.pointer,
        "record": f"record {locator.record}",
        "target": locator.target,
    }
    yield from (word for name, word in words.items() if word and getattr(locator, name) is not None)


def location_fields(found: Found) -> dict[str, Any]:
    """The fields of a link's location that are known.

    >>> from linksift import find
    >>> location_fields(Found(find("http://a")[0], Location("a.pdf", Locator(page=3), "annotation"), "here"))
    {'path': 'a.pdf', 'page': 3, 'stated_by': 'annotation', 'link_text': 'here'}
    """
    location = found.location
    fields = {
        "path": location.path,
        **location.locator._asdict(),
        "line": location.line,
        "column": location.column,
        "source_start": location.start,
        "source_end": location.end,
        "stated_by": location.stated_by,
        "link_text": found.link_text,
    }
    return {name: value for name, value in fields.items() if value is not None}
