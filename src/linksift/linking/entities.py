"""The spans of links in a text, in the units of APIs that take a text and its spans separately."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from linksift.arguments import one_of
from linksift.linking.link_record import Link, Part
from linksift.uri import repr_without_passwords

Unit = Literal["code-points", "utf-8", "utf-16"]

UNITS: dict[str, Callable[[str], int]] = {
    "code-points": len,
    "utf-8": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "utf-16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
}
"""The length of a text in code points, UTF-8 bytes (Bluesky), or UTF-16 code units (Telegram, JavaScript)."""


class Entity(NamedTuple):
    """A link in a text: its `start` and `end` in the requested unit, half-open, and its destination."""

    start: int
    end: int
    href: str

    def __repr__(self) -> str:
        return repr_without_passwords(self)


def link_entities(parts: Iterable[Part], unit: str) -> list[Entity]:
    r"""The links among the parts of a text, with their spans. Raises ValueError for an unknown unit.

    >>> from linksift.finding import find
    >>> from linksift.linking.segments import text_and_links
    >>> from linksift.linking.policy import Policy
    >>> text = "\U0001f44d http://a.example"
    >>> for unit in UNITS:
    ...     print(link_entities(text_and_links(text, find(text), Policy(), on_page=False), unit))
    [Entity(start=2, end=18, href='http://a.example')]
    [Entity(start=5, end=21, href='http://a.example')]
    [Entity(start=3, end=19, href='http://a.example')]
    """
    one_of("unit", unit, UNITS)
    length, position, found = UNITS[unit], 0, []
    for part in parts:
        start = position
        position += length(part if isinstance(part, str) else part.match.text)
        if isinstance(part, Link):
            found.append(Entity(start, position, part.href))
    return found
