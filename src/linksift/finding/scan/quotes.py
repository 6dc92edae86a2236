"""URIs in quotes that go over line ends: the closing quote ends them, and line breaks are joined (Appendix C)."""

import re
from functools import cache

from linksift.finding.match import Candidate
from linksift.finding.scan.enclosures import ENCLOSURES, emphasis_before
from linksift.finding.scan.line_breaks import gap_end, line_prefix
from linksift.finding.scan.running_text import candidate_in_text
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import SCHEME
from linksift.finding.scan.table_of_ends import LINE_BREAKS

MOST_BREAKS = 16
"""A quoted URI has at most so many line breaks."""

_SCHEME = re.compile(rf"{SCHEME}://")
_VALUE_FOLLOWS = "=?&#"
_OPENERS = "".join(opener for opener, enclosure in ENCLOSURES.items() if enclosure.joins and opener != "<")
_ANOTHER = re.compile(rf"[{re.escape(_OPENERS)}]{SCHEME}://")
"""Another URI in quotes, where the scan of the first stops, so no two of them read the same text."""

_BREAK = re.compile(rf"[^\S{LINE_BREAKS}]*+[{LINE_BREAKS}]")


def candidate_in_quotes(source: ScannedText, start: int) -> Candidate | None:
    """The URI in the quotes that open directly before `start`, if it has line breaks and the quotes close after it."""
    text = source.text
    enclosure = ENCLOSURES[text[start - 1]]
    gaps, end = gaps_and_closer(source, start)
    if not gaps or end < 0:
        return None
    raw = text[start:end]
    without_hyphens = [(gap[0] - (raw[gap[0] - 1] == "-"), gap[1]) for gap in gaps]
    for joined in (remove_gaps(raw, gaps), remove_gaps(raw, without_hyphens)):
        alone = ScannedText(text[start - 1] + joined + text[end], source.schemes, source.max_length)
        reading = candidate_in_text(alone, 1, 1 + joined.index(":"))
        if isinstance(reading, Candidate) and reading.enclosure == enclosure.name and reading.text == joined:
            return Candidate(start, raw, enclosure.name, tuple(gaps), emphasis_before(text, start))
    return None


def remove_gaps(raw: str, gaps: list[tuple[int, int]]) -> str:
    """The text without its gaps."""
    starts, ends = zip(*gaps, strict=True)
    return "".join(raw[a:b] for a, b in zip((0, *ends), (*starts, len(raw)), strict=True))


def goes_over_line_end(text: str, candidate: Candidate) -> bool:
    """Whether a candidate in running text begins directly after an opening quote, and ends its line."""
    opener = ENCLOSURES.get(text[candidate.start - 1 : candidate.start])
    if opener is None or not opener.joins or opener.name == "angle":
        return False
    return _BREAK.match(text, candidate.start + len(candidate.text)) is not None


def begins_another(text: str, start: int, end: int) -> bool:
    """Whether another URI begins after the break from `start` to `end`, as in XML's schemaLocation, which lists them.

    After `=` and the like, it is the value of a parameter.
    """
    return _SCHEME.match(text, end) is not None and text[start - 1] not in _VALUE_FOLLOWS


@cache
def _pieces(quotes: str) -> re.Pattern[str]:
    """The text on one line between these quotes, up to another URI in quotes."""
    return re.compile(rf"(?:[^\s<>{re.escape(_OPENERS + quotes)}]++|(?!{_ANOTHER.pattern})[^\s<>{re.escape(quotes)}])*")


def gaps_and_closer(source: ScannedText, start: int) -> tuple[list[tuple[int, int]], int]:
    """The gaps in the quoted text, and the position of the closing quote (-1 if there is none)."""
    text = source.text
    closers = ENCLOSURES[text[start - 1]].closers
    piece = _pieces(text[start - 1] + closers)
    marks = line_prefix(source, start)
    gaps: list[tuple[int, int]] = []
    position, limit = start, source.limit(start)
    while position < limit:
        position = piece.match(text, position, limit).end()  # type: ignore[union-attr]
        if position < limit and text[position] in closers:
            return gaps, position
        if _ANOTHER.match(text, position):
            break
        gap, marks = gap_end(text, position, marks) if _BREAK.match(text, position) else (-1, "")
        if gap < 0 or len(gaps) == MOST_BREAKS or begins_another(text, position, gap):
            break
        gaps.append((position - start, gap - start))
        position = gap
    return gaps, -1
