"""The text of markup, and the source_map of all of it.

An HTML5 tokenizer cuts it. Here belongs what is text; whether a link may be there is not known before the markup has
been parsed.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from linksift.linking.html_parser import require_html_parser

if TYPE_CHECKING:
    from turbohtml import Token

_TEXT, _REFERENCE = 0, 5
"""What turbohtml's TokenType calls them."""


class TextRun(NamedTuple):
    """Text between two tags (other than `a`) as it reads, and where it stands in the markup.

    `source_map` are pairs of an offset in the text and one in the markup, where each piece of the text begins and ends that
    is written in its own way, in order: from each to the next, character stands for character.
    """

    text: str
    source_map: list[tuple[int, int]]


def text_runs(markup: str) -> list[TextRun]:
    """The text of markup without carriage returns, run by run.

    The tags of links part no text, so that what has got links is found as it was before.

    >>> text_runs("a&lt;<a>b<i>c")
    [TextRun(text='a<b', source_map=[(0, 0), (1, 1), (1, 1), (2, 5), (2, 8), (3, 9)]), TextRun(text='c', source_map=[(0, 12), (1, 13)])]
    """
    require_html_parser()
    from turbohtml import tokenize

    lines = [0, *(newline.end() for newline in re.finditer("\n", markup))]
    tokens = tokenize(markup, resolve_references=False, capture_attributes=False)
    groups = groupby(tokens, key=lambda token: token.type in (_TEXT, _REFERENCE) or token.tag == "a")
    return [
        text_run((lines[token.line - 1] + token.col, token) for token in group if token.tag is None)
        for is_run, group in groups
        if is_run
    ]


def text_run(placed: Iterable[tuple[int, "Token"]]) -> TextRun:
    """A run of tokens of text and character references, each with its place.

    Behind a name without a semicolon, the tokenizer takes letters along (`&ampx`): they stand for themselves.
    """
    texts: list[str] = []
    source_map: list[tuple[int, int]] = []
    offset = 0
    for start, token in placed:
        data, source = token.data or "", token.source or token.data or ""
        end = start + len(source)
        source_map.append((offset, start))
        if token.type == _REFERENCE and len(data) > 1:
            source_map.append((offset + 1, end if source.endswith(";") else end - len(data) + 1))
        texts.append(data)
        offset += len(data)
        source_map.append((offset, end))
    return TextRun("".join(texts), source_map)


def source_start(run: TextRun, offset: int) -> int:
    """The place in the markup of the character at an offset in a run."""
    behind, start = run.source_map[bisect_right(run.source_map, offset, key=itemgetter(0)) - 1]
    return start + offset - behind


def source_end(run: TextRun, offset: int) -> int:
    """The place in the markup where the character before an offset in a run ends."""
    number = bisect_left(run.source_map, offset, key=itemgetter(0))
    behind, start = run.source_map[number]
    if behind > offset:
        behind, start = run.source_map[number - 1]
    return start + offset - behind
