"""The match of what a scan read in running text, made at once.

Only its URI and its span are made. What its details and other readings need is read again when somebody asks for them,
from a small block of the text.
"""

import re
from typing import NamedTuple

from linksift.finding.fast_path import MAY_ASSIGN, fast_opaque
from linksift.finding.match import Candidate, LazyDetails, Match, MatchDetails, SkipTo, new_match
from linksift.finding.scan import (
    NEVER_TRIMMED,
    SOFT_HYPHEN,
    STRING_QUOTES,
    TYPESET_HYPHENS,
    ScannedText,
    ScanState,
    Schemes,
    broken_scheme_before,
    candidate_in_text,
    emphasis_before,
    enclosure_name,
    is_doubled,
    is_in_angles,
    line_end_hyphen,
    read_uri,
    start_scan,
)
from linksift.finding.trim import trim
from linksift.finding.validation import CandidateDetails, valid_uri


def uri_at_hit(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The URI at a hit of the trigger of schemes; None if other readings of the text come first, or it has none."""
    text, colon = source.text, hit.start()
    start = source.schemes.start_before(text, colon)
    if start < 0:
        return None if _may_be_unknown(source, colon) else SkipTo(colon)
    if text.startswith("://", max(0, start - 3)) or is_in_angles(source, start):
        return None
    if not text.startswith("//", colon + 1):
        return fast_opaque(source, start, colon)
    state = start_scan(source, start)
    end = read_uri(state, colon)
    if end < 0 or (state.plain_end < 0 and is_doubled(source, start, colon)):
        return None
    return scanned_match(state, colon, end)


def _may_be_unknown(source: ScannedText, colon: int) -> bool:
    """Whether the scan has to look at a colon after no known scheme: in angle brackets, or before `//`."""
    return source.text.startswith("//", colon + 1) or (source.joins and broken_scheme_before(source, colon) > 0)


def scanned_match(state: ScanState, colon: int, end: int) -> Match | None:
    """The match of a URI that was read up to `end`, with its scheme before `colon`; None if in doubt."""
    start, source = state.start, state.source
    if end - start > source.max_length or _needs_more_text(state, end):
        return None
    end -= state.closed
    enclosure = enclosure_name(state, end) if state.enclosure is not None else None
    if state.quote_closers and (enclosure is None or _may_be_attribute_value(state.text, start, end)):
        return None
    candidate = Candidate(start, state.text[start:end], enclosure, (), emphasis_before(state.text, start))
    written = candidate.text[: trim(candidate, candidate.text)[0]]
    uri = _valid_uri(state, candidate, written) if len(written) > colon + len("://") - start else None
    if uri is None:
        return None
    block, offset = source.block(start, end)
    details = RereadDetails(block, offset, colon - start, source.schemes, source.max_length)
    return new_match(uri, start, start + len(written), written, "uri", enclosure, LazyDetails(details, start - offset))


def _needs_more_text(state: ScanState, end: int) -> bool:
    """Whether more than the word decides about a URI that was read up to `end`: a hyphen or stop may end it."""
    return state.dotted_at >= 0 or state.ended_by is line_end_hyphen or state.text[end - 1] in TYPESET_HYPHENS


def _valid_uri(state: ScanState, candidate: Candidate, written: str) -> str | None:
    """The URI that the trimmed text becomes: the text itself, if the scan has proved that it is one."""
    if candidate.start + len(written) <= state.plain_end:
        return written
    valid = None if SOFT_HYPHEN in written else valid_uri(candidate, written, state.schemes)
    return None if valid is None else valid[0]


def _may_be_attribute_value(text: str, start: int, end: int) -> bool:
    """Whether the quotes around a link may hold the value of an attribute, which is read otherwise."""
    if text[start - 1] not in STRING_QUOTES or text[start - 2 : start - 1] not in MAY_ASSIGN:
        return False
    return text[end - 1] not in NEVER_TRIMMED or "'" in text[start:end]


class RereadDetails(NamedTuple):
    """Makes the details of a URI that is at `offset` of a block of the text, with its colon `length` after that."""

    block: str
    offset: int
    length: int
    schemes: Schemes
    max_length: int

    def own(self) -> MatchDetails:
        """The details of the match alone."""
        return self._candidate_details().own()

    def complete(self) -> MatchDetails:
        """The details with the other valid readings as alternatives."""
        return self._candidate_details().complete()

    def _candidate_details(self) -> CandidateDetails:
        source = ScannedText(self.block, self.schemes, self.max_length)
        found = candidate_in_text(source, self.offset, self.offset + self.length)
        assert isinstance(found, Candidate)
        return CandidateDetails(found, self.schemes, self.max_length)
