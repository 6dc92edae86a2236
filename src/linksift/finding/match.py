"""The records that finding creates: candidates, which are not yet validated, and matches, which are."""

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from linksift.arguments import Immutable
from linksift.delimiters import STOPS
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import Note, rule, rule_name, why
from linksift.registries import domain_lookalikes
from linksift.uri import (
    Reference,
    hide_passwords,
    host_of_valid_reference,
    is_uri,
    reference_to_valid,
    registered_domain_of,
    site_of,
    to_iri,
)

_GLUED_WORD = lazy_pattern(rf"(?<=[^/:])/[^/?#]*?\.([a-z][a-z0-9]{{1,5}}?)(?=[{STOPS}]?[A-Z][a-z])")
"""A file name with a lowercase extension, before a capital letter, perhaps with a punctuation mark between them."""

Y = TypeVar("Y")
R = TypeVar("R")


class Step(NamedTuple):
    """A note before its text is created: the rule, the span, and its replacement (None for a remark).

    Spans count the code points of the source, or, while a candidate is read, those of the text that a stage reads.
    """

    rule: Callable[..., Any]
    start: int
    end: int
    replacement: str | None

    def shifted(self, by: int) -> "Step":
        """This step, moved by `by` code points."""
        return Step(self.rule, self.start + by, self.end + by, self.replacement)


class Continuation(NamedTuple):
    """The text after a candidate that did not end at white space, for readings that continue into it.

    It is the part of `block` that starts at `offset` (code points) and extends to white space or one of `<>"`, which
    may be the last character of the block. Neighbouring candidates share a block.
    """

    block: str
    offset: int

    def text(self, length: int) -> str:
        """The text after the candidate, of at most this length."""
        found = self.block[self.offset : self.offset + length]
        return found[:-1] if found[-1:].isspace() or found.endswith(("<", ">", '"')) else found


