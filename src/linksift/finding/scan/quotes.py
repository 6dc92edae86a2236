"""Quotes around a URI that goes over line ends: the closer ends it, and line breaks in it are joined (Appendix C)."""

import re

from linksift.finding.match import Candidate
from linksift.finding.scan.breaks import gap_end, line_prefix
from linksift.finding.scan.openers import ENCLOSURES, emphasis_before
from linksift.finding.scan.plain import plain
from linksift.finding.scan.run import LINE_BREAKS
from linksift.finding.scan.schemes import SCHEME, Schemes

MOST_BREAKS = 16
"""A quoted URI goes over so many line ends at most."""

_SCHEME = re.compile(rf"{SCHEME}://")
_VALUE_FOLLOWS = "=?&#"
_BREAK = re.compile(rf"[^\S{LINE_BREAKS}]*+[{LINE_BREAKS}]")


def quoted(text: str, start: int, schemes: Schemes, max_length: int) -> Candidate | None:
    """The URI in the quotes that open directly before `start`, if it goes over line ends up to their closer."""
    enclosure = ENCLOSURES[text[start - 1]]
    gaps, end = broken(text, start, max_length)
    if not gaps or end < 0:
        return None
    raw = text[start:end]
    without_hyphens = [(gap[0] - (raw[gap[0] - 1] == "-"), gap[1]) for gap in gaps]
    for joined in (without(raw, gaps), without(raw, without_hyphens)):
        reading = plain(text[start - 1] + joined + text[end], 1, 1 + joined.index(":"), schemes, max_length)
        if isinstance(reading, Candidate) and reading.enclosure == enclosure.name and reading.text == joined:
            return Candidate(start, raw, enclosure.name, tuple(gaps), emphasis_before(text, start))
    return None


def without(raw: str, gaps: list[tuple[int, int]]) -> str:
    """What is left of a text without its gaps."""
    starts, ends = zip(*gaps, strict=True)
    return "".join(raw[a:b] for a, b in zip((0, *ends), (*starts, len(raw)), strict=True))


def goes_over_line_end(text: str, candidate: Candidate) -> bool:
    """Whether a candidate in running text stands directly behind a quote, and ends where its line does."""
    opener = ENCLOSURES.get(text[candidate.start - 1 : candidate.start])
    if opener is None or not opener.joins or opener.name == "angle":
        return False
    return _BREAK.match(text, candidate.start + len(candidate.text)) is not None


def begins_another(text: str, start: int, end: int) -> bool:
    """Whether behind the break from `start` to `end` another URI begins, as in XML's schemaLocation, which lists them.

    Behind `=` and its like it is the value of a parameter.
    """
    return _SCHEME.match(text, end) is not None and text[start - 1] not in _VALUE_FOLLOWS


def broken(text: str, start: int, max_length: int) -> tuple[list[tuple[int, int]], int]:
    """The gaps between the pieces of what is quoted, and the place of the closer (-1: there is none)."""
    closers = ENCLOSURES[text[start - 1]].closers
    whole = re.compile(rf"[^\s<>{re.escape(text[start - 1] + closers)}]*+")
    marks = line_prefix(text, start)
    gaps: list[tuple[int, int]] = []
    position, limit = start, min(len(text), start + max_length + 1)
    while position < limit:
        position = whole.match(text, position, limit).end()  # type: ignore[union-attr]
        if position < limit and text[position] in closers:
            return gaps, position
        gap, marks = gap_end(text, position, marks) if _BREAK.match(text, position) else (-1, "")
        if gap < 0 or len(gaps) == MOST_BREAKS or begins_another(text, position, gap):
            break
        gaps.append((position - start, gap - start))
        position = gap
    return gaps, -1
