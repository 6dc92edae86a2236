"""URIs in quotes that continue across line ends: the closing quote ends them, and line breaks are joined (Appendix C).

A name without a scheme is joined only across a single line end, and only if the quotes close after the next line's
first word. In quotes that close directly after a URI, any scheme with `//` is accepted.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TypeGuard

from linksift.delimiters import LINE_BREAKS
from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan import running_text
from linksift.finding.scan.character_roles import HYPHENS_BEYOND_ASCII, NEVER_TRIMMED, in_class
from linksift.finding.scan.enclosed.line_breaks import PLAIN_BREAK_IN_QUOTES, LineBreaks, with_marks
from linksift.finding.scan.enclosures import ENCLOSURES, LINE_CONTINUATION, emphasis_around
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import SCHEME
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import edited

MOST_BREAKS = 16
"""The maximum number of line breaks in a quoted URI."""

_SCHEME = lazy_pattern(rf"{SCHEME}://")
_NAME = lazy_pattern(r"www\.|ftp\.", re.IGNORECASE)
_VALUE_FOLLOWS = "=?&#"
OPENERS = "".join(opener for opener, enclosure in ENCLOSURES.items() if enclosure.joins and opener != "<")
"""The quotes in which line breaks are undone."""

_ANOTHER = lazy_pattern(rf"[{re.escape(OPENERS)}]{SCHEME}://")
"""Another URI in quotes, where the scan of the first stops, so no two scans read the same text."""

QUOTES = re.escape(OPENERS + "".join(ENCLOSURES[opener].closers for opener in OPENERS))
"""These quotes and their closers, for a class of characters in a pattern."""

_LINE = rf"[^\s<>{QUOTES}]++"
QUOTED_LINES = (
    rf"{_LINE}(?:{PLAIN_BREAK_IN_QUOTES}{_LINE}){{1,{MOST_BREAKS}}}(?<=[{in_class(NEVER_TRIMMED)}])(?<!\*/)[{QUOTES}]"
)
"""Lines of one word each with plain breaks between them, and a quote that may close them. Nothing around them decides
whether they are a URI."""

_BREAK = lazy_pattern(rf"[^\S{LINE_BREAKS}]*+[{LINE_BREAKS}]")
_HYPHENS = "-" + HYPHENS_BEYOND_ASCII
_LINE_END = lazy_pattern(rf"[{_HYPHENS}=\{LINE_CONTINUATION}]?{_BREAK.pattern}")
_IN_WORD = lazy_pattern(r"\w")

Read = Callable[[ScannedText, int], Candidate | SkipTo | None]
"""Reads the text that begins at a position in running text."""


def read_uri(source: ScannedText, start: int) -> Candidate | SkipTo:
    """The URI with a scheme at `start`."""
    return running_text.read_uri(source, start, source.text.index(":", start))


def reaches(found: Candidate | SkipTo | None, closer: int) -> TypeGuard[Candidate]:
    """Whether a URI or name was read that is enclosed, up to the closing quote at `closer`."""
    if not isinstance(found, Candidate) or found.enclosure is None:
        return False
    return found.start + len(found.text) == closer


def candidate_in_quotes(source: ScannedText, start: int) -> Candidate | None:
    """The URI in the quotes that open directly before `start`, if it continues across line ends up to the closer."""
    gaps, end = gaps_and_closer(source, start)
    return joined_candidate(source, start, end, gaps, read_uri) if gaps and end >= 0 else None


def name_in_quotes(source: ScannedText, start: int, read: Read) -> Candidate | None:
    """The name in the quotes that open directly before `start`, if they close after the next line's first word."""
    gaps, end = gaps_and_closer(source, start)
    if len(gaps) != 1 or end < 0 or _NAME.match(source.text, start + gaps[0][1]):
        return None
    return joined_candidate(source, start, end, gaps, read)


def unknown_in_quotes(source: ScannedText, start: int) -> Candidate | None:
    """The URI of an unknown scheme with `//` in the quotes that open directly before `start` and close after it.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> unknown_in_quotes(ScannedText('"foo://a/b"', Schemes(None)), 1).text
    'foo://a/b'
    """
    gaps, end = gaps_and_closer(source, start)
    if end < 0 or _IN_WORD.match(source.text, end + 1):
        return None
    if gaps:
        return joined_candidate(source, start, end, gaps, read_uri) if source.joins else None
    found = read_uri(source, start)
    return found if reaches(found, end) else None


def joined_candidate(
    source: ScannedText, start: int, end: int, gaps: list[tuple[int, int]], read: Read
) -> Candidate | None:
    """The text from `start` to the closer at `end`, if the URI or name that begins there includes all of it except the
    gaps."""
    text, raw = source.text, source.text[start:end]
    if not has_all(source, start, end, gaps, read):
        without_hyphens = [(gap[0] - (raw[gap[0] - 1] in _HYPHENS), gap[1]) for gap in gaps]
        if without_hyphens == gaps or not has_all(source, start, end, without_hyphens, read):
            return None
    return Candidate(
        start, raw, ENCLOSURES[text[start - 1]].name, tuple(gaps), emphasis_around(text, start, start + len(raw))
    )


def has_all(source: ScannedText, start: int, end: int, gaps: list[tuple[int, int]], read: Read) -> bool:
    """Whether the URI or name that begins at `start` includes all text up to the closer at `end` except the gaps."""
    joined = edited(source.text[start : end + 1], ((gap, after, "") for gap, after in gaps))
    alone = ScannedText(f"{source.text[start - 1]}{joined}", source.schemes, source.max_length)
    return reaches(read(alone, 1), len(alone.text) - 1)


def goes_over_line_end(text: str, start: int, end: int) -> bool:
    """Whether the text read from `start` to `end` begins directly after an opening quote and reaches its line's end."""
    return opens_before(text, start) and _LINE_END.match(text, end) is not None


def opens_before(text: str, start: int) -> bool:
    """Whether a quote opens directly before `start`."""
    return start > 0 and text[start - 1] in OPENERS


def begins_another(text: str, start: int, end: int) -> bool:
    """Whether another URI begins after the break from `start` to `end`, as in XML's schemaLocation, which lists URIs.

    After `=` and similar characters, it is a parameter's value.
    """
    return _SCHEME.match(text, end) is not None and text[start - 1] not in _VALUE_FOLLOWS


@cache
def _pieces(quotes: str) -> re.Pattern[str]:
    """The text on one line between these quotes, up to another URI in quotes."""
    return re.compile(rf"(?:[^\s<>{re.escape(OPENERS + quotes)}]++|(?!{_ANOTHER.pattern})[^\s<>{re.escape(quotes)}])*")


def gaps_and_closer(source: ScannedText, start: int) -> tuple[list[tuple[int, int]], int]:
    """The gaps in the quoted text, and the position of the closing quote (-1 if there is none)."""
    text = source.text
    closers = ENCLOSURES[text[start - 1]].closers
    piece = _pieces(text[start - 1] + closers)
    breaks = LineBreaks(source, start, in_angles=False)
    gaps: list[tuple[int, int]] = []
    limit = source.limit(start)
    position = begun = start
    while position < limit:
        position = piece.match(text, position, limit).end()  # type: ignore[union-attr]
        if position < limit and text[position] in closers:
            return gaps, position
        if _ANOTHER.match(text, position):
            break
        gap = breaks.at(position).end if _BREAK.match(text, position) else -1
        if gap < 0 or len(gaps) == MOST_BREAKS or begins_another(text, position, gap):
            break
        position, gap = with_marks(text, start, begun, position, gap)
        gaps.append((position - start, gap - start))
        position = begun = gap
    return gaps, -1
