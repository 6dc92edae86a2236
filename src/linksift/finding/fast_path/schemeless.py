"""The fast path for what has no scheme: addresses, suffix references and bare domains with nothing unusual about them.

It makes the same matches, with the same details, as the scans would; whatever is in doubt it leaves to them.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from linksift.finding.encode import host_to_ascii, scheme_added
from linksift.finding.fast_path.final_punctuation import end_and_surroundings
from linksift.finding.fast_path.surroundings import SURROUNDINGS, character_before
from linksift.finding.match import CompactDetails, Match, MatchDetails, SkipTo, Step, new_match
from linksift.finding.scan import (
    ENCLOSURES,
    ENDS_ANY_READING,
    FAST_PATH,
    IN_DOMAIN,
    IN_DOUBT,
    LONGEST_EMPHASIS,
    LONGEST_HOST,
    LONGEST_LOCAL_PART,
    NO_DOMAIN,
    NOT_BEFORE_DOMAIN,
    PLAIN,
    PUNCTUATION,
    SCHEME_CHARACTERS,
    SOMETHING_ELSE,
    ScannedText,
    completes_name,
    domain_start_at,
    host_character,
    is_in_angles,
    is_name,
    reads_as,
    run_of,
)
from linksift.finding.trim import sentence_punctuation
from linksift.uri import plain_letters

MOST_REMEMBERED = 4096
"""So many matches of names beyond ASCII are remembered for one text."""

_HOST = re.compile(r"[A-Za-z0-9.\-]*+(?![A-Za-z0-9.\-_])")
_PLAIN_IN_LOCAL_PART = SCHEME_CHARACTERS + "_~!$"

_BEFORE = ' \t\n\r"<>()[,:;=&?|'
_AFTER = ' \t\n\r*`|"<>)]' + PUNCTUATION.replace(".", "")


_IN_LOCAL_PART = ("=", "&", "?", "|")
"""What ends the look backwards in running text."""


def _around_addresses() -> Iterator[tuple[str, tuple[str | None, CompactDetails]]]:
    """The characters around an address, with its details; in angle brackets the closer must follow at once."""
    for before in ("", *_BEFORE):
        opener = ENCLOSURES.get(before)
        for after in ("$", *_AFTER):
            closed = opener is not None and after in opener.closers
            name = opener.name if opener and closed else None
            if before in _IN_LOCAL_PART and after in ">|":  # in angle brackets it may be part of the address
                continue
            if closed or before != "<":
                yield before + after, (name, _ADDED)
            if before != "<":
                yield (
                    f"{before}.{after.strip('$')}",
                    (name, CompactDetails(scheme_added, None, sentence_punctuation, ".")),
                )


def _trimmed(mark: str) -> CompactDetails:
    return CompactDetails(scheme_added, None, sentence_punctuation, mark)


_ADDED = CompactDetails(scheme_added, None)
_BEFORE_PATH = ("/", ":", ".", "_")
_BLANKS = ("", " ", "\n", "\r", "\t")
_AT_END = dict.fromkeys(_BLANKS, _ADDED)
_AT_END |= {mark: _trimmed(mark) for mark in PUNCTUATION if mark in ".:?"}
_AT_END |= {mark: CompactDetails(scheme_added, host_character) for mark in PUNCTUATION if mark not in ".:?'"}
"""The details of a name before a blank, or before a mark and a blank."""

_AROUND_ADDRESSES = dict(_around_addresses())
_AROUND_NAMES = {
    around: (enclosure, ended._replace(prefixed_by=scheme_added) if ended else _ADDED)
    for around, (enclosure, ended) in SURROUNDINGS.items()
    if around == "<>" or not around.startswith(("<", "_"))
}


def fast_address(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The address whose `@` a trigger hit, with its whole domain; one full stop after it belongs to the sentence."""
    text = source.text
    at, end = hit.span()
    if end == at + 1:
        return None
    if not completes_name(text[at + 1 : end], source.schemes.top_level_domains):
        return SkipTo(0)
    start = _address_start(text, at)
    if start < 0 or end - start > source.max_length or end - at > LONGEST_HOST:
        return None
    stop = end + 1 if text.startswith(".", end) else end
    surroundings = _AROUND_ADDRESSES.get(f"{text[start - 1] if start else ''}{text[end : stop + 1] or '$'}")
    if surroundings is None or not source.schemes.may_default_to("mailto"):
        return None
    enclosure, details = surroundings
    address = text[start:end]
    return new_match(f"mailto:{address}", start, end, address, "email", enclosure, details)


def _address_start(text: str, at: int) -> int:
    """The start of the plain local part that ends before `at`; -1 if there is none."""
    local = run_of(text, at, LONGEST_LOCAL_PART + 1, _PLAIN_IN_LOCAL_PART)
    if not 0 < len(local) <= LONGEST_LOCAL_PART or local[0] == "." or local[-1] == "." or ".." in local:
        return -1
    return at - len(local)


def fast_suffix(source: ScannedText, hit: re.Match[str]) -> Match | None:
    """The suffix reference whose first dot a trigger hit."""
    scheme = "ftp" if source.text[hit.start()] in "pP" else source.default_scheme
    return _plain_name(source, hit.start() - 2, scheme, "suffix")


