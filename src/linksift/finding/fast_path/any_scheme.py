"""The fast path for URIs of any known scheme that the trigger did not match whole: `ftp://`, `mailto:`, IRIs."""

import re
from functools import cache

from linksift.finding.fast_path.final_punctuation import end_and_surroundings
from linksift.finding.fast_path.iri import iri_match
from linksift.finding.fast_path.surroundings import character_before
from linksift.finding.match import Candidate, Match, SkipTo, new_match
from linksift.finding.scan import (
    CLOSED_ANGLES,
    FAST_PATH,
    OPAQUE,
    ScannedText,
    broken_scheme_before,
    is_glued,
    is_in_angles,
    plain_candidate,
    plain_start,
)

_FARTHEST_NEEDED = 256
"""How far after its colon a URI without `//` has what tells it from prose."""

_HTTP = ("http", "https")


def fast_uri(source: ScannedText, hit: re.Match[str]) -> Match | Candidate | SkipTo | None:
    """The URI at a hit of the trigger of schemes; a candidate if a rule ended or trimmed it."""
    text, place = source.text, hit.start()
    if source.schemes.any and text[max(0, place - 4) : place] not in ("http", "ttps"):
        return None  # any word before a colon may be a scheme then, and is not worth two tries
    start = source.schemes.start_before(text, place)
    if start < 0:
        return None if _may_be_unknown(source, place) else SkipTo(place)
    before = character_before(text, start)
    if before == "<" or text.startswith("://", max(0, start - 3)) or is_in_angles(source, start):
        return None
    if text.startswith("//", place + 1):
        return _hierarchical(source, start, place, before)
    return _opaque(source, start, place, before)


def _may_be_unknown(source: ScannedText, colon: int) -> bool:
    """Whether the scan has to look at a colon after no known scheme: in angle brackets, or before `//`."""
    return source.text.startswith("//", colon + 1) or (source.joins and broken_scheme_before(source, colon) > 0)


def _hierarchical(source: ScannedText, start: int, colon: int, before: str) -> Match | Candidate | None:
    """The URI of the scheme `text[start:colon]`, before `//`."""
    scheme = source.text[start:colon]
    if source.schemes.has_no_authority(scheme):
        return None
    # The trigger has tried to match what follows `http`.
    found = None if scheme in _HTTP else _compiled(FAST_PATH).match(source.text, colon + 3, source.limit(start))
    match = _match(source, start, found, before) if found else None
    if match is not None:
        return match
    plain = plain_start(source, start, colon)
    if plain is None or not plain[0].isascii():
        match = iri_match(source, start, colon + 3, before)
    return match or (plain_candidate(source, start, plain) if plain else None)


def _opaque(source: ScannedText, start: int, colon: int, before: str) -> Match | None:
    """The URI of the scheme `text[start:colon]`, without slashes."""
    scheme = source.text[start:colon]
    if scheme.lower() not in source.schemes.opaque:
        return None
    needed = source.schemes.required_characters(scheme)
    if needed and not source.has_any_of(needed, colon + 1, _FARTHEST_NEEDED):
        return None
    found = _compiled(OPAQUE).match(source.text, colon + 1, source.limit(start))
    match = _match(source, start, found, before) if found else None
    if match is None:
        return None
    rest = match.text[len(scheme) + 1 :]
    return match if rest and source.schemes.has_required_character(scheme, rest[:_FARTHEST_NEEDED]) else None


def _match(source: ScannedText, start: int, found: re.Match[str], before: str) -> Match | None:
    """The match from `start` on that a pattern found up to its end, if its surroundings leave no doubt."""
    text = source.text
    around = end_and_surroundings(text, start, found, before) if found.end() - start <= source.max_length else None
    if around is None:
        return None
    end, (enclosure, details) = around
    uri = text[start:end]
    return new_match(uri, start, end, uri, "uri", enclosure, details)


def fast_uri_in_angles(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The URI of a known scheme in angle brackets that hold nothing else."""
    found = _compiled(CLOSED_ANGLES).match(source.text, hit.start())
    if found is None or not source.schemes.known(found[1]) or is_glued(source.text, hit.start()):
        return None
    start, end = found.start(1), found.end() - 1
    if end - start > source.max_length or (not found[2] and source.schemes.needs_host(found[1])):
        return None
    uri = source.text[start:end]
    return new_match(uri, start, end, uri, "uri", "angle", None)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled for the first such URI, since that takes milliseconds."""
    return re.compile(pattern)
