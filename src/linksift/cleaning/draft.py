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
    became: str = ""


class Piece(NamedTuple):
    """A part of a draft's text, the span of what was typed that it stands for, and the rule that made it so."""

    start: int
    end: int
    text: str
    by: Rule | None

    def divided(self, length: int) -> tuple["Piece", "Piece"]:
        """The piece in two. What a rule made cannot be told apart, and so the first half stands for all that it was.

        >>> Piece(3, 7, "abcd", None).divided(1)
        (Piece(start=3, end=4, text='a', by=None), Piece(start=4, end=7, text='bcd', by=None))
        """
        middle = self.end if self.by else self.start + length
        return self._replace(end=middle, text=self.text[:length]), self._replace(start=middle, text=self.text[length:])


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
        rest = list(reversed(self.pieces))
        pieces: list[Piece] = []
        position = 0
        for edit in edits:
            pieces += _taken(rest, edit.start - position)
            while rest and not rest[-1].text:
                pieces.append(rest.pop())
            over = list(_taken(rest, edit.end - edit.start))
            start = over[0].start if over else rest[-1].start if rest else len(self.typed)
            pieces.append(Piece(start, over[-1].end if over else start, edit.became, by))
            position = edit.end
        if not position and not pieces:
            return self
        pieces += reversed(rest)
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


def _taken(rest: list[Piece], length: int) -> Iterator[Piece]:
    """Pieces off the end of a list, which is in reverse, until their texts have the length; the last is divided."""
    while length > 0:
        piece = rest.pop()
        if len(piece.text) > length:
            piece, behind = piece.divided(length)
            rest.append(behind)
        length -= len(piece.text)
        yield piece


def _note(piece: Piece) -> Note:
    assert piece.by is not None
    return Note(rule_name(piece.by), piece.start, piece.end, piece.text, why(piece.by))
