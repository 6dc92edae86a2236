"""Splits the text of a match into pieces that were kept, dropped or replaced, and locates any password in it.

`context_lines` writes the pieces as HTML.
"""

from collections.abc import Iterator

from linksift.finding import Match
from linksift.notes import Note
from linksift.uri import masked

Piece = tuple[int, int, Note | None]
"""The start and end of a span of the searched text, and the note that changed it, or None if the span was kept."""


def match_pieces(match: Match) -> Iterator[Piece]:
    """The pieces of a match's span, in order. An empty piece is an insertion.

    >>> from linksift.finding import find
    >>> match, = find("<http://a.example/b\\n c>")
    >>> [(start, end, note and note.rule) for start, end, note in match_pieces(match)]
    [(1, 19, None), (19, 21, 'rejoin.line_break'), (21, 22, None)]
    """
    at = match.start
    for note in match.notes:
        if note.replacement is None:
            continue
        if note.start > at:
            yield at, note.start, None
        yield note.start, note.end, note
        at = note.end
    if at < match.end:
        yield at, match.end, None


def password_positions(match: Match) -> frozenset[int]:
    """The positions of a password's characters in the searched text.

    >>> from linksift.finding import find
    >>> match, = find("http://joe:pw@a.example/")
    >>> sorted(password_positions(match))
    [11, 12]
    """
    hidden = masked(match.uri)
    if hidden == match.uri:
        return frozenset()
    found: set[int] = set()
    at = 0
    for start, end, note in match_pieces(match):
        written = match.uri[at : at + end - start] if note is None else note.replacement or ""
        shown = hidden[at : at + len(written)]
        if note is None:
            found.update(start + i for i in range(end - start) if shown[i : i + 1] != written[i])
        elif shown != written:
            found.update(range(start, end))
        at += len(written)
    return frozenset(found)
