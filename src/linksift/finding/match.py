"""What finding speaks of: candidates, which are unproved, and matches, which have passed the validator.

Here belong the records that travel through the pipeline. What turns one into the next never does.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from linksift.notes import Note, rule_name, why
from linksift.uri import Reference, parse, to_iri


class Step(NamedTuple):
    """A note before anybody asked for it: the rule itself, the source span, what it became (None: a remark)."""

    rule: Callable[..., Any]
    start: int
    end: int
    became: str | None


class Candidate(NamedTuple):
    """Where a URI may be, with all that later stages need, so that they never read the source.

    `text` is the source from `start` on (code points); `gaps` are the spans of it, half-open, where white space (and a
    line's prefix) breaks the URI. `before` is the emphasis directly in front of it; `closer` says that `text` ends with
    a closing bracket that nothing in it opened; `exact` that it stands in angle brackets, where nothing is trimmed.
    `remarks` are what scanning saw, and `longer` is `text` as a reader has it who does not take what follows for prose.
    `kind` is that of its match, and `prefix` what a name without a scheme needs before it to be a URI. `others` are
    candidates from the same start with other line breaks joined, whose matches are alternatives. `as_is` says that the
    rules of another standard took it (UTS #58), so that nothing in it is undone, and all is encoded that a URI lacks.
    """

    start: int
    text: str
    enclosure: str | None = None
    gaps: tuple[tuple[int, int], ...] = ()
    before: str = ""
    closer: bool = False
    exact: bool = False
    remarks: tuple[Step, ...] = ()
    longer: str | None = None
    others: tuple["Candidate", ...] = ()
    typeset: tuple[int, ...] = ()
    kind: str = "uri"
    prefix: str = ""
    as_is: bool = False


class Nothing(NamedTuple):
    """No URI here, and nothing before `end` (code points of the source) has to be looked at again."""

    end: int


class Told(NamedTuple):
    """What a match can tell beside itself: the steps that led to it, and the other readings."""

    steps: tuple[Step, ...]
    alternatives: tuple["Match", ...] = ()


class Prefixed(NamedTuple):
    """What a match tells that only got a prefix: the rule that put it there, and the one that ended the match, if any.

    One is made for each such pair of rules, and shared by all matches.
    """

    prefixed_by: Callable[..., Any] | None
    ended_by: Callable[..., Any] | None


class Draft:
    """A match while its fields are set; `Match` has the same slots, and cannot be changed.

    A frozen dataclass would set each field through `object.__setattr__`, which takes three times as long. Each field
    costs time, so that `told` is only the rule that ended the URI, if any, where there is no more to tell.
    """

    __slots__ = ("_told", "enclosure", "end", "kind", "start", "text", "uri")

    def __init__(
        self,
        uri: str,
        start: int,
        end: int,
        text: str,
        kind: str,
        enclosure: str | None,
        told: Told | Prefixed | Callable[..., Any] | None,
    ) -> None:
        self.uri = uri
        self.start = start
        self.end = end
        self.text = text
        self.kind = kind
        self.enclosure = enclosure
        self._told = told


class Match(Draft):
    """A URI found in a text. Immutable, picklable; it does not keep the text alive.

    `uri` is always a valid URI (RFC 3986, Appendix A); `start` and `end` are code points of the source, half-open, and
    `text` is what stands there. `kind` is "uri", "suffix", "email" or "domain". `enclosure` names the delimiters around
    it (None, "angle", "double-quote", "parentheses", ...).
    """

    __slots__ = ()

    @property
    def iri(self) -> str:
        """The readable form: what `uri` maps back to (RFC 3987, 3.2)."""
        return to_iri(self.uri)

    @property
    def reference(self) -> Reference:
        """`uri`, taken apart."""
        return parse(self.uri)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Why each character was kept, dropped or changed, in the order of the source.

        Those with a `became`, put in place of their spans, turn `text` into `uri`; the others are remarks.
        """
        steps = self._details().steps
        notes = [Note(rule_name(step.rule), step.start, step.end, step.became, why(step.rule)) for step in steps]
        return tuple(sorted(notes, key=lambda note: (note.start, note.end)))

    @property
    def alternatives(self) -> tuple["Match", ...]:
        """The other readings, likeliest first, without alternatives of their own: 8 at most."""
        return self._details().alternatives

    def with_alternatives(self, alternatives: tuple["Match", ...]) -> "Match":
        """This match, with other readings beside it."""
        return new_match(*self._fields(), Told(self._details().steps, alternatives))

    def moved(self, by: int) -> "Match":
        """This match where so many code points more stand before it."""
        told = self._told
        if isinstance(told, Told):
            steps = tuple(step._replace(start=step.start + by, end=step.end + by) for step in told.steps)
            told = Told(steps, tuple(other.moved(by) for other in told.alternatives))
        return new_match(self.uri, self.start + by, self.end + by, self.text, self.kind, self.enclosure, told)

    def _fields(self) -> tuple[Any, ...]:
        return self.uri, self.start, self.end, self.text, self.kind, self.enclosure

    def _details(self) -> Told:
        if isinstance(self._told, Told):
            return self._told
        steps: tuple[Step, ...] = ()
        told = self._told if isinstance(self._told, Prefixed) else Prefixed(None, self._told)
        prefixed_by, ended_by = told
        if prefixed_by is not None:
            steps = (Step(prefixed_by, self.start, self.start, self.uri.removesuffix(self.text)),)
        return Told(steps if ended_by is None else (*steps, Step(ended_by, self.end, self.end + 1, None)))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Match cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Match cannot be changed ({name})")

    def __reduce__(self) -> tuple[Callable[..., "Match"], tuple[Any, ...]]:
        return new_match, (*self._fields(), self._told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._fields() == other._fields() and self._details() == other._details()

    def __hash__(self) -> int:
        return hash((self.uri, self.start, self.end))

    def __repr__(self) -> str:
        enclosed = f", enclosure={self.enclosure!r}" if self.enclosure else ""
        return f"<Match {self.start}:{self.end} {self.reference!r}{enclosed}>"


def new_match(*fields: Any) -> Match:
    """A match of the fields of `Draft`, in their order."""
    draft = Draft(*fields)
    draft.__class__ = Match
    return draft  # type: ignore[return-value]


def told_by(match: Match) -> Told:
    """What a match can tell: for who puts it somewhere else."""
    return match._details()
