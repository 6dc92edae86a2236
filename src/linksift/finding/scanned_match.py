"""The match of what a scan read in running text, made at once.

Only its URI and its span are made. What its details and other readings need is read again when somebody asks for them,
from a small block of the text.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from linksift.finding.encode import encoded
from linksift.finding.fast_path import (
    DOUBTFUL_BEFORE_NAME,
    MAY_ASSIGN,
    fast_address,
    fast_domain,
    fast_hierarchical,
    fast_opaque,
    fast_suffix,
)
from linksift.finding.match import Candidate, Match, MatchDetails, SkipTo, Step, new_match, shift_details
from linksift.finding.scan import (
    AT_SIGN,
    FIRST_DOTS,
    LAST_DOT,
    NEVER_TRIMMED,
    SCHEME_CHARACTERS,
    SOFT_HYPHEN,
    STRING_QUOTES,
    TYPESET_HYPHENS,
    ScannedText,
    ScanState,
    Schemes,
    after_refusal,
    broken_scheme_before,
    candidate_in_text,
    candidate_of_name,
    closer_on_line,
    domain_start_at,
    emphasis_before,
    enclosure_name,
    is_in_angles,
    line_end_hyphen,
    opens_before,
    read_name,
    read_undoubled_uri,
    start_scan,
    white_space,
)
from linksift.finding.trim import RULES, RULES_AT, trim
from linksift.finding.validation import CandidateDetails, is_more_than_scheme, valid_uri
from linksift.uri import InvalidHost

TRIED = ("http", "ttps")
"""The ends of schemes whose plainest URIs the trigger has tried to match, but after these characters:"""

GLUE = SCHEME_CHARACTERS + ":"

LEAST = len("urn:a")
"""No shorter text is surely more than a scheme."""


def uri_at_hit(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The URI at a hit of the trigger of schemes; None if other readings of the text come first, or it has none."""
    text, colon = source.text, hit.start()
    if source.schemes.any and text[max(0, colon - 4) : colon] not in TRIED:
        return None  # any word before a colon may be a scheme then, and is not worth two tries
    start = source.schemes.start_before(text, colon)
    if start < 0:
        return None if _may_be_unknown(source, colon) else SkipTo(0)
    if start < source.position or text.startswith("://", max(0, start - 3)) or is_in_angles(source, start):
        return None
    if not text.startswith("//", colon + 1):
        return fast_opaque(source, start, colon)
    if not text[colon + 3 : colon + 4].strip():
        return SkipTo(colon + 1)
    was_tried = text[max(0, colon - 4) : colon] in TRIED and not (start and text[start - 1] in GLUE)
    whole = None if was_tried else fast_hierarchical(source, start, colon)
    return whole or _read_match(source, start, colon)


def _read_match(source: ScannedText, start: int, colon: int) -> Match | SkipTo | None:
    """The URI of the scheme `text[start:colon]`, before `//`, read by the rules."""
    if _is_in_doubtful_quotes(source.text, start):
        return None
    state = start_scan(source, start)
    end = read_undoubled_uri(state, colon)
    return scanned_match(state, end, "uri") if end >= 0 else after_refusal(state, colon)


def _may_be_unknown(source: ScannedText, colon: int) -> bool:
    """Whether the scan has to look at a colon after no known scheme: in angle brackets, or before `//`."""
    return source.text.startswith("//", colon + 1) or (source.joins and broken_scheme_before(source, colon) > 0)


