"""The text of a source without the escapes that a reader found and decoded in it, with a map back to the source."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Locator, Piece, Source, Text
from linksift.documents.reading_limits import read_beginning
from linksift.documents.text_files.plain_text import text_of

Span = tuple[int, int]


class Escape(NamedTuple):
    """An escape from `start` to `end` (half-open) and its `text`, which is empty for a backslash that only precedes a
    character."""

    start: int
    end: int
    text: str


def text_without_escapes(source: Source, found: Iterable[Escape], skip: Iterable[Span], locator: Locator) -> Text:
    r"""A source with its escapes decoded, and a map back to it; the escapes must be in order, and `skip` contains spans
    of the source. If an escape is inside another or overlaps it, only the rest of it counts.

    >>> text = text_without_escapes(Source(r"a\_b&amp;c"), [Escape(1, 2, ""), Escape(4, 9, "&")], [(9, 10)], Locator())
    >>> text.text, text.offsets, text.source_offsets, text.skip
    ('a_b&c', [0, 1, 4], [0, 2, 9], ((4, 5),))
    """
    pieces: list[str] = []
    offsets, source_offsets = [0], [0]
    for start, end, text in found:
        here = source_offsets[-1]
        start, end = max(start, here), max(end, here)
        pieces += source.text[here:start], text
        offsets.append(offsets[-1] + start - here + len(text))
        source_offsets.append(end)
    if len(offsets) == 1:
        return Text(source.text, source, locator=locator, skip=tuple(sorted(skip)))
    pieces.append(source.text[source_offsets[-1] :])

    def decoded_offset(offset: int) -> int:
        index = bisect_right(source_offsets, offset) - 1
        decoded = offsets[index] + offset - source_offsets[index]
        return min([decoded, *offsets[index + 1 : index + 2]])  # an argument of LaTeX may end in the next escape

    spans = tuple(sorted((decoded_offset(start), decoded_offset(end)) for start, end in skip))
    return Text("".join(pieces), source, offsets, source_offsets, locator, spans)


def reader_without_escapes(
    escapes: Callable[[str], Iterable[Escape]],
) -> Callable[[BinaryIO, Context], Iterator[Piece]]:
    """A reader of the text of a file, or of its beginning if it is longer than the limit, without the escapes that a
    function finds in it."""

    def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
        octets, cut_off = read_beginning(file, context)
        source = Source(text_of(octets))
        yield text_without_escapes(source, escapes(source.text), (), context.locator)
        yield from cut_off

    return read


def without_spans(text: str, spans: Iterable[Span], locator: Locator = Locator()) -> Text:  # noqa: B008 - immutable
    """A text from which some spans, given in order, have been removed, with a map to its source.

    >>> shorter = without_spans("http://a/ \\n>b", [(9, 12)])
    >>> shorter.text, shorter.offsets, shorter.source_offsets
    ('http://a/b', [0, 9], [0, 12])
    """
    return text_without_escapes(Source(text), (Escape(start, end, "") for start, end in spans), (), locator)
