"""A draft: the typed text on its way to becoming a URI, and a record of where each piece of it comes from.

Rules only yield edits, and only this module applies them, so every change leaves a note.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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
        last = self.end if self.rule else self.start + end
        return Piece(self.source(start), last, self.text[start:end], self.rule)

    def source(self, offset: int) -> int:
        """The offset in the typed text that corresponds to an offset in the piece's text.

        >>> Piece(3, 7, "abcd", None).source(1), Piece(3, 5, "abcd", print).source(1)
        (4, 5)
        """
        if self.rule is None:
            return self.start + offset
        return self.end if offset else self.start


class Draft(NamedTuple):
    """The text so far. `default_scheme` is for names without a scheme; `applied` lists the rules that changed the text.

    With `intranet`, a single label with a port or path is a host too. `characters` contains the characters of the text
    if it is ASCII, otherwise None.
    """

    typed: str
    text: str
    default_scheme: str
    pieces: tuple[Piece, ...]
    characters: frozenset[str] | None
    applied: tuple[Rule, ...] = ()
    intranet: bool = False

    def may_have_any_of(self, characters: str) -> bool:
        """Whether the text contains any of these characters, or is not ASCII.

        >>> new_draft("a<", "http").may_have_any_of("<>"), new_draft("a", "http").may_have_any_of("<>")
        (True, False)
        """
        return self.characters is None or not self.characters.isdisjoint(characters)

    def edited(self, rule: Rule, edits: Sequence[Edit]) -> "Draft":
        """The draft after a rule's edits.

        >>> draft = new_draft("(http//a)", "http")
        >>> draft.edited(print, [Edit(0, 1), Edit(5, 5, ":"), Edit(8, 9)]).text
        'http://a'
        """
        rest = _PieceReader(self.pieces)
        pieces: list[Piece] = []
        position = 0
        for edit in edits:
            pieces += rest.take(edit.start - position)
            pieces += rest.take_empty()
            over = list(rest.take(edit.end - edit.start))
            start = over[0].start if over else rest.source(len(self.typed))
            pieces.append(Piece(start, over[-1].end if over else start, edit.replacement, rule))
            position = edit.end
        pieces += rest.take_rest()
        applied = self.applied if rule in self.applied else (*self.applied, rule)
        text = "".join([piece.text for piece in pieces])
        characters = _ascii_characters(text)
        return Draft(self.typed, text, self.default_scheme, tuple(pieces), characters, applied, self.intranet)

    def with_repairs_of(self, rules: Collection[Rule]) -> str:
        """The typed text with only the repairs that these rules made.

        >>> draft = new_draft("(http//a)", "http").edited(print, [Edit(0, 1)]).edited(repr, [Edit(4, 4, ":")])
        >>> draft.with_repairs_of([print]), draft.with_repairs_of([repr])
        ('http//a)', '(http://a)')
        """
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
        return tuple(_note(piece) for piece in made if self.typed[piece.start : piece.end] != piece.text)


def new_draft(typed: str, default_scheme: str, intranet: bool = False) -> Draft:
    """A draft whose text is still the typed one."""
    pieces = (Piece(0, len(typed), typed, None),) if typed else ()
    return Draft(typed, typed, default_scheme, pieces, _ascii_characters(typed), intranet=intranet)


def _ascii_characters(text: str) -> frozenset[str] | None:
    return frozenset(text) if text.isascii() else None


class _PieceReader:
    """Takes pieces from the front, copying none twice; `used` code points of the next piece have been taken already."""

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        self.pieces = pieces
        self.index = 0
        self.used = 0

    def take(self, length: int) -> Iterator[Piece]:
        """The next pieces, up to a given length of text; the last may be only part of a piece."""
        while length > 0:
            piece = self.pieces[self.index]
            start, end = self.used, min(self.used + length, len(piece.text))
            length -= end - start
            self.used = end
            if end == len(piece.text):
                self.index, self.used = self.index + 1, 0
            yield piece.slice(start, end)

    def take_empty(self) -> Iterator[Piece]:
        """The empty pieces that come next."""
        while self.index < len(self.pieces) and not self.pieces[self.index].text:
            yield self.pieces[self.index]
            self.index += 1

    def source(self, end: int) -> int:
        """The offset in the typed text at which the rest begins, or `end` after the last piece."""
        return self.pieces[self.index].source(self.used) if self.index < len(self.pieces) else end

    def take_rest(self) -> Iterator[Piece]:
        """All remaining pieces."""
        if self.index < len(self.pieces):
            piece = self.pieces[self.index]
            yield piece.slice(self.used, len(piece.text))
            yield from self.pieces[self.index + 1 :]


def _note(piece: Piece) -> Note:
    assert piece.rule is not None
    return Note(rule_name(piece.rule), piece.start, piece.end, piece.text, why(piece.rule))
