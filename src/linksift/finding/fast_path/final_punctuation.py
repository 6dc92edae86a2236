"""The fast path for http and https URIs with one mark of punctuation between them and white space."""

import re

from linksift.finding.fast_path.surroundings import SURROUNDINGS, character_before
from linksift.finding.match import CompactDetails, Match, new_match
from linksift.finding.scan import HTTP, PUNCTUATED, ScannedText
from linksift.finding.trim import sentence_punctuation

_LINK = re.compile(rf":{HTTP}{PUNCTUATED}")
_TRIMMED = {mark: CompactDetails(None, sentence_punctuation, mark) for mark in ".,!?"}


def match_before_punctuation(source: ScannedText, hit: re.Match[str]) -> Match | None:
    """The match whose scheme ends at a hit, if it is as plain as the trigger's own, but for one mark after it."""
    text, colon = source.text, hit.start()
    found = _LINK.match(text, colon)
    if found is None:
        return None
    start, end = colon - (5 if text[colon - 1] == "s" else 4), found.end() - 1
    if text[start:colon] not in source.schemes.names or found.end() - start > source.max_length:
        return None
    if character_before(text, start) + " " not in SURROUNDINGS:
        return None
    uri = text[start:end]
    return new_match(uri, start, end, uri, "uri", None, _TRIMMED[text[end]])
