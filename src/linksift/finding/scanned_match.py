"""The match of what a scan read in running text, made at once.

Only its URI and its span are made. What its details and other readings need is read again when somebody asks for them,
from a small block of the text.
"""

import re
from typing import NamedTuple

from linksift.finding.encode import encoded
from linksift.finding.fast_path import MAY_ASSIGN, fast_opaque
from linksift.finding.match import Candidate, Match, MatchDetails, SkipTo, Step, new_match, shift_details
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
    closes_on_line,
    emphasis_before,
    enclosure_name,
    is_doubled,
    is_in_angles,
    line_end_hyphen,
    opens_before,
    read_uri,
    start_scan,
    white_space,
)
from linksift.finding.trim import RULES, RULES_AT, trim
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
    if opens_before(text, start) and not closes_on_line(text, start):
        return None
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
    written = state.text[start:end]
    emphasis = emphasis_before(state.text, start)
    if emphasis or RULES_AT.get(written[-1], RULES):
        written = written[: trim(Candidate(start, written, enclosure, (), emphasis), written)[0]]
    uri = _valid_uri(state, written) if len(written) > colon + len("://") - start else None
    if uri is None:
        return None
    block, offset = source.block(start, end, state.ended_by not in (None, white_space))
    details = RereadDetails(block, offset, start, colon, source.schemes, source.max_length)
    return new_match(uri, start, start + len(written), written, "uri", enclosure, details)


def _needs_more_text(state: ScanState, end: int) -> bool:
    """Whether more than the word decides about a URI that was read up to `end`: a hyphen or stop may end it."""
    return state.dotted_at >= 0 or state.ended_by is line_end_hyphen or state.text[end - 1] in TYPESET_HYPHENS


def _valid_uri(state: ScanState, written: str) -> str | None:
    """The URI that the trimmed text becomes: the text itself, if the scan has proved that it is one.

    What a scan has read is valid when it is encoded, unless the text is cut in the host.
    """
    end = state.start + len(written)
    if SOFT_HYPHEN in written:
        return None
    if state.path_start <= end and state.schemes.placeholders is None:
        if end <= state.plain_end:
            return written
        uri = encoded(written)
        if uri is not None and uri.isascii():
            return uri
    valid = valid_uri(Candidate(state.start, written), written, state.schemes)
    return None if valid is None else valid[0]


def _may_be_attribute_value(text: str, start: int, end: int) -> bool:
    """Whether the quotes around a link may hold the value of an attribute, which is read otherwise."""
    if text[start - 1] not in STRING_QUOTES or text[start - 2 : start - 1] not in MAY_ASSIGN:
        return False
    return text[end - 1] not in NEVER_TRIMMED or "'" in text[start:end]


def with_evidence(source: ScannedText, match: Match, remarks: tuple[Step, ...], confidence: float) -> Match:
    """The match of a URI that ends its line, with remarks on the line break and the probability that it ends there."""
    block, offset = source.block(match.start, match.end, not source.text[match.end].isspace())
    shift = match.start - offset
    moved = tuple(step._replace(start=step.start - shift, end=step.end - shift) for step in remarks)
    colon = match.start + match.text.index(":")
    details = RereadDetails(block, offset, match.start, colon, source.schemes, source.max_length, moved, confidence)
    return new_match(match.uri, match.start, match.end, match.text, match.kind, match.enclosure, details)


class RereadDetails(NamedTuple):
    """Makes the details of a URI from `start` on, with a colon at `colon`; `offset` is its place in the block.

    `remarks`, with offsets in the block, and `confidence` are those of the line break after it.
    """

    block: str
    offset: int
    start: int
    colon: int
    schemes: Schemes
    max_length: int
    remarks: tuple[Step, ...] = ()
    confidence: float = 1.0

    def own(self) -> MatchDetails:
        """The details of the match alone."""
        return shift_details(self._candidate_details().own(), self.start - self.offset)

    def complete(self) -> MatchDetails:
        """The details with the other valid readings as alternatives."""
        return shift_details(self._candidate_details().complete(), self.start - self.offset)

    def _candidate_details(self) -> CandidateDetails:
        source = ScannedText(self.block, self.schemes, self.max_length)
        found = candidate_in_text(source, self.offset, self.offset + self.colon - self.start)
        assert isinstance(found, Candidate)
        found = found._replace(remarks=found.remarks + self.remarks, confidence=self.confidence)
        return CandidateDetails(found, self.schemes, self.max_length)