class Candidate(NamedTuple):
    """A place where a URI may be, with everything that later stages need, so they never read the source.

    `text` is the source starting at `start` (code points). `gaps` are the half-open spans in it where white space,
    including the prefix of the next line, breaks the URI; `typeset_hyphens` are the starts of the gaps that follow a
    hyphen inserted by a typesetter. `emphasis_before` contains the marks of the emphasis that may close at its end, or
    `/*` if a comment may. If `ends_in_closing_bracket` is set, nothing in `text` opens the bracket at its end. `kind`
    is the kind of the match, and `prefix` turns a name without a scheme into a URI. `remarks` are the notes from
    scanning. `confidence` is the probability that all decisions made on evidence at white space in it are right.

    `no_trim` is set in angle brackets, which show where the URI ends. In `verbatim` text, everything that a URI cannot
    contain is encoded. Verbatim text with `no_trim` is delimited by another standard (UTS #58, quoted addresses), and
    no break or escape in it is undone. Verbatim text without `no_trim` is another reading (see `other_readings`), which
    may have several unpaired closers.

    The matches of `variants`, which are other readings from the same start, become alternatives. So do the readings
    that continue into the `continuation`, which are made only when they are requested.
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
    confidence: float = 1.0

    @property
    def is_delimited_by_standard(self) -> bool:
        """Whether another standard delimits the text; if so, nothing in it is undone, and it has no other reading."""
        return self.verbatim and self.no_trim


class SkipTo(NamedTuple):
    """There is no URI here, and the next match begins at `matches` or later (code points of the source).

    Names without a scheme (suffix references, addresses, bare domains) begin at `names` or later, since the text before
    that is part of what was refused.
    """

    matches: int
    names: int = 0


class OwnSearch(NamedTuple):
    """The place where the search for custom matches resumes: each matcher resumes at its own position.

    `longest` is the custom match found last, if a longer custom match may still overlap it; `held` are the built-in
    matches that a custom match may still overlap. `seconds` is the time that each matcher has left for the text.
    """

    positions: tuple[int, ...] = ()
    longest: "Match | None" = None
    held: "tuple[Match, ...]" = ()
    seconds: tuple[float | None, ...] = ()

    def moved(self, by: int) -> "OwnSearch":
        """This state after the first `by` code points of the text were dropped."""
        longest = self.longest.shifted(-by) if self.longest is not None else None
        held = tuple(match.shifted(-by) for match in self.held)
        return OwnSearch(tuple(place - by for place in self.positions), longest, held, self.seconds)


class ResumeAt(NamedTuple):
    """The place where a search resumes, in code points: at the hits from `hits` onward, for matches that begin at
    `matches` or later and names without a scheme that begin at `names` or later. `own` says where the search for
    custom matches resumes.
    """

    hits: int = 0
    matches: int = 0
    names: int = 0
    own: OwnSearch = OwnSearch()

    def mapped(self, offset: Callable[[int], int]) -> "ResumeAt":
        """The record with its positions mapped, none of which becomes negative, without the search for custom
        matches."""
        hits, matches, names = (max(0, offset(place)) for place in self[:3])
        return ResumeAt(hits, matches, names)


class Ending(Generic[Y, R]):
    """A generator whose return value is kept in `value` when it ends."""

    __slots__ = ("_generator", "value")

    value: R

    def __init__(self, generator: Generator[Y, None, R]) -> None:
        self._generator = generator

    def __iter__(self) -> Iterator[Y]:
        self.value = yield from self._generator


class MatchDetails(NamedTuple):
    """The parts of a match that are needed less often, such as the steps that produced it and its alternatives.

    `rest` is the text that was trimmed after the match but may be part of it. `raw` is the URI with the placeholders of
    templates as written, or "" if it has no placeholders. `confidence` is the confidence of the match.
    """

    steps: tuple[Step, ...]
    alternatives: tuple["Match", ...] = ()
    rest: str = ""
    raw: str = ""
    confidence: float = 1.0

    def shifted(self, by: int) -> "MatchDetails":
        """The details of the match, moved by `by` code points."""
        if not by:
            return self
        steps = tuple(step.shifted(by) for step in self.steps)
        return self._replace(steps=steps, alternatives=tuple(other.shifted(by) for other in self.alternatives))


class LaterDetails(Protocol):
    """Creates the details of a match on request (see `readings.first_valid_reading`)."""

    def own(self) -> MatchDetails:
        """The details except the alternatives and `rest`, which would require the other readings to be made."""

    def complete(self) -> MatchDetails:
        """All details."""

    def shifted(self, by: int) -> "LaterDetails":
        """The details of the match, moved by `by` code points."""


class CompactDetails(NamedTuple):
    """The details of a plain match: the rules that added its prefix, ended it, and trimmed it, if any.

    `rest` is the trimmed text, as in `MatchDetails`; the text that ended the match follows it. Matches share these
    records.
    """

    prefixed_by: Callable[..., Any] | None
    ended_by: Callable[..., Any] | None
    trimmed_by: Callable[..., Any] | None = None
    rest: str = ""

    def of(self, match: "Match") -> MatchDetails:
        """The details in full of a match with this record."""
        end, last = match.end, match.end + len(self.rest)
        steps = []
        if self.prefixed_by is not None:
            prefix = match.uri.removesuffix(match.text)
            steps.append(Step(self.prefixed_by, match.start, match.start, prefix))
        if self.ended_by is not None:
            steps.append(Step(self.ended_by, last, last + 1, None))
        if self.trimmed_by is not None:
            steps.append(Step(self.trimmed_by, end, last, None))
        return MatchDetails(tuple(steps), (), self.rest)


_NO_DETAILS = CompactDetails(None, None)

MOST_ALTERNATIVES = 8


class MutableMatch:
    """A match whose fields are still being set. `Match` has the same slots, but cannot be changed.

    A frozen dataclass would set each field with `object.__setattr__`, which takes three times as long. Creating details
    also takes time, so most matches have CompactDetails, None, or an object that creates the details on request.
    """

    __slots__ = ("_stored_details", "enclosure", "end", "kind", "start", "text", "uri")

    uri: str
    start: int
    end: int
    text: str
    kind: str
    enclosure: str | None
    _stored_details: MatchDetails | CompactDetails | LaterDetails | None


class Match(MutableMatch, Immutable):
    """A URI found in a text. Immutable and picklable; it does not keep the text alive.

    `uri` is always a valid URI (RFC 3986, Appendix A). `start` and `end` are code point offsets in the source,
    half-open, and `text` is the source between them. `kind` is "uri", "suffix", "email", "domain" or "ip", "stated" for
    a link that a document declares, or the name of a `Matcher`. `enclosure` names the delimiters around it (None,
    "angle", "double-quote", "parentheses", ...).
    """

    __slots__ = ()

    @property
    def raw(self) -> str:
        """`uri` with the placeholders of templates as written (the option `templates`).

        >>> match, = linksift.find("http://www.a.example/{code}/é", templates={"{}"})
        >>> match.raw, match.uri
        ('http://www.a.example/{code}/%C3%A9', 'http://www.a.example/%7Bcode%7D/%C3%A9')
        """
        return self._own_details().raw or self.uri

    @property
    def confidence(self) -> float:
        r"""The probability that every decision in this reading to join or not to join at white space is right.

        It is 1 if there was nothing to decide, or if an enclosure decided. The probabilities of readings that differ
        only in these decisions sum to at most 1.

        >>> match, = linksift.find("See http://a.example/b?c=\nd&e=1 there", rejoin="auto")
        >>> [(one.uri, one.confidence > 0.5) for one in (match, *match.alternatives)]
        [('http://a.example/b?c=d&e=1', True), ('http://a.example/b?c=', False)]
        """
        return self._details().confidence

    @property
    def iri(self) -> str:
        """The readable form: the IRI that `uri` maps back to (RFC 3987, 3.2)."""
        return to_iri(self.uri)

    @property
    def host(self) -> str | None:
        """The host of `uri`, as `reference.host` gives it, without parsing the URI again."""
        return host_of_valid_reference(self.uri)

    @property
    def site(self) -> str | None:
        """The registrable domain of the host according to the Public Suffix List, including companies' suffixes
        (`a.web.app`).

        All hosts of a site belong to one owner. None if there is no host, or for IP addresses, single labels, public
        suffixes themselves, or hosts that browsers refuse.

        >>> [match.site for match in linksift.find("http://www.bbc.co.uk http://b.a.web.app http://[::1]/ a@b.example")]
        ['bbc.co.uk', 'a.web.app', None, None]
        """
        return site_of(self.host)

    @property
    def registered_domain(self) -> str | None:
        """The registrable domain of the host if only the suffixes of registries count: `web.app` for `a.web.app`."""
        return registered_domain_of(self.host)

    @property
    def reference(self) -> Reference:
        """`uri`, parsed."""
        return reference_to_valid(self.uri)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Why each character was kept, dropped or changed, in source order.

        Notes with a `replacement` turn `text` into `uri` when each replaces its span; the others are remarks.
        """
        steps = self._own_details().steps
        notes = [Note(rule_name(step.rule), step.start, step.end, step.replacement, why(step.rule)) for step in steps]
        return tuple(sorted(notes, key=lambda note: (note.start, note.end)))

    @property
    def alternatives(self) -> tuple["Match", ...]:
        """At most 8 other readings, likeliest first, without alternatives of their own."""
        details = self._details()
        others = chain(details.alternatives, before_glued_word(self, details), untrimmed(self, details))
        return tuple(islice(others, MOST_ALTERNATIVES))  # lazily: each takes time that grows with the number of steps

    def with_alternatives(self, alternatives: tuple["Match", ...]) -> "Match":
        """A copy of this match with these alternatives."""
        return new_match(*self._fields(), self._details()._replace(alternatives=alternatives))

    def shifted(self, by: int) -> "Match":
        """This match, moved by `by` code points."""
        details = self._stored_details
        if details is not None and not isinstance(details, CompactDetails):
            details = details.shifted(by)
        return new_match(self.uri, self.start + by, self.end + by, self.text, self.kind, self.enclosure, details)

    def _fields(self) -> tuple[str, int, int, str, str, str | None]:
        return self.uri, self.start, self.end, self.text, self.kind, self.enclosure

    def _details(self) -> MatchDetails:
        stored = self._stored_details
        if stored is not None and not isinstance(stored, MatchDetails | CompactDetails):
            object.__setattr__(self, "_stored_details", stored.complete())  # each later call returns the same record
        return self._own_details()

    def _own_details(self) -> MatchDetails:
        """The details that require no other reading of the match: its steps and `raw`."""
        stored = self._stored_details or _NO_DETAILS
        if isinstance(stored, CompactDetails):
            return stored.of(self)
        return stored if isinstance(stored, MatchDetails) else stored.own()

    def __reduce__(self) -> tuple[Callable[..., "Match"], tuple[Any, ...]]:
        stored = self._stored_details
        is_compact = stored is None or isinstance(stored, CompactDetails)
        return new_match, (*self._fields(), stored if is_compact else self._details())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._fields() == other._fields() and self._details() == other._details()

    def __hash__(self) -> int:
        return hash((self.uri, self.start, self.end))

    def __repr__(self) -> str:
        enclosed = f", enclosure={self.enclosure!r}" if self.enclosure else ""
        return f"<Match {self.start}:{self.end} {self.reference!r}{enclosed}>"

    def to_dict(self) -> dict[str, Any]:
        """The match as a dict for `json.dumps`: its attributes, the alternatives as URIs, and the notes as dicts.
        `text` and `uri` are unchanged, including any password.

        >>> from linksift import find
        >>> found = find("see www.a.example.")[0].to_dict()
        >>> found["uri"], found["start"], found["alternatives"], found["notes"][0]["rule"]
        ('http://www.a.example', 4, ['http://www.a.example.'], 'encode.scheme_added')
        """
        names = ("uri", "start", "end", "text", "kind", "enclosure", "host", "iri", "confidence")
        return {
            **{name: getattr(self, name) for name in names},
            "alternatives": [other.uri for other in self.alternatives],
            "notes": [note._asdict() for note in self.notes],
        }

    def _repr_html_(self) -> str:
        """The match as a table row, for notebooks. The URI is not a link, and its password is not shown."""
        from html import escape  # lazily: only notebooks need it

        cells = (f"{self.start}:{self.end}", self.kind, hide_passwords(self.uri))
        return f"<table><tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr></table>"


