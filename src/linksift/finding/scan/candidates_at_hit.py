"""The candidates at a hit of a trigger, likeliest first: in angle brackets, in quotes, and in running text.

Also names the scan of each trigger, including those for names, addresses and domains.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from linksift.finding.match import Candidate, SkipTo
from linksift.finding.scan.enclosed import angle_brackets, quotes
from linksift.finding.scan.enclosed.attribute_values import attribute_value
from linksift.finding.scan.names import bare_domains, email_addresses, ip_addresses, www_names
from linksift.finding.scan.running_text import candidate_in_text, doubled_scheme
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import Schemes, run_start
from linksift.lazy_pattern import lazy_pattern

Scan = Callable[[ScannedText, re.Match[str]], Iterator[Candidate | SkipTo]]
"""A scan takes a text and the hit of a trigger in it, and yields candidates."""

SCANS: dict[str, tuple[Callable[[Schemes], Iterable[str]], Scan]] = {
    "suffix": (lambda schemes: www_names.TRIGGERS, www_names.suffix_references),
    "email": (lambda schemes: (email_addresses.TRIGGER,), email_addresses.addresses),
    "domain": (lambda schemes: bare_domains.triggers(schemes.top_level_domains), bare_domains.domains),
    "ip": (lambda schemes: ip_addresses.TRIGGERS, ip_addresses.ip_addresses),
}


def candidates(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate | SkipTo]:
    """The candidates at a hit, likeliest first; SkipTo if scanning the same text again would be pointless."""
    text, colon = source.text, hit.start()
    start = -1 if text[colon] == "<" else source.schemes.start_before(text, colon, source.position)
    if (enclosed := enclosed_candidate(source, hit, start)) is not None:
        yield enclosed
    if start < source.position or not source.schemes.can_go_on(text, start, colon):
        return
    candidate = candidate_in_text(source, start, colon)
    end = candidate.matches if isinstance(candidate, SkipTo) else start + len(candidate.text)
    if end > colon + 1 and quotes.opens_before(text, start):  # even if it is too long: the quotes may close earlier
        yield from in_quotes(source, start, end)
    yield candidate if isinstance(candidate, SkipTo) else doubled_scheme(source, candidate)


def enclosed_candidate(source: ScannedText, hit: re.Match[str], start: int) -> Candidate | None:
    """The candidate in the angle brackets at a hit, or in the quotes around an unknown scheme (if `start` is -1)."""
    if source.text[hit.start()] == "<":
        opened = angle_brackets.opened_at(source, hit)
        return angle_brackets.candidate_in_angles(source, *opened) if opened else None
    if start < 0:
        return of_unknown_scheme(source, hit.start())
    in_brackets = start >= source.position and angle_brackets.is_in_angles(source, start)
    return angle_brackets.candidate_in_angles(source, start, source.joins) if in_brackets else None


def of_unknown_scheme(source: ScannedText, colon: int) -> Candidate | None:
    """The candidate at a colon that does not follow a known scheme: a broken scheme in angle brackets, or any scheme in
    quotes."""
    start = angle_brackets.broken_scheme_before(source, colon) if source.joins else -1
    if start > 0:
        return angle_brackets.candidate_in_angles(source, start, source.joins)
    if not (source.text[colon - 1 : colon].isalnum() and source.text.startswith("//", colon + 1)):
        return None
    start = run_start(source.text, colon)
    name = source.text[start:colon]
    if len(name) < 2 or start < source.position or not quotes.opens_before(source.text, start):  # one letter is a drive
        return None
    return quotes.unknown_in_quotes(source, start) if source.schemes.allows(name) else None


def in_quotes(source: ScannedText, start: int, end: int) -> Iterator[Candidate]:
    """The content of the quotes around the text read up to `end`: the value of an attribute, or a URI that continues
    across line ends."""
    if (value := attribute_value(source, start, end)) is not None:
        yield value
    if source.joins and quotes.goes_over_line_end(source.text, start, end):
        joined = quotes.candidate_in_quotes(source, start)
        if joined is not None:
            yield joined


def scans(kinds: Collection[str], schemes: Schemes, default_scheme: str) -> dict[re.Pattern[str], Scan]:
    """The scan for each trigger of these kinds whose names may get their scheme: none may if only other schemes were
    requested.

    >>> len(scans({"suffix", "email"}, Schemes(["ftp"]), "http")), len(scans({"suffix"}, Schemes(None), "http"))
    (2, 4)
    """
    return {
        lazy_pattern(trigger): scan
        for kind, (triggers, scan) in SCANS.items()
        if kind in kinds
        for trigger in triggers(schemes)
        if schemes.may_default_to(added_scheme(kind, trigger, default_scheme))
    }


def added_scheme(kind: str, trigger: str, default_scheme: str) -> str:
    """The scheme that the names of a trigger get: `mailto`, `ftp` for those that begin with `ftp.`, or the default."""
    if kind == "email":
        return "mailto"
    is_ftp = trigger[0] in "pP"  # a trigger of `www_names` begins with the last letter before the dot
    return "ftp" if is_ftp else default_scheme
