"""Applies edits to markup by offset and leaves the rest unchanged."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Edit(NamedTuple):
    """A span of the markup, and the text that replaces it."""

    start: int
    end: int
    text: str


def edits_in_source(markup: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    r"""Edits of markup without carriage returns, converted to the offsets of the source that has them.

    >>> list(edits_in_source("\r\na\rb", [Edit(0, 1, ""), Edit(2, 4, "")]))
    [Edit(start=0, end=2, text=''), Edit(start=3, end=5, text='')]
    """
    pairs = [pair.start() - number for number, pair in enumerate(re.finditer("\r\n", markup))]
    for start, end, text in edits:
        yield Edit(start + bisect_left(pairs, start), end + bisect_left(pairs, end), text)


def edited(markup: str, edits: Iterable[Edit]) -> str:
    """The markup after its edits, which are in order and disjoint.

    >>> edited("abcd", [Edit(1, 2, "B"), Edit(3, 3, "-")])
    'aBc-d'
    """
    pieces: list[str] = []
    position = 0
    for start, end, text in edits:
        pieces += (markup[position:start], text)
        position = end
    return "".join([*pieces, markup[position:]])
