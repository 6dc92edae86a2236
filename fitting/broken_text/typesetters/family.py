"""The parts that all typesetters share: their record, and the conversion of a source's blocks to lines."""

import shutil
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from fitting.broken_text.document import Paragraph, Setting, Source, Verbatim

GAP = r"[ \t]*\n[ \t]*"
"""A line break and indentation, which are all that most typesetters put into a URI."""


class Family(NamedTuple):
    """A typesetter: its name, the function that sets a source in lines, and the program that it needs ("" for none)."""

    name: str
    set_lines: Callable[[Source, Random], Setting]
    program: str = ""

    def is_here(self) -> bool:
        """Whether its program is installed."""
        return not self.program or shutil.which(self.program) is not None


def verbatim(block: Verbatim) -> list[str]:
    """The lines of a block that no typesetter may fill."""
    return ["".join(map(str, line)) for line in block.lines]


def lines_of(
    source: Source, fill: Callable[[Paragraph], Sequence[str]], indent: str = "", between: Sequence[str] = ("",)
) -> list[str]:
    """A source in lines, with `between` between its blocks; `fill` sets paragraphs, and `indent` begins other lines."""
    lines: list[str] = []
    for block in source.blocks:
        lines += between if lines else ()
        if isinstance(block, Paragraph):
            lines += fill(block)
        else:
            lines += [indent + line for line in verbatim(block)]
    return lines


def text_of(lines: Sequence[str]) -> str:
    """Lines as text that ends in a line break."""
    return "\n".join(lines) + "\n"


def running(paragraph: Paragraph) -> str:
    """A paragraph on one line, starting with its mark."""
    return paragraph.mark + " ".join(map(str, paragraph.words))
