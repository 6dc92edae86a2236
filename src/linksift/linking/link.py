"""A link, before any format has been chosen.

Here belongs what it is, and what its texts can hold. Whether there is one is for `parts`, and how it is written for the
renderers.
"""

from collections.abc import Mapping
from typing import NamedTuple

from linksift.finding import Match


class Link(NamedTuple):
    """A link: the `match` it is for, where it leads (`href`), the `text` that is shown, and what else an HTML link has.

    Nothing in it is escaped: renderers do that, once.

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
    r"""The text with U+FFFD for what no output can hold: NUL, and surrogates without their other half.

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
