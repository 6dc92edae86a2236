"""The fast path for links followed by punctuation and then by white space, a delimiter or a closer."""

from functools import lru_cache

from linksift.finding.fast_path.context_characters import SURROUNDINGS, Surroundings, at_text_end
from linksift.finding.match import CompactDetails
from linksift.finding.readings.trim import sentence_punctuation
from linksift.finding.scan.character_roles import EMPHASIS, NEVER_TRIMMED, PUNCTUATION
from linksift.finding.scan.enclosed.attribute_values import is_assigned
from linksift.finding.scan.enclosures import STRING_QUOTES
from linksift.finding.scan.triggers import BLANK, DELIMITER, MARK
from linksift.finding.scan.uri_end import host_character

LONGEST_TAIL = 8
"""Longer punctuation is left to the scan to keep the records of tails small."""

LOOKS_BEFORE = STRING_QUOTES
LOOKS_AT_STEM = "';"
"""After a character of `LOOKS_BEFORE`, or if the punctuation contains one of `LOOKS_AT_STEM`, the characters directly
around the link do not suffice."""

DOUBTFUL_BEFORE_MARK = ("_",)
"""If one of these precedes a host and a mark follows it, an underscore at the host's end may close emphasis."""

_MARKED = (None, CompactDetails(None, host_character))


def surroundings_at(text: str, start: int, end: int, before: str, ending: int) -> tuple[int, Surroundings] | None:
    """The actual end of a link that a pattern matched up to `end`, and its `Surroundings`; None if in doubt.

    `before` is the character before the link, and `ending` says what ended it (see `scan.triggers`).
    """
    if ending not in (BLANK, DELIMITER):
        return without_punctuation(text, start, end, before, ending)
    if end == len(text):
        surroundings = at_text_end(before)
    else:
        surroundings = SURROUNDINGS.get(before + (" " if ending == BLANK else text[end]))
    return (end, surroundings) if surroundings else None


def without_punctuation(text: str, start: int, end: int, before: str, ending: int) -> tuple[int, Surroundings] | None:
    """The actual end of a link that a trigger matched up to `end`, and its `Surroundings`; None if in doubt.

    `before` is the character before the link. `ending` says what ended the match: punctuation after a host, or the
    `TAIL`.
    """
    matched = text[start:end]
    stem = matched if ending == MARK else matched.rstrip(PUNCTUATION)
    if stem[-1] in EMPHASIS:
        return None  # emphasis that opened earlier may close there: **see http://a.example/x** now
    if ending == MARK:
        return None if before in DOUBTFUL_BEFORE_MARK or before + " " not in SURROUNDINGS else (end, _MARKED)
    tail, after = matched[len(stem) :], text[end : end + 1].strip() or " "
    if before == "'":
        if "'" in stem:
            return None  # the value of an attribute ends there: <a href='http://a.example/'title='b'>
        tail, after, _ = tail.partition("'")
    elif tail.startswith("'") and _is_host(stem):
        return None
    if before and before in STRING_QUOTES and (tail or stem[-1] not in NEVER_TRIMMED) and is_assigned(text, start):
        return None
    if tail.startswith(";") and stem.endswith("&amp"):
        return None
    surroundings = _surroundings(before + after, tail)
    return None if surroundings is None else (start + len(stem), surroundings)


def _is_host(stem: str) -> bool:
    """Whether nothing follows the host, as in `http://a.example` or `www.a.example`."""
    return not any(mark in stem.replace("://", "", 1) for mark in "/?#")


@lru_cache(1024)
def _surroundings(around: str, tail: str) -> Surroundings | None:
    """The meaning of the characters around a link, if the punctuation `tail` is trimmed from its end.

    It is None if rules other than the one for punctuation may apply, as they do after emphasis and in angle brackets.
    """
    surroundings = SURROUNDINGS.get(around)
    if surroundings is None or around[0] in EMPHASIS or len(tail) > LONGEST_TAIL or (tail and around[0] == "<"):
        return None
    if not tail:
        return surroundings
    enclosure, details = surroundings
    return enclosure, CompactDetails(None, details.ended_by if details else None, sentence_punctuation, tail)
