"""A text without some spans of it, and the way back: what was folded, stuffed or escaped reads as it was written.

Here belongs how a text is cut. What is cut out of it, and why, never does.
"""

from collections.abc import Iterable

from linksift.documents.document_model import Locator, Source, Text

Span = tuple[int, int]

NOWHERE = Locator()


def without(text: str, cuts: Iterable[Span], locator: Locator = NOWHERE) -> Text:
    """A text without some spans of it, which come in order, and the way back.

    >>> shorter = without("http://a/ \\n>b", [(9, 12)])
    >>> shorter.text, shorter.offsets, shorter.source_offsets
    ('http://a/b', [0, 9], [0, 12])
    """
    pieces: list[str] = []
    at: list[int] = []
    to: list[int] = []
    here = length = 0
    for start, end in [*cuts, (len(text), len(text))]:
        if start > here:
            pieces.append(text[here:start])
            at.append(length)
            to.append(here)
            length += start - here
        here = max(here, end)
    if length == len(text):
        return Text(text, Source(text), locator=locator)
    return Text("".join(pieces), Source(text), at or [0], to or [0], locator)


def in_source(shorter: Text, cuts: Iterable[Span]) -> Iterable[Span]:
    """Spans of a text that was cut, as spans of its source.

    >>> list(in_source(without("- -a b", [(0, 2)]), [(0, 1), (2, 3)]))
    [(2, 3), (4, 5)]
    """
    return [(shorter.origin(start), shorter.origin(end - 1) + 1) for start, end in cuts]
