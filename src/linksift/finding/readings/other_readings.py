"""The readings of a match without the rule that ended, trimmed or joined it: one function per rule.

They become alternatives, and are made when the alternatives are requested. A rule takes the reading of the match and
the position in the source where the match ends (code points); it returns a candidate, or None if the reading is the
same.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from linksift.delimiters import JOINERS
from linksift.finding.match import Candidate, Continuation, Step, left_over
from linksift.finding.readings.encode import is_invisible
from linksift.finding.readings.rejoin import UP_TO_HOST_END, Reading
from linksift.finding.readings.trim import trim
from linksift.finding.scan.beyond_ascii import prose_after_ascii
from linksift.finding.scan.character_roles import SOFT_HYPHEN, TYPESET_HYPHENS
from linksift.finding.scan.host_names import maps_to_delimiter
from linksift.finding.scan.names.www_names import begins_with_name
from linksift.finding.scan.scanned_text import FARTHEST_READ_ON, ScannedText, ScanState
from linksift.finding.scan.schemes import Schemes, run_start
from linksift.finding.scan.uri_end import note_in_parentheses, scan_to_end
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_HOST_ONLY = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*+://[^/?#]*+")
_SLASHES = re.compile("://")
_PLAIN = lazy_pattern(r"[^\s<>\"`|\\^]*+")
_BEYOND_ASCII = lazy_pattern(r"[^\x00-\x7f]")
_BROKEN_ESCAPE = lazy_pattern(r"%[0-9A-Fa-f]?\Z")


def other_readings(reading: Reading, end: int, schemes: Schemes) -> Iterator[Candidate]:
    """The other readings of the match that a reading produced, likeliest first."""
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
            stop = reading.source_end(start) - reading.candidate.start
            return outside_enclosure(shortened(reading.candidate, stop, before_second_scheme))
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
    """A candidate that ended before prose, continued to the place where another rule ends it."""
    candidate = reading.candidate
    if candidate.continuation is None or candidate.gaps:
        return None
    if not any(step.rule in (prose_after_ascii, note_in_parentheses) for step in candidate.remarks):
        return None
    text = candidate.text[: end - candidate.start] + text_after(candidate, candidate.continuation, end)
    state = ScanState(ScannedText(text, schemes), 0)
    state.ignore_prose = True
    host_end = UP_TO_HOST_END.match(text).end()  # type: ignore[union-attr]
    stop = scan_to_end(state, host_end, len(text))
    return candidate._replace(text=text[:stop], ends_in_closing_bracket=state.closed, remarks=(), continuation=None)


@rule
def read_on(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """A URI may continue to the next white space, `<`, `>` or `"`, whatever ended it (GFM, 6.9; linkify-it).

    >>> [other.uri for match in linksift.find("http://a/b)c|d, e") for other in match.alternatives]
    ['http://a/b)c%7Cd']
    """
    candidate = reading.candidate
    if candidate.continuation is None or (candidate.no_trim and "\\" in candidate.text):
        return None
    known = candidate.text[: end - candidate.start]
    in_host = (UP_TO_HOST_END if candidate.prefix else _HOST_ONLY).fullmatch(known) is not None
    found = _may_follow(in_host, schemes.iris).match(text_after(candidate, candidate.continuation, end))
    after = readable_start(found[0], found.end(1) if in_host else 0) if found else ""
    if not after:
        return None
    return outside_enclosure(with_text(candidate, known + after, Step(read_on, end, end + len(after), None)))


def text_after(candidate: Candidate, continuation: Continuation, end: int) -> str:
    """The text after a match that ends at `end`, both in its candidate and beyond, up to the limit for other
    readings."""
    after = candidate.text[end - candidate.start :]
    after += continuation.text(max(0, FARTHEST_READ_ON - len(after)))
    return after if len(after) < FARTHEST_READ_ON else _BROKEN_ESCAPE.sub("", after[:FARTHEST_READ_ON])


@cache
def _may_follow(in_host: bool, iris: bool) -> re.Pattern[str]:
    """The characters that may follow a URI that did not end at white space: those allowed in URIs, and those that may
    be encoded in them.

    The pattern is written as the complement of the other characters, which compiles faster.
    """
    beyond = "" if iris else r"\x80-\U0010ffff"
    after_host = rf"[^\x00- \"<>`\x7f{beyond}]*+"
    if not in_host:
        return re.compile(after_host)
    host = rf"[^\x00- \"#%/<>?\[-^`{{-}}\x7f{beyond}]*+"
    return re.compile(rf"({host}(?:%[0-9A-Fa-f]{{2}}{host})*)(?:(?=[/?#]){after_host})?")


def readable_start(text: str, host_end: int) -> str:
    """The start of a text, up to an invisible character, or up to a character before `host_end` that ends every host.

    >>> readable_start("a\N{ZERO WIDTH SPACE}b", 0), readable_start("a™）b/）", 4), readable_start("a）b", 0)
    ('a', 'a™', 'a）b')
    """
    for found in _BEYOND_ASCII.finditer(text):
        place = found.start()
        if not is_readable(text, place) or (place < host_end and maps_to_delimiter(found[0])):
            return text[:place]
    return text


def is_readable(text: str, place: int) -> bool:
    """Whether the character at `place` is visible, a soft hyphen, or a joiner between two characters beyond ASCII."""
    character = text[place]
    if character in JOINERS:
        return place > 0 and text[place - 1] > "\x7f" and text[place + 1 : place + 2] > "\x7f"
    return character == SOFT_HYPHEN or not is_invisible(character)


@rule
def trimmed_in_brackets(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """The sentence's punctuation may be inside the angle brackets, so an alternative leaves it out (Appendix C).

    >>> [other.uri for match in linksift.find("<http://a/x.>") for other in match.alternatives]
    ['http://a/x']
    """
    candidate = reading.candidate
    if not candidate.no_trim:
        return None
    stop, _ = trim(outside_enclosure(candidate), reading.text)
    if stop == len(reading.text):
        return None
    return shortened(candidate, reading.source_end(stop) - candidate.start, trimmed_in_brackets)


@rule
def unjoined(reading: Reading, end: int, schemes: Schemes) -> Candidate | None:
    """White space may end a URI even if a rule joins the text on both sides of it (Appendix C).

    >>> [other.uri for match in linksift.find("<http://a/t ea>") for other in match.alternatives]
    ['http://a/t']
    """
    candidate = reading.candidate
    plain = _PLAIN.match(candidate.text, 0, candidate.gaps[0][0]) if candidate.gaps else None
    stop = len(plain[0].rstrip(TYPESET_HYPHENS)) if plain else 0
    if plain is None or (candidate.prefix and not begins_with_name(candidate.text[:stop], schemes)):
        return None  # a piece of an address or of a host is not a link
    left = left_over((candidate, *candidate.variants))
    return outside_enclosure(shortened(candidate, stop, unjoined))._replace(confidence=left)


def shortened(candidate: Candidate, stop: int, by: Callable[..., Candidate | None]) -> Candidate:
    """A candidate that a rule ends at `stop` (code points of its text)."""
    place = candidate.start + stop
    return with_text(candidate, candidate.text[:stop], Step(by, place, place + 1, None))


def with_text(candidate: Candidate, text: str, remark: Step) -> Candidate:
    """A candidate with a shorter or longer text, and a remark on it."""
    gaps = tuple(gap for gap in candidate.gaps if gap[1] <= len(text))
    return candidate._replace(text=text, gaps=gaps, remarks=(remark,), variants=(), continuation=None)


def outside_enclosure(candidate: Candidate) -> Candidate:
    """A candidate that is trimmed regardless of its surroundings, and in which everything that a URI cannot contain is
    encoded."""
    return candidate._replace(enclosure=None, ends_in_closing_bracket=False, no_trim=False, verbatim=True)


RULES: tuple[Callable[[Reading, int, Schemes], Candidate | None], ...] = (
    before_second_scheme,
    into_prose,
    read_on,
    trimmed_in_brackets,
    unjoined,
)
