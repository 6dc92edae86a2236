r"""The matches of custom matchers, found alongside the built-in matches; if two overlap, the longer one wins.

Each hit of a pattern is on one line, of at most 256 code points, and not part of a word. A custom pattern may be
slow, so the text it sees is bounded: one line, or, in a line of more than `LONGEST_LINE` code points, only
`LONGEST_MATCH` + 1 code points from the place where a hit may begin. The time for a text is therefore linear in its
length, and the factor is the time that the pattern takes for that many code points. Since this time may be exponential,
all searches in a text share one limit (`LimitedPattern`).
"""

import re
import unicodedata
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from itertools import chain
from sys import maxsize
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from linksift.delimiters import LINE_BREAKS
from linksift.finding.match import Ending, Match, MatchDetails, OwnSearch, ResumeAt, Step, new_match
from linksift.finding.matchers.matcher import (
    LONGEST_MATCH,
    Matcher,
    MatcherTimeout,
    UriTemplate,
    compiled_pattern,
    parse_template,
)
from linksift.finding.readings.first_valid_reading import has_required_host, is_usable
from linksift.finding.scan.enclosures import ENCLOSURES, underscores_before, underscores_close
from linksift.finding.scan.names.www_names import NOT_AFTER
from linksift.finding.scan.schemes import Schemes
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.uri import is_uri

if TYPE_CHECKING:
    import regex

# ---- Hits ------------------------------------------------------------------------------------------------------------

LONGEST_LINE = 1024
"""A pattern is searched for in a whole line of up to this length."""

_NO_BREAK = f"[^{''.join(sorted(LINE_BREAKS))}]"
_LINE = lazy_pattern(rf"{_NO_BREAK}{{1,{LONGEST_LINE + 1}}}+")
_REST_OF_LINE = lazy_pattern(rf"{_NO_BREAK}{{0,{LONGEST_LINE + 1}}}+")
_NOT_AFTER = lazy_pattern(f"[{NOT_AFTER}]")
_LITERAL = lazy_pattern(r"(?:[^\\^$.|?*+()\[\]{}]|\\[^A-Za-z0-9])*+(?![?*+{|])")
_STARTS = lazy_pattern(rf"(?:(?<![{NOT_AFTER}])|(?<=_)|(?<=\.)(?=@))(?=.)")


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
        position = hit.start() + 1
        if (alone := standing_alone(pattern, text, hit)) is not None:
            yield alone
            position = alone.end()


def hits_in_long_line(
    pattern: LimitedPattern, text: str, position: int, last: int, end: int
) -> "Iterator[regex.Match[str]]":
    """The hits that begin between a position and `last` in a long line, in which only the text before `end` is seen."""
    for place in _STARTS.finditer(text, position, last):
        start = place.start()
        hit = pattern.match(text, start, min(start + LONGEST_MATCH + 1, end)) if start >= position else None
        if hit is not None and (alone := standing_alone(pattern, text, hit)) is not None:
            yield alone
            position = alone.end()


