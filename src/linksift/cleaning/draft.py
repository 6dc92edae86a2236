"""A draft: the typed text on its way to becoming a URI, and a record of where each piece of it comes from.

Rules only yield edits, and only this module applies them, so every change leaves a note.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from linksift.notes import Note, rule_name, why

Rule = Callable[["Draft"], Iterable["Edit"]]
"""A repair: it reads a draft and yields the edits to make, in order and without overlap."""


class Edit(NamedTuple):
    """A span of a draft's text (code points, half-open), and the text that replaces it."""

    start: int
    end: int
    replacement: str = ""


class Piece(NamedTuple):
    """A part of a draft's text: its source, a span of the typed text, and the rule that changed it, if any."""

    start: int
    end: int
    text: str
    rule: Rule | None

    def slice(self, start: int, end: int) -> "Piece":
        """A part of the piece. Text from a rule maps to its source as a whole, so the first part gets the whole source.

        >>> Piece(3, 7, "abcd", None).slice(1, 3)
        Piece(start=4, end=6, text='bc', rule=None)
        >>> Piece(3, 7, "abcd", print).slice(1, 3)[:2]
        (7, 7)
        """
        if (start, end) == (0, len(self.text)):
            return self
        if self.rule:
            return Piece(self.end if start else self.start, self.end, self.text[start:end], self.rule)
        return Piece(self.start + start, self.start + end, self.text[start:end], None)


class Draft(NamedTuple):
    """The text so far. `default_scheme` is for names without a scheme; `applied` lists the rules that changed the text.

    With `intranet`, a single label with a port or path is a host too.
    """

    typed: str
    text: str
    default_scheme: str
    pieces: tuple[Piece, ...]
    applied: tuple[Rule, ...] = ()
    intranet: bool = False

    def edited(self, rule: Rule, edits: Sequence[Edit]) -> "Draft":
        """The draft after a rule's edits.

        >>> draft = new_draft("(http//a)", "http")
        >>> draft.edited(print, [Edit(0, 1), Edit(5, 5, ":"), Edit(8, 9)]).text
        'http://a'
        """
        left = deque(_cut(self.pieces, [bound for edit in edits for bound in (edit.start, edit.end)]))
        pieces: list[Piece] = []
        position = 0
        for first, last, replacement in edits:
            while left and (position < first or not left[0].text):
                position += len(left[0].text)
                pieces.append(left.popleft())
            start = end = left[0].start if left else len(self.typed)
            while position < last:
                position += len(left[0].text)
                end = left.popleft().end
            pieces.append(Piece(start, end, replacement, rule))
        pieces += left
        applied = self.applied if rule in self.applied else (*self.applied, rule)
        text = "".join([piece.text for piece in pieces])
        return Draft(self.typed, text, self.default_scheme, tuple(pieces), applied, self.intranet)

    def with_repairs_of(self, rules: Collection[Rule]) -> str:
        """The typed text with only the repairs that these rules made.

        >>> draft = new_draft("(http//a)", "http").edited(print, [Edit(0, 1)]).edited(repr, [Edit(4, 4, ":")])
        >>> draft.with_repairs_of([print]), draft.with_repairs_of([repr])
        ('http//a)', '(http://a)')
        """
        if set(self.applied).issubset(rules):
            return self.text
        pieces = self.pieces
        return "".join([piece.text if piece.rule in rules else self.typed[piece.start : piece.end] for piece in pieces])

    def notes(self) -> tuple[Note, ...]:
        """A note for each change, in order and without overlap. Adjacent changes by one rule share a note."""
        made: list[Piece] = []
        for piece in self.pieces:
            if piece.rule is None:
                continue
            if made and made[-1].rule is piece.rule and made[-1].end == piece.start:
                made[-1] = made[-1]._replace(end=piece.end, text=made[-1].text + piece.text)
            else:
                made.append(piece)
        return tuple(
            Note(rule_name(rule), start, end, text, why(rule))
            for start, end, text, rule in made
            if rule and self.typed[start:end] != text
        )


def new_draft(typed: str, default_scheme: str, intranet: bool = False) -> Draft:
    """A draft whose text is still the typed one."""
    return Draft(typed, typed, default_scheme, (Piece(0, len(typed), typed, None),), (), intranet)


def _cut(pieces: Iterable[Piece], places: list[int]) -> list[Piece]:
    """The pieces, cut at places in their text, which are in order. No piece is copied twice.

    >>> [piece.text for piece in _cut([Piece(0, 3, "abc", None), Piece(3, 9, "defghi", None)], [3, 4, 6])]
    ['abc', 'd', 'ef', 'ghi']
    """
    cut = []
    number = begin = 0
    for piece in pieces:
        start, end = 0, len(piece.text)
        while number < len(places) and places[number] < begin + end:
            if (place := places[number] - begin) > start:
                cut.append(piece.slice(start, place))
                start = place
            number += 1
        cut.append(piece.slice(start, end))
        begin += end
    return cut
