"""Candidates become matches: each reading is trimmed, encoded and validated, and the first valid one is the match."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from linksift.finding.match import MOST_ALTERNATIVES, Candidate, LaterDetails, Match, MatchDetails, Step, new_match
from linksift.finding.readings import encode
from linksift.finding.readings.other_readings import other_readings
from linksift.finding.readings.rejoin import Reading, readings
from linksift.finding.readings.trim import trim
from linksift.finding.scan.host_names import LONGEST_LABEL, is_name
from linksift.finding.scan.names.www_names import begins_with_name
from linksift.finding.scan.schemes import Schemes
from linksift.lazy_pattern import lazy_pattern
from linksift.uri import InvalidHost, is_uri, opens_in_browsers, split, split_authority

_SURELY_USABLE = re.compile(r"https?://(?:[a-z0-9]++[.\-])+[a-z]{2,}+(?=[/?#]|\Z)")
"""A name of letters, digits and single hyphens. If the whole name is no longer than a label may be, no label is too
long."""

_WWW_ALONE = lazy_pattern(r"[A-Za-z]+://[Ww]{3}\.[^\w\-%/?#:@]*")
"""A scheme and `www.`, as in tables of the prefixes of hosts, and what may be trimmed after it."""

_HAS_HOST = re.compile(r"://(?:[^/?#@]*@|(?![^/?#@]*@))[^/?#:]")
"""The text that follows the scheme of a valid URI with a nonempty host."""


class ValidReading(NamedTuple):
    """A reading that is a valid URI and ends at `source_end` in the source; `trimmed` lists the text trimmed after it.

    `raw` is the URI with its placeholders as written, or "" if it has none.
    """

    reading: Reading
    uri: str
    source_end: int
    trimmed: tuple[Step, ...]
    changes: tuple[Step, ...]
    raw: str = ""

    def match(self, details: MatchDetails | LaterDetails) -> Match:
        """The match of this reading, with these details."""
        candidate, end = self.reading.candidate, self.source_end
        raw = candidate.text[: end - candidate.start]
        same = self.uri if raw == self.uri else raw  # a list of short URIs would keep each of them twice
        return new_match(self.uri, candidate.start, end, same, candidate.kind, candidate.enclosure, details)

    def details(self, max_length: int) -> MatchDetails:
        """The details of this reading alone, including the trimmed text, up to the maximum length of a match."""
        reading, candidate, end = self.reading, self.reading.candidate, self.source_end
        trimmed = reading.in_source(self.trimmed)
        steps = (*encode.source_steps(reading, end, self.changes), *reading.remarks, *candidate.remarks, *trimmed)
        rest = ""
        if self.trimmed:
            # A closing bracket that nothing opens is never the end of a URI.
            closer = 1 if candidate.ends_in_closing_bracket else 0
            last = reading.source_end(len(reading.text)) - candidate.start - closer
            rest = candidate.text[end - candidate.start : min(last, max_length)]
        return MatchDetails(steps, (), rest, self.raw, reading.confidence)


def first_match(candidate: Candidate, schemes: Schemes, max_length: int) -> Match | None:
    """The match of a candidate's first valid reading; its details and alternatives are made on request."""
    valid = next(valid_readings(candidate, schemes, max_length), None)
    return valid and valid.match(DetailsOfCandidate(candidate, schemes, max_length))


class DetailsOfCandidate:
    """Creates the details for the match of a candidate's first valid reading, moved by `shift` code points.

    `read` is the candidate, or returns it: most matches are made without one, so the text that a scan read is read
    again.
    """

    __slots__ = ("_max_length", "_own", "_read", "_schemes", "_shift")

    def __init__(
        self, read: Candidate | Callable[[], Candidate], schemes: Schemes, max_length: int, shift: int = 0
    ) -> None:
        self._read = read
        self._schemes = schemes
        self._max_length = max_length
        self._shift = shift
        self._own: MatchDetails | None = None

    def own(self) -> MatchDetails:
        """The details of the match alone, created once."""
        if self._own is None:
            first = next(valid_readings(self._candidate(), self._schemes, self._max_length))
            self._own = first.details(self._max_length)._replace(rest="").shifted(self._shift)
        return self._own

    def complete(self) -> MatchDetails:
        """The details with the other valid readings as alternatives."""
        return all_details(self._candidate(), self._schemes, self._max_length).shifted(self._shift)

    def _candidate(self) -> Candidate:
        return self._read if isinstance(self._read, Candidate) else self._read()

    def shifted(self, by: int) -> "DetailsOfCandidate":
        """The details of the match, moved by `by` code points."""
        return DetailsOfCandidate(self._read, self._schemes, self._max_length, self._shift + by)


def all_details(candidate: Candidate, schemes: Schemes, max_length: int) -> MatchDetails:
    """The details of a candidate's match: its own steps, and the other valid readings as its alternatives.

    The alternatives have different URIs. At most eight are given, among them all `other_readings`.
    """
    first, *likely = valid_readings(candidate, schemes, max_length)
    others = [
        valid
        for other in other_readings(first.reading, first.source_end, schemes)
        for valid in islice(valid_readings(other, schemes, max_length), 1)
    ]
    likeliest = by_uri(likely, {first.uri})[:MOST_ALTERNATIVES]
    last = by_uri(others, {first.uri, *(valid.uri for valid in likeliest)})
    alternatives = [*likeliest[: MOST_ALTERNATIVES - len(last)], *last]
    made = tuple(other.match(other.details(max_length)._replace(rest="")) for other in alternatives)
    details = first.details(max_length)
    reads_on = any(other.source_end > first.source_end + len(details.rest) for other in others)
    return details._replace(alternatives=made, rest="" if reads_on else details.rest)


