"""The fast path for URIs with plain letters beyond ASCII in their host, path, query or fragment."""

import re
from functools import lru_cache
from typing import NamedTuple

from linksift.finding.encode import host_to_ascii, percent_encoded, uri_changes
from linksift.finding.fast_path.final_punctuation import end_and_surroundings
from linksift.finding.match import CompactDetails, LazyDetails, Match, MatchDetails, Step, new_match
from linksift.finding.scan import IRI, STRING_QUOTES, ScannedText, completes_name, is_name
from linksift.uri import plain_letters

_LINK = re.compile(IRI)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]++")


def iri_match(source: ScannedText, start: int, authority: int, before: str) -> Match | None:
    """The match of the URI from `start` whose authority begins at `authority`; None if in doubt."""
    text, schemes = source.text, source.schemes
    found = _LINK.match(text, authority, source.limit(start)) if schemes.iris else None
    if found is None or found.end() - start > source.max_length:
        return None
    host = found[1]
    if not host.isascii() and not (completes_name(host, schemes.top_level_domains) and _is_plain_name(host)):
        return None
    around = end_and_surroundings(text, start, found, before)
    if around is None or (before != "" and before in STRING_QUOTES and text[around[0] - 1] > "\x7f"):
        return None
    end, (enclosure, compact) = around
    written = text[start:end]
    encoded = _BEYOND_ASCII.sub(_percent_encoded, text[found.end(1) : end])
    uri = text[start:authority] + host_to_ascii(host) + encoded
    return new_match(uri, start, end, written, "uri", enclosure, LazyDetails(IriDetails(start, written, compact)))


@lru_cache(4096)
def _is_plain_name(host: str) -> bool:
    """Whether a host is a name of plain letters beyond ASCII."""
    return plain_letters().sub("", host).isascii() and is_name(host)


def _percent_encoded(found: re.Match[str]) -> str:
    letters = found[0]
    return _remembered(letters) if len(letters) < _SHORT else percent_encoded(letters)


_SHORT = 16
_remembered = lru_cache(4096)(percent_encoded)
"""Texts repeat their letters."""


class IriDetails(NamedTuple):
    """Makes the details of such a match: what was encoded in it, and what ended and trimmed it."""

    start: int
    written: str
    compact: CompactDetails | None

    def own(self) -> MatchDetails:
        """The details, to which no other reading adds anything."""
        changes = uri_changes(self.written)
        steps = tuple(Step(by, self.start + a, self.start + b, replacement) for by, a, b, replacement in changes)
        if self.compact is None:
            return MatchDetails(steps)
        end = self.start + len(self.written)
        return MatchDetails((*steps, *self.compact.steps(end)), (), self.compact.rest)

    def complete(self) -> MatchDetails:
        """The same."""
        return self.own()
