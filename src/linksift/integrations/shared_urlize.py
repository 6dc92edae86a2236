"""What the template filters called `urlize` have in common: what they look for, and what they do with HTML.

Here belongs what is the same for every template language. What one of them promises beyond that is for its module.
"""

from html import unescape

from linksift.finding import Kind
from linksift.linking import Linker

KINDS: frozenset[Kind] = frozenset({"uri", "suffix", "email", "domain"})
"""What the filters look for: bare domains, too."""

SCHEMES = frozenset({"http", "https", "mailto"})
"""What the filters link. Other URIs are found all the same, so that nothing inside them becomes a link."""


def linked_html(html: str, linker: Linker) -> str:
    """HTML with links in its text; otherwise it stays as it is.

    Without a tag it is a text with character references, so that only other HTML needs a parser.

    >>> from linksift.linking import Policy
    >>> linked_html("www.a.example/?b&amp;c", Linker(policy=Policy(rel=None)))
    '<a href="http://www.a.example/?b&amp;c">www.a.example/?b&amp;c</a>'
    """
    return linker.linkify_html(html) if "<" in html else linker.linkify(unescape(html))
