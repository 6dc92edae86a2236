"""The fast path for http and https with a host of plain letters beyond ASCII."""

import re
from functools import cache, partial

from linksift.finding.encode import host_to_ascii
from linksift.finding.fast_path.surroundings import SURROUNDINGS
from linksift.finding.match import CompactDetails, LazyDetails, Match, MatchDetails, Step, new_match
from linksift.finding.scan import AFTER_HTTP_HOST, CLOSED, ENCLOSURES, HTTP, ScannedText, completes_name, is_name
from linksift.uri import PLAIN_LETTERS


def idn_match(source: ScannedText, hit: re.Match[str]) -> Match | None:
    """The match whose scheme ends at a hit, if its host is in plain letters and has a known top-level domain."""
    text, colon = source.text, hit.start()
    if text.isascii():
        return None
    found = _pattern().match(text, colon)
    start = colon - (5 if text[colon - 1] == "s" else 4)
    if found is None or not source.schemes.iris or text[start:colon] not in source.schemes.names:
        return None
    host = found[1]
    if host.isascii() or not completes_name(host) or not is_name(host):
        return None
    end = found.end()
    before = text[start - 1 : start]
    if before > "\x7f" and before not in ENCLOSURES:
        before = ""
    surroundings = SURROUNDINGS.get(before + (text[end] if found.lastindex == CLOSED else " "))
    if surroundings is None or end - start >= source.max_length:
        return None
    enclosure, ended = surroundings
    ascii_host = host_to_ascii(host)
    uri = text[start : found.start(1)] + ascii_host + text[found.end(1) : end]
    told = LazyDetails(partial(_details, *found.span(1), ascii_host, end, ended or _NOTHING))
    return new_match(uri, start, end, text[start:end], "uri", enclosure, told)


_NOTHING = CompactDetails(None, None)


def _details(start: int, host_end: int, ascii_host: str, end: int, ended: CompactDetails) -> MatchDetails:
    """The details of such a match: the A-labels of its host, and the rule that ended it."""
    changed = Step(host_to_ascii, start, host_end, ascii_host)
    if ended.ended_by is None:
        return MatchDetails((changed,))
    return MatchDetails((changed, Step(ended.ended_by, end, end + 1, None)), (), ended.rest)


@cache
def _pattern() -> re.Pattern[str]:
    """Compiled when the first host beyond ASCII is seen: it takes milliseconds."""
    return re.compile(rf":{HTTP}([A-Za-z0-9.\-{PLAIN_LETTERS}]++){AFTER_HTTP_HOST}")
