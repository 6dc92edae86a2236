"""The blocks of a Markdown page, one after the other: headings, code, tables, lists and paragraphs.

Our pages use only these parts of Markdown, so this module does not parse all of CommonMark.
"""

import re
from collections.abc import Iterator
from itertools import takewhile

from linksift.cli.streams.colour import PLAIN, Palette
from linksift.cli.terminal_markdown.inline import each_word, filled, words
from linksift.cli.terminal_markdown.table import table

WIDEST = 100
"""The maximum width of a paragraph in columns, since longer lines are hard to read."""
BODY, CODE = "    ", "      "
HEADING = re.compile(r"(#{1,6}) +(.*)")
ITEM = re.compile(r"( *)([-*]|\d+\.) +(.*)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def page(markdown: str, columns: int, palette: Palette) -> str:
    r"""A page as text for a terminal with the given number of columns.

    >>> from linksift.cli.streams.colour import PLAIN
    >>> page("# A\n\nOne\ntwo.\n\n- three\n  four\n\n```pycon\n>>> 5\n5\n```\n", 12, PLAIN).splitlines()
    ['A', '', '    One two.', '', '    - three', '      four', '', '      >>> 5', '      5']
    """
    parts = (shown(block, min(columns, WIDEST), palette) for block in blocks(markdown) if block)
    return "\n\n".join("\n".join(lines).rstrip() for lines in parts)


def blocks(markdown: str) -> Iterator[list[str]]:
    """The lines of each block: text separated by empty lines, headings, and code up to its closing fence."""
    rest = iter(COMMENT.sub("", markdown).splitlines())
    block: list[str] = []
    for line in rest:
        if line.startswith("```"):
            yield block
            yield [line, *takewhile(lambda line: line != "```", rest)]
            block = []
        elif HEADING.match(line):
            yield block
            yield [line]
            block = []
        elif line.strip():
            block.append(line)
        else:
            yield block
            block = []
    yield block


def shown(block: list[str], columns: int, palette: Palette) -> list[str]:
    """The lines shown for a block."""
    first = block[0]
    if first.startswith("```"):
        return [CODE + line if line else "" for line in block[1:]]
    if heading := HEADING.fullmatch(first):
        indent = "" if len(heading[1]) < 3 else "  "
        return [indent + each_word(" ".join(words(heading[2], PLAIN)).replace("`", ""), palette.heading, palette)]
    if first.startswith("|"):
        return table(block, BODY, columns, palette)
    if first.startswith("    ") and not ITEM.fullmatch(first):
        return [CODE + line.removeprefix("    ") for line in block]
    return [line for item in items(block) for line in paragraph(item, columns, palette)]


def items(block: list[str]) -> Iterator[list[str]]:
    """The lines of each item of a list; a paragraph is one item."""
    item: list[str] = []
    for line in block:
        if ITEM.fullmatch(line) and item:
            yield item
            item = []
        item.append(line)
    yield item


def paragraph(lines: list[str], columns: int, palette: Palette) -> list[str]:
    """A paragraph, or an item whose lines are indented below its marker."""
    indent, text = BODY, " ".join(lines)
    if item := ITEM.fullmatch(lines[0]):
        indent, text = f"{BODY}{item[1]}{item[2]} ", " ".join([item[3], *lines[1:]])
    return filled(words(text, palette), indent, " " * len(indent), columns)
