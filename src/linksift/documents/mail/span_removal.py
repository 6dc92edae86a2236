"""Removes spans from a text and maps the rest back to the source.

`format_flowed`, `calendars_and_contacts` and `mime_text` find the spans that mail formats inserted: soft breaks,
stuffing, folds and escapes.
"""

from collections.abc import Iterable
from itertools import chain

from linksift.documents.document_model import Locator, Source, Text

Span = tuple[int, int]

WHOLE_FILE = Locator()


def without(text: str, spans: Iterable[Span], locator: Locator = WHOLE_FILE) -> Text:
    """A text from which some spans, given in order, have been removed, with a map to its source.

    >>> shorter = without("http://a/ \\n>b", [(9, 12)])
    >>> shorter.text, shorter.offsets, shorter.source_offsets
    ('http://a/b', [0, 9], [0, 12])
    """
    spans = list(spans)
    if not spans:
        return Text(text, Source(text), locator=locator)
    pieces: list[str] = []
    offsets: list[int] = []
    source_offsets: list[int] = []
    here = length = 0
    for start, end in chain(spans, [(len(text), len(text))]):
        if start > here:
            pieces.append(text[here:start])
            offsets.append(length)
            source_offsets.append(here)
            length += start - here
        here = max(here, end)
    return Text("".join(pieces), Source(text), offsets or [0], source_offsets or [0], locator)


def in_source(shorter: Text, spans: Iterable[Span]) -> Iterable[Span]:
    """Spans of a shortened text, as spans of its source.

    >>> list(in_source(without("- -a b", [(0, 2)]), [(0, 1), (2, 3)]))
    [(2, 3), (4, 5)]
    """
    return [(shorter.origin(start), shorter.origin(end - 1) + 1) for start, end in spans]
