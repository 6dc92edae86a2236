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


class OwnMatchers(NamedTuple):
    """The custom matchers of a finder, and how it judges the URIs that they make. `seconds` is the time that each
    matcher may take in a text."""

    matchers: tuple[CompiledMatcher, ...]
    schemes: Schemes
    max_length: int
    skips_unusable: bool
    seconds: float | None = None


@lru_cache(maxsize=256)
def compiled(matcher: Matcher) -> CompiledMatcher:
    """A matcher ready to search."""
    pattern = compiled_pattern(matcher.pattern)
    literal = "" if "|" in matcher.pattern else first_literal(matcher.pattern)
    return CompiledMatcher(matcher.name, pattern, literal, parse_template(matcher.uri))


def has_own_match(own: OwnMatchers, text: str) -> bool:
    """Whether a custom matcher finds anything in a text."""
    return any(isinstance(step, Match) for step in own_matches(own, text, OwnSearch(), len(text)))


def with_own_matches(
    built_in: Generator[Match, None, ResumeAt], own: OwnMatchers, text: str, resume: OwnSearch, end: int
) -> Generator[Match, None, ResumeAt]:
    """The built-in matches and the custom matches that begin before `end`; of overlapping matches, only the longest.

    Before the end of the text, built-in matches that a custom match may still overlap are held back for the next
    search.
    """
    others, steps = Ending(built_in), Ending(own_matches(own, text, resume, end))
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


def own_matches(own: OwnMatchers, text: str, resume: OwnSearch, end: int) -> Generator[Match | int, None, OwnSearch]:
    """The custom matches that begin before `end`, in order; of overlapping matches, only the longest.

    Between matches, it yields positions before which no further match begins. It returns where to resume.
    """
    positions = list(resume.positions) or [0] * len(own.matchers)
    seconds = list(resume.seconds) or [own.seconds] * len(own.matchers)
    longest = resume.longest
    stop = min(positions)
    while stop < end:
        stop = min(stop + BLOCK, end)
        for match in in_block(own, text, positions, seconds, stop):
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


def in_block(own: OwnMatchers, text: str, positions: list[int], seconds: list[float | None], stop: int) -> list[Match]:
    """The custom matches that begin before `stop`, in order, longer ones first at the same place.

    Moves the positions to `stop`, and deducts the time taken from the seconds that are left. A matcher whose time is up
    yields nothing from this block onwards, and warns once.
    """
    found: list[Match] = []
    for number, matcher in enumerate(own.matchers):
        pattern = LimitedPattern(matcher.pattern, seconds[number])
        given: list[Match] = []
        try:
            for hit in hits(pattern, matcher.literal, text, positions[number], stop):
                positions[number] = hit.end()
                match = own_match(own, matcher, text, hit)
                if match is not None:
                    given.append(match)
        except TimeoutError:
            if seconds[number] != 0:
                warnings.warn(timeout_message(matcher, own.seconds), MatcherTimeout, stacklevel=2)
            pattern.seconds = 0
        else:
            found += given
        seconds[number] = pattern.seconds
        positions[number] = max(positions[number], stop)
    found.sort(key=lambda match: (match.start, -match.end))
    return found


def timeout_message(matcher: CompiledMatcher, seconds: float | None) -> str:
    """The text of the warning."""
    return f"the matcher {matcher.kind!r} took more than {seconds:g} s in one text and found nothing more there"


def own_match(own: OwnMatchers, matcher: CompiledMatcher, text: str, hit: "regex.Match[str]") -> Match | None:
    """The match for a hit, or None if the template makes no valid URI or the finder does not look for such URIs."""
    start, end = hit.span()
    try:
        uri = matcher.template.filled(hit.group)
    except UnicodeEncodeError:
        return None
    if end - start > own.max_length or not is_linkable(uri, own):
        return None
    opener = ENCLOSURES.get(text[start - 1 : start] if start else "")
    enclosure = opener.name if opener and text[end : end + 1] in (*opener.closers,) else None
    details = MatchDetails((filled_template(start, end, uri),))
    return new_match(uri, start, end, text[start:end], matcher.kind, enclosure, details)


def is_linkable(uri: str, own: OwnMatchers) -> bool:
    """Whether a template made a valid URI that has more than a scheme and the host that it needs."""
    if not is_uri(uri) or uri.index(":") == len(uri) - 1 or not has_required_host(uri, own.schemes):
        return False
    return not own.skips_unusable or is_usable(uri)


@rule
def filled_template(start: int, end: int, uri: str) -> Step:
    """A pattern from the caller matches here, and its template makes the URI (linkify-it's `.add`).

    >>> ticket = linksift.Matcher("ticket", "[A-Z]+-[0-9]+", "https://tracker.example/{0}")
    >>> [match.uri for match in linksift.find("OPS-12", matchers=[ticket])]
    ['https://tracker.example/OPS-12']
    """
    return Step(filled_template, start, end, uri)