def fast_domain(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The bare domain whose last dot a trigger hit."""
    text, schemes, (dot, end) = source.text, source.schemes, hit.span()
    start = dot - len(run_of(text, dot, LONGEST_HOST + 1, IN_DOMAIN))
    name, before, after = text[start:end], text[start - 1 : start], text[end : end + 1]
    reading = reads_as(schemes, name) if before <= "\x7f" and name.isascii() else IN_DOUBT
    if reading is NO_DOMAIN or before in NOT_BEFORE_DOMAIN or (reading is SOMETHING_ELSE and after not in _BEFORE_PATH):
        return SkipTo(0)
    details = _AT_END.get(after)
    if reading is PLAIN and details and (details is _ADDED or text[end + 1 : end + 2] in _BLANKS):
        scheme = source.default_scheme
        if before + " " in _AROUND_NAMES and end - start < source.max_length and schemes.may_default_to(scheme):
            return new_match(f"{scheme}://{name}", start, end, name, "domain", None, details)
    return _other_domain(source, hit)


def _other_domain(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The same for a domain beyond ASCII, or with something after it."""
    start, end = domain_start_at(source, hit), hit.end()
    if start < 0:
        return SkipTo(0)
    if not source.text[start:end].isascii():
        return remembered_name(source, start, end) or _name_beyond_ascii(source, start, end)
    return _plain_name(source, start, source.default_scheme, "domain")


def name_and_around(source: ScannedText, start: int, end: int) -> tuple[str, str, str] | None:
    """A name, with the text around it that matters; None if text farther on could matter."""
    after = source.text[end : end + 1]
    if after not in _BLANKS and after not in ENDS_ANY_READING:
        return None
    return source.text[max(0, start - LONGEST_EMPHASIS - 1) : start], source.text[start:end], after


def remembered_name(source: ScannedText, start: int, end: int) -> Match | None:
    """The match of the same name in the same surroundings, remembered from earlier in the text."""
    around = name_and_around(source, start, end)
    match = source.remembered_names.get(around) if around else None
    return match.shifted(start - match.start) if match else None


def remember_name(source: ScannedText, match: Match) -> None:
    """Remembers the match of a name beyond ASCII."""
    if match.text.isascii():
        return
    around = name_and_around(source, match.start, match.end)
    if around and len(source.remembered_names) < MOST_REMEMBERED:
        source.remembered_names[around] = match


def _name_beyond_ascii(source: ScannedText, start: int, end: int) -> Match | None:
    """The bare domain `text[start:end]` of plain letters beyond ASCII, before a blank or a delimiter."""
    around = name_and_around(source, start, end)
    if around is None or not (source.schemes.iris and source.schemes.may_default_to(source.default_scheme)):
        return None
    before, name, after = around
    if before.endswith("<"):  # the scan notes the bracket
        return None
    surroundings = _AROUND_NAMES.get(character_before(source.text, start) + (" " if after in _BLANKS else after))
    if surroundings is None or end - start > source.max_length or not plain_letters().sub("", name).isascii():
        return None
    if not completes_name(name, source.schemes.top_level_domains) or not is_name(name):
        return None
    prefix, host = f"{source.default_scheme}://", host_to_ascii(name)
    enclosure, compact = surroundings
    details = IdnNameDetails(start, end, prefix, host, compact.ended_by)
    match = new_match(prefix + host, start, end, name, "domain", enclosure, details)
    remember_name(source, match)
    return match


class IdnNameDetails(NamedTuple):
    """Makes the details of such a name: the scheme added, its A-labels, and the rule that ended it."""

    start: int
    end: int
    prefix: str
    ascii_host: str
    ended_by: Callable[..., Any] | None

    def own(self) -> MatchDetails:
        """The details, to which no other reading adds anything."""
        start, end, prefix, ascii_host, ended_by = self
        steps = (Step(scheme_added, start, start, prefix), Step(host_to_ascii, start, end, ascii_host))
        return MatchDetails(steps if ended_by is None else (*steps, Step(ended_by, end, end + 1, None)))

    def complete(self) -> MatchDetails:
        """The same."""
        return self.own()


def _plain_name(source: ScannedText, start: int, scheme: str, kind: str) -> Match | None:
    """The match of the name at `start` with its port, path and so on, if nothing about it is in doubt."""
    text = source.text
    name = _HOST.match(text, start, start + LONGEST_HOST)
    if name is None or "." not in name[0] or not completes_name(name[0], source.schemes.top_level_domains):
        return None
    if not source.schemes.may_default_to(scheme):
        return None
    before = character_before(text, start)
    if before == "_":  # the scan has to look for the closing underscores
        return None
    found = _compiled(FAST_PATH).match(text, start, source.limit(start))
    if found is None or found.end() - start > source.max_length:
        return None
    around = end_and_surroundings(text, start, found, before)
    if around is None or (before == "<" and text[around[0]] != ">") or (before != "<" and is_in_angles(source, start)):
        return None
    end, (enclosure, details) = around
    matched = text[start:end]
    return new_match(f"{scheme}://{matched}", start, end, matched, kind, enclosure, _added_to(details))


@lru_cache(1024)
def _added_to(details: CompactDetails | None) -> CompactDetails:
    """The details of a link as those of a name, to which a scheme is added."""
    return details._replace(prefixed_by=scheme_added) if details else _ADDED


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled for the first name, since that takes milliseconds."""
    return re.compile(pattern)
