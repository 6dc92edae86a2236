"""The fast path for URIs of other schemes than http, as in `ftp://` and `mailto:`, and in angle brackets alone."""

import re
from functools import cache

from linksift.finding.fast_path.final_punctuation import end_and_surroundings
from linksift.finding.fast_path.surroundings import character_before
from linksift.finding.match import Match, SkipTo, new_match
from linksift.finding.scan import CLOSED_ANGLES, FAST_PATH, OPAQUE, ScannedText, is_glued

_FARTHEST_NEEDED = 256
"""How far after its colon a URI without `//` has what tells it from prose."""


def fast_opaque(source: ScannedText, start: int, colon: int) -> Match | None:
    """The URI of the scheme `text[start:colon]`, without slashes."""
    scheme = source.text[start:colon]
    if scheme.lower() not in source.schemes.opaque:
        return None
    needed = source.schemes.required_characters(scheme)
    if needed and not source.has_any_of(needed, colon + 1, _FARTHEST_NEEDED):
        return None
    found = _compiled(OPAQUE).match(source.text, colon + 1, source.limit(start))
    match = _match(source, start, found) if found else None
    if match is None:
        return None
    rest = match.text[len(scheme) + 1 :]
    return match if rest and source.schemes.has_required_character(scheme, rest[:_FARTHEST_NEEDED]) else None


def fast_hierarchical(source: ScannedText, start: int, colon: int) -> Match | None:
    """The URI of the scheme `text[start:colon]`, before `//`. The trigger has tried to match what follows `http`."""
    if source.schemes.has_no_authority(source.text[start:colon]):
        return None
    found = _compiled(FAST_PATH).match(source.text, colon + 3, source.limit(start))
    return _match(source, start, found) if found else None


def _match(source: ScannedText, start: int, found: re.Match[str]) -> Match | None:
    """The match from `start` on that a pattern found up to its end, if its surroundings leave no doubt."""
    text = source.text
    if found.end() - start > source.max_length:
        return None
    around = end_and_surroundings(text, start, found, character_before(text, start))
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
