"""The fast path for URIs of other schemes than http, as in `ftp://` and `mailto:`, and in angle brackets alone."""

import re

from linksift.finding.fast_path.context_characters import character_before
from linksift.finding.fast_path.final_punctuation import end_and_surroundings
from linksift.finding.match import Match, SkipTo, new_match
from linksift.finding.scan.candidates_at_hit import can_go_on
from linksift.finding.scan.enclosed.angle_brackets import is_glued
from linksift.finding.scan.running_text import FARTHEST_NEEDED
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.triggers import CLOSED_ANGLES, FAST_PATH, OPAQUE
from linksift.patterns import lazy_pattern

_FAST_PATH = lazy_pattern(FAST_PATH)
_OPAQUE = lazy_pattern(OPAQUE)
_CLOSED_ANGLES = lazy_pattern(CLOSED_ANGLES)


def fast_opaque(source: ScannedText, start: int, colon: int) -> Match | SkipTo | None:
    """The URI of the scheme `text[start:colon]`, without an authority."""
    scheme = source.text[start:colon]
    if not can_go_on(source.text, start, colon, source.schemes):
        return None
    needed = source.schemes.required_characters(scheme)
    if needed and not source.has_any_of(needed, colon + 1, FARTHEST_NEEDED):
        return SkipTo(colon + 1)
    found = _OPAQUE.match(source.text, colon + 1, source.limit(start))
    match = _match(source, start, found) if found else None
    if match is None:
        return None
    rest = match.text[len(scheme) + 1 :]
    return match if rest and source.schemes.has_required_character(scheme, rest[:FARTHEST_NEEDED]) else None


def fast_hierarchical(source: ScannedText, start: int, colon: int) -> Match | None:
    """The URI of the scheme `text[start:colon]`, before `//`, perhaps with an empty host."""
    scheme = source.text[start:colon]
    has_host = not source.text.startswith("/", colon + 3) or source.schemes.needs_host(scheme)
    found = (_FAST_PATH if has_host else _OPAQUE).match(source.text, colon + 3, source.limit(start))
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
    text, opener, colon = source.text, hit.start(), hit.end() - 1
    found = _CLOSED_ANGLES.match(text, opener)
    if found is None or not source.schemes.known(found[1]):
        return None
    start, end = found.start(1), found.end() - 1
    if is_glued(text, opener) and not can_go_on(text, start, colon, source.schemes):
        return None
    if end - start > source.max_length or (not found[2] and source.schemes.needs_host(found[1])):
        return None
    uri = text[start:end]
    return new_match(uri, start, end, uri, "uri", "angle", None)
