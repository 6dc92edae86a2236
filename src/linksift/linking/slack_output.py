"""Slack's mrkdwn out: text and links as its messages have them.

Here belongs how Slack writes a link. Its formatting by `*` and `_` has no escape, so that it stays what it is.
"""

from collections.abc import Iterable

from linksift.linking.link import Link, Part
from linksift.uri import is_uri


def slack(parts: Iterable[Part]) -> str:
    """Text and links as mrkdwn. Slack links what it knows in the rest, too, unless the message is sent as verbatim.

    >>> from linksift.finding import find
    >>> from linksift.linking.text_and_links import text_and_links
    >>> from linksift.linking.policy import Policy
    >>> text = "a & b: http://a.example?b&c, joe@b.example"
    >>> slack(text_and_links(text, find(text), Policy(), marks_hazards=False))
    'a &amp; b: <http://a.example?b&amp;c>, <mailto:joe@b.example|joe@b.example>'
    """
    return "".join(escaped(part) if isinstance(part, str) else labelled(part) for part in parts)


def escaped(text: str) -> str:
    """Text with the three characters escaped that mrkdwn reads as its own.

    >>> escaped("<!here> & all")
    '&lt;!here&gt; &amp; all'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def labelled(link: Link) -> str:
    """A link with its label, unless that is where it leads; a label is a single line, without a bar.

    A relative reference, which a callback may give, leads nowhere from a message: it is the label alone, since `!here`
    and `@U12` in place of a URI would call people.
    """
    if not is_uri(link.href):
        return escaped(link.text)
    label = " ".join(link.text.replace("|", " ").split())
    return f"<{escaped(link.href)}>" if label == link.href else f"<{escaped(link.href)}|{escaped(label)}>"
