"""The text of markup, and the places of all of it.

An HTML5 tokenizer cuts it. Here belongs what is text; whether a link may be there is not known before the markup has
been parsed.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from linksift.linking.elements import check_parser

if TYPE_CHECKING:
    from turbohtml import Token

_TEXT, _REFERENCE = 0, 5
"""What turbohtml's TokenType calls them."""


class Run(NamedTuple):
    """Text between two tags (other than `a`) as it reads, and where it stands in the markup.

    `places` are pairs of an offset in the text and one in the markup, where each piece of the text begins and ends that
    is written in its own way, in order: from each to the next, character stands for character.
    """

    text: str
    places: list[tuple[int, int]]


def runs_of(markup: str) -> list[Run]:
    """The text of markup without carriage returns, run by run.

    The tags of links part no text, so that what has got links is found as it was before.

    >>> runs_of("a&lt;<a>b<i>c")
    [Run(text='a<b', places=[(0, 0), (1, 1), (1, 1), (2, 5), (2, 8), (3, 9)]), Run(text='c', places=[(0, 12), (1, 13)])]
    """
    check_parser()
    from turbohtml import tokenize

    lines = [0, *(newline.end() for newline in re.finditer("\n", markup))]
    tokens = tokenize(markup, resolve_references=False, capture_attributes=False)
    groups = groupby(tokens, key=lambda token: token.type in (_TEXT, _REFERENCE) or token.tag == "a")
    return [
        run_of((lines[token.line - 1] + token.col, token) for token in group if token.tag is None)
        for is_run, group in groups
        if is_run
    ]


def run_of(placed: Iterable[tuple[int, "Token"]]) -> Run:
    """A run of tokens of text and character references, each with its place.

    Behind a name without a semicolon, the tokenizer takes letters along (`&ampx`): they stand for themselves.
    """
    texts: list[str] = []
    places: list[tuple[int, int]] = []
    offset = 0
    for start, token in placed:
        data, source = token.data or "", token.source or token.data or ""
        end = start + len(source)
        places.append((offset, start))
        if token.type == _REFERENCE and len(data) > 1:
            places.append((offset + 1, end if source.endswith(";") else end - len(data) + 1))
        texts.append(data)
        offset += len(data)
        places.append((offset, end))
    return Run("".join(texts), places)


def start_of(run: Run, offset: int) -> int:
    """The place in the markup of the character at an offset in a run."""
    behind, start = run.places[bisect_right(run.places, offset, key=itemgetter(0)) - 1]
    return start + offset - behind


def end_of(run: Run, offset: int) -> int:
    """The place in the markup where the character before an offset in a run ends."""
    number = bisect_left(run.places, offset, key=itemgetter(0))
    behind, start = run.places[number]
    if behind > offset:
        behind, start = run.places[number - 1]
    return start + offset - behind
