"""A link, independent of any output format."""

from collections.abc import Mapping
from typing import NamedTuple

from linksift.finding import Match


class Link(NamedTuple):
    """A link: its `match`, where it leads (`href`), its visible `text`, and the other attributes of an HTML link.

    Nothing in it is escaped: the output formats do that, once.

    >>> from linksift.finding import find
    >>> match, = find("www.a.example")
    >>> Link(match, match.uri, match.text, {})._replace(text="<here>").text
    '<here>'
    """

    match: Match
    href: str
    text: str
    attributes: Mapping[str, str]


Part = str | Link
"""A stretch of text, or a link."""


def writable(text: str) -> str:
    r"""The text with U+FFFD in place of NUL and lone surrogates, which no output format can represent.

    >>> writable("a\0b\ud800")
    'a�b�'
    """
    if "\0" in text:
        text = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text
