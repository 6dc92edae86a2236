"""The order of the stages: scan, rejoin, trim, complete, validate. Only this module knows it."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NoReturn

from linksift.finding.complete import applied, changes, source_steps
from linksift.finding.match import Candidate, Match, Nothing, Step, Told, new_match
from linksift.finding.options import KINDS, checked_kinds, checked_length, checked_rejoin, checked_schemes
from linksift.finding.plainest import taken_whole
from linksift.finding.rejoin import Reading, readings
from linksift.finding.scan import Schemes, candidates, hits, trigger
from linksift.finding.trim import trim
from linksift.uri import InvalidHost, is_uri, split, split_authority


class Finder:
    """Finds URIs in texts, by options given once. Immutable, picklable, and safe to share between threads.

    `kinds` is what to find: "uri". `schemes` are the ones to look for: None (those known), "any", or the names given
    and no others. `rejoin` is "enclosed" (white space in angle brackets and line breaks in quotes are undone, Appendix
    C) or "never". `max_length` is the longest URI found, in code points.

    Raises ValueError for a value that an option does not take, TypeError for an option that there is not.
    """

    __slots__ = ("_pattern", "_schemes", "kinds", "max_length", "rejoin", "schemes")

    _pattern: re.Pattern[str]
    _schemes: Schemes
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
        choice = schemes if schemes is None or schemes == "any" else checked_schemes(schemes)
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
        position, room = 0, self.max_length - len("https")
        for hit in hits(text, self._pattern):
            colon, end = hit.span()
            if colon < position:
                continue
            group = hit.lastindex
            if group and end - colon <= room and (match := taken_whole(text, colon, end, group)):
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
        if not candidate.exact and not self._says_something(text):
            return None
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
        return new_match(uri, candidate.start, source_end, raw, "uri", candidate.enclosure, Told(steps))

    def _says_something(self, text: str) -> bool:
        """Whether enough is left of a URI in running text, trimmed, to tell it from prose."""
        scheme, _, rest = text.partition(":")
        if rest.startswith("//"):
            return rest != "//"
        return rest != "" and self._schemes.holds_what_it_must(scheme, rest)

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


def unlike(matches: list[Match]) -> tuple[Match, ...]:
    """The alternatives to the first match: those with another URI than it and each other."""
    seen = {matches[0].uri: matches[0]}
    for match in matches[1:]:
        seen.setdefault(match.uri, match)
    return tuple(seen.values())[1:]


@lru_cache(maxsize=64)
def cached_finder(**options: Any) -> Finder:
    """A finder for hashable options, made once."""
    return Finder(**options)


def find(text: str, **options: Any) -> list[Match]:
    """All URIs in a text, in order, disjoint; `options` are those of `Finder`.

    >>> find("see <http://a.example/b\\n  c>.")[0].uri
    'http://a.example/bc'
    """
    key = {name: value if isinstance(value, Hashable) else tuple(value) for name, value in options.items()}
    return cached_finder(**key).find(text)
