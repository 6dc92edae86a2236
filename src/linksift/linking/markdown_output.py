r"""Markdown out: text that reads as it stands, and links.

Here belongs how text and links are written in CommonMark and GFM, so that nothing in the text is markup, and nothing
but our links is a link. What Markdown itself makes of blanks and of breaks between lines stays so.
"""

import re
from collections.abc import Iterable, Iterator

from linksift.linking.link import Link, Part

_MARKUP = re.compile(r"[\\`*_\[\]<>&~|]|!\Z|(?<=[A-Za-z]):(?=/)|(?<=[wW])\.(?=\S)|(?<!\s)@(?=\S)")
"""What may be markup anywhere in a line, or before a link; and what GFM links by itself: `://`, `www.`, addresses."""

_INDENTATION = re.compile(r"(?<=[\r\n])[ \t]+")
_AT_LINE_START = re.compile(r"(?<=[\r\n])(?:[#+\-=]|[0-9]{1,9}(?=[.)]))")
"""What is markup where a line begins: headings, lists, rules, and the lines under a heading."""

_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,31}:[^\s<>]*")


def markdown(parts: Iterable[Part]) -> str:
    r"""Text and links as Markdown.

    >>> from linksift.finding import find
    >>> from linksift.linking.text_and_links import text_and_links
    >>> from linksift.linking.policy import Policy
    >>> text = "- *not* a list: http://a.example/(b, <joe@b.example>"
    >>> print(markdown(text_and_links(text, find(text), Policy(), marks_hazards=True)))
    \- \*not\* a list: <http://a.example/(b>, \<[joe\@b.example](<mailto:joe@b.example>)\>
    """
    written = (escaped(part) if isinstance(part, str) else inline_link(part) for part in at_line_start(parts))
    return "".join(written).removeprefix("\n")


def at_line_start(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts behind a line break, so that the first line begins as all others do."""
    for number, part in enumerate(parts):
        yield f"\n{part}" if isinstance(part, str) and number == 0 else part


def escaped(text: str) -> str:
    r"""Text in which nothing is markup: with a backslash before what could be (CommonMark, 2.4), and without the
    indentation that would make it code.

    >>> print(escaped("*a* [b](c)\n# d\n    1. <e> www.a.example"))
    \*a\* \[b\](c)
    \# d
    1\. \<e\> www\.a.example
    """
    text = _MARKUP.sub(r"\\\g<0>", _INDENTATION.sub("", text))
    return _AT_LINE_START.sub(_escaped_mark, text)


def _escaped_mark(found: re.Match[str]) -> str:
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"


def inline_link(link: Link) -> str:
    r"""A link as an autolink, where its text is where it leads (CommonMark, 6.5), or else as an inline link (6.3).

    What a URI has of brackets and entities stands escaped in the destination; a link's title is its attribute's.
    """
    title = link.attributes.get("title")
    text = without_blank_lines(link.text)
    if text == link.href and title is None and _AUTOLINK.fullmatch(link.href):
        return f"<{link.href}>"
    destination = link.href.replace("&", r"\&")
    behind = "" if title is None else f' "{escaped(without_blank_lines(title).replace(chr(34), chr(39)))}"'
    return f"[{escaped(text)}](<{destination}>{behind})"


def without_blank_lines(text: str) -> str:
    r"""A text without its blank lines, which would end the paragraph, and a link with it: a callback may give some.

    >>> without_blank_lines("a\n \n\nb")
    'a\nb'
    """
    return "\n".join(filter(str.strip, re.split(r"[\r\n]++", text)))
