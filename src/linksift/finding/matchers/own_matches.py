"""The matches of the caller's matchers, found alongside the built-in matches; if two overlap, the longer one wins."""

import warnings
from collections import deque
from collections.abc import Generator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from linksift.finding.match import Ending, Match, MatchDetails, OwnSearch, ResumeAt, Step, new_match
from linksift.finding.matchers.matcher import Matcher, MatcherTimeout, UriTemplate, compiled_pattern, parse_template
from linksift.finding.matchers.pattern_hits import LimitedPattern, first_literal, hits
from linksift.finding.readings.first_valid_reading import has_required_host, is_usable
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.schemes import Schemes
from linksift.notes import rule
from linksift.uri import is_uri

if TYPE_CHECKING:
    import regex

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
