"""The shortest way from a hit to a match for what has no scheme: names and addresses with nothing to doubt about them.

It answers what the longer way would, and tells the same; whatever is not plain it leaves to that.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial

from linksift.finding.encode import host_to_ascii, scheme_added
from linksift.finding.fast_path.surroundings import SURROUNDINGS
from linksift.finding.match import CompactDetails, LazyDetails, Match, MatchDetails, SkipTo, Step, new_match
from linksift.finding.scan import (
    AT_SIGN,
    DELIMITERS,
    ENCLOSURES,
    FAST_PATH,
    FIRST_DOTS,
    LABEL,
    LAST_DOT,
    LONGEST_EMPHASIS,
    LONGEST_HOST,
    LONGEST_LOCAL_PART,
    SCHEME_CHARACTERS,
    ScannedText,
    completes_name,
    domain_start_at,
    host_character,
    is_name,
    run_of,
)
from linksift.finding.trim import sentence_punctuation
from linksift.uri import PLAIN_LETTERS

MOST_SEEN = 4096
"""So many names beyond ASCII are kept in mind in one text."""

_HOST = re.compile(r"[A-Za-z0-9.\-]*+(?![A-Za-z0-9.\-_])")
_PLAIN_NAME = rf"[A-Za-z0-9.\-{PLAIN_LETTERS}]++"
_NAME = rf"{LABEL}(?:\.{LABEL})+"
_PLAIN_IN_LOCAL_PART = SCHEME_CHARACTERS + "_~!$"

_BEFORE = ' \t\n\r"<>()[,:;'
_BEHIND = " \t\n\r\"'<>)],:;*!?`|"


def _around_addresses() -> Iterator[tuple[str, tuple[str | None, CompactDetails]]]:
    """What may stand around a plain address, with what it tells; in angle brackets it has to end there."""
    for before in ("", *_BEFORE):
        opener = ENCLOSURES.get(before)
        for after in ("$", *_BEHIND):
            closed = opener is not None and after in opener.closers
            name = opener.name if opener and closed else None
            if closed or before != "<":
                yield before + after, (name, _ADDED)
            if before != "<":
                yield f"{before}.{after.strip('$')}", (name, CompactDetails(scheme_added, sentence_punctuation, "."))


_ADDED = CompactDetails(scheme_added, None)
_BLANKS = ("", " ", "\n", "\r", "\t")
_AT_END = dict.fromkeys(_BLANKS, _ADDED)
_AT_END |= {mark: CompactDetails(scheme_added, sentence_punctuation, mark) for mark in ".:?"}
_AT_END |= dict.fromkeys(",;!", CompactDetails(scheme_added, host_character))
"""What a name tells that ends before a blank, or before a mark with a blank behind it."""

_AROUND_ADDRESSES = dict(_around_addresses())
_AROUND_NAMES = {
    around: (enclosure, ended._replace(prefixed_by=scheme_added) if ended else _ADDED)
    for around, (enclosure, ended) in SURROUNDINGS.items()
    if around == "<>" or not around.startswith("<")
}


def plain_address(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The address whose `@` a trigger hit, which took its domain whole; one full stop behind is the sentence's."""
    text = source.text
    at, end = hit.span()
    if end == at + 1:
        return None
    if not completes_name(text[at + 1 : end]):
        return SkipTo(at)
    start = _address_start(text, at)
    if start < 0 or end - start > source.max_length or end - at > LONGEST_HOST:
        return None
    stop = end + 1 if text.startswith(".", end) else end
    surroundings = _AROUND_ADDRESSES.get(f"{text[start - 1] if start else ''}{text[end : stop + 1] or '$'}")
    if surroundings is None or not source.schemes.may_default_to("mailto"):
        return None
    enclosure, told = surroundings
    address = text[start:end]
    return new_match(f"mailto:{address}", start, end, address, "email", enclosure, told)


def _address_start(text: str, at: int) -> int:
    """Where the plain local part begins that ends before `at`; -1 where there is none, or it is none."""
    local = run_of(text, at, LONGEST_LOCAL_PART + 1, _PLAIN_IN_LOCAL_PART)
    if not 0 < len(local) <= LONGEST_LOCAL_PART or local[0] == "." or local[-1] == "." or ".." in local:
        return -1
    return at - len(local)


def plain_suffix(source: ScannedText, hit: re.Match[str]) -> Match | None:
    """The suffix reference whose first dot a trigger hit."""
    scheme = "ftp" if source.text[hit.start()] in "pP" else source.default_scheme
    return _plain_name(source, hit.start() - 2, scheme, "suffix")


