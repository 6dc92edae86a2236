"""Candidates become matches: each reading is trimmed, encoded and validated, and the first valid one is the match."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from linksift.finding.encode import (
    Change,
    apply_changes,
    candidate_changes,
    has_references,
    raw_uri,
    source_steps,
)
from linksift.finding.match import MOST_ALTERNATIVES, Candidate, LazyDetails, Match, MatchDetails, Step, new_match
from linksift.finding.rejoin import Reading, readings
from linksift.finding.scan import LONGEST_LABEL, Schemes, begins_with_name, extend_into_prose
from linksift.finding.trim import Trimmed, trim
from linksift.uri import InvalidHost, is_uri, judge_host, split, split_authority

_SURELY_USABLE = re.compile(r"https?://(?:[a-z0-9]++[.\-])+[a-z]{2,}+(?=[/?#]|\Z)")
"""A name of letters, digits and single hyphens. If all of it is no longer than a label, no label is too long."""

_HAS_HOST = re.compile(r"://(?:[^/?#@]*@|(?![^/?#@]*@))[^/?#:]")
"""What follows the scheme of a valid URI with a host that is not empty."""


class ValidReading(NamedTuple):
    """A reading that is a valid URI, which ends at `source_end` of the source; `trimmed` is what followed it.

    `raw` is the URI with its placeholders as they are written; "" if it has none.
    """

    reading: Reading
    uri: str
    source_end: int
    trimmed: tuple[Trimmed, ...]
    changes: tuple[Change, ...]
    raw: str = ""

    def match(self, details: MatchDetails | LazyDetails) -> Match:
        """The match of this reading, with these details."""
        candidate, end = self.reading.candidate, self.source_end
        raw = candidate.text[: end - candidate.start]
        return new_match(self.uri, candidate.start, end, raw, candidate.kind, candidate.enclosure, details)

    def details(self, max_length: int) -> MatchDetails:
        """The details of this reading alone, with what was trimmed, up to the length of the longest match."""
        reading, candidate, end = self.reading, self.reading.candidate, self.source_end
        remarks = [Step(by, reading.source(a), reading.source_end(b), None) for by, a, b in self.trimmed]
        steps = (*source_steps(reading, end, self.changes), *reading.remarks, *candidate.remarks, *remarks)
        rest = ""
        if self.trimmed:
            # The closer of brackets that open before the URI is never part of it.
            closer = 1 if candidate.ends_in_closing_bracket and candidate.enclosure else 0
            last = reading.source_end(len(reading.text)) - candidate.start - closer
            rest = candidate.text[end - candidate.start : min(last, max_length)]
        return MatchDetails(steps, (), rest, self.raw)


def first_match(candidate: Candidate, schemes: Schemes, max_length: int) -> Match | None:
    """The match of a candidate's first valid reading; its details and alternatives are made when asked for."""
    valid = next(valid_readings(candidate, schemes, max_length), None)
    return None if valid is None else valid.match(LazyDetails(partial(all_details, candidate, schemes, max_length)))


def all_details(candidate: Candidate, schemes: Schemes, max_length: int) -> MatchDetails:
    """The details of a candidate's match: its own steps, and the other valid readings as its alternatives."""
    valid = [*valid_readings(candidate, schemes, max_length)]
    if candidate.continuation is not None and (longer := extend_into_prose(candidate, schemes)) is not None:
        valid += valid_readings(longer, schemes, max_length)
    first, *others = (reading.details(max_length) for reading in valid)
    alternatives = (reading.match(other._replace(rest="")) for reading, other in zip(valid[1:], others, strict=True))
    return first._replace(alternatives=distinct_alternatives(valid[0].uri, alternatives))


def valid_readings(candidate: Candidate, schemes: Schemes, max_length: int) -> Iterator[ValidReading]:
    """The valid readings of a candidate and of its variants, likeliest first."""
    for reading in readings(candidate):
        valid = valid_reading(reading, schemes)
        if valid is not None and valid.source_end - candidate.start <= max_length:
            yield valid
    for variant in candidate.variants:
        yield from valid_readings(variant, schemes, max_length)


def distinct_alternatives(uri: str, matches: Iterable[Match]) -> tuple[Match, ...]:
    """The matches whose URIs differ from this one and from each other, eight at most."""
    seen: dict[str, Match] = {}
    for match in matches:
        if match.uri != uri:
            seen.setdefault(match.uri, match)
    return tuple(seen.values())[:MOST_ALTERNATIVES]


def valid_reading(reading: Reading, schemes: Schemes) -> ValidReading | None:
    """A reading trimmed, encoded and validated; None when no valid URI comes of it."""
    candidate = reading.candidate
    end, trimmed = (len(reading.text), ()) if candidate.no_trim else trim(candidate, reading.text)
    text = reading.text[:end]
    if not candidate.no_trim and candidate.kind == "uri" and not is_more_than_scheme(text, schemes):
        return None
    changes: tuple[Change, ...] = ()
    uri = text
    is_plain = text.isascii() and not has_references(candidate, text) and is_uri(text)
    if candidate.prefix or not is_plain:  # a valid URI needs no encoding
        try:
            changes = candidate_changes(candidate, text, schemes.placeholders)
        except InvalidHost:
            return None
        uri = apply_changes(text, changes)
        if not (schemes.iris or text.isascii()) or not is_uri(uri):
            return None
    # In running text a host was read, and trimming leaves more than `//`.
    may_lack_host = candidate.no_trim or "@" in uri
    if may_lack_host and not has_required_host(uri, schemes):
        return None
    if is_enclosed_name(candidate) and not begins_with_name(text, schemes):
        return None
    raw = raw_uri(text, changes) if schemes.placeholders else ""
    return ValidReading(reading, uri, reading.source_end(end), trimmed, changes, raw)


def is_more_than_scheme(text: str, schemes: Schemes) -> bool:
    """Whether a trimmed URI in running text has enough after its scheme to tell it from prose."""
    scheme, _, rest = text.partition(":")
    if rest.startswith("//"):
        return rest != "//"
    return rest != "" and schemes.has_required_character(scheme, rest)


def is_enclosed_name(candidate: Candidate) -> bool:
    """Whether a candidate is a name in angle brackets, or joined in quotes, so nobody has read its host yet."""
    is_enclosed = candidate.no_trim or len(candidate.gaps) > 0
    return is_enclosed and candidate.kind in ("suffix", "domain") and not candidate.verbatim


def has_required_host(uri: str, schemes: Schemes) -> bool:
    """Whether a valid URI has the host that its scheme needs."""
    scheme = uri.partition(":")[0]
    return not schemes.needs_host(scheme) or _HAS_HOST.match(uri, len(scheme)) is not None


def is_usable(uri: str) -> bool:
    """Whether browsers and the DNS accept the host and port of a valid URI. A URI without a host is usable.

    >>> is_usable("http://a.example:80/"), is_usable("http://1.1.1.1.1/"), is_usable("urn:a:b")
    (True, False, True)
    """
    sure = _SURELY_USABLE.match(uri)
    if (sure and sure.end() <= LONGEST_LABEL) or uri.startswith("mailto:"):
        return True
    authority = split(uri).authority
    if authority is None:
        return True
    _, host, port = split_authority(authority)
    return judge_host(host, port).usability == "usable"
