"""The text in a block of Markdown: code, bold text and links as words of a terminal, and lines filled with them."""

import re
from collections.abc import Iterable

from linksift.cli.colour import Palette
from linksift.cli.terminal_safe import width
from linksift.help_topics import TOPICS

LINK = re.compile(r"!?\[((?:[^\[\]`]++|`[^`]*+`)*+)\]\(([^()\s]*+)\)")
SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)|\*\*(?! )(.+?)\*\*", re.DOTALL)
"""Code between backticks, or bold text."""
PAGE = re.compile(r"(?:[\w./-]*/)?([\w-]+)\.md(?:#.*)?")
STYLE = re.compile(r"\x1b\[[\d;]*m")


def words(text: str, palette: Palette) -> list[str]:
    """The words of a text, each with its style, so that a line may end after any of them.

    >>> from linksift.cli.colour import PLAIN
    >>> words("**See** [the page](finding.md#a), `a  b`", PLAIN)
    ['See', 'the', 'page', '(linksift', 'help', 'finding),', '`a', 'b`']
    """
    text, styled, end = LINK.sub(link_text, text), "", 0
    for span in SPAN.finditer(text):
        styled += text[end : span.start()]
        if span[3]:
            styled += each_word(span[3], palette.heading, palette)
        elif palette.code:
            styled += each_word(span[2].strip(), palette.code, palette)
        else:
            styled += span[0]
        end = span.end()
    return (styled + text[end:]).split()


def link_text(link: re.Match[str]) -> str:
    """What is shown for a link: its text, and the topic or the address that it leads to."""
    text, target = link[1], link[2]
    page = PAGE.fullmatch(target)
    if page and page[1] in TOPICS:
        topic = f"linksift help {page[1]}"
        return topic if text.lower() == page[1] else f"{text} ({topic})"
    return f"{text} <{target}>" if "://" in target else text


def each_word(text: str, style: str, palette: Palette) -> str:
    """A text in which each word has a style of its own."""
    return " ".join(f"{style}{word}{palette.end}" if style else word for word in text.split())


def visible_width(text: str) -> int:
    """The number of terminal columns of a text with styles."""
    return width(STYLE.sub("", text))


def filled(words: Iterable[str], first: str, rest: str, columns: int) -> list[str]:
    """Lines of at most so many columns filled with words; the first begins with `first`, the others with `rest`.

    >>> filled(["one", "two", "three"], "- ", "  ", 9)
    ['- one two', '  three']
    """
    lines, line, used = [], first, width(first)
    is_empty = True
    for word in words:
        size = visible_width(word)
        if not is_empty and used + 1 + size > columns:
            lines.append(line)
            line, used, is_empty = rest, width(rest), True
        line, used = (line + word, used + size) if is_empty else (f"{line} {word}", used + 1 + size)
        is_empty = False
    return [*lines, line]
