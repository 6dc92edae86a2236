"""What was typed, on its way to a URI: a text, and for each piece of it where it comes from.

Here belongs the one mechanism by which a text is changed. Nothing disappears without a note, because a rule says what
it changes and this page does it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from linksift.notes import Note, rule_name, why

Rule = Callable[["Draft"], Iterable["Edit"]]
"""A repair: it reads a draft and says what to change in it, in order; no two edits overlap."""


class Edit(NamedTuple):
    """A span of a draft's text (code points, half-open), and what is to stand there."""

    start: int
    end: int
    replacement: str = ""


class Piece(NamedTuple):
    """A part of a draft's text, the span of what was typed that it stands for, and the rule that made it so."""

    start: int
    end: int
    text: str
    by: Rule | None

    def part(self, start: int, end: int) -> "Piece":
        """A part of the piece. What a rule made cannot be told apart, and so the first part stands for all that it was.

        >>> Piece(3, 7, "abcd", None).part(1, 3)
        Piece(start=4, end=6, text='bc', by=None)
        >>> Piece(3, 7, "abcd", print).part(1, 3)[:2]
        (7, 7)
        """
        if (start, end) == (0, len(self.text)):
            return self
        last = self.end if self.by else self.start + end
        return Piece(self.source(start), last, self.text[start:end], self.by)

    def source(self, place: int) -> int:
        """Where in what was typed stands what is at a place in the text.

        >>> Piece(3, 7, "abcd", None).source(1), Piece(3, 5, "abcd", print).source(1)
        (4, 5)
        """
        if self.by is None:
            return self.start + place
        return self.end if place else self.start


class Draft(NamedTuple):
    """A text on its way to a URI. `default_scheme` is for names without one; `done` are the rules that changed it."""

    typed: str
    text: str
    default_scheme: str
    pieces: tuple[Piece, ...]
    done: tuple[Rule, ...] = ()

    def edited(self, by: Rule, edits: Iterable[Edit]) -> "Draft":
        """The draft with edits made by a rule; itself when there are none.

        >>> draft = new_draft("(http//a)", "http")
        >>> draft.edited(print, [Edit(0, 1), Edit(5, 5, ":"), Edit(8, 9)]).text
        'http://a'
        """
        rest = _Pieces(self.pieces)
        pieces: list[Piece] = []
        position = 0
        for edit in edits:
            pieces += rest.taken(edit.start - position)
            pieces += rest.empty()
            over = list(rest.taken(edit.end - edit.start))
            start = over[0].start if over else rest.source(len(self.typed))
            pieces.append(Piece(start, over[-1].end if over else start, edit.replacement, by))
            position = edit.end
        if not position and not pieces:
            return self
        pieces += rest.all()
        done = self.done if by in self.done else (*self.done, by)
        return self._replace(text="".join([piece.text for piece in pieces]), pieces=tuple(pieces), done=done)

    def with_repairs_of(self, rules: Collection[Rule]) -> str:
        """What was typed, with what these rules made of it in place, and all else as it was typed.

        >>> draft = new_draft("(http//a)", "http").edited(print, [Edit(0, 1)]).edited(repr, [Edit(4, 4, ":")])
        >>> draft.with_repairs_of([print]), draft.with_repairs_of([repr])
        ('http//a)', '(http://a)')
        """
        pieces = self.pieces
        return "".join([piece.text if piece.by in rules else self.typed[piece.start : piece.end] for piece in pieces])

    def notes(self) -> tuple[Note, ...]:
        """What was done to what was typed, in its order; none overlap. What one rule did side by side is one note."""
        made: list[Piece] = []
        for piece in self.pieces:
            if piece.by is None:
                continue
            if made and made[-1].by is piece.by and made[-1].end == piece.start:
                made[-1] = made[-1]._replace(end=piece.end, text=made[-1].text + piece.text)
            else:
                made.append(piece)
        return tuple(_note(piece) for piece in made if self.typed[piece.start : piece.end] != piece.text)


def new_draft(typed: str, default_scheme: str) -> Draft:
    """The draft that is what was typed."""
    return Draft(typed, typed, default_scheme, (Piece(0, len(typed), typed, None),) if typed else ())


class _Pieces:
    """Pieces that are taken from the front; none is copied twice. Of the next, `gone` code points are taken."""

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self.index = 0
        self.gone = 0

    def taken(self, length: int) -> Iterator[Piece]:
        """Pieces until their texts have the length; the last may be a part of one."""
        while length > 0:
            piece = self.pieces[self.index]
            start, end = self.gone, min(self.gone + length, len(piece.text))
            length -= end - start
            self.gone = end
            if end == len(piece.text):
                self.index, self.gone = self.index + 1, 0
            yield piece.part(start, end)

    def empty(self) -> Iterator[Piece]:
        """The pieces without a text that come next."""
        while self.index < len(self.pieces) and not self.pieces[self.index].text:
            yield self.pieces[self.index]
            self.index += 1

    def source(self, end: int) -> int:
        """Where in what was typed that stands which comes next; `end` behind the last."""
        return self.pieces[self.index].source(self.gone) if self.index < len(self.pieces) else end

    def all(self) -> Iterator[Piece]:
        """What is left."""
        if self.index < len(self.pieces):
            piece = self.pieces[self.index]
            yield piece.part(self.gone, len(piece.text))
            yield from self.pieces[self.index + 1 :]


def _note(piece: Piece) -> Note:
    assert piece.by is not None
    return Note(rule_name(piece.by), piece.start, piece.end, piece.text, why(piece.by))
