"""The fast paths for URIs that one pattern matches as a whole, like most URIs in most texts."""

from linksift.finding.fast_path.context_characters import (
    SURROUNDINGS,
    at_text_end,
    character_before,
    surroundings_at,
    without_punctuation,
)
from linksift.finding.match import Match, SkipTo, new_match
from linksift.finding.scan.candidates_at_hit import can_go_on
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.running_text import FARTHEST_NEEDED
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.triggers import BLANK, DELIMITER, FARTHEST_AHEAD, MARK, OPAQUE
from linksift.lazy_pattern import lazy_pattern

_OPAQUE = lazy_pattern(OPAQUE)


def fast_match(text: str, colon: int, end: int, group: int) -> Match | None:
    """The match of a hit of the scheme trigger that matched a whole, and therefore valid, URI; None if in doubt.

    Most matches in most texts are made here, so this function makes as few calls as possible.
    """
    start = colon - (5 if text[colon - 1] == "s" else 4)
    before = text[start - 1] if start else ""
    if before > "\x7f" and before not in ENCLOSURES:  # `character_before`, without the cost of a call
        before = ""
    if group > MARK:
        group = (group - 1) % MARK + 1
    if group == DELIMITER:
        surroundings = SURROUNDINGS.get(before + text[end])
    elif group == BLANK:
        surroundings = SURROUNDINGS.get(before + " ") if end < len(text) else at_text_end(before)
    else:
        found = without_punctuation(text, start, end, before, group)
        if found is None:
            return None
        end, surroundings = found
    if surroundings is None:
        return None
    enclosure, ended_by = surroundings
    uri = text[start:end]
    return new_match(uri, start, end, uri, "uri", enclosure, ended_by)


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
