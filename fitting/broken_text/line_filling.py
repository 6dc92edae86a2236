"""Fills lines with words as typesetters do: unit by unit, with or without a mark at a break inside a word."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from fitting.broken_text.document import Link, Word

_WIDE = re.compile("[\u1100-\u115f\u2e80-\uff60]")


class Unit(NamedTuple):
    """A part of a word that is never broken, and the mark drawn after it if a line ends there (a hyphen, or "")."""

    text: str
    mark: str = ""


Breaker = Callable[[Word], Sequence[Unit]]
"""A break rule: returns the units of a word."""
Measure = Callable[[str], float]
"""Returns the width of text on a line."""


def wide_columns(text: str) -> int:
    """The number of a terminal's columns: two for Han, Kana and Hangul characters, and one for all others."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def unbroken(word: Word) -> Sequence[Unit]:
    """The units when words stay whole, except that Japanese and Chinese are broken between any two characters."""
    if not str(word):
        return []
    return cut_after(str(word), lambda text, at: text[at - 1] > "\u2e7f" and text[at] not in "。、，）」》")


def cut_after(text: str, may_break: Callable[[str, int], bool]) -> list[Unit]:
    """The units of a text that may be broken before each offset for which `may_break` is true."""
    cuts = [0, *(at for at in range(1, len(text)) if may_break(text, at)), len(text)]
    return [Unit(text[a:b]) for a, b in pairwise(cuts)]


def links_by(rule: Callable[[str, int], bool]) -> Breaker:
    """A break rule for URIs only; text touching a URI stays with its first or last unit, and other words stay whole."""

    def units(word: Word) -> Sequence[Unit]:
        if not isinstance(word, Link):
            return unbroken(word)
        return touching([unbroken(word.before), cut_after(word.uri, rule), unbroken(word.after)])

    return units


def touching(parts: Iterable[Sequence[Unit]]) -> list[Unit]:
    """The units of adjacent parts, without a break between the parts: `(` and `http:` form one unit."""
    units: list[Unit] = []
    for part in parts:
        if units and part:
            units[-1:] = [Unit(units[-1].text + part[0].text, part[0].mark)]
            part = part[1:]
        units += part
    return units


def filled(
    words: Iterable[Word],
    width: float,
    units: Breaker = unbroken,
    measure: Measure = wide_columns,
    first: str = "",
    later: str = "",
) -> list[str]:
    """The words in lines no wider than `width`, where each unit may begin a new line.

    >>> filled(["see", Link("", "http://a.example/x/y", "")], 16, links_by(lambda text, at: text[at - 1] in "./"))
    ['see http://a.', 'example/x/y']
    """
    lines: list[str] = []
    line, used, empty = first, measure(first), True
    for word in words:
        space = "" if empty else " "
        mark = ""
        for unit in units(word):
            needed = measure(space + unit.text)
            if not empty and used + needed + measure(unit.mark) > width:
                lines.append(line + mark)
                line, used, space = later, measure(later), ""
                needed = measure(unit.text)
            line += space + unit.text
            used += needed
            space, mark, empty = "", unit.mark, False
    return [*lines, line] if not empty else lines