def plain_domain(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The bare domain whose last dot a trigger hit."""
    text, (dot, end) = source.text, hit.span()
    start = domain_start_at(source, hit)
    if start < 0:
        return SkipTo(dot)
    if not text[start:end].isascii():
        return remembered_name(source, start, end) or _name_beyond_ascii(source, start, end)
    told = _AT_END.get(text[end : end + 1])
    ends = told is _ADDED or text[end + 1 : end + 2] in _BLANKS
    if told and ends and _plain_before(text, start) + " " in SURROUNDINGS:
        scheme = source.default_scheme
        name = _compiled(_NAME).fullmatch(text, start, end)
        if name and end - start <= min(source.max_length - 1, LONGEST_HOST) and source.schemes.may_default_to(scheme):
            return new_match(f"{scheme}://{name[0]}", start, end, name[0], "domain", None, told)
    return _plain_name(source, start, source.default_scheme, "domain")


def name_and_around(source: ScannedText, start: int, end: int) -> tuple[str, str, str] | None:
    """A name with what stands around it that makes a difference; None where what is farther behind could make one."""
    behind = source.text[end : end + 1]
    if behind not in _BLANKS and (behind not in DELIMITERS or behind == "\\"):
        return None
    return source.text[max(0, start - LONGEST_EMPHASIS - 1) : start], source.text[start:end], behind


def remembered_name(source: ScannedText, start: int, end: int) -> Match | None:
    """The match of a name that was seen before in the same surroundings."""
    around = name_and_around(source, start, end)
    match = source.names_seen.get(around) if around else None
    return match.shifted(start - match.start) if match else None


def remember_name(source: ScannedText, match: Match) -> None:
    """Keeps the match of a name beyond ASCII in mind."""
    around = name_and_around(source, match.start, match.end)
    if around and len(source.names_seen) < MOST_SEEN and not match.text.isascii():
        source.names_seen[around] = match


def _name_beyond_ascii(source: ScannedText, start: int, end: int) -> Match | None:
    """The bare domain `text[start:end]` of plain letters beyond ASCII, before a blank or a delimiter."""
    around = name_and_around(source, start, end)
    if around is None or not (source.schemes.iris and source.schemes.may_default_to(source.default_scheme)):
        return None
    before, written, behind = around
    if before.endswith("<"):  # the longer way tells of the bracket
        return None
    surroundings = _AROUND_NAMES.get(_plain_before(source.text, start) + (" " if behind in _BLANKS else behind))
    if surroundings is None or end - start > source.max_length or not _compiled(_PLAIN_NAME).fullmatch(written):
        return None
    if not completes_name(written) or not is_name(written):
        return None
    prefix, host = f"{source.default_scheme}://", host_to_ascii(written)
    enclosure, brief = surroundings
    told = LazyDetails(partial(_details_beyond_ascii, start, end, prefix, host, brief))
    match = new_match(prefix + host, start, end, written, "domain", enclosure, told)
    remember_name(source, match)
    return match


def _details_beyond_ascii(start: int, end: int, prefix: str, host: str, brief: CompactDetails) -> MatchDetails:
    """What such a name tells: what was put before it, its A-labels, and what ended it."""
    steps = (Step(scheme_added, start, start, prefix), Step(host_to_ascii, start, end, host))
    return MatchDetails(steps if brief.ended_by is None else (*steps, Step(brief.ended_by, end, end + 1, None)))


def _plain_name(source: ScannedText, start: int, scheme: str, kind: str) -> Match | None:
    """The name that begins at `start`, with what follows it, when all of it is of the plainest kind."""
    text = source.text
    name = _HOST.match(text, start, start + LONGEST_HOST)
    if name is None or "." not in name[0] or not completes_name(name[0]) or not source.schemes.may_default_to(scheme):
        return None
    found = _compiled(FAST_PATH).match(text, start)
    if found is None or found.end() - start > source.max_length:
        return None
    end = found.end()
    surroundings = _AROUND_NAMES.get(_plain_before(text, start) + (text[end] if found.lastindex else " "))
    if surroundings is None:
        return None
    enclosure, told = surroundings
    written = text[start:end]
    return new_match(f"{scheme}://{written}", start, end, written, kind, enclosure, told)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when the first name is seen: it takes milliseconds."""
    return re.compile(pattern)


def _plain_before(text: str, start: int) -> str:
    """The character before `start`, or "" where that is beyond ASCII and opens nothing."""
    before = text[start - 1 : start]
    return "" if before > "\x7f" and before not in ENCLOSURES else before


FAST_PATHS: dict[str, Callable[[ScannedText, re.Match[str]], Match | SkipTo | None]] = {
    AT_SIGN: plain_address,
    LAST_DOT: plain_domain,
    **dict.fromkeys(FIRST_DOTS, plain_suffix),
}
"""What is tried first at a hit of a trigger, by its text: SkipTo where the longer way would find nothing either."""