def valid_readings(candidate: Candidate, schemes: Schemes, max_length: int) -> Iterator[ValidReading]:
    """The valid readings of a candidate and of its variants, likeliest first."""
    for reading in readings(candidate):
        valid = valid_reading(reading, schemes)
        if valid is not None and valid.source_end - candidate.start <= max_length:
            yield valid
    for variant in candidate.variants:
        yield from valid_readings(variant, schemes, max_length)


def by_uri(readings: Iterable[ValidReading], without: set[str]) -> list[ValidReading]:
    """The first reading of each URI, with some URIs excluded."""
    found: dict[str, ValidReading] = {}
    for valid in readings:
        if valid.uri not in without:
            found.setdefault(valid.uri, valid)
    return [*found.values()]


def valid_reading(reading: Reading, schemes: Schemes) -> ValidReading | None:
    """A reading trimmed, encoded and validated; None if it does not become a valid URI."""
    candidate = reading.candidate
    end, trimmed = (len(reading.text), ()) if candidate.no_trim else trim(candidate, reading.text)
    text = reading.text[:end]
    if not may_stand_alone(candidate, text, schemes):
        return None
    valid = valid_uri(candidate, text, schemes)
    if valid is None:
        return None
    uri, changes = valid
    if candidate.verbatim and not candidate.no_trim and not has_name(uri):
        return None
    raw = encode.raw_uri(text, changes) if schemes.placeholders else ""
    return ValidReading(reading, uri, reading.source_end(end), trimmed, changes, raw)


def valid_uri(candidate: Candidate, text: str, schemes: Schemes) -> tuple[str, tuple[Step, ...]] | None:
    """The valid URI that the trimmed text of a candidate becomes, and the changes that produce it; None if there is
    none.

    >>> valid_uri(Candidate(0, "http://a/{b}"), "http://a/{b}", Schemes(None))[0]
    'http://a/%7Bb%7D'
    """
    uri = candidate.prefix + text
    changes: tuple[Step, ...] = (Step(encode.scheme_added, 0, 0, candidate.prefix),) if candidate.prefix else ()
    is_plain = text.isascii() and not encode.has_references(candidate, text) and is_uri(uri)
    if candidate.kind == "email" or not is_plain:  # a valid URI needs no encoding
        try:
            changes = encode.candidate_changes(candidate, text, schemes.placeholders)
        except InvalidHost:
            return None
        uri = encode.apply_changes(text, changes)
        if not (schemes.iris or text.isascii()) or not is_uri(uri):
            return None
    # In running text, a host has been read, and trimming leaves more than `//`.
    may_lack_host = candidate.no_trim or candidate.verbatim or "@" in uri
    return None if may_lack_host and not has_required_host(uri, schemes) else (uri, changes)


def may_stand_alone(candidate: Candidate, text: str, schemes: Schemes) -> bool:
    """Whether the trimmed text of a candidate is more than a scheme (with or without `www.`), and begins with a name if
    it has to.

    >>> may_stand_alone(Candidate(0, "https://www."), "https://www", Schemes(None))
    False
    """
    if not candidate.no_trim and _WWW_ALONE.fullmatch(candidate.text):  # trimmed, it is a host called `www`
        return False
    is_enclosed = candidate.no_trim or len(candidate.gaps) > 0
    if is_enclosed and candidate.kind in ("suffix", "domain") and not candidate.verbatim:
        return begins_with_name(text, schemes)  # in angle brackets, or joined in quotes: its host has not been read yet
    return candidate.no_trim or candidate.kind != "uri" or is_more_than_scheme(text, schemes)


def is_more_than_scheme(text: str, schemes: Schemes) -> bool:
    """Whether a trimmed URI in running text has enough after its scheme to distinguish it from prose."""
    colon = text.find(":")
    if text.startswith("//", colon + 1):
        return len(text) > colon + len("://")
    rest = text[colon + 1 :]
    return rest != "" and schemes.has_required_character(text[:colon], rest)


def has_required_host(uri: str, schemes: Schemes) -> bool:
    """Whether a valid URI has the host that its scheme needs."""
    colon = uri.index(":")
    return _HAS_HOST.match(uri, colon) is not None or not schemes.needs_host(uri[:colon])


def has_name(uri: str) -> bool:
    """Whether the host of a valid URI, if it has one, is a name.

    >>> has_name("http://a.example,b"), has_name("http://a.example-"), has_name("urn:a:b")
    (True, False, True)
    """
    authority = split(uri).authority
    return authority is None or is_name(split_authority(authority)[1])


def is_usable(uri: str) -> bool:
    """Whether browsers open the host and port of a valid URI. A URI without a host is usable.

    >>> [is_usable(uri) for uri in ("http://a.example:80/", "http://1.1.1.1.1/", "http://1.2/", "urn:a:b")]
    [True, False, True, True]
    """
    sure = _SURELY_USABLE.match(uri)
    if (sure and sure.end() <= LONGEST_LABEL) or uri.startswith("mailto:"):
        return True
    authority = split(uri).authority
    if authority is None:
        return True
    _, host, port = split_authority(authority)
    return opens_in_browsers(host, port)
