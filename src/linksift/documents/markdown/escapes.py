r"""Backslash escapes and character references: `\_` and `&amp;` as what they stand for (CommonMark, 2.4 and 2.5).

Here belongs how they are undone, and the way back. Where they are none, as in code, never does.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from html.entities import html5
from typing import NamedTuple

from linksift.documents.document_model import Locator, Source, Text
from linksift.documents.html import numbered

Span = tuple[int, int]

_NAME = r"#[0-9]{1,7}+;|#[xX][0-9a-fA-F]{1,6}+;|[A-Za-z][A-Za-z0-9]{0,31}+;"
_ESCAPE = re.compile(rf"\\([!-/:-@\[-`{{-~])|&({_NAME})")
_REFERENCE = re.compile(rf"()&({_NAME})")
"""A character reference alone, in a pattern with the same groups: HTML has no backslash escapes."""


class Escape(NamedTuple):
    """What is written at `start` to `end` (half-open) for a `text`: a backslash for none, since it only goes before."""

    start: int
    end: int
    text: str


def unescaped(written: str) -> str:
    r"""What is written with backslash escapes and character references, without them.

    >>> unescaped(r"a\_b&amp;c\d&copy=")
    'a_b&c\\d&copy='
    """
    return _ESCAPE.sub(lambda escape: escape[1] or referred(escape[2]), written)


def referred(reference: str) -> str:
    """What a character reference, written without its `&`, stands for."""
    return numbered("&" + reference) if reference.startswith("#") else html5.get(reference, "&" + reference)


def escapes(text: str, start: int, end: int, in_html: bool) -> Iterator[Escape]:
    r"""The escapes in a span of a text, in order.

    >>> list(escapes(r"\_&amp;", 0, 7, in_html=False))
    [Escape(start=0, end=1, text=''), Escape(start=2, end=7, text='&')]
    """
    for written in (_REFERENCE if in_html else _ESCAPE).finditer(text, start, end):
        if written[1]:
            yield Escape(written.start(), written.start() + 1, "")
        else:
            yield Escape(*written.span(), referred(written[2]))


def outside(some: Iterable[Escape], spans: Iterable[Span]) -> Iterator[Escape]:
    """The escapes, which come in order, that stand in none of the spans.

    >>> list(outside([Escape(0, 1, ""), Escape(4, 5, ""), Escape(8, 9, "")], [(6, 7), (3, 5)]))
    [Escape(start=0, end=1, text=''), Escape(start=8, end=9, text='')]
    """
    ahead = sorted(spans, reverse=True)
    covered = 0
    for escape in some:
        while ahead and ahead[-1][0] <= escape.start:
            covered = max(covered, ahead.pop()[1])
        if covered <= escape.start:
            yield escape


def text_without_escapes(source: Source, undone: Iterable[Escape], skip: Iterable[Span], locator: Locator) -> Text:
    r"""A source with escapes undone, which come in order, and the way back; `skip` are spans of the source.

    >>> text = text_without_escapes(Source(r"a\_b&amp;c"), [Escape(1, 2, ""), Escape(4, 9, "&")], [(9, 10)], Locator())
    >>> text.text, text.offsets, text.source_offsets, text.skip
    ('a_b&c', [0, 1, 4], [0, 2, 9], ((4, 5),))
    """
    pieces: list[str] = []
    at, to = [0], [0]
    for start, end, text in undone:
        pieces += source.text[to[-1] : start], text
        at.append(at[-1] + start - to[-1] + len(text))
        to.append(end)
    pieces.append(source.text[to[-1] :])

    def read_at(offset: int) -> int:
        index = bisect_right(to, offset) - 1
        return at[index] + offset - to[index]

    spans = tuple(sorted((read_at(start), read_at(end)) for start, end in skip))
    if len(at) == 1:
        return Text(source.text, source, locator=locator, skip=spans)
    return Text("".join(pieces), source, at, to, locator, spans)
