"""What the template filters called `urlize` have in common: text or HTML in, HTML out.

Here belongs what is the same for every template language. What one of them promises beyond that is for its module.
"""

from html import unescape

from linksift.linking import Linker

KINDS = frozenset({"uri", "suffix", "email", "domain"})
"""What the filters look for: bare domains, too."""

SCHEMES = frozenset({"http", "https", "mailto"})
"""What the filters link. Other URIs are found all the same, so that nothing inside them becomes a link."""


def urlized(text: str, is_html: bool, linker: Linker) -> str:
    """A text as HTML with links; what is HTML gets links in its text, and stays as it is otherwise.

    HTML without a tag is a text with character references, so that only other HTML needs a parser.

    >>> from linksift.linking import Policy
    >>> linker = Linker(policy=Policy(rel=None))
    >>> urlized("<b> www.a.example", False, linker)
    '&lt;b&gt; <a href="http://www.a.example">www.a.example</a>'
    >>> urlized("www.a.example/?b&amp;c", True, linker)
    '<a href="http://www.a.example/?b&amp;c">www.a.example/?b&amp;c</a>'
    """
    if is_html and "<" in text:
        return linker.linkify_html(text)
    return linker.linkify(unescape(text) if is_html else text)
