"""What is wrong with a reference, drawn: the line once, a caret under each fault, and a row for each.

    http://a b/c|d
            ^   ^
    = host at position 8 is not well-formed (reg-name)
    = path at position 12 is not well-formed (path-abempty)

A password is drawn as `*`, so that all else keeps its place.
"""

from collections.abc import Iterator
from itertools import groupby

from linksift.cli.output import complain
from linksift.cli.terminal_safe import width
from linksift.uri import InvalidReference, masked

STRETCH = 100
"""How many code points of a reference are drawn on a line; of a longer one, those stretches that have a fault."""


def complain_of(what: str, faults: list[InvalidReference]) -> None:
    """Say on standard error what a string is not, and draw its faults."""
    complain("\n    ".join([f"{what}:", *draw_faults(faults)]))


def draw_faults(faults: list[InvalidReference]) -> Iterator[str]:
    """The rows of the drawing for the faults of one reference, in the order of their positions."""
    faults = sorted(faults, key=lambda fault: fault.position)
    # The space is for the caret of what ends too early.
    reference = masked(faults[0].reference) + " "
    for number, group in groupby(faults, key=lambda fault: fault.position // STRETCH):
        here = list(group)
        yield from _marked(reference, number * STRETCH, {fault.position for fault in here})
        yield from map(_said, here)


def _marked(reference: str, start: int, positions: set[int]) -> tuple[str, str]:
    """A stretch of the reference and the carets that go below it."""
    end = min(start + STRETCH, len(reference))
    shown, carets = ("... ", "    ") if start else ("", "")
    for i in range(start, end):
        cell = _cell(reference[i])
        shown += cell
        carets += ("^" if i in positions else " ").ljust(width(cell))
    return (shown + " ..." if end < len(reference) else shown.rstrip()), carets.rstrip()


def _cell(character: str) -> str:
    r"""What stands for a character: itself, or an escape when it takes no column of its own.

    >>> _cell("a"), _cell("\t"), _cell("\u0301"), _cell("\udcff")
    ('a', '\\t', '\\u0301', '\\udcff')
    """
    seen = character.isprintable() and width(character)
    return character if seen else character.encode("unicode_escape").decode()


def _said(fault: InvalidReference) -> str:
    """The row of a fault: which question about which component it answers with no, and by which rule."""
    rule = f"{fault.rule}: {fault.why}" if fault.why else fault.rule
    return f"= {fault.component} at position {fault.position} is not {fault.question} ({rule})"
