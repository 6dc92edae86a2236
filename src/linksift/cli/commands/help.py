"""`linksift help`: shows a page of the documentation in the terminal."""

import re
import shutil
import sys
from collections.abc import Iterable
from itertools import zip_longest

import click

from linksift.arguments import nearest
from linksift.cli.options.grouped_command import GroupedCommand
from linksift.cli.options.parameter_types import Text
from linksift.cli.streams.terminal_text import PLAIN, Palette, palette, width
from linksift.cli.streams.write_outputs import TROUBLE, VALID, complain, standard_output
from linksift.documentation_pages import PAGES, TOPICS, text_of, topics_about


def list_of_topics(what: str, headings: dict[str, list[str]]) -> str:
    """Some topics, each with a one-line description and a row for each of its matching headings."""
    rows = [f"linksift help TOPIC shows {what}:", ""]
    longest = max(map(len, TOPICS))
    for topic, below in headings.items():
        rows.append(f"  {topic:{longest}}  {PAGES[TOPICS[topic]]}")
        rows += (f"  {'':{longest}}  - {heading}" for heading in below)
    return "\n".join(rows)


@click.command("help", cls=GroupedCommand)
@click.argument("words", metavar="[TOPIC|WORD...]", nargs=-1, type=Text(lambda: TOPICS))
@click.pass_context
def help(context: click.Context, /, words: tuple[str, ...]) -> int:
    """Show a page of the documentation, or list the topics.

    The pages are part of the installation; nothing is fetched. On a terminal, a page is shown with the pager (PAGER).
    The name of a command is also a topic, which shows the command's options. Any other words list the pages about them.

    Examples:
      linksift help
      linksift help joining
      linksift help ip address          # the pages about some words
    """
    topic = " ".join(words)
    with standard_output():
        try:
            text = answer(context.find_root(), topic)
        except OSError as error:
            complain(f"the pages are not installed: {error}")
            return TROUBLE
        (click.echo_via_pager if topic in TOPICS and sys.stdout.isatty() else click.echo)(text)
    return VALID


def answer(group: click.Context, topic: str) -> str:
    """The page on a topic, the help of a command, or a list of the pages about other words. Raises OSError if the pages
    are not installed."""
    if not topic:
        return list_of_topics("the page about", {topic: [] for topic in TOPICS})
    if topic in TOPICS:
        return page(text_of(topic), shutil.get_terminal_size().columns, palette("auto", sys.stdout))
    assert isinstance(group.command, click.Group)
    if (command := group.command.get_command(group, topic)) is not None:
        return click.Context(command, parent=group, info_name=topic, **command.context_settings).get_help()
    if found := topics_about(topic):
        return list_of_topics(f"a page about {topic}", found)
    similar = nearest(topic, tuple(TOPICS)) or "."
    raise click.UsageError(f"There is no page about '{topic}'{similar} linksift help lists the topics.")


# ---- A page of Markdown as text that fits the terminal's width -------------------------------------------------------
#
# Our pages use only some parts of Markdown, so this does not parse all of CommonMark.

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


def styled(text: str, palette: Palette) -> list[str]:
    """The words of a text, each with its own style, so that a line can end after any of them.

    >>> from linksift.cli.streams.terminal_text import PLAIN
    >>> styled("**See** [the page](finding.md#a), `[a](b) c`", PLAIN)
    ['See', 'the', 'page', '(linksift', 'help', 'finding),', '`[a](b)', 'c`']
    >>> styled("[`find`][linksift.find] and [the rest](reference/index.md)", PLAIN)
    ['`find`', 'and', 'the', 'rest', '(linksift', 'help', 'reference)']
    """
    return SPAN.sub(lambda span: shown_span(span, palette), text).split()


def shown_span(span: re.Match[str], palette: Palette) -> str:
    """The text shown for code, bold text or a link. Code keeps its backticks if there are no styles."""
    if span["text"] is not None:
        return " ".join(styled(link_text(span["text"], span["target"] or ""), palette))
    if span["bold"]:
        return each_word(" ".join(styled(span["bold"], palette)), palette.heading, palette)
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
    lines, line, gap = [], first, ""
    for word in words:
        if gap and visible_width(line + gap + word) > columns:
            lines.append(line)
            line, gap = rest, ""
        line, gap = line + gap + word, " "
    return [*lines, line]


CELL_END = re.compile(r" *(?<!\\)\| *")
GAP = "  "


