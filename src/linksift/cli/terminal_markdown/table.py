"""Shows Markdown tables on a terminal."""

import re
from itertools import zip_longest

from linksift.cli.streams.colour import Palette
from linksift.cli.terminal_markdown.inline import filled, visible_width, words

CELL_END = re.compile(r" *(?<!\\)\| *")
GAP = "  "


def table(rows: list[str], indent: str, columns: int, palette: Palette) -> list[str]:
    r"""A table as lines. A table that is too wide for the terminal becomes a list: the first cell of each row is
    followed by the others, with the headings of their columns. Identical cells in a row are shown only once.

    >>> from linksift.cli.streams.colour import PLAIN
    >>> table(["| a | b |", "| --- | --- |", "| one | `x\\|y` |"], "", 20, PLAIN)
    ['a    b', 'one  `x|y`']
    >>> table(["| a | b | c |", "| --- | --- | --- |", "| one | x | y z |"], "", 6, PLAIN)
    ['one', '    b:', '    x', '    c:', '    y', '    z', '']
    >>> table(["| text | a | b | c |", "| --- | --- | --- | --- |", "| one | yes | no | yes |"], "", 14, PLAIN)
    ['one', '    a, c: yes', '    b: no', '']
    """
    cells = [[words(cell.replace(r"\|", "|"), palette) for cell in CELL_END.split(row.strip())[1:-1]] for row in rows]
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
        label = words(", ".join(headings) + ":", palette) if len(head) > 2 and any(headings) else []
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
