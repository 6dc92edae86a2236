"""What finding speaks of: candidates, which are unproved, and matches, which have passed the validator.

Here belong the records that travel through the pipeline. What turns one into the next never does.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from linksift.notes import Note, rule, rule_name, why
from linksift.uri import Reference, is_uri, parse, to_iri


class Step(NamedTuple):
    """A note before anybody asked for it: the rule itself, the source span, what it became (None: a remark)."""

    rule: Callable[..., Any]
    start: int
    end: int
    replacement: str | None


class Continuation(NamedTuple):
    """What a reader needs who does not take for prose what stands behind a candidate, and reads on.

    It stands in `block` from `offset` on (code points); the rest is the state of the reading that ended there.
    """

    block: str
    offset: int
    quote_closers: str
    open_brackets: str
    after_query: bool
    after_fragment: bool


class Candidate(NamedTuple):
    """Where a URI may be, with all that later stages need, so that they never read the source.

    `text` is the source from `start` on (code points); `gaps` are the spans of it, half-open, where white space (and a
    line's prefix) breaks the URI. `emphasis_before` is the emphasis directly in front of it; `ends_in_closing_bracket` says that `text` ends with
    a closing bracket that nothing in it opened; `no_trim` that it stands in angle brackets, where nothing is trimmed.
    `remarks` are what scanning saw. `kind` is that of its match, and `prefix` what a name without a scheme needs before
    it to be a URI. `variants` are other readings from the same start, whose matches are alternatives, and `continuation`
    is for one that is made when somebody asks. `typeset_hyphens` are where those gaps begin before which a typesetter put the
    hyphen. `verbatim` says that the rules of another standard took it (UTS #58), so that nothing in it is undone, and all
    is encoded that a URI lacks.
    """

    start: int
    text: str
    enclosure: str | None = None
    gaps: tuple[tuple[int, int], ...] = ()
    emphasis_before: str = ""
    ends_in_closing_bracket: bool = False
    no_trim: bool = False
    remarks: tuple[Step, ...] = ()
    variants: tuple["Candidate", ...] = ()
    continuation: Continuation | None = None
    typeset_hyphens: tuple[int, ...] = ()
    kind: str = "uri"
    prefix: str = ""
    verbatim: bool = False


class SkipTo(NamedTuple):
    """No URI here. Places are code points of the source.

    The next match begins at `end` or later. Names (suffix references, addresses, bare domains) begin at `names` or
    later: what stands before it is a part of what was refused.
    """

    end: int
    names: int = 0


class ResumeAt(NamedTuple):
    """Where a search goes on, in code points: at hits from `hits` on, with matches that begin at `matches` or later,
    and names without a scheme that begin at `names` or later.
    """

    hits: int = 0
    matches: int = 0
    names: int = 0


class MatchDetails(NamedTuple):
    """What a match can tell beside itself: the steps that led to it, the other readings, and what was trimmed behind it
    that may be its own."""

    steps: tuple[Step, ...]
    alternatives: tuple["Match", ...] = ()
    rest: str = ""


class LazyDetails(NamedTuple):
    """What a match can tell, before anybody asks: `tell` makes it, for the text in which the match was found.

    `by` counts the code points that stand before that text.
    """

    tell: Callable[[], MatchDetails]
    by: int = 0

    def told(self) -> MatchDetails:
        """What the match can tell, at its places in the whole."""
        return shift_details(self.tell(), self.by)


class CompactDetails(NamedTuple):
    """What a match tells with no more to tell: the rule that put a prefix before it and the one that ended it, if any.

    `rest` is as in `MatchDetails`. One is made for each such pair of rules, and shared by all matches.
    """

    prefixed_by: Callable[..., Any] | None
    ended_by: Callable[..., Any] | None
    rest: str = ""


_NO_DETAILS = CompactDetails(None, None)

MOST_ALTERNATIVES = 8


class MutableMatch:
    """A match while its fields are set; `Match` has the same slots, and cannot be changed.

    A frozen dataclass would set each field through `object.__setattr__`, which takes three times as long. Each field
    costs time, so that `told` is CompactDetails, or None, where there is no more to tell.
    """

    __slots__ = ("_stored_details", "enclosure", "end", "kind", "start", "text", "uri")

    uri: str
    start: int
    end: int
    text: str
    kind: str
    enclosure: str | None
    _stored_details: MatchDetails | LazyDetails | CompactDetails | None

    def __init__(
        self,
        uri: str,
        start: int,
        end: int,
        text: str,
        kind: str,
        enclosure: str | None,
        told: MatchDetails | LazyDetails | CompactDetails | None,
    ) -> None:
        self.uri = uri
        self.start = start
        self.end = end
        self.text = text
        self.kind = kind
        self.enclosure = enclosure
        self._stored_details = told


class Match(MutableMatch):
    """A URI found in a text. Immutable, picklable; it does not keep the text alive.

    `uri` is always a valid URI (RFC 3986, Appendix A); `start` and `end` are code points of the source, half-open, and
    `text` is what stands there. `kind` is "uri", "suffix", "email" or "domain", or "stated" for what a document states
    to be a link. `enclosure` names the delimiters around it (None, "angle", "double-quote", "parentheses", ...).
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

        Those with a `replacement`, put in place of their spans, turn `text` into `uri`; the others are remarks.
        """
        steps = self._details().steps
        notes = [Note(rule_name(step.rule), step.start, step.end, step.replacement, why(step.rule)) for step in steps]
        return tuple(sorted(notes, key=lambda note: (note.start, note.end)))

    @property
    def alternatives(self) -> tuple["Match", ...]:
        """The other readings, likeliest first, without alternatives of their own: 8 at most."""
        told = self._details()
        return (*told.alternatives, *untrimmed(self, told))[:MOST_ALTERNATIVES]

    def with_alternatives(self, alternatives: tuple["Match", ...]) -> "Match":
        """This match, with other readings beside it."""
        return new_match(*self._fields(), self._details()._replace(alternatives=alternatives))

    def shifted(self, by: int) -> "Match":
        """This match where so many code points more stand before it."""
        told = self._stored_details
        if isinstance(told, MatchDetails):
            told = shift_details(told, by)
        elif isinstance(told, LazyDetails):
            told = told._replace(by=told.by + by)
        return new_match(self.uri, self.start + by, self.end + by, self.text, self.kind, self.enclosure, told)

    def _fields(self) -> tuple[Any, ...]:
        return self.uri, self.start, self.end, self.text, self.kind, self.enclosure

    def _details(self) -> MatchDetails:
        if isinstance(self._stored_details, MatchDetails):
            return self._stored_details
        if isinstance(self._stored_details, LazyDetails):
            told = self._stored_details.told()
            object.__setattr__(self, "_stored_details", told)  # told once, and the same whoever asks first
            return told
        steps: tuple[Step, ...] = ()
        prefixed_by, ended_by, rest = self._stored_details or _NO_DETAILS
        if prefixed_by is not None:
            steps = (Step(prefixed_by, self.start, self.start, self.uri.removesuffix(self.text)),)
        return MatchDetails(
            steps if ended_by is None else (*steps, Step(ended_by, self.end, self.end + 1, None)), (), rest
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Match cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Match cannot be changed ({name})")

    def __reduce__(self) -> tuple[Callable[..., "Match"], tuple[Any, ...]]:
        told = self._details() if isinstance(self._stored_details, LazyDetails) else self._stored_details
        return new_match, (*self._fields(), told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._fields() == other._fields() and self._details() == other._details()

    def __hash__(self) -> int:
        return hash((self.uri, self.start, self.end))

    def __repr__(self) -> str:
        enclosed = f", enclosure={self.enclosure!r}" if self.enclosure else ""
        return f"<Match {self.start}:{self.end} {self.reference!r}{enclosed}>"


def new_match(*fields: Any) -> Match:
    """A match of the fields of `MutableMatch`, in their order."""
    draft = MutableMatch(*fields)
    draft.__class__ = Match
    return draft  # type: ignore[return-value]


@rule
def untrimmed(match: Match, told: MatchDetails) -> Iterator[Match]:
    """What was trimmed at the end may be the URI's own after all, so that it is an alternative (robinst/linkify#57).

    >>> [other.uri for match in linksift.find("Is it http://a/x?") for other in match.alternatives]
    ['http://a/x?']
    """
    last = match.end + len(told.rest)
    trimmed = sorted((step for step in told.steps if match.end <= step.start and step.end <= last), key=lambda s: s.end)
    for place, step in enumerate(trimmed, 1):
        kept = told.rest[: step.end - match.end]
        if len(kept) < step.end - match.end or not kept.isascii() or not is_uri(match.uri + kept):
            return
        left = (other for other in told.steps if other not in trimmed[:place])
        steps = (*left, Step(untrimmed, match.end, step.end, None))
        text = match.text + kept
        yield new_match(match.uri + kept, match.start, step.end, text, match.kind, match.enclosure, MatchDetails(steps))


def shift_details(told: MatchDetails, by: int) -> MatchDetails:
    """What a match can tell, where so many code points more stand before it."""
    if not by:
        return told
    steps = tuple(step._replace(start=step.start + by, end=step.end + by) for step in told.steps)
    return MatchDetails(steps, tuple(other.shifted(by) for other in told.alternatives), told.rest)


def details_of(match: Match) -> MatchDetails:
    """What a match can tell: for who puts it somewhere else."""
    return match._details()
