r"""Decodes backslash escapes and character references such as `\_` and `&amp;`, with a map to the source (CommonMark,
2.4 and 2.5)."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from html.entities import html5
from typing import NamedTuple

from linksift.documents.document_model import Locator, Source, Text
from linksift.documents.html.character_references import numeric_character

Span = tuple[int, int]

_NAME = r"#[0-9]{1,7}+;|#[xX][0-9a-fA-F]{1,6}+;|[A-Za-z][A-Za-z0-9]{0,31}+;"
_ESCAPE = re.compile(rf"\\([!-/:-@\[-`{{-~])|&({_NAME})")
_REFERENCE = re.compile(rf"()&({_NAME})")
"""Like `_ESCAPE`, with the same groups, but only for character references, since HTML has no backslash escapes."""


class Escape(NamedTuple):
    """An escape from `start` to `end` (half-open) and its `text`, which is empty for a backslash, since a backslash
    only precedes a character."""

    start: int
    end: int
    text: str


def unescaped(written: str) -> str:
    r"""Text with its backslash escapes and character references decoded.

    >>> unescaped(r"a\_b&amp;c\d&copy=")
    'a_b&c\\d&copy='
    """
    if "\\" not in written and "&" not in written:
        return written
    return _ESCAPE.sub(lambda escape: escape[1] or decoded_reference(escape[2]), written)


def decoded_reference(reference: str) -> str:
    """The text of a character reference, given without its `&`."""
    return numeric_character("&" + reference) if reference.startswith("#") else html5.get(reference, "&" + reference)


def escapes(text: str, start: int, end: int, in_html: bool) -> Iterator[Escape]:
    r"""The escapes in a span of text, in order.

    >>> list(escapes(r"\_&amp;", 0, 7, in_html=False))
    [Escape(start=0, end=1, text=''), Escape(start=2, end=7, text='&')]
    """
    for written in (_REFERENCE if in_html else _ESCAPE).finditer(text, start, end):
        if written[1]:
            yield Escape(written.start(), written.start() + 1, "")
        else:
            yield Escape(*written.span(), decoded_reference(written[2]))


def outside_spans(some: Iterable[Escape], spans: Iterable[Span]) -> Iterator[Escape]:
    """The escapes outside all spans; only the escapes must be in order.

    >>> list(outside_spans([Escape(0, 1, ""), Escape(4, 5, ""), Escape(8, 9, "")], [(6, 7), (3, 5)]))
    [Escape(start=0, end=1, text=''), Escape(start=8, end=9, text='')]
    """
    ahead = sorted(spans, reverse=True)
    covered = 0
    for escape in some:
        while ahead and ahead[-1][0] <= escape.start:
            covered = max(covered, ahead.pop()[1])
        if covered <= escape.start:
            yield escape


def text_without_escapes(source: Source, found: Iterable[Escape], skip: Iterable[Span], locator: Locator) -> Text:
    r"""A source with its escapes decoded, and a map back to it; the escapes must be in order, and `skip` contains spans
    of the source.

    >>> text = text_without_escapes(Source(r"a\_b&amp;c"), [Escape(1, 2, ""), Escape(4, 9, "&")], [(9, 10)], Locator())
    >>> text.text, text.offsets, text.source_offsets, text.skip
    ('a_b&c', [0, 1, 4], [0, 2, 9], ((4, 5),))
    """
    pieces: list[str] = []
    offsets, source_offsets = [0], [0]
    for start, end, text in found:
        pieces += source.text[source_offsets[-1] : start], text
        offsets.append(offsets[-1] + start - source_offsets[-1] + len(text))
        source_offsets.append(end)
    if len(offsets) == 1:
        return Text(source.text, source, locator=locator, skip=tuple(sorted(skip)))
    pieces.append(source.text[source_offsets[-1] :])

    def decoded_offset(offset: int) -> int:
        index = bisect_right(source_offsets, offset) - 1
        return offsets[index] + offset - source_offsets[index]

    spans = tuple(sorted((decoded_offset(start), decoded_offset(end)) for start, end in skip))
    return Text("".join(pieces), source, offsets, source_offsets, locator, spans)
