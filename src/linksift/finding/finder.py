"""The order of the stages: scan, rejoin, trim, complete, validate. Only this module knows it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NoReturn

from linksift.finding.complete import Change, changes
from linksift.finding.match import Candidate, Draft, Match, Nothing, Step, new_match
from linksift.finding.rejoin import Reading, readings
from linksift.finding.scan import (
    ENCLOSURES,
    CLOSED,
    FREE_HTTP,
    Schemes,
    candidates,
    delimiter,
    hits,
    trigger,
)
from linksift.finding.trim import trim, unbalanced_closer
from linksift.uri import InvalidHost, is_uri, split, split_authority

KINDS = frozenset({"uri"})
REJOIN = ("enclosed", "never")

def _surroundings() -> Iterator[tuple[str, tuple[str | None, Callable[..., Any] | None]]]:
    """What stands at both ends of a URI taken whole, with the enclosure that it makes and the rule that ended the URI."""
    enders = {**dict.fromkeys('<>"`|\\^', delimiter), **dict.fromkeys(")]}", unbalanced_closer)}
    for before in ("", *map(chr, range(0x80))):
        opener = ENCLOSURES.get(before)
        if opener is None or not opener.joins:
            yield before + " ", (None, None)
        for after, ended_by in enders.items():
            closes = opener is not None and after in opener.closers
            if closes or opener is None or not opener.joins:
                yield before + after, (opener.name if opener and closes else None, ended_by)


_SURROUNDINGS = dict(_surroundings())


class Finder:
    """Finds URIs in texts, by options given once. Immutable, picklable, and safe to share between threads.

    `kinds` is what to find: "uri". `schemes` are the ones to look for: None (those known), "any", or the names given and
    no others. `rejoin` is "enclosed" (white space in angle brackets and line breaks in quotes are undone, Appendix C) or
    "never". `max_length` is the longest URI found, in code points.

    Raises ValueError for a value that an option does not take, TypeError for an option that there is not.
    """

    __slots__ = ("_pattern", "_schemes", "kinds", "max_length", "rejoin", "schemes")

    kinds: frozenset[str]
    schemes: frozenset[str] | str | None
    rejoin: str
    max_length: int

    def __init__(
        self,
        *,
        kinds: Iterable[str] = KINDS,
        schemes: Iterable[str] | None = None,
        rejoin: str = "enclosed",
        max_length: int = 65536,
    ) -> None:
        choice = schemes if schemes is None or schemes == "any" else checked_names(schemes)
        known = Schemes(choice)
        fields = {
            "kinds": checked_kinds(kinds),
            "schemes": choice,
            "rejoin": checked_rejoin(rejoin),
            "max_length": checked_length(max_length),
            "_schemes": known,
            "_pattern": trigger(known),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def find(self, text: str) -> list[Match]:
        """All matches in a text, in order, disjoint. Never raises on any str."""
        return list(self.finditer(text))

    def finditer(self, text: str) -> Iterator[Match]:
        """The matches in a text one by one, in order, disjoint."""
        position, max_length = 0, self.max_length
        for hit in hits(text, self._pattern):
            colon, end = hit.span()
            if colon < position:
                continue
            group = hit.lastindex
            if group and end - colon < max_length and (match := taken_whole(text, colon, end, group)):
                position = end
                yield match
            else:
                found, position = self._look(text, hit, position)
                if found:
                    yield found

    def segments(self, text: str) -> Iterator[str | Match]:
        """The text between the matches and the matches, in order: joined (a match by its `text`) they are the input."""
        position = 0
        for match in self.finditer(text):
            if position < match.start:
                yield text[position : match.start]
            yield match
            position = match.end
        if position < len(text):
            yield text[position:]

    def sub(self, text: str, function: Callable[[Match], str]) -> str:
        """The text with each match replaced by what `function` returns for it."""
        return "".join(part if isinstance(part, str) else function(part) for part in self.segments(text))

    def _look(self, text: str, hit: re.Match[str], position: int) -> tuple[Match | None, int]:
        """The match at a hit, if there is one, and where to look on."""
        for candidate in candidates(text, hit, self._schemes, self.max_length, self.rejoin != "never"):
            if isinstance(candidate, Nothing):
                return None, candidate.end
            match = self._first(candidate) if candidate.start >= position else None
            if match is not None:
                return match, match.end
        return None, position

    def _first(self, candidate: Candidate) -> Match | None:
        """The first valid reading of a candidate, with the other valid ones as its alternatives."""
        matches = [match for reading in readings(candidate) if (match := self._prove(reading)) is not None]
        if candidate.longer is not None:
            matches += filter(None, [self._first(candidate._replace(text=candidate.longer, longer=None, remarks=()))])
        if len(matches) < 2:
            return matches[0] if matches else None
        return matches[0].with_alternatives(unlike(matches))

    def _prove(self, reading: Reading) -> Match | None:
        """The match of a reading: trimmed, completed, validated; None when no valid URI comes of it."""
        candidate = reading.candidate
        end, trimmed = (len(reading.text), ()) if candidate.exact else trim(candidate, reading.text)
        text = reading.text[:end]
        try:
            changed = tuple(changes(text))
        except InvalidHost:
            return None
        uri = applied(text, changed)
        if not is_uri(uri) or not self._has_what_it_needs(uri):
            return None
        source_end = reading.source_end(end)
        remarks = [Step(by, reading.source(a), reading.source_end(b), None) for by, a, b in trimmed]
        steps = (*source_steps(reading, source_end, changed), *reading.remarks, *candidate.remarks, *remarks)
        raw = candidate.text[: source_end - candidate.start]
        return new_match(uri, candidate.start, source_end, raw, "uri", candidate.enclosure, (), steps, None)

    def _has_what_it_needs(self, uri: str) -> bool:
        """Whether a valid URI has the host that its scheme needs."""
        parts = split(uri)
        if not self._schemes.needs_host(parts.scheme or ""):
            return True
        return bool(parts.authority and split_authority(parts.authority).host)

    def _options(self) -> dict[str, Any]:
        return {
            "kinds": self.kinds,
            "schemes": self.schemes,
            "rejoin": self.rejoin,
            "max_length": self.max_length,
        }

    def __reduce__(self) -> tuple[Callable[..., "Finder"], tuple[dict[str, Any]]]:
        return _finder, (self._options(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finder) and self._options() == other._options()

    def __hash__(self) -> int:
        return hash(tuple(self._options().values()))

    def __repr__(self) -> str:
        return f"Finder({', '.join(f'{name}={value!r}' for name, value in self._options().items())})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Finder cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Finder cannot be changed ({name})")


def _finder(options: dict[str, Any]) -> Finder:
    return Finder(**options)


def taken_whole(text: str, colon: int, end: int, group: int) -> Match | None:
    """The match of a hit that took its URI whole, which is valid by the pattern that took it; None in doubt.

    Nothing is called here that need not be: most URIs of most texts come this way.
    """
    if group <= FREE_HTTP:
        start = colon - 6 + group
        enclosure = ended_by = None
    else:
        start = colon - (5 if text[colon - 1] == "s" else 4)
        before, after = text[start - 1] if start else "", text[end] if group == CLOSED else " "
        surroundings = _SURROUNDINGS.get(before + after)
        if surroundings is None:
            return None
        enclosure, ended_by = surroundings
    uri = text[start:end]
    draft = Draft(uri, start, end, uri, "uri", enclosure, (), (), ended_by)
    draft.__class__ = Match
    return draft  # type: ignore[return-value]


def unlike(matches: list[Match]) -> tuple[Match, ...]:
    """The alternatives to the first match: those with another URI than it and each other."""
    seen = {matches[0].uri: matches[0]}
    for match in matches[1:]:
        seen.setdefault(match.uri, match)
    return tuple(seen.values())[1:]


def applied(text: str, changed: Iterable[Change]) -> str:
    """The text with its changes made."""
    parts, position = [], 0
    for change in changed:
        parts += (text[position : change.start], change.became)
        position = change.end
    return "".join((*parts, text[position:]))


def source_steps(reading: Reading, source_end: int, changed: tuple[Change, ...]) -> list[Step]:
    """What a reading leaves out up to its end, and what was changed in it, as steps in the source.

    A change over a cut carries it, so that no two overlap.
    """
    steps = [
        Step(by, reading.source(start), reading.source_end(end), became) for by, start, end, became in changed
    ]
    cuts = [cut.step for cut in reading.cuts if cut.step.end <= source_end]
    if steps and cuts:
        carried = sorted(steps, key=lambda step: step.start)
        starts = [step.start for step in carried]
        cuts = [cut for cut in cuts if not _carries(carried, starts, cut)]
    return steps + cuts


def _carries(steps: list[Step], starts: list[int], cut: Step) -> bool:
    place = bisect_right(starts, cut.start) - 1
    return place >= 0 and cut.end <= steps[place].end


def checked_kinds(kinds: Iterable[str]) -> frozenset[str]:
    """The kinds asked for, or ValueError."""
    asked = frozenset([kinds] if isinstance(kinds, str) else kinds)
    if not asked or not asked <= KINDS:
        raise ValueError(f"kinds must be some of {sorted(KINDS)}, not {sorted(asked)}")
    return asked


def checked_names(names: Iterable[str]) -> frozenset[str]:
    """The names of schemes asked for (one, if it is a str), in lower case, or ValueError."""
    asked = frozenset(name.lower() for name in ([names] if isinstance(names, str) else names))
    wrong = sorted(name for name in asked if not is_uri(f"{name}:"))
    if wrong or not asked:
        raise ValueError(f"schemes must be None, 'any' or names of schemes, not {wrong or 'none'}")
    return asked


def checked_rejoin(rejoin: str) -> str:
    """The way of joining asked for, or ValueError."""
    if rejoin not in REJOIN:
        raise ValueError(f"rejoin must be one of {list(REJOIN)}, not {rejoin!r}")
    return rejoin


def checked_length(length: int) -> int:
    """The greatest length asked for, or ValueError."""
    if length < 1:
        raise ValueError(f"max_length must be at least 1, not {length}")
    return length


@lru_cache(maxsize=64)
def cached_finder(**options: Any) -> Finder:
    """A finder for hashable options, made once."""
    return Finder(**options)


def find(text: str, **options: Any) -> list[Match]:
    """All URIs in a text, in order, disjoint; `options` are those of `Finder`.

    >>> find("see <http://a.example/b\\n  c>.")[0].uri
    'http://a.example/bc'
    """
    hashable = {name: value if isinstance(value, (str, int)) or value is None else frozenset(value) for name, value in options.items()}
    return cached_finder(**hashable).find(text)
