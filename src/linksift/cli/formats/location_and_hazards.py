"""What the formats say of a link besides its URI: its location, in words and as fields, and its hazards."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from linksift.hazards import Hazard, hazards, worth_a_look
from linksift.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from linksift.documents import Found, Location, Locator

ONLY_PART = "1"
"""The number of the first or only part of a message, which is not shown."""

LONGEST_SUBJECT = 60
"""The maximum length of a subject written before a link; JSON, CSV and the report contain the whole subject."""

_ADDRESS = lazy_pattern(r"<([^<>\s]++)>\Z")


def location_words(location: "Location") -> str:
    """The location of a link within its input: "message 12:from jo@a.example:3:7", "page 3:annotation", "12:5".

    >>> from linksift import Location, Locator
    >>> location_words(Location("a.mbox", Locator(message=12, part="1"), None, 3, 7))
    'message 12:3:7'
    >>> location_words(Location("a.pdf", Locator(page=3), "link"))
    'page 3:link'
    """
    document, before, after = words_around_line(location.locator, location.stated_by)
    return around_line(document + before, after, location.line, location.column)


def around_line(before: str, after: str, line: int | None, column: int | None) -> str:
    """The words before and after a line (see `words_around_line`), with any known line and column in between.

    >>> around_line("page 3:", ":link", None, None), around_line("", ":a href", 3, 7)
    ('page 3:link', '3:7:a href')
    """
    return f"{before}{after[1:]}".removesuffix(":") if line is None else f"{before}{line}:{column}{after}"


@lru_cache(maxsize=16)
def words_around_line(locator: "Locator", stated_by: str | None) -> tuple[str, str, str]:
    """The words of a location, with their colons, in three parts: those for the message or the file in an archive,
    those before the line, and those after the line.

    >>> from linksift import Locator
    >>> words_around_line(Locator(message=12, part="2", subject="Papers"), "a href")
    ('message 12:"Papers":', 'part 2:', ':a href')
    """
    words = list(locator_words(locator, stated_by))
    of_document = sum(known is not None for known in (locator.message, locator.inner_path))
    document = [*words[:of_document], message_words(locator)]
    return _with_colons(document), _with_colons(words[of_document:]), f":{stated_by}" if stated_by else ""


def _with_colons(words: Iterable[str]) -> str:
    return "".join(f"{word}:" for word in words if word)


def locator_words(locator: "Locator", stated_by: str | None = None) -> Iterator[str]:
    """The known fields of a locator in words, broadest first, except those that identify the message to people. A
    header that states the link itself is left out.

    >>> from linksift import Locator
    >>> list(locator_words(Locator(message=2, part="1.2", header="Subject"))), list(locator_words(Locator(part="1")))
    (['message 2', 'part 1.2', 'Subject'], [])
    """
    from linksift.documents import LOCATOR_FIELDS  # imported lazily: see tests/test_import.py

    said_already = {"part": ONLY_PART, "header": stated_by}
    for name, field in LOCATOR_FIELDS.items():
        value = getattr(locator, name)
        if field.words and value not in (None, "", said_already.get(name)):
            yield field.words.format(value)


def message_words(locator: "Locator") -> str:
    """The message that contains a link, in words: its sender's address, date and subject, or "" if all are missing.

    >>> from linksift import Locator
    >>> message_words(Locator(sender="Jo <jo@a.example>", date="2026-11-21T09:13:46+01:00", subject="Papers"))
    'from jo@a.example, 2026-11-21, "Papers"'
    """
    address = _ADDRESS.search(locator.sender or "")
    sender = address[1] if address else locator.sender
    subject = locator.subject or ""
    shown = subject if len(subject) <= LONGEST_SUBJECT else f"{subject[:LONGEST_SUBJECT]}..."
    day = (locator.date or "").partition("T")[0]
    return ", ".join(filter(None, (sender and f"from {sender}", day, shown and f'"{shown}"')))


def location_fields(found: "Found") -> dict[str, Any]:
    """The known fields of a link's location.

    >>> from linksift import Found, Location, Locator, find
    >>> location_fields(Found(find("http://a")[0], Location("a.pdf", Locator(page=3), "annotation"), "here"))
    {'path': 'a.pdf', 'page': 3, 'stated_by': 'annotation', 'opened_by': 'click', 'link_text': 'here'}
    """
    link_text = {} if found.link_text is None else {"link_text": found.link_text}
    return place_fields(found.location) | {"opened_by": found.opened_by} | link_text


def place_fields(location: "Location") -> dict[str, Any]:
    """The known fields of a location.

    >>> from linksift import Location, Locator
    >>> place_fields(Location("a.txt", Locator(), None, 3, 7))
    {'path': 'a.txt', 'line': 3, 'column': 7}
    """
    fields = {
        "path": location.path,
        **location.locator._asdict(),
        "line": location.line,
        "column": location.column,
        "source_start": location.start,
        "source_end": location.end,
        "stated_by": location.stated_by,
    }
    return {name: value for name, value in fields.items() if value is not None}


# ---- Hazards ---------------------------------------------------------------------------------------------------------


def hazards_of(found: "Found") -> list[Hazard]:
    """The hazards of a link, including those of the text that people click."""
    return hazards(found.match, found.clickable_text)


def signs_of(found: "Found") -> list[Hazard]:
    """The signs in a link that are common in phishing mail."""
    return worth_a_look(found.match, is_loaded=found.opened_by == "load")
