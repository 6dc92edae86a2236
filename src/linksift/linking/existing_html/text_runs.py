"""The text of markup in runs, each with a map from its offsets to those of the source.

An HTML5 tokenizer finds the text. Whether a link is possible in it is unknown until the markup is parsed, which
`insertion_points` does.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from linksift.linking.require_html_parser import require_html_parser

if TYPE_CHECKING:
    from turbohtml import Token

_TEXT, _REFERENCE = 0, 5
"""The values in turbohtml's TokenType."""


class TextRun(NamedTuple):
    """Text between two tags (other than `a`), its character references decoded, and its map to the source.

    `source_map` has pairs of an offset in the text and one in the markup, in order, where each piece begins and ends
    whose characters correspond one to one.
    """

    text: str
    source_map: list[tuple[int, int]]


def text_runs(markup: str) -> list[TextRun]:
    """The text of markup without carriage returns, run by run.

    The tags of links do not end a run, so the same URIs are found again after links were inserted.

    >>> for run in text_runs("a&lt;<a>b<i>c"):
    ...     print(run)
    TextRun(text='a<b', source_map=[(0, 0), (1, 1), (1, 1), (2, 5), (2, 8), (3, 9)])
    TextRun(text='c', source_map=[(0, 12), (1, 13)])
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
    """A run of text and character reference tokens, each with its offset.

    In the token of a name without a semicolon, the letters after the name (`&ampx`) are plain text.
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
    """The offset in the markup of the character at an offset in a run."""
    mapped, start = run.source_map[bisect_right(run.source_map, offset, key=itemgetter(0)) - 1]
    return start + offset - mapped


def source_end(run: TextRun, offset: int) -> int:
    """The offset in the markup at which the character before an offset in a run ends."""
    number = bisect_left(run.source_map, offset, key=itemgetter(0))
    mapped, start = run.source_map[number]
    if mapped > offset:
        mapped, start = run.source_map[number - 1]
    return start + offset - mapped
