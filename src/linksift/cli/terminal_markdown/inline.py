"""Turns the text of a Markdown block (code, bold text and links) into words, and fills a terminal's lines with them."""

import re
from collections.abc import Iterable

from linksift.cli.streams.colour import Palette
from linksift.cli.streams.terminal_safe import width
from linksift.help_topics import TOPICS

SPAN = re.compile(
    r"""(`+)(?!`) (?P<code>.+?) (?<!`)\1(?!`)
      | \*\*(?![ ]) (?P<bold>.+?) \*\*
      | !?\[(?P<text>(?:[^\[\]`]++|`[^`]*+`)*+)\]
        (?: \((?P<target>[^()\s]*+)\) | \[linksift[\w.]*+\] )""",
    re.DOTALL | re.VERBOSE,
)
"""Code between backticks, bold text, or a link to a page or to a name in the API reference."""
PAGE = re.compile(r"(?:[\w./-]*/)?(?!index\.)([\w-]+)(?:/index)?\.md(?:#.*)?")
STYLE = re.compile(r"\x1b\[[\d;]*m")


def words(text: str, palette: Palette) -> list[str]:
    """The words of a text, each with its own style, so that a line can end after any of them.

    >>> from linksift.cli.streams.colour import PLAIN
    >>> words("**See** [the page](finding.md#a), `[a](b) c`", PLAIN)
    ['See', 'the', 'page', '(linksift', 'help', 'finding),', '`[a](b)', 'c`']
    >>> words("[`find`][linksift.find] and [the rest](reference/index.md)", PLAIN)
    ['`find`', 'and', 'the', 'rest', '(linksift', 'help', 'reference)']
    """
    return SPAN.sub(lambda span: shown(span, palette), text).split()


def shown(span: re.Match[str], palette: Palette) -> str:
    """The text shown for code, bold text or a link. Code keeps its backticks if there are no styles."""
    if span["text"] is not None:
        return " ".join(words(link_text(span["text"], span["target"] or ""), palette))
    if span["bold"]:
        return each_word(" ".join(words(span["bold"], palette)), palette.heading, palette)
    return each_word(span["code"], palette.code, palette) if palette.code else span[0]


def link_text(text: str, target: str) -> str:
    """The text shown for a link: its own text, and the topic or address that it leads to."""
    if (page := PAGE.fullmatch(target)) and page[1] in TOPICS:
        topic = f"linksift help {page[1]}"
        return topic if text.lower() == page[1] else f"{text} ({topic})"
    return f"{text} <{target}>" if "://" in target else text


def each_word(text: str, style: str, palette: Palette) -> str:
    """The text, with each word styled separately."""
    return " ".join(f"{style}{word}{palette.end}" if style else word for word in text.split())


def visible_width(text: str) -> int:
    """The number of terminal columns that styled text takes up."""
    return width(STYLE.sub("", text))


def filled(words: Iterable[str], first: str, rest: str, columns: int) -> list[str]:
    """Lines of at most `columns` columns filled with words; the first begins with `first`, the others with `rest`.

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