def new_match(
    uri: str,
    start: int,
    end: int,
    text: str,
    kind: str,
    enclosure: str | None,
    details: MatchDetails | CompactDetails | LaterDetails | None,
) -> Match:
    """A match with the fields of `MutableMatch`."""
    match = MutableMatch()
    match.uri = uri
    match.start = start
    match.end = end
    match.text = text
    match.kind = kind
    match.enclosure = enclosure
    match._stored_details = details
    match.__class__ = Match
    return match  # type: ignore[return-value]


@rule
def untrimmed(match: Match, details: MatchDetails) -> Iterator[Match]:
    """Characters trimmed at the end may belong to the URI after all: an alternative includes them (robinst/linkify#57).

    >>> [other.uri for match in linksift.find("Is it http://a/x?") for other in match.alternatives]
    ['http://a/x?']
    """
    last = match.end + len(details.rest)
    trimmed = [step for step in details.steps if match.end <= step.start and step.end <= last]
    trimmed.sort(key=lambda step: step.end)
    for count, step in enumerate(trimmed, 1):
        kept = details.rest[: step.end - match.end]
        if len(kept) < step.end - match.end or not kept.isascii() or not is_uri(match.uri + kept):
            return
        others = (other for other in details.steps if other not in trimmed[:count])
        steps = (*others, Step(untrimmed, match.end, step.end, None))
        longer = MatchDetails(steps, raw=details.raw and details.raw + kept, confidence=details.confidence)
        text = match.text + kept
        yield new_match(match.uri + kept, match.start, step.end, text, match.kind, match.enclosure, longer)


