"""The fast path for http and https URIs that the trigger matched as a whole, like most URIs in most texts."""

from linksift.finding.fast_path.context_characters import SURROUNDINGS, at_text_end, without_punctuation
from linksift.finding.match import Match, new_match
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.triggers import BLANK, DELIMITER, MARK


def fast_match(text: str, colon: int, end: int, group: int) -> Match | None:
    """The match of a hit whose pattern matched a whole, and therefore valid, URI; None if in doubt.

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
