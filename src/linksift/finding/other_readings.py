"""The readings of people who do not follow the rule that ended, trimmed or joined a match: one rule a function.

They become alternatives, and are made when somebody asks for these. A rule takes the reading of the match, and where
the match ends in the source (code points); it returns a candidate, or None if the reading is the same.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from linksift.finding.encode import is_invisible
from linksift.finding.match import Candidate, Step
from linksift.finding.rejoin import Reading
from linksift.finding.scan import (
    FARTHEST_READ_ON,
    JOINERS,
    SOFT_HYPHEN,
    ScannedText,
    Schemes,
    ScanState,
    prose_after_ascii,
    run_start,
    scan_to_end,
)
from linksift.finding.trim import trim
from linksift.notes import rule

_UP_TO_HOST_END = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*+://)?[^/?#]*+")
_HOST_ONLY = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+://[^/?#]*+")
_SLASHES = re.compile("://")
_PLAIN = re.compile(r"[^\s<>\"`|\\^]*+")
_BROKEN_ESCAPE = re.compile(r"%[0-9A-Fa-f]?\Z")


def other_readings(reading: Reading, end: int, schemes: Schemes) -> Iterator[Candidate]:
    """The other readings of the match that a reading gave, likeliest first."""
    if not reading.candidate.is_delimited_by_standard:
        found = (by(reading, end, schemes) for by in RULES)
        yield from (candidate for candidate in found if candidate is not None)


@rule
def before_second_scheme(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """A second scheme may begin another URI even if nothing separates the two (lychee#1299).

    >>> [other.uri for match in linksift.find("http://a/xhttp://b/") for other in match.alternatives]
    ['http://a/x']
    """
    for slashes in _SLASHES.finditer(reading.text):
        start = glued_scheme_start(reading.text, slashes.start(), schemes)
        if start > 0:
            return shortened(reading.candidate, reading.source_end(start) - reading.candidate.start, before_second_scheme)
    return None


def glued_scheme_start(text: str, colon: int, schemes: Schemes) -> int:
    """The start of the scheme that ends at `colon`, even directly after a letter; -1 if there is none.

    >>> glued_scheme_start("http://a/xhttp://b/", 14, Schemes(None))
    10
    """
    start = schemes.start_before(text, colon)
    if start >= 0:
        return start
    starts = range(run_start(text, colon) + 1, colon)
    return next((at for at in starts if schemes.known(text[at:colon]) and schemes.needs_host(text[at:colon])), -1)


def into_prose(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """A candidate that ended before prose, read on to where another rule ends it."""
    candidate = reading.candidate
    if candidate.continuation is None or candidate.gaps:
        return None
    if not any(step.rule is prose_after_ascii for step in candidate.remarks):
        return None
    text = with_continuation(candidate, end)
    state = ScanState(ScannedText(text, schemes), 0, "")
    state.ignore_prose = True
    host_end = _UP_TO_HOST_END.match(text).end()  # type: ignore[union-attr]
    stop = scan_to_end(state, host_end, len(text))
    return candidate._replace(text=text[:stop], ends_in_closing_bracket=state.closed, remarks=(), continuation=None)


@rule
def read_on(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """A URI may go on to the next white space, `<`, `>` or `"`, whatever ended it (GFM, 6.9; linkify-it).

    >>> [other.uri for match in linksift.find("http://a/b)c|d, e") for other in match.alternatives]
    ['http://a/b)c%7Cd']
    """
    candidate = reading.candidate
    if candidate.continuation is None or (candidate.no_trim and "\\" in candidate.text):
        return None
    text, known = with_continuation(candidate, end), len(candidate.text)
    in_host = (_UP_TO_HOST_END if candidate.prefix else _HOST_ONLY).fullmatch(candidate.text) is not None
    found = _may_follow(in_host, schemes.iris).match(text, known)
    stop = visible_end(text, known, found.end() if found else known)
    if stop <= known:
        return None
    return as_other_reading(candidate, text[:stop], Step(read_on, end, candidate.start + stop, None))


def with_continuation(candidate: Candidate, end: int) -> str:
    """The text of a candidate with what follows it, as far as other readings of a match that ends at `end` may go."""
    farthest = end - candidate.start + FARTHEST_READ_ON
    more = farthest - len(candidate.text)
    if candidate.continuation is None or more <= 0:
        return candidate.text
    after = candidate.continuation.text(more)
    return candidate.text + (_BROKEN_ESCAPE.sub("", after) if len(after) == more else after)


@cache
def _may_follow(in_host: bool, iris: bool) -> re.Pattern[str]:
    """What may follow a URI that something other than white space ended: what is in a URI, or may be encoded in it."""
    beyond = r"\x80-\U0010ffff" if iris else ""
    after_host = rf"[!#-;=?-_a-~{beyond}]*+"
    if not in_host:
        return re.compile(after_host)
    host = rf"[!$&-.0-;=@-Z_a-z~{beyond}]*+"
    return re.compile(rf"{host}(?:%[0-9A-Fa-f]{{2}}{host})*(?:(?=[/?#]){after_host})?")


def visible_end(text: str, start: int, end: int) -> int:
    """Where the first invisible character of `text[start:end]` is, or `end`."""
    for place in range(start, end):
        if text[place] > "\x7f" and not may_be_read(text, place, end):
            return place
    return end


def may_be_read(text: str, place: int, end: int) -> bool:
    """Whether the character at `place` is visible, a soft hyphen, or a joiner between two characters beyond ASCII."""
    character = text[place]
    if character in JOINERS:
        return text[place - 1] > "\x7f" and text[place + 1 : min(place + 2, end)] > "\x7f"
    return character == SOFT_HYPHEN or not is_invisible(character)


@rule
def trimmed_in_brackets(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """The sentence's punctuation may be inside the angle brackets, so an alternative lacks it (Appendix C).

    >>> [other.uri for match in linksift.find("<http://a/x.>") for other in match.alternatives]
    ['http://a/x']
    """
    candidate = reading.candidate
    if not candidate.no_trim:
        return None
    stop, _ = trim(candidate._replace(no_trim=False, verbatim=True), reading.text)
    if stop == len(reading.text):
        return None
    return cut(candidate, reading.source_end(stop) - candidate.start, trimmed_in_brackets)


@rule
def unjoined(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """White space may end a URI even if a rule joins what is on both sides of it (Appendix C).

    >>> [other.uri for match in linksift.find("<http://a/t ea>") for other in match.alternatives]
    ['http://a/t']
    """
    candidate = reading.candidate
    if not candidate.gaps:
        return None
    plain = _PLAIN.match(candidate.text, 0, candidate.gaps[0][0])
    return shortened(candidate, plain.end() if plain else 0, unjoined)


def shortened(candidate: Candidate, stop: int, by: Callable[..., Candidate | None]) -> Candidate:
    """The reading of a candidate that ends at `stop` (code points of its text) by a rule, trimmed as in running text."""
    return as_other_reading(cut(candidate, stop, by), candidate.text[:stop], _remark(candidate, stop, by))


def cut(candidate: Candidate, stop: int, by: Callable[..., Candidate | None]) -> Candidate:
    """A candidate that ends at `stop` (code points of its text) by a rule."""
    gaps = tuple(gap for gap in candidate.gaps if gap[1] <= stop)
    return candidate._replace(
        text=candidate.text[:stop], gaps=gaps, variants=(), remarks=(_remark(candidate, stop, by),), continuation=None
    )


def _remark(candidate: Candidate, stop: int, by: Callable[..., Candidate | None]) -> Step:
    return Step(by, candidate.start + stop, candidate.start + stop + 1, None)


def as_other_reading(candidate: Candidate, text: str, remark: Step) -> Candidate:
    """A candidate with another text, in which all that a URI cannot hold is encoded, and which is trimmed."""
    return candidate._replace(
        text=text,
        enclosure=None,
        ends_in_closing_bracket=False,
        no_trim=False,
        verbatim=True,
        remarks=(remark,),
        variants=(),
        continuation=None,
    )


RULES: tuple[Callable[[Reading, int, Schemes], Candidate | None], ...] = (
    before_second_scheme,
    into_prose,
    read_on,
    trimmed_in_brackets,
    unjoined,
)