@rule
def before_glued_word(match: Match, details: MatchDetails) -> Iterator[Match]:
    """A capital directly after a file extension may begin the next word: an alternative ends before it.

    Requested in hermes-agent#78417.

    >>> [other.uri for match in linksift.find("See http://a/index.htmlReview it") for other in match.alternatives]
    ['http://a/index.html']
    """
    found = _GLUED_WORD.search(match.text) if match.enclosure != "angle" else None
    word = match.text[found.end() :] if found else ""
    if not found or found[1] not in domain_lookalikes("ending") or not match.uri.endswith(word):
        return
    end = match.end - len(word)
    steps = (*(step for step in details.steps if step.end <= end), Step(before_glued_word, end, end + 1, None))
    shorter = MatchDetails(steps, raw=details.raw and details.raw.removesuffix(word), confidence=details.confidence)
    uri, text = match.uri.removesuffix(word), match.text.removesuffix(word)
    yield new_match(uri, match.start, end, text, match.kind, None, shorter)


def left_over(others: Iterable[Candidate]) -> float:
    """The probability that other readings of the same decisions at white space leave for a further reading."""
    return max(0.0, 1 - sum(other.confidence for other in others))


def known_reach(match: Match) -> int | None:
    """The end of the text that the details of a plain match are about; None for a match whose details must be computed
    first."""
    stored = match._stored_details or _NO_DETAILS
    return match.end + len(stored.rest) + 1 if isinstance(stored, CompactDetails) else None


def details_of(match: Match) -> MatchDetails:
    """The details of a match, for code that moves the match to another place."""
    return match._details()
