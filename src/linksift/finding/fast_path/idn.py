"""The fast path for http and https with a host of plain letters beyond ASCII, before white space."""

import re
from typing import NamedTuple

from linksift.finding.encode import host_to_ascii
from linksift.finding.fast_path.surroundings import SURROUNDINGS, character_before
from linksift.finding.match import LazyDetails, Match, MatchDetails, Step, new_match
from linksift.finding.scan import HTTP, ORDINARY, ScannedText, completes_name, is_name
from linksift.uri import plain_letters

_IN_PATH = re.escape(ORDINARY.replace("%", ""))
_LINK = re.compile(
    rf":{HTTP}([A-Za-z0-9.\-]*+[^\x00-\x7f][^\x00-,/:-@\[-`{{-\x7f]*+)"
    rf"(?:/[{_IN_PATH}]*+)?(?:\?[{_IN_PATH}?]*+)?(?<=[A-Za-z0-9/=])(?=\s|\Z)"
)
"""A part of what the trigger allows after ASCII hosts."""


def idn_match(source: ScannedText, hit: re.Match[str]) -> Match | None:
    """The match whose scheme ends at a hit, if its host is in plain letters and has a known top-level domain."""
    text, colon = source.text, hit.start()
    start = colon - (5 if text[colon - 1] == "s" else 4)
    found = _LINK.match(text, colon)
    if found is None or not source.schemes.iris or text[start:colon] not in source.schemes.names:
        return None
    host, end = found[1], found.end()
    if character_before(text, start) + " " not in SURROUNDINGS or end - start > source.max_length:
        return None
    if not plain_letters().sub("", host).isascii() or not completes_name(host, source.schemes.top_level_domains):
        return None
    if not is_name(host):
        return None
    ascii_host = host_to_ascii(host)
    uri = text[start : found.start(1)] + ascii_host + text[found.end(1) : end]
    details = LazyDetails(IdnDetails(*found.span(1), ascii_host))
    return new_match(uri, start, end, text[start:end], "uri", None, details)


class IdnDetails(NamedTuple):
    """Makes the details of such a match: the A-labels of its host."""

    start: int
    end: int
    ascii_host: str

    def own(self) -> MatchDetails:
        """The details, to which no other reading adds anything."""
        return MatchDetails((Step(host_to_ascii, self.start, self.end, self.ascii_host),))

    def complete(self) -> MatchDetails:
        """The same."""
        return self.own()
