"""A notation: a pattern for one way in which links are defanged, and the rule that undoes it."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from linksift.finding.match import Step
from linksift.finding.refanging.refang import Rule

MOST_BLANKS = 2
"""The maximum number of spaces on each side of a mark."""

Condition = Callable[[str, int, int], bool]
"""Takes the text and the span of a possible mark, and says whether it is one."""


class Notation(NamedTuple):
    """A notation that a rule undoes, looked for at each hit of a pattern that several notations share.

    `pattern` matches the character at the hit and what follows it, with lookbehinds that include the character. `reach`
    is the number of characters before it that belong to the mark; if `spaced` is set, spaces and a backslash before
    them also belong to the mark. Where the look-around `around` fails after the character, no pattern that shares it is
    tried.
    """

    rule: Rule
    pattern: str
    reach: int = 0
    spaced: bool = False
    condition: Condition | None = None
    around: str = ""


class Search:
    """A search, in one pass over a text, for notations whose patterns begin with the same character."""

    def __init__(self, notations: Iterable[Notation]) -> None:
        self.notations = tuple(notations)
        first = self.notations[0].pattern[: 2 if self.notations[0].pattern[0] == "\\" else 1]
        assert all(notation.pattern.startswith(first) for notation in self.notations)
        rest = "|".join(
            f"{around}(?:{'|'.join(f'({notation.pattern[len(first) :]})' for notation in group)})"
            for around, group in groupby(self.notations, lambda notation: notation.around)
        )
        self.pattern = re.compile(f"{first}(?:{rest})")  # it begins with a literal, which `re` finds fast
        self.literal = first[-1]

    def steps(self, text: str) -> Iterator[Step]:
        """The steps that undo the notations in a text, in order."""
        for found in hits(text, self.literal, self.pattern):
            notation = self.notations[(found.lastindex or 1) - 1]
            start, end = found.start() - notation.reach, found.end()
            if notation.spaced:
                start = mark_start(text, start)
            if notation.condition is None or notation.condition(text, start, end):
                yield Step(notation.rule, start, end, notation.rule(text[start:end]))


def hits(text: str, literal: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The hits of a pattern that begins with a literal, in one pass: `str.find`, which is faster than `re`, reads the
    text up to the first literal, and `re` reads the rest.

    >>> [hit.span() for hit in hits("a (b) [.] c", "[", re.compile(r"\\[.\\]"))]
    [(6, 9)]
    """
    first = text.find(literal)
    return pattern.finditer(text, first) if first >= 0 else iter(())


def mark_start(text: str, start: int) -> int:
    r"""The start of a mark, including any spaces or backslash before it.

    >>> mark_start("a  [.]", 3), mark_start(r"a\[.]", 2)
    (1, 1)
    """
    if text[start - 1 : start] == "\\":
        return start - 1
    low = start
    while start > max(0, low - MOST_BLANKS) and text[start - 1] == " ":
        start -= 1
    return start
