r"""The hits of a custom matcher's pattern: each on one line, of at most 256 code points, and not part of a word.

A caller's pattern may be slow, so the text it sees is bounded: one line, or, in a line of more than `LONGEST_LINE` code
points, only `LONGEST_MATCH` + 1 code points from the place where a hit may begin. The time for a text is therefore
linear in its length, and the factor is the time that the pattern takes for that many code points. Since this time may
be exponential, all searches in a text share one limit (`LimitedPattern`).
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from sys import maxsize
from time import monotonic
from typing import TYPE_CHECKING

from linksift.delimiters import LINE_BREAKS
from linksift.finding.matchers.matcher import LONGEST_MATCH
from linksift.finding.scan.enclosures import underscores_before, underscores_close
from linksift.finding.scan.names.www_names import NOT_AFTER
from linksift.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import regex

LONGEST_LINE = 1024
"""A pattern is searched for in a whole line of up to this length."""

_NO_BREAK = f"[^{''.join(sorted(LINE_BREAKS))}]"
_LINE = lazy_pattern(rf"{_NO_BREAK}{{1,{LONGEST_LINE + 1}}}+")
_REST_OF_LINE = lazy_pattern(rf"{_NO_BREAK}{{0,{LONGEST_LINE + 1}}}+")
_NOT_AFTER = lazy_pattern(f"[{NOT_AFTER}]")
_LITERAL = lazy_pattern(r"(?:[^\\^$.|?*+()\[\]{}]|\\[^A-Za-z0-9])*+(?![?*+{|])")
_STARTS = lazy_pattern(rf"(?:(?<![{NOT_AFTER}])|(?<=_))(?=.)")


class LimitedPattern:
    """The pattern of a matcher for one text; its searches may take `seconds` in total (None: no limit).

    `search` and `match` raise TimeoutError when the time is used up.
    """

    __slots__ = ("_pattern", "seconds")

    def __init__(self, pattern: "regex.Pattern[str]", seconds: float | None) -> None:
        self._pattern = pattern
        self.seconds = seconds

    def search(self, text: str, start: int, end: int = maxsize) -> "regex.Match[str] | None":
        """The first hit in a span, as `re` returns it."""
        return self._timed(self._pattern.search, text, start, end)

    def match(self, text: str, start: int, end: int) -> "regex.Match[str] | None":
        """The hit at the beginning of a span, as `re` returns it."""
        return self._timed(self._pattern.match, text, start, end)

    def _timed(
        self, run: "Callable[..., regex.Match[str] | None]", text: str, start: int, end: int
    ) -> "regex.Match[str] | None":
        if self.seconds is None:
            return run(text, start, end)
        if self.seconds <= 0:
            raise TimeoutError
        began = monotonic()
        try:
            return run(text, start, end, timeout=self.seconds)
        finally:
            self.seconds -= monotonic() - began


def first_literal(pattern: str) -> str:
    r"""The characters that every match of a pattern begins with, if they are easy to determine.

    The pattern must have no alternatives outside groups.

    >>> first_literal(r"w\.(?<=ww\.)x"), first_literal("@(?=x)"), first_literal("ab*"), first_literal("[ab]c")
    ('w.', '@', '', '')
    """
    found = _LITERAL.match(pattern)
    return re.sub(r"\\(.)", r"\1", found[0]) if found else ""


def hits(pattern: LimitedPattern, literal: str, text: str, start: int, stop: int) -> "Iterator[regex.Match[str]]":
    r"""The hits that begin between `start` and `stop`, in order and disjoint. All of them begin with `literal`.

    >>> import regex
    >>> pattern = LimitedPattern(regex.compile(r"@\w+"), None)
    >>> [hit[0] for hit in hits(pattern, "@", "@a, b@c\n(@d)", 0, 12)]
    ['@a', '@d']
    """
    position = start
    while position < stop:
        if literal:
            position = text.find(literal, position, stop + len(literal) - 1)
        else:
            position = first_line_worth_a_look(pattern, text, position, stop)
        if position < 0:
            return
        line_start, end = line_around(text, position)
        beyond = end + 1
        if end - line_start <= LONGEST_LINE:
            found = hits_in_line(pattern, text, position, end)
        else:
            if end - position > LONGEST_LINE:
                beyond = end - LONGEST_MATCH
            found = hits_in_long_line(pattern, text, position, beyond, end)
        for hit in found:
            if hit.start() >= stop:
                return
            yield hit
            position = hit.end()
        position = max(position, beyond)


def first_line_worth_a_look(pattern: LimitedPattern, text: str, position: int, stop: int) -> int:
    r"""The start of the first line that is long or contains a hit (or the position, if it is inside that line), or -1.

    >>> import regex
    >>> first_line_worth_a_look(LimitedPattern(regex.compile("x"), None), "a\nb\nx\n", 0, 6)
    4
    """
    if position and text[position - 1] not in LINE_BREAKS:
        return position
    search = pattern.search
    for line in _LINE.finditer(text, position):
        begin, end = line.span()
        if begin >= stop:
            return -1
        if end - begin > LONGEST_LINE or search(text, begin, end) is not None:
            return begin
    return -1


def line_around(text: str, position: int) -> tuple[int, int]:
    r"""The span of the line around a position, no farther than `LONGEST_LINE` + 1 code points from it.

    >>> line_around("a\nbc\r\nd", 3)
    (2, 4)
    """
    end = _REST_OF_LINE.match(text, position).end()  # type: ignore[union-attr]
    if not position or text[position - 1] in LINE_BREAKS:
        return position, end
    before = text[max(0, position - LONGEST_LINE - 1) : position]
    return position - _REST_OF_LINE.match(before[::-1]).end(), end  # type: ignore[union-attr]


def hits_in_line(pattern: LimitedPattern, text: str, position: int, end: int) -> "Iterator[regex.Match[str]]":
    """The hits from a position to the end of its line."""
    while position < end and (hit := pattern.search(text, position, end)) is not None:
        if stands_alone(text, *hit.span()):
            yield hit
            position = hit.end()
        else:
            position = hit.start() + 1


def hits_in_long_line(
    pattern: LimitedPattern, text: str, position: int, last: int, end: int
) -> "Iterator[regex.Match[str]]":
    """The hits that begin between a position and `last` in a long line, of which only the text before `end` is seen."""
    for place in _STARTS.finditer(text, position, last):
        start = place.start()
        hit = pattern.match(text, start, min(start + LONGEST_MATCH + 1, end)) if start >= position else None
        if hit is not None and stands_alone(text, *hit.span()):
            yield hit
            position = hit.end()


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a span can be a match: not empty, not too long, not part of a word, and at a place where a name may
    begin.

    >>> [stands_alone(text, 1, 4) for text in (" @jo,", "a@jo", "/@jo", " @joe", " @jo@", "_@jo_", "_@jo")]
    [True, False, False, False, False, True, False]
    """
    if not 0 < end - start <= LONGEST_MATCH:
        return False
    before = text[start - 1 : start] if start else ""
    if before == "_":
        marks = underscores_before(text, start)
        return marks != "" and underscores_close(text, end, marks)
    return not _NOT_AFTER.match(before) and not cuts_word(text[end - 1], text[end : end + 1])


def cuts_word(last: str, after: str) -> bool:
    """Whether a span that ends in the character `last` ends inside a word, or before the `@` of an address.

    >>> cuts_word("a", "b"), cuts_word("a", "@"), cuts_word("a", "-"), cuts_word("]", "b")
    (True, True, False, False)
    """
    if not (last == "_" or last.isalnum()) or not after:
        return False
    return after in "_@" or after.isalnum() or unicodedata.category(after).startswith("M")
