"""A link, independent of any output format; and what an output format is."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from linksift.finding import Match
from linksift.notes import edited
from linksift.uri import repr_without_passwords

ELLIPSIS = "…"


class Link(NamedTuple):
    """A link: its `match`, its destination (`href`), its `text`, and the other attributes of an HTML link.

    `hidden` lists, in order, the spans of the text (code points, half-open) that people do not see but do copy. HTML
    hides them; other formats leave them out. Nothing in a link is escaped; the output formats escape it once.

    >>> from linksift.finding import find
    >>> match, = find("www.a.example")
    >>> Link(match, match.uri, match.text, {})._replace(text="<here>").text
    '<here>'
    """

    match: Match
    href: str
    text: str
    attributes: Mapping[str, str]
    hidden: tuple[tuple[int, int], ...] = ()

    def __repr__(self) -> str:
        return repr_without_passwords(self)

    @property
    def visible_text(self) -> str:
        """The text without its hidden parts; an ellipsis replaces those in the middle.

        >>> from linksift.finding import find
        >>> match, = find("www.a.example")
        >>> Link(match, match.uri, match.text, {}, ((0, 4), (6, 11))).visible_text
        'a.…le'
        """
        last = len(self.text)
        cuts = ((start, end, ELLIPSIS if start > 0 and end < last else "") for start, end in self.hidden)
        return edited(self.text, cuts)


Part = str | Link
"""A stretch of text, or a link."""


class Format(NamedTuple):
    """An output format: how to write a text and a link, and whether it is a page in the sense of `text_and_links`.

    If marks mean more at the beginning of a line, `line_break` precedes the first line so that it begins like all
    others.
    """

    write_text: Callable[[str], str]
    write_link: Callable[[Link], str]
    on_page: bool
    line_break: str = ""

    def write(self, parts: Iterable[Part], before: str = "") -> str:
        """Text and links, beginning with a text; `before` represents the text before it on its line."""
        first, *others = parts
        start = self.line_break and self.line_break + before
        rest = [self.write_text(part) if isinstance(part, str) else self.write_link(part) for part in others]
        return "".join([self.write_text(f"{start}{first}"), *rest]).removeprefix(start)


def writable(text: str) -> str:
    r"""The text with U+FFFD in place of NUL and lone surrogates, which no output format can represent.

    >>> writable("a\0b\ud800")
    'a�b�'
    """
    text = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text
