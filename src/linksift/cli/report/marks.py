"""What was done to a match, piece by piece: which of its source was kept, dropped or put otherwise, and what is secret.

Here belongs the way from a match's notes to the pieces of its text. How a piece looks on the page is for `context`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from linksift.finding import Match
from linksift.notes import Note
from linksift.uri import hide_passwords, masked


class Piece(NamedTuple):
    """A span of the text that holds a match, and the note that tells what became of it; without one it was kept."""

    start: int
    end: int
    note: Note | None


def pieces(match: Match) -> Iterator[Piece]:
    """The match's span in pieces, in order; one that has no length is a place where something was added.

    >>> from linksift.finding import find
    >>> match, = find("<http://a.example/b\\n c>")
    >>> [(start, end, note and note.rule) for start, end, note in pieces(match)]
    [(1, 19, None), (19, 21, 'rejoin.line_break'), (21, 22, None)]
    """
    at = match.start
    for note in match.notes:
        if note.replacement is None:
            continue
        if note.start > at:
            yield Piece(at, note.start, None)
        yield Piece(note.start, note.end, note)
        at = note.end
    if at < match.end:
        yield Piece(at, match.end, None)


def secrets(match: Match) -> frozenset[int]:
    """The code points of the text that are a password's.

    >>> from linksift.finding import find
    >>> match, = find("http://joe:pw@a.example/")
    >>> sorted(secrets(match))
    [11, 12]
    """
    hidden = masked(match.uri)
    if hidden == match.uri:
        return frozenset()
    found: set[int] = set()
    at = 0
    for start, end, note in pieces(match):
        became = match.uri[at : at + end - start] if note is None else note.replacement or ""
        told = hidden[at : at + len(became)]
        if note is None:
            found.update(start + place for place in range(end - start) if told[place : place + 1] != became[place])
        elif told != became:
            found.update(range(start, end))
        at += len(became)
    return frozenset(found)


def became(note: Note) -> str:
    """What a note put there, for people."""
    return hide_passwords(note.replacement or "")
