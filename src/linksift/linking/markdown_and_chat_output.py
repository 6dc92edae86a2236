"""Writes text and links as Markdown, and for chat services: as Slack's mrkdwn, or as a text and its spans."""

import re
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from linksift.arguments import one_of
from linksift.linking.link_and_output_format import Format, Link, Part
from linksift.uri import is_uri, repr_without_passwords

# ---- Markdown (CommonMark and GFM) -----------------------------------------------------------------------------------

_MARKUP = re.compile(
    "|".join(map(re.escape, "\\`*_[]<>&~|")) + r"|!\Z|:(?<=[A-Za-z]:)(?=/)|\.(?<=[wW]{3}\.)|@(?<!\s@)(?=\S)"
)
"""Possible markup anywhere in a line or before a link, and text that GFM itself links: `://`, `www.` and addresses.

Each alternative begins with a literal, so `re` looks only at these characters."""

_INDENTATION = re.compile(r"([\r\n]\ufeff?)[ \t]+")
_AT_LINE_START = re.compile(r"[\r\n]\ufeff?(?:(?=[#+\-=])|[0-9]{1,9}(?=[.)]))")
"""What precedes markup at the beginning of a line: headings, lists, rules, and the lines under a heading. cmark drops a
byte order mark before them."""

_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,31}:(?:[^\s<>|&]|&(?!#?[A-Za-z0-9]+;))*+")
"""An autolink without a character reference, which some parsers decode there (cmark) and others do not."""


def escape_markdown(text: str) -> str:
    r"""Text with a backslash before possible markup (CommonMark, 2.4), and without indentation that would make it code.

    Nothing in the text acts as markup, except that GitHub's parser links an address even if its `@` is escaped. White
    space and line breaks keep their Markdown meaning. A line begins after a line break.

    >>> print(escape_markdown("*a* [b](c)\n# d\n    1. <e> www.a.example"))
    \*a\* \[b\](c)
    \# d
    1\. \<e\> www\.a.example
    """
    text = _MARKUP.sub(r"\\\g<0>", _INDENTATION.sub(r"\1", text))
    return _AT_LINE_START.sub(r"\g<0>\\", text)


def markdown_link(link: Link) -> str:
    r"""A link as an autolink if its text is its destination (CommonMark, 6.5), otherwise as an inline link (6.3).

    In the destination, ampersands are written as references, since cmark decodes even escaped ones there, and bars,
    which would end a cell in GFM's tables, are escaped. The link's title comes from its attribute.

    >>> from linksift.finding import find
    >>> for match in find("http://a.example/(b, joe@b.example"):
    ...     print(markdown_link(Link(match, match.uri, match.text, {})))
    <http://a.example/(b>
    [joe\@b.example](<mailto:joe@b.example>)
    """
    title = link.attributes.get("title")
    text = without_blank_lines(link.visible_text)
    if text == link.href and title is None and _AUTOLINK.fullmatch(link.href):
        return f"<{link.href}>"
    destination = "<" + link.href.replace("&", "&amp;").replace("|", r"\|") + ">"
    if title is not None:
        title = escape_markdown(without_blank_lines(title).replace('"', "'")).replace(r"\&", "&amp;")
        destination += f' "{title}"'
    return f"[{escape_markdown(text)}]({destination})"


def without_blank_lines(text: str) -> str:
    r"""A text without its blank lines, which a callback may add; they would end the paragraph and the link in it.

    >>> without_blank_lines("a\n \n\nb")
    'a\nb'
    """
    return "\n".join(filter(str.strip, re.split(r"[\r\n]++", text)))


MARKDOWN = Format(escape_markdown, markdown_link, on_page=True, line_break="\n")
"""CommonMark. Lists and headings are recognized at the beginning of a line, so the first line needs a break."""

# ---- Slack's mrkdwn --------------------------------------------------------------------------------------------------


def escape_mrkdwn(text: str) -> str:
    """Text with the three special characters of mrkdwn escaped. Its marks `*` and `_` have no escape, so they stay.

    Slack itself also links URLs in the text, unless the message is verbatim.

    >>> escape_mrkdwn("<!here> & all")
    '&lt;!here&gt; &amp; all'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def slack_link(link: Link) -> str:
    """A link, with a label unless the label equals the URI. A label is a single line without a bar.

    A relative reference, which a callback may return, leads nowhere from a message. Only its label is written, since
    `!here` and `@U12` in place of a URI would notify people. A URI with placeholders stays as written, unless it
    contains a bar or a space, for which mrkdwn has no escape.

    >>> from linksift.finding import find
    >>> [slack_link(Link(match, match.uri, match.text, {})) for match in find("http://a.example?b&c, joe@b.example")]
    ['<http://a.example?b&amp;c>', '<mailto:joe@b.example|joe@b.example>']
    """
    href = link.href
    if not is_uri(href):
        if href != link.match.raw:
            return escape_mrkdwn(link.visible_text)
        href = link.match.uri if "|" in href or " " in href else href
    label = " ".join(link.visible_text.replace("|", " ").split())
    return f"<{escape_mrkdwn(href)}>" if label == href else f"<{escape_mrkdwn(href)}|{escape_mrkdwn(label)}>"


MRKDWN = Format(escape_mrkdwn, slack_link, on_page=False)
"""The markup of messages in Slack."""

# ---- Spans, for APIs that take a text and its spans separately -------------------------------------------------------

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
    >>> from linksift.linking.text_and_links import text_and_links
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
