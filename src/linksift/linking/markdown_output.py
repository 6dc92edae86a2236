r"""Writes text and links as Markdown (CommonMark and GFM).

Nothing in the text acts as markup, and only the links made here are links, except that GitHub's parser links an address
even if its `@` is escaped. White space and line breaks keep their Markdown meaning.
"""

import re
from collections.abc import Iterable, Iterator

from linksift.linking.link_record import Link, Part

_MARKUP = re.compile(
    "|".join(map(re.escape, "\\`*_[]<>&~|")) + r"|!\Z|:(?<=[A-Za-z]:)(?=/)|\.(?<=[wW]{3}\.)|@(?<!\s@)(?=\S)"
)
"""Possible markup anywhere in a line or before a link, and text that GFM itself links: `://`, `www.` and addresses.

Each alternative begins with a literal, so `re` looks only at these characters."""

_INDENTATION = re.compile(r"([\r\n])[ \t]+")
_AT_LINE_START = re.compile(r"([\r\n])(?:([#+\-=])|([0-9]{1,9})(?=[.)]))")
"""Markup at the beginning of a line: headings, lists, rules, and the lines under a heading."""

_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,31}:(?:[^\s<>|&]|&(?!#?[A-Za-z0-9]+;))*+")
"""An autolink without a character reference, which some parsers decode there (cmark) and others do not."""


def to_markdown(parts: Iterable[Part]) -> str:
    r"""Text and links as Markdown.

    >>> from linksift.finding import find
    >>> from linksift.linking.segments import text_and_links
    >>> from linksift.linking.policy import Policy
    >>> text = "- *not* a list: http://a.example/(b, <joe@b.example>"
    >>> print(to_markdown(text_and_links(text, find(text), Policy(), on_page=True)))
    \- \*not\* a list: <http://a.example/(b>, \<[joe\@b.example](<mailto:joe@b.example>)\>
    """
    written = (
        escape_markdown(part) if isinstance(part, str) else markdown_link(part) for part in after_line_break(parts)
    )
    return "".join(written).removeprefix("\n")


def after_line_break(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts after an added line break, so that the first line begins like all others."""
    for number, part in enumerate(parts):
        yield f"\n{part}" if isinstance(part, str) and number == 0 else part


def escape_markdown(text: str) -> str:
    r"""Text with a backslash before possible markup (CommonMark, 2.4), and without indentation that would make it code.

    >>> print(escape_markdown("*a* [b](c)\n# d\n    1. <e> www.a.example"))
    \*a\* \[b\](c)
    \# d
    1\. \<e\> www\.a.example
    """
    text = _MARKUP.sub(r"\\\g<0>", _INDENTATION.sub(r"\1", text))
    return _AT_LINE_START.sub(_escaped_mark, text)


def _escaped_mark(found: re.Match[str]) -> str:
    line_break, mark, number = found.groups()
    return f"{line_break}{number}\\" if number else f"{line_break}\\{mark}"


def markdown_link(link: Link) -> str:
    r"""A link as an autolink if its text is its destination (CommonMark, 6.5), otherwise as an inline link (6.3).

    In the destination, ampersands are written as references, since cmark decodes even escaped ones there, and bars,
    which would end a cell in GFM's tables, are escaped. The link's title comes from its attribute.
    """
    title = link.attributes.get("title")
    text = without_blank_lines(link.visible_text)
    if text == link.href and title is None and _AUTOLINK.fullmatch(link.href):
        return f"<{link.href}>"
    destination = link.href.replace("&", "&amp;").replace("|", r"\|")
    title_part = "" if title is None else f' "{_escaped_title(title)}"'
    return f"[{escape_markdown(text)}](<{destination}>{title_part})"


def _escaped_title(title: str) -> str:
    return escape_markdown(without_blank_lines(title).replace('"', "'")).replace(r"\&", "&amp;")


def without_blank_lines(text: str) -> str:
    r"""A text without its blank lines, which a callback may add; they would end the paragraph and the link in it.

    >>> without_blank_lines("a\n \n\nb")
    'a\nb'
    """
    return "\n".join(filter(str.strip, re.split(r"[\r\n]++", text)))
