"""The fast paths for URIs that one pattern matches as a whole, like most URIs in most texts.

They determine the characters before and after a URI, perhaps with punctuation between, and what these mean for the
match.
"""

from collections.abc import Iterator
from functools import lru_cache

from linksift.finding.match import CompactDetails, Match, new_match
from linksift.finding.readings.trim import sentence_punctuation, unbalanced_closer
from linksift.finding.scan.character_roles import CLOSERS, EMPHASIS, PUNCTUATION
from linksift.finding.scan.enclosures import COMMENT_END, ENCLOSURES, IN_URI_TOO, STRING_QUOTES
from linksift.finding.scan.triggers import BLANK, DELIMITER, ENDS_ANY_READING, MARK, TAIL
from linksift.finding.scan.uri_end import delimiter, host_character, quote_closer

Surroundings = tuple[str | None, CompactDetails | None]
"""The name of the enclosure around a link, and the details of its match."""

_BY_QUOTE = CompactDetails(None, quote_closer)


def _surroundings() -> Iterator[tuple[str, Surroundings]]:
    """The pairs of characters around a URI, each with the enclosure that it forms and the rule that ended the URI. The
    closer of an enclosure is not part of the URI, except in angle brackets, for which there is no rule."""
    enders = {after: CompactDetails(None, delimiter) for after in ENDS_ANY_READING}
    enders |= {after: CompactDetails(None, unbalanced_closer) for after in CLOSERS}
    yield "''", (ENCLOSURES["'"].name, _BY_QUOTE)
    for before in ("", *map(chr, range(0x80)), *ENCLOSURES):
        opener = ENCLOSURES.get(before)
        joins = opener is not None and opener.joins
        closed_by = None if before == "<" else _BY_QUOTE
        if not joins:
            yield before + " ", (None, None)
        for after, ended_by in enders.items():
            if opener is not None and after in opener.closers:
                yield before + after, (opener.name, closed_by if joins else ended_by)
            elif not joins:
                yield before + after, (None, ended_by)
    yield from _typographic_quotes()


def _typographic_quotes() -> Iterator[tuple[str, Surroundings]]:
    """The surroundings with quotes beyond ASCII, which end a URI only in pairs."""
    for opener, enclosure in ENCLOSURES.items():
        if opener > "\x7f" and enclosure.joins:
            for closer in set(enclosure.closers).difference(IN_URI_TOO):
                yield opener + closer, (enclosure.name, _BY_QUOTE)


SURROUNDINGS = dict(_surroundings())


def character_before(text: str, start: int) -> str:
    """The character before `start` in the form that `SURROUNDINGS` uses: "" if it is beyond ASCII and opens no
    enclosure.

    >>> [character_before(text, 1) for text in ("(a", "“a", "éa")]
    ['(', '“', '']
    """
    before = text[start - 1] if start else ""
    return "" if before > "\x7f" and before not in ENCLOSURES else before


LONGEST_TAIL = 8
"""Longer punctuation is left to the scan to keep the records of tails small."""

LOOKS_AT_STEM = "';"
"""After one of `STRING_QUOTES`, or if the punctuation contains one of `LOOKS_AT_STEM`, the characters directly
around the link do not suffice."""

DOUBTFUL_BEFORE_NAME = ("_",)
"""Characters before a host or name that make the scan look for their closing counterparts at its end."""

_MARKED: Surroundings = (None, CompactDetails(None, host_character))


def surroundings(before: str, after: str, ending: int, tail: str) -> Surroundings | None:
    """The `Surroundings` of a link, given the characters around it and the punctuation trimmed from its end; None if in
    doubt. `ending` says what ended it (see `scan.triggers`)."""
    if ending == MARK:
        return None if before in DOUBTFUL_BEFORE_NAME or before + " " not in SURROUNDINGS else _MARKED
    around = before + (after.strip() or " ")
    return _without_tail(around, tail) if ending == TAIL else SURROUNDINGS.get(around)


def without_punctuation(text: str, start: int, end: int, before: str, ending: int) -> tuple[int, Surroundings] | None:
    """The actual end of a link that a trigger matched up to `end`, and its `Surroundings`; None if in doubt.

    `before` is the character before the link. `ending` says what ended the match: punctuation after a host, or the
    `TAIL`.
    """
    matched = text[start:end]
    stem = matched if ending == MARK else matched.rstrip(PUNCTUATION)
    if stem[-1] in EMPHASIS or stem.endswith(COMMENT_END):
        return None  # emphasis or a comment that opened earlier may close there: **see http://a.example/x** now
    tail, after = matched[len(stem) :], text[end : end + 1]
    if before == "'" and tail.startswith("'") and "'" not in stem:
        tail, after = "", "'"
    elif ending == TAIL and ((before and before in STRING_QUOTES) or any(mark in tail for mark in LOOKS_AT_STEM)):
        return None  # it may be the value of an attribute, or the punctuation may belong to the link
    found = surroundings(before, after, ending, tail)
    return None if found is None else (start + len(stem), found)


@lru_cache(1024)
def _without_tail(around: str, tail: str) -> Surroundings | None:
    """The meaning of the characters around a link, if the punctuation `tail` is trimmed from its end.

    It is None if rules other than the one for punctuation may apply, as they do after emphasis and in angle brackets.
    """
    known = SURROUNDINGS.get(around)
    if known is None or around[0] in EMPHASIS or len(tail) > LONGEST_TAIL or (tail and around[0] == "<"):
        return None
    if not tail:
        return known
    enclosure, details = known
    return enclosure, CompactDetails(None, details.ended_by if details else None, sentence_punctuation, tail)


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
        around = SURROUNDINGS.get(before + text[end])
    elif group == BLANK:
        around = SURROUNDINGS.get(before + " ")
    else:
        found = without_punctuation(text, start, end, before, group)
        if found is None:
            return None
        end, around = found
    if around is None:
        return None
    enclosure, ended_by = around
    uri = text[start:end]
    return new_match(uri, start, end, uri, "uri", enclosure, ended_by)
