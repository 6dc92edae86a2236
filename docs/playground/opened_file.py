"""The links of a file that was dropped on the page, each below its place, with the lines around it.

It needs the room `documents`, which the page loads with the first file.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linksift.documents import (
    LOCATOR_FIELDS,
    Account,
    Limits,
    LinkInContext,
    Location,
    Problem,
    ReadOptions,
)
from linksift.documents import (
    links_in_file as lists_in_file,
)
from linksift.finding import Finder, Match

CONTEXT = 160
"""The most characters of a line before a link, and after it."""


class Shown(NamedTuple):
    """A link, its match shifted to where it is in `text`, which continues what the page shows."""

    text: str
    match: Match
    link_text: str | None


def links_in_file(path: str, options: dict[str, Any], on_problem: Callable[[Problem], object]) -> Iterator[Shown]:
    """The links of a file. Raises ReadError if nothing in it can be read."""
    finder, shown = Finder(**options), 0
    for links in lists_in_file(None, path, None, finder, ReadOptions(), on_problem, Account(Limits())):
        for seen in links:
            one = in_context(seen, shown)
            shown += len(one.text)
            yield one


def in_context(seen: LinkInContext, shown: int) -> Shown:
    """A link with its place and lines, of which the first is the code point `shown`."""
    found = seen.found
    start, end = found.match.start - seen.start, found.match.end - seen.start
    line_start = max(seen.text.rfind("\n", 0, start) + 1, start - CONTEXT)
    line_end = seen.text.find("\n", end)
    lines = seen.text[line_start : min(len(seen.text) if line_end < 0 else line_end, end + CONTEXT)]
    before = f"{place(found.location)}\n"
    return Shown(
        f"{before}{lines}\n\n", found.match.shifted(shown + len(before) - line_start - seen.start), found.link_text
    )


def place(location: Location) -> str:
    """A location in words.

    >>> from linksift.documents import Locator
    >>> place(Location("a.eml", Locator(message=2, part="1.2"), "a href", 3, 7))
    'message 2, part 1.2, line 3, a href'
    """
    values = ((field.words, getattr(location.locator, name)) for name, field in LOCATOR_FIELDS.items())
    words = [words.format(value) for words, value in values if words and value not in (None, "")]
    line = [] if location.line is None else [f"line {location.line}"]
    return ", ".join([*words, *line, *filter(None, [location.stated_by])]) or "in the file"
