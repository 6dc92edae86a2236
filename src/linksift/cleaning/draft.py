"""A draft: the typed text on its way to becoming a URI, and a record of where each piece of it comes from.

Rules only yield edits, and only this module applies them, so every change leaves a note.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from linksift.notes import Note, edited, rule_name, why

Rule = Callable[["Draft"], Iterable["Edit"]]
"""A repair: it reads a draft and yields the edits to make, in order and without overlap."""


class Edit(NamedTuple):
    """A span of a draft's text (code points, half-open), and the text that replaces it."""

    start: int
    end: int
    replacement: str = ""


class Piece(NamedTuple):
    """A part of a draft's text: its source, a span of the typed text, its length, and the rule that made it, if any."""

    start: int
    end: int
    length: int
    rule: Rule | None

    def split(self, length: int) -> tuple["Piece", "Piece"]:
        """The first part, of this length, and the rest. Text from a rule maps to its source as a whole, so the first
        part gets the whole source.

        >>> [part[:3] for part in Piece(3, 7, 4, None).split(1)], [part[:3] for part in Piece(3, 7, 4, print).split(1)]
        ([(3, 4, 1), (4, 7, 3)], [(3, 7, 1), (7, 7, 3)])
        """
        middle = self.end if self.rule else self.start + length
        return Piece(self.start, middle, length, self.rule), Piece(middle, self.end, self.length - length, self.rule)


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
        left = deque(self.pieces)
        pieces: list[Piece] = []
        position = 0
        for start, end, replacement in edits:
            pieces += _taken(left, start - position)
            while left and not left[0].length:
                pieces.append(left.popleft())
            source = left[0].start if left else len(self.typed)
            dropped = _taken(left, end - start)
            pieces.append(Piece(source, dropped[-1].end if dropped else source, len(replacement), rule))
            position = end
        applied = self.applied if rule in self.applied else (*self.applied, rule)
        text = edited(self.text, edits)
        return Draft(self.typed, text, self.default_scheme, (*pieces, *left), applied, self.intranet)

    def with_repairs_of(self, rules: Collection[Rule]) -> str:
        """The typed text with only the repairs that these rules made.

        >>> draft = new_draft("(http//a)", "http").edited(print, [Edit(0, 1)]).edited(repr, [Edit(4, 4, ":")])
        >>> draft.with_repairs_of([print]), draft.with_repairs_of([repr])
        ('http//a)', '(http://a)')
        """
        if set(self.applied).issubset(rules):
            return self.text
        made: list[str] = []
        position = 0
        for start, end, length, rule in self.pieces:
            made.append(self.text[position : position + length] if rule in rules else self.typed[start:end])
            position += length
        return "".join(made)

    def notes(self) -> tuple[Note, ...]:
        """A note for each change, in order and without overlap. Adjacent changes by one rule share a note."""
        made: list[Note] = []
        position = 0
        for start, end, length, rule in self.pieces:
            if rule is not None:
                name, text = rule_name(rule), self.text[position : position + length]
                if made and made[-1].rule == name and made[-1].end == start:
                    made[-1] = made[-1]._replace(end=end, replacement=f"{made[-1].replacement}{text}")
                else:
                    made.append(Note(name, start, end, text, why(rule)))
            position += length
        return tuple([note for note in made if self.typed[note.start : note.end] != note.replacement])


def new_draft(typed: str, default_scheme: str, intranet: bool = False) -> Draft:
    """A draft whose text is still the typed one."""
    return Draft(typed, typed, default_scheme, (Piece(0, len(typed), len(typed), None),), (), intranet)


def _taken(pieces: deque[Piece], length: int) -> list[Piece]:
    """Take pieces of this length in all from the left, splitting the last one if necessary.

    >>> left = deque([Piece(0, 3, 3, None), Piece(3, 9, 6, None)])
    >>> [piece.length for piece in _taken(left, 5)], [piece.length for piece in left]
    ([3, 2], [4])
    """
    taken: list[Piece] = []
    while length > 0:
        piece = pieces.popleft()
        if piece.length > length:
            piece, rest = piece.split(length)
            pieces.appendleft(rest)
        taken.append(piece)
        length -= piece.length
    return taken