def suffix_at_hit(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The suffix reference whose first dot a trigger hit; None if in doubt."""
    scheme = "ftp" if source.text[hit.start()] in "pP" else source.default_scheme
    return fast_suffix(source, hit) or _name_match(source, hit.start() - 2, "suffix", scheme)


def domain_at_hit(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The bare domain whose last dot a trigger hit; None if in doubt."""
    found = fast_domain(source, hit)
    return found or _name_match(source, domain_start_at(source, hit), "domain", source.default_scheme)


def _name_match(source: ScannedText, start: int, kind: str, scheme: str) -> Match | None:
    """The match of the name at `start`, with its port, path and so on; None if in doubt."""
    text = source.text
    if start < source.position or text[start - 1 : start] in DOUBTFUL_BEFORE_NAME:
        return None
    if not source.schemes.may_default_to(scheme) or is_in_angles(source, start):
        return None
    if _is_in_doubtful_quotes(text, start):
        return None
    state = start_scan(source, start)
    end = read_name(state)
    return scanned_match(state, end, kind, scheme) if end >= 0 else None


FAST_PATHS: dict[str, Callable[[ScannedText, re.Match[str]], Match | SkipTo | None]] = {
    AT_SIGN: fast_address,
    LAST_DOT: domain_at_hit,
    **dict.fromkeys(FIRST_DOTS, suffix_at_hit),
}
"""The fast path of each trigger of names, by its text. It returns SkipTo where the scan would find nothing, None if in
doubt."""


def scanned_match(state: ScanState, end: int, kind: str, scheme: str = "") -> Match | None:
    """The match of a URI that was read up to `end`, or of a name, to which the scheme is added; None if in doubt."""
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
        written = written[: trim(Candidate(start, written, enclosure, (), emphasis, kind=kind), written)[0]]
    uri = _valid_uri(state, written, end, kind, f"{scheme}://" if scheme else "")
    if uri is None:
        return None
    block, offset = source.block(start, end, state.ended_by not in (None, white_space))
    details = RereadDetails(block, offset, start, kind, scheme, source.schemes, source.max_length)
    return new_match(uri, start, start + len(written), written, kind, enclosure, details)


def _needs_more_text(state: ScanState, end: int) -> bool:
    """Whether more than the word decides about a URI that was read up to `end`: a hyphen or stop may end it."""
    return state.dotted_at >= 0 or state.ended_by is line_end_hyphen or state.text[end - 1] in TYPESET_HYPHENS


def _valid_uri(state: ScanState, written: str, end: int, kind: str, prefix: str) -> str | None:
    """The URI that the trimmed text becomes: the text itself, if the scan has proved that it is one.

    What a scan has read up to `end` is valid when it is encoded, unless the text is cut in the host, or has none.
    """
    last = state.start + len(written)
    if SOFT_HYPHEN in written:
        if last < end:
            return None
        written = written.replace(SOFT_HYPHEN, "")
    has_read_host = state.path_start >= 0 or (kind == "uri" and not written.startswith("//", written.find(":") + 1))
    if has_read_host and max(state.path_start, state.start + LEAST) <= last and state.schemes.placeholders is None:
        if last <= state.plain_end:
            return prefix + written
        try:
            uri = encoded(prefix + written)
        except InvalidHost:
            return None
        if uri is not None and uri.isascii():
            return uri
    candidate = Candidate(state.start, written, kind=kind, prefix=prefix)
    is_too_short = kind == "uri" and not is_more_than_scheme(written, state.schemes)
    valid = None if is_too_short else valid_uri(candidate, written, state.schemes)
    return None if valid is None else valid[0]


def _is_in_doubtful_quotes(text: str, start: int) -> bool:
    """Whether quotes open directly before `start` that go over a line end, or may hold the value of an attribute."""
    if not opens_before(text, start):
        return False
    end = closer_on_line(text, start)
    return end < 0 or _may_be_attribute_value(text, start, end)


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
    details = RereadDetails(
        block, offset, match.start, match.kind, "", source.schemes, source.max_length, moved, confidence
    )
    return new_match(match.uri, match.start, match.end, match.text, match.kind, match.enclosure, details)


class RereadDetails(NamedTuple):
    """Makes the details of a URI, or of a name to which a scheme is added; `offset` is its place in the block.

    `remarks`, with offsets in the block, and `confidence` are those of the line break after it.
    """

    block: str
    offset: int
    start: int
    kind: str
    scheme: str
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
        found: Candidate | SkipTo | None
        if self.kind == "uri":
            found = candidate_in_text(source, self.offset, self.block.index(":", self.offset))
        else:
            found = candidate_of_name(source, self.offset, self.kind, self.scheme)
        assert isinstance(found, Candidate)
        found = found._replace(remarks=found.remarks + self.remarks, confidence=self.confidence)
        return CandidateDetails(found, self.schemes, self.max_length)
