"""Writes text and links as Slack's mrkdwn.

Slack has no escape for its formatting marks `*` and `_`, so they are left as is.
"""

import re
from collections.abc import Iterable

from linksift.linking.link_record import Link, Part
from linksift.uri import is_uri

_WITHOUT_BAR = re.compile(r"[^| ]*")


def to_slack(parts: Iterable[Part]) -> str:
    """Text and links as mrkdwn. Slack itself also links URLs in the rest of the text, unless the message is verbatim.

    >>> from linksift.finding import find
    >>> from linksift.linking.segments import text_and_links
    >>> from linksift.linking.policy import Policy
    >>> text = "a & b: http://a.example?b&c, joe@b.example"
    >>> to_slack(text_and_links(text, find(text), Policy(), on_page=False))
    'a &amp; b: <http://a.example?b&amp;c>, <mailto:joe@b.example|joe@b.example>'
    """
    return "".join(escape_mrkdwn(part) if isinstance(part, str) else slack_link(part) for part in parts)


def escape_mrkdwn(text: str) -> str:
    """Text with the three special characters of mrkdwn escaped.

    >>> escape_mrkdwn("<!here> & all")
    '&lt;!here&gt; &amp; all'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def destination(link: Link) -> str | None:
    """The destination of a link, or None for a relative reference.

    A URI with placeholders stays as written, unless it contains a bar or a space, for which mrkdwn has no escape.
    """
    if is_uri(link.href):
        return link.href
    if link.href != link.match.raw:
        return None
    return link.href if _WITHOUT_BAR.fullmatch(link.href) else link.match.uri


def slack_link(link: Link) -> str:
    """A link, with a label unless the label equals the URI. A label is a single line without a bar.

    A relative reference, which a callback may return, leads nowhere from a message. Only its label is written, since
    `!here` and `@U12` in place of a URI would notify people.
    """
    href = destination(link)
    if href is None:
        return escape_mrkdwn(link.visible_text)
    label = " ".join(link.visible_text.replace("|", " ").split())
    return f"<{escape_mrkdwn(href)}>" if label == href else f"<{escape_mrkdwn(href)}|{escape_mrkdwn(label)}>"
