"""A link, before any format has been chosen.

Here belongs what it is. Whether there is one is for `parts`, and how it is written for the renderers.
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
