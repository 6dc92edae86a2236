"""The fast path for URIs without an authority, such as `mailto:`, which one pattern matches completely."""

from linksift.finding.fast_path.context_characters import character_before, surroundings_at
from linksift.finding.match import Match, SkipTo, new_match
from linksift.finding.scan.candidates_at_hit import can_go_on
from linksift.finding.scan.running_text import FARTHEST_NEEDED
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.triggers import FARTHEST_AHEAD, OPAQUE
from linksift.lazy_pattern import lazy_pattern

_OPAQUE = lazy_pattern(OPAQUE)


def fast_opaque(source: ScannedText, start: int, colon: int) -> Match | SkipTo | None:
    """The URI of the scheme `text[start:colon]`, without an authority; None if in doubt."""
    text, schemes, scheme = source.text, source.schemes, source.text[start:colon]
    if not can_go_on(text, start, colon, schemes):
        return None
    if text.startswith("/", colon + 1) and not schemes.may_be_rooted(scheme):
        return SkipTo(colon + 1)
    needed = schemes.required_characters(scheme)
    if needed and not source.has_any_of(needed, colon + 1, FARTHEST_NEEDED):
        return SkipTo(colon + 1)
    limit = source.limit(start)
    found = _OPAQUE.match(text, colon + 1, limit)
    if found is None or found.end() - start > source.max_length:
        return None
    if limit < len(text) and found.end() + FARTHEST_AHEAD > limit:
        return None  # the pattern looks ahead that far
    around = surroundings_at(text, start, found.end(), character_before(text, start), found.lastindex or 0)
    if around is None:
        return None
    end, (enclosure, details) = around
    rest = text[colon + 1 : end]
    if not rest or not schemes.has_required_character(scheme, rest[:FARTHEST_NEEDED]):
        return None
    uri = text[start:end]
    return new_match(uri, start, end, uri, "uri", enclosure, details)