def standing_alone(pattern: LimitedPattern, text: str, hit: "regex.Match[str]") -> "regex.Match[str] | None":
    r"""The hit, without the underscores that close emphasis at its end; None if it cannot be a match.

    >>> import regex
    >>> pattern = LimitedPattern(regex.compile(r"@\w+"), None)
    >>> [standing_alone(pattern, text, pattern.search(text, 0)) for text in ("_@jo_", "@jo_", "a@jo_")]
    [<regex.Match object; span=(1, 4), match='@jo'>, <regex.Match object; span=(0, 4), match='@jo_'>, None]
    """
    start, end = hit.span()
    if stands_alone(text, start, end):
        return hit
    marks = underscores_before(text, start)
    if not marks or not text.endswith(marks, start, end):
        return None
    shorter = pattern.match(text, start, end - len(marks))
    return shorter if shorter is not None and stands_alone(text, *shorter.span()) else None


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a span can be a match: not empty, not too long, not part of a word, and at a place where a name may
    begin.

    A full stop that begins a word may precede an `@`: people begin a reply with it so that everybody sees it.

    >>> [stands_alone(text, 1, 4) for text in (" @jo,", "a@jo", "/@jo", " @joe", " @jo@", "_@jo_", "_@jo", ".@jo")]
    [True, False, False, False, False, True, False, True]
    """
    if not 0 < end - start <= LONGEST_MATCH:
        return False
    before = text[start - 1 : start] if start else ""
    if before == "_":
        marks = underscores_before(text, start)
        return marks != "" and underscores_close(text, end, marks)
    if before == "." and text[start] == "@" and (start == 1 or text[start - 2].isspace()):
        before = ""
    return not _NOT_AFTER.match(before) and not cuts_word(text[end - 1], text[end : end + 1])


def cuts_word(last: str, after: str) -> bool:
    """Whether a span that ends in the character `last` ends inside a word, or before the `@` of an address.

    >>> cuts_word("a", "b"), cuts_word("a", "@"), cuts_word("a", "-"), cuts_word("]", "b")
    (True, True, False, False)
    """
    if not (last == "_" or last.isalnum()) or not after:
        return False
    return after in "_@" or after.isalnum() or unicodedata.category(after).startswith("M")


# ---- Matches ---------------------------------------------------------------------------------------------------------

BLOCK = 16_384
"""Custom matches are searched for in this many code points at a time."""

FARTHEST_BACK = 4096
"""No built-in match begins farther than this before the hit of its trigger, even if it is defanged."""


class CompiledMatcher(NamedTuple):
    """A matcher whose pattern is compiled, and the characters that all its hits begin with ("" if unknown)."""

    kind: str
    pattern: "regex.Pattern[str]"
    literal: str
    template: UriTemplate


@lru_cache(maxsize=256)
def compiled(matcher: Matcher) -> CompiledMatcher:
    """A matcher ready to search."""
    pattern = compiled_pattern(matcher.pattern)
    literal = "" if "|" in matcher.pattern else first_literal(matcher.pattern)
    return CompiledMatcher(matcher.name, pattern, literal, parse_template(matcher.uri))


class OwnMatchers(NamedTuple):
    """The custom matchers of a finder, and how it judges the URIs that they make. `seconds` is the time that each
    matcher may take in a text. If it `settles_lines`, no text after a line changes the matches in the line."""

    matchers: tuple[CompiledMatcher, ...]
    schemes: Schemes
    max_length: int
    skips_unusable: bool
    settles_lines: bool
    seconds: float | None

    def has_match(self, text: str) -> bool:
        """Whether a custom matcher finds anything in a text."""
        return any(isinstance(step, Match) for step in self._steps(text, OwnSearch(), len(text)))

    def merged(
        self, built_in: Generator[Match, None, ResumeAt], text: str, resume: OwnSearch, limit: int
    ) -> Generator[Match, None, ResumeAt]:
        """The built-in matches at hits before `limit`, and custom matches; of overlapping matches, only the longest.

        Before the end of the text, built-in matches that a custom match may still overlap are held back for the next
        search.
        """
        end = self._end(text, limit)
        others, steps = Ending(built_in), Ending(self._steps(text, resume, end))
        following = chain(resume.held, others)
        held: deque[Match] = deque()
        next_other = next(following, None)
        for step in steps:
            match, reached = (step, step.start) if isinstance(step, Match) else (None, step)
            while next_other is not None and next_other.start < (match.end if match else reached):
                held.append(next_other)
                next_other = next(following, None)
            while held and held[0].end <= reached:
                yield held.popleft()
            if match is not None and all(len(other.text) <= len(match.text) for other in held):
                held.clear()
                yield match
        rest = [*held, *([next_other] if next_other else []), *following]
        if end == len(text):
            yield from rest
            rest.clear()
        return others.value._replace(own=steps.value._replace(held=tuple(rest)))

    def _end(self, text: str, limit: int) -> int:
        """Where the search for custom matches stops, so that all built-in matches that may overlap them are known.

        A match whose hit comes after `limit` may begin before `limit`, but not before the end of a settled line.
        """
        if limit > len(text):
            return len(text)
        is_settled = self.settles_lines and text[limit - 1 : limit] == "\n"
        return limit if is_settled else max(0, limit - FARTHEST_BACK)

    def _steps(self, text: str, resume: OwnSearch, end: int) -> Generator[Match | int, None, OwnSearch]:
        """The custom matches that begin before `end`, in order; of overlapping matches, only the longest.

        Between matches, it yields positions before which no further match begins. It returns where to resume.
        """
        positions = list(resume.positions) or [0] * len(self.matchers)
        seconds = list(resume.seconds) or [self.seconds] * len(self.matchers)
        longest = resume.longest
        stop = min(positions)
        while stop < end:
            stop = min(stop + BLOCK, end)
            for match in self._in_block(text, positions, seconds, stop):
                if longest is not None and match.start >= longest.end:
                    yield longest
                    longest = None
                if longest is None or len(match.text) > len(longest.text):
                    longest = match
            if longest is not None and longest.end <= stop:
                yield longest
                longest = None
            yield stop if longest is None else longest.start
        return OwnSearch(tuple(positions), longest, seconds=tuple(seconds))

    def _in_block(self, text: str, positions: list[int], seconds: list[float | None], stop: int) -> list[Match]:
        """The custom matches that begin before `stop`, in order, longer ones first at the same place.

        Moves the positions to `stop`, and deducts the time taken from the seconds that are left. A matcher whose time
        is up yields nothing from this block onwards, and warns once.
        """
        found: list[Match] = []
        for number, matcher in enumerate(self.matchers):
            pattern = LimitedPattern(matcher.pattern, seconds[number])
            given: list[Match] = []
            try:
                for hit in hits(pattern, matcher.literal, text, positions[number], stop):
                    positions[number] = hit.end()
                    match = self._match(matcher, text, hit)
                    if match is not None:
                        given.append(match)
            except TimeoutError:
                if seconds[number] != 0:
                    limit = f"more than {self.seconds:g} s in one text"
                    message = f"the matcher {matcher.kind!r} took {limit} and found nothing more there"
                    warnings.warn(message, MatcherTimeout, stacklevel=2)
                pattern.seconds = 0
            else:
                found += given
            seconds[number] = pattern.seconds
            positions[number] = max(positions[number], stop)
        found.sort(key=lambda match: (match.start, -match.end))
        return found

    def _match(self, matcher: CompiledMatcher, text: str, hit: "regex.Match[str]") -> Match | None:
        """The match for a hit; None if the template makes no valid URI with more than a scheme and with the host that
        it needs, or if the finder does not look for such URIs."""
        start, end = hit.span()
        try:
            uri = matcher.template.filled(hit.group)
        except UnicodeEncodeError:
            return None
        if end - start > self.max_length or not is_uri(uri) or uri.index(":") == len(uri) - 1:
            return None
        if not has_required_host(uri, self.schemes) or (self.skips_unusable and not is_usable(uri)):
            return None
        opener = ENCLOSURES.get(text[start - 1 : start] if start else "")
        enclosure = opener.name if opener and text[end : end + 1] in (*opener.closers,) else None
        details = MatchDetails((filled_template(start, end, uri),))
        return new_match(uri, start, end, text[start:end], matcher.kind, enclosure, details)


@rule
def filled_template(start: int, end: int, uri: str) -> Step:
    """A pattern from the caller matches here, and its template makes the URI (linkify-it's `.add`).

    >>> ticket = linksift.Matcher("ticket", "[A-Z]+-[0-9]+", "https://tracker.example/{0}")
    >>> [match.uri for match in linksift.find("OPS-12", matchers=[ticket])]
    ['https://tracker.example/OPS-12']
    """
    return Step(filled_template, start, end, uri)
