"""What the `urlize` filters of all template languages share: the kinds and schemes to link, and how to link HTML.

The module of each language adds what that language promises.
"""

from collections.abc import Iterable
from html import unescape

from linksift.finding import Kind
from linksift.linking import Linker

KINDS: frozenset[Kind] = frozenset({"uri", "suffix", "email", "domain"})
"""The kinds that the filters find, including bare domains."""

SCHEMES = frozenset({"http", "https", "mailto"})
"""The schemes that the filters link. Other URIs are found too, so that nothing inside them becomes a link."""


def linked_html(html: str, linker: Linker, skip: Iterable[str] = ()) -> str:
    """HTML with links in its text outside the elements that `skip` selects; the rest of it stays as it is.

    HTML without a tag is text with character references and needs no parser.

    >>> from linksift.linking import Policy
    >>> linked_html("www.a.example/?b&amp;c", Linker(policy=Policy(rel=None)))
    '<a href="http://www.a.example/?b&amp;c">www.a.example/?b&amp;c</a>'
    """
    return linker.linkify_html(html, skip) if "<" in html else linker.linkify(unescape(html))
