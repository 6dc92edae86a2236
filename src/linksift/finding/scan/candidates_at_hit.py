"""The candidates at a hit of a trigger, likeliest first: in angle brackets, in quotes, in running text."""

import re
from collections.abc import Iterator

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan.angle_brackets import (
    broken_scheme_before,
    candidate_in_angles,
    is_designator,
    is_glued,
    is_in_angles,
    is_name_with_port,
    scheme_start,
)
from linksift.finding.scan.attribute_values import attribute_value
from linksift.finding.scan.quotes import candidate_in_quotes, goes_over_line_end, opens_before, unknown_in_quotes
from linksift.finding.scan.running_text import (
    candidate_after_plain_start,
    candidate_in_text,
    doubled_scheme,
    is_doubled,
)
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes, run_start


def candidates(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
    """The candidates at a hit, likeliest first; SkipTo if scanning the same text again would be in vain."""
    text, colon = source.text, hit.start()
    if text[colon] == "<":
        yield from in_angles(source, hit)
        return
    start = source.schemes.start_before(text, colon)
    if start < 0:
        yield from of_unknown_scheme(source, colon)
        return
    if start < source.position:
        return
    if is_in_angles(source, start):
        yield from if_any(candidate_in_angles(source, start, source.joins))
    if can_go_on(text, start, colon, source.schemes):
        yield from in_text(source, start, colon)


def of_unknown_scheme(source: ScannedText, colon: int) -> Iterator[Candidate]:
    """The candidate at a colon after no known scheme: one that is broken in angle brackets, or any scheme in quotes."""
    start = broken_scheme_before(source, colon) if source.joins else -1
    if start > 0:
        yield from if_any(candidate_in_angles(source, start, source.joins))
        return
    if not (source.text[colon - 1 : colon].isalnum() and source.text.startswith("//", colon + 1)):
        return
    start = run_start(source.text, colon)
    name = source.text[start:colon]
    if len(name) < 2 or start < source.position or not opens_before(source.text, start):  # one letter is a drive
        return
    if source.schemes.allows(name):
        yield from if_any(unknown_in_quotes(source, start))


def in_angles(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate]:
    """The candidate in the angle brackets that a hit opens. Only with `//` may a URI of an unknown scheme be broken."""
    text, schemes = source.text, source.schemes
    start, colon = scheme_start(text, hit.start()), hit.end() - 1
    known = schemes.known(text[start:colon])
    if is_glued(text, hit.start()) and not can_go_on(text, start, colon, schemes):
        return
    if not known and (not schemes.allows(text[start:colon]) or is_name_with_port(text, start, colon)):
        return
    joins = source.joins and (known or text.startswith("//", colon + 1))
    candidate = candidate_in_angles(source, start, joins)
    if candidate is not None and (known or not is_designator(candidate)):
        yield candidate


def can_go_on(text: str, start: int, colon: int, schemes: Schemes) -> bool:
    """Whether a URI can go on after the colon in running text."""
    if text.startswith("//", colon + 1):
        return True
    name = text[start:colon].lower()
    return name in schemes.opaque or (name in schemes.rooted and text.startswith("/", colon + 1))


def in_text(source: ScannedText, start: int, colon: int) -> Iterator[Candidate | SkipTo]:
    """The candidates in running text: in an attribute's quotes, in quotes over line ends, then on one line.

    The first of two doubled schemes has none.
    """
    if is_doubled(source, start, colon):
        yield SkipTo(colon + 1)
        return
    candidate = candidate_in_text(source, start, colon)
    if isinstance(candidate, Candidate):
        yield from if_any(attribute_value(source, candidate))
        candidate = doubled_scheme(source, candidate)
    if source.joins and isinstance(candidate, Candidate) and goes_over_line_end(source.text, candidate):
        yield from if_any(candidate_in_quotes(source, start))
    yield candidate


def plain_candidate(source: ScannedText, start: int, plain: re.Match[str]) -> Candidate | None:
    """The only candidate in running text from `start` on, with a plain start; None if in doubt."""
    candidate = candidate_after_plain_start(source, start, plain)
    if candidate is None or not opens_before(source.text, start):
        return candidate
    over_line_end = source.joins and goes_over_line_end(source.text, candidate)
    return None if over_line_end or attribute_value(source, candidate) is not None else candidate


def if_any(candidate: Candidate | None) -> Iterator[Candidate]:
    """The candidate, if there is one."""
    if candidate is not None:
        yield candidate