def table(rows: list[str], indent: str, columns: int, palette: Palette) -> list[str]:
    r"""A table as lines. A table that is too wide for the terminal becomes a list: the first cell of each row is
    followed by the others, with the headings of their columns. Identical cells in a row are shown only once.

    >>> from linksift.cli.streams.terminal_text import PLAIN
    >>> table(["| a | b |", "| --- | --- |", "| one | `x\\|y` |"], "", 20, PLAIN)
    ['a    b', 'one  `x|y`']
    >>> table(["| a | b | c |", "| --- | --- | --- |", "| one | x | y z |"], "", 6, PLAIN)
    ['one', '    b:', '    x', '    c:', '    y', '    z', '']
    >>> table(["| text | a | b | c |", "| --- | --- | --- | --- |", "| one | yes | no | yes |"], "", 14, PLAIN)
    ['one', '    a, c: yes', '    b: no', '']
    """
    cells = [[styled(cell.replace(r"\|", "|"), palette) for cell in CELL_END.split(row.strip())[1:-1]] for row in rows]
    head, body = cells[0], cells[2:]
    widths = [
        max(visible_width(" ".join(cell)) for cell in column) for column in zip_longest(head, *body, fillvalue=[])
    ]
    if len(indent) + sum(widths) + len(GAP) * (len(widths) - 1) <= columns:
        shown = [head, *body] if any(head) else body
        return [(indent + GAP.join(map(padded, row, widths))).rstrip() for row in shown]
    return [line for row in body for line in entry(head, row, indent, columns, palette)]


def padded(cell: list[str], size: int) -> str:
    """A cell, padded to the width of its column."""
    text = " ".join(cell)
    return text + " " * (size - visible_width(text))


def entry(head: list[list[str]], row: list[list[str]], indent: str, columns: int, palette: Palette) -> list[str]:
    """A row of a wide table as an entry in a list; column headings are left out if there are only two columns."""
    lines = filled(row[0], indent, indent, columns)
    for cell, headings in headings_by_cell(head[1:], row[1:]).items():
        label = styled(", ".join(headings) + ":", palette) if len(head) > 2 and any(headings) else []
        lines += filled([*label, *cell], f"{indent}    ", f"{indent}    ", columns)
    return [*lines, ""]


def headings_by_cell(head: list[list[str]], row: list[list[str]]) -> dict[tuple[str, ...], list[str]]:
    """The nonempty cells of a row, each with the headings of the columns that contain it.

    >>> headings_by_cell([["a"], ["b"], ["c"]], [["yes"], [], ["yes"]])
    {('yes',): ['a', 'c']}
    """
    found: dict[tuple[str, ...], list[str]] = {}
    for heading, cell in zip(head, row, strict=False):
        if cell:
            found.setdefault(tuple(cell), []).append(" ".join(heading))
    return found


WIDEST = 100
"""The maximum width of a paragraph in columns, since longer lines are hard to read."""
BODY, CODE = "    ", "      "
HEADING = re.compile(r"(#{1,6}) +(.*)")
ITEM = re.compile(r" *(?:[-*]|\d+\.) +")
NEXT_ITEM = re.compile(rf"\n(?={ITEM.pattern})")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
BLOCK = re.compile(
    r"""^```.*\n (?:.*\n)*? ```$                     # code, up to its closing fence
      | ^\#{1,6}[ ].*                               # a heading
      | (?: ^(?! ``` | \#{1,6}[ ] ) .*\S.* \n? )+   # lines of text, up to an empty line""",
    re.MULTILINE | re.VERBOSE,
)


def page(markdown: str, columns: int, palette: Palette) -> str:
    r"""A page as text for a terminal with the given number of columns.

    >>> from linksift.cli.streams.terminal_text import PLAIN
    >>> page("# A\n\nOne\ntwo.\n\n- three\n  four\n\n```pycon\n>>> 5\n5\n```\n", 12, PLAIN).splitlines()
    ['A', '', '    One two.', '', '    - three', '      four', '', '      >>> 5', '      5']
    """
    blocks = (block[0].splitlines() for block in BLOCK.finditer(COMMENT.sub("", markdown)))
    return "\n\n".join("\n".join(shown_block(block, min(columns, WIDEST), palette)).rstrip() for block in blocks)


def shown_block(block: list[str], columns: int, palette: Palette) -> list[str]:
    """The lines shown for the lines of a block."""
    first = block[0]
    if first.startswith("```"):
        return [CODE + line if line else "" for line in block[1:-1]]
    if heading := HEADING.fullmatch(first):
        indent = "" if len(heading[1]) < 3 else "  "
        return [indent + each_word(" ".join(styled(heading[2], PLAIN)).replace("`", ""), palette.heading, palette)]
    if first.startswith("|"):
        return table(block, BODY, columns, palette)
    if first.startswith("    ") and not ITEM.match(first):
        return [CODE + line.removeprefix("    ") for line in block]
    return [line for item in NEXT_ITEM.split("\n".join(block)) for line in paragraph(item, columns, palette)]


def paragraph(text: str, columns: int, palette: Palette) -> list[str]:
    """A paragraph, or an item whose lines are indented below its marker."""
    marker = ITEM.match(text)
    indent = BODY + (marker[0].rstrip() + " " if marker else "")
    return filled(styled(text[marker.end() if marker else 0 :], palette), indent, " " * len(indent), columns)
