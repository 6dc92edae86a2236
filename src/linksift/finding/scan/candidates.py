"""What a hit of the triggers may be, likeliest first: in angle brackets, in quotes over line ends, in running text."""

import re
from collections.abc import Iterator

from linksift.finding.match import Candidate, Nothing
from linksift.finding.scan.angle import angle, broken_scheme_before, designator, glued, opened, scheme_start
from linksift.finding.scan.plain import plain
from linksift.finding.scan.quotes import goes_over_line_end, quoted
from linksift.finding.scan.schemes import Schemes


def candidates(
    text: str, hit: re.Match[str], schemes: Schemes, max_length: int, joins: bool
) -> Iterator[Candidate | Nothing]:
    """The candidates at a hit, likeliest first; Nothing where looking at the same text again would be in vain."""
    if text[hit.start()] == "<":
        yield from in_angles(text, hit, schemes, max_length, joins)
        return
    colon = hit.start()
    start = schemes.behind(text, colon)
    if start < 0:
        start = broken_scheme_before(text, colon, schemes) if joins else -1
        yield from some(angle(text, start, max_length, joins) if start > 0 else None)
        return
    if opened(text, start):
        yield from some(angle(text, start, max_length, joins))
    if goes_on(text, start, colon, schemes):
        yield from in_text(text, start, colon, schemes, max_length, joins)


def in_angles(text: str, hit: re.Match[str], schemes: Schemes, max_length: int, joins: bool) -> Iterator[Candidate]:
    """The candidate in angle brackets that a hit opens. A scheme that nobody knows has to stand unbroken."""
    start, colon = scheme_start(text, hit.start()), hit.end() - 1
    known = schemes.known(text[start:colon])
    if glued(text, hit.start()) and not goes_on(text, start, colon, schemes):
        return
    candidate = angle(text, start, max_length, joins and known)
    if candidate is not None and (known or (schemes.allows(text[start:colon]) and not designator(candidate))):
        yield candidate


def goes_on(text: str, start: int, colon: int, schemes: Schemes) -> bool:
    """Whether a URI can go on behind the colon in running text."""
    return text.startswith("//", colon + 1) or text[start:colon].lower() in schemes.opaque


def in_text(
    text: str, start: int, colon: int, schemes: Schemes, max_length: int, joins: bool
) -> Iterator[Candidate | Nothing]:
    """The candidates in running text: what quotes hold over line ends, then what ends where the text lets it."""
    candidate = plain(text, start, colon, schemes, max_length)
    if joins and isinstance(candidate, Candidate) and goes_over_line_end(text, candidate):
        yield from some(quoted(text, start, schemes, max_length))
    yield candidate


def some(candidate: Candidate | None) -> Iterator[Candidate]:
    """The candidate, if there is one."""
    if candidate is not None:
        yield candidate
