"""The fast path for what has no scheme: addresses, suffix references and bare domains with nothing unusual about them.

It makes the same matches, with the same details, as the scans would; whatever is in doubt it leaves to them.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from linksift.finding.fast_path.context_characters import SURROUNDINGS, character_before
from linksift.finding.fast_path.final_punctuation import LONGEST_TAIL, surroundings_at
from linksift.finding.match import CompactDetails, Match, MatchDetails, SkipTo, Step, new_match
from linksift.finding.readings.encode import address_changes, address_encoded, host_to_ascii, scheme_added
from linksift.finding.readings.trim import sentence_punctuation
from linksift.finding.scan.authority import LONGEST_HOST, completes_name, in_host, is_name
from linksift.finding.scan.delimiter_table import PUNCTUATION
from linksift.finding.scan.enclosed.angle_brackets import is_in_angles
from linksift.finding.scan.enclosures import ENCLOSURES, LONGEST_EMPHASIS
from linksift.finding.scan.lookback import run_of
from linksift.finding.scan.names.bare_domains import IN_DOUBT, NO_DOMAIN, PLAIN, SOMETHING_ELSE, reads_as
from linksift.finding.scan.names.bare_domains import IN_NAME as IN_DOMAIN
from linksift.finding.scan.names.bare_domains import NOT_AFTER as NOT_BEFORE_DOMAIN
from linksift.finding.scan.names.bare_domains import start_at as domain_start_at
from linksift.finding.scan.names.email_addresses import (
    AFTER_DOMAIN,
    ASIAN_MARKS,
    LOCAL_PART_IN_ANGLES,
    LONGEST_LOCAL_PART,
)
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import SCHEME_CHARACTERS
from linksift.finding.scan.triggers import BLANK, ENDS_ANY_READING, FAST_PATH
from linksift.finding.scan.uri_end import host_character
from linksift.patterns import lazy_pattern
from linksift.uri import PLAIN_LETTERS

MOST_REMEMBERED = 4096
"""So many matches of names beyond ASCII are remembered for one text."""

HOST = lazy_pattern(r"[A-Za-z0-9.\-_]*+")
IN_LOCAL_PART = SCHEME_CHARACTERS + "_~!$"
_ATOM = f"[{re.escape(IN_LOCAL_PART.replace('.', ''))}]++"
LOCAL_PART = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
"""A plain local part: a dot-atom (RFC 5322, 3.2.3)."""

_ENCODED = {ord(character): address_encoded(character) for character in "=&?/"}
IN_ENCLOSED_LOCAL_PART = "".join(map(chr, _ENCODED)) + "'*"
"""What may be in a local part only in angle brackets; before an address in running text, it is something else's."""

_ENCLOSED_ATOM = f"[{re.escape(IN_LOCAL_PART.replace('.', '') + IN_ENCLOSED_LOCAL_PART)}]++"
_ENCLOSED = lazy_pattern(rf"<{_ENCLOSED_ATOM}(?:\.{_ENCLOSED_ATOM})*")
_FAST_PATH = lazy_pattern(FAST_PATH)

_BEFORE = " \t\n\r\"'<>()[,:;=&?。" + ASIAN_MARKS + "".join(opener for opener in ENCLOSURES if opener > "\x7f")
_AFTER = " \t\n\r" + AFTER_DOMAIN
_MAY_CLOSE_ANGLES = "|\\"
"""Besides `>` (see `scan.angle_brackets`)."""


@cache
def _with_scheme(ended: CompactDetails | None) -> CompactDetails:
    """The details of a name, from those of a URI at the same place."""
    return ended._replace(prefixed_by=scheme_added) if ended else _ADDED


def _trimmed(mark: str) -> CompactDetails:
    return CompactDetails(scheme_added, None, sentence_punctuation, mark)


_ADDED, _STOP = CompactDetails(scheme_added, None), _trimmed(".")
BEFORE_PATH = ("/", ":", ".", "_")
DOUBTFUL_BEFORE_NAME = ("_",)
"""The characters before a name after which the scan has to look for closing ones. The fast path reads no such name."""

_BLANKS = ("", " ", "\n", "\r", "\t")
_AT_END = dict.fromkeys(_BLANKS, _ADDED)
_AT_END |= {mark: _trimmed(mark) for mark in PUNCTUATION if mark in ".:?"}
_AT_END |= {mark: CompactDetails(scheme_added, host_character) for mark in PUNCTUATION if mark not in ".:?'"}
"""The details of a name before a blank, or before a mark and a blank."""

_AROUND_NAMES = {
    around: (enclosure, _with_scheme(ended))
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
    if start < 0 or end - start >= source.max_length or end - at > LONGEST_HOST:
        return None
    before = text[start - 1] if start else ""
    if before == "'" and text[start - 2 : start - 1].isalnum():  # an apostrophe of the local part
        return None
    if before in IN_ENCLOSED_LOCAL_PART and before:
        opener = source.last_angle(at)
        if opener >= at - LONGEST_LOCAL_PART - 1 and LOCAL_PART_IN_ANGLES.fullmatch(text, opener, at):
            return _enclosed_address(source, opener, at, end)
    surroundings = around_address(before, text[end : end + 2])
    if surroundings is None or not source.schemes.may_default_to("mailto"):
        return None
    enclosure, details = surroundings
    address = text[start:end]
    return new_match(f"mailto:{address}", start, end, address, "email", enclosure, details)


def _enclosed_address(source: ScannedText, opener: int, at: int, end: int) -> Match | None:
    """The address in angle brackets whose local part has what only there belongs to it: `<a=b@c.example>`."""
    text, start = source.text, opener + 1
    if not text.startswith(">", end) or end - start > source.max_length or not source.schemes.may_default_to("mailto"):
        return None
    if not _ENCLOSED.fullmatch(text, opener, at):
        return None
    address = text[start:end]
    uri = f"mailto:{address.translate(_ENCODED)}"
    return new_match(uri, start, end, address, "email", "angle", EnclosedAddressDetails(start, address))


class EnclosedAddressDetails(NamedTuple):
    """Makes the details of such an address: the scheme added, and the characters that mailto does not allow."""

    start: int
    address: str

    def own(self) -> MatchDetails:
        """The details, to which no other reading adds anything."""
        start, address = self
        steps = [Step(scheme_added, start, start, "mailto:")]
        for change in address_changes(address):
            steps.append(Step(change.rule, start + change.start, start + change.end, change.replacement))
        return MatchDetails(tuple(steps))

    def complete(self) -> MatchDetails:
        """The same."""
        return self.own()


@lru_cache(1024)
def around_address(before: str, after: str) -> tuple[str | None, CompactDetails] | None:
    """What the character before an address and the two after it mean for its match; None if in doubt.

    The closer of angle brackets must follow at once.

    >>> around_address("<", ">")[0], around_address("=", ". ")[1].rest, around_address("/", "")
    ('angle', '.', None)
    """
    has_stop = after.startswith(".")
    next_after = after[1:] if has_stop else after[:1]
    if before not in _BEFORE or next_after not in _AFTER:
        return None
    opener = ENCLOSURES.get(before)
    closed = opener is not None and next_after != "" and next_after in opener.closers
    if before == "<" and (has_stop or (next_after in _MAY_CLOSE_ANGLES and not closed)):
        return None
    return opener.name if opener and closed else None, _STOP if has_stop else _ADDED


def _address_start(text: str, at: int) -> int:
    """The start of the plain local part that ends before `at`; -1 if there is none."""
    local = run_of(text, at, LONGEST_LOCAL_PART + 1, IN_LOCAL_PART)
    start = at - len(local)
    return start if len(local) <= LONGEST_LOCAL_PART and LOCAL_PART.fullmatch(text, start, at) else -1


def fast_suffix(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The suffix reference whose first dot a trigger hit."""
    scheme = "ftp" if source.text[hit.start()] in "pP" else source.default_scheme
    return _plain_name(source, hit.start() - 2, scheme, "suffix")


def fast_domain(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The bare domain whose last dot a trigger hit."""
    text, schemes, (dot, end) = source.text, source.schemes, hit.span()
    start = dot - len(run_of(text, dot, LONGEST_HOST + 1, IN_DOMAIN))
    name, before, after = text[start:end], text[start - 1 : start], text[end : end + 1]
    is_ascii = name.isascii() and (before <= "\x7f" or not in_host(before))
    reading = reads_as(schemes, name) if is_ascii else IN_DOUBT
    if reading is NO_DOMAIN or before in NOT_BEFORE_DOMAIN or (reading is SOMETHING_ELSE and after not in BEFORE_PATH):
        return SkipTo(0)
    details = (
        around_domain(before, text[end : end + 2]) if reading is PLAIN and end - start < source.max_length else None
    )
    if details and schemes.may_default_to(source.default_scheme):
        return new_match(f"{source.default_scheme}://{name}", start, end, name, "domain", None, details)
    if reading is PLAIN and (after not in BEFORE_PATH or (after != "_" and text[end + 1 : end + 2] <= "\x7f")):
        return _plain_name(source, start, source.default_scheme, "domain")
    return _other_domain(source, hit)


def _other_domain(source: ScannedText, hit: re.Match[str]) -> Match | SkipTo | None:
    """The same for a domain beyond ASCII, or with something after it."""
    start, end = domain_start_at(source, hit), hit.end()
    if start < 0:
        return SkipTo(0)
    if not source.text[start:end].isascii():
        return remembered_name(source, start, end) or _name_beyond_ascii(source, start, end)
    return _plain_name(source, start, source.default_scheme, "domain")


def around_domain(before: str, after: str) -> CompactDetails | None:
    """The details of a bare domain, by the characters before and after it, if nothing belongs to it but the name.

    >>> around_domain("", "?!"), around_domain("(", ".").rest
    (None, '.')
    """
    details = _AT_END.get(after[:1])
    ends = details is _ADDED or after[1:2] in _BLANKS
    return details if ends and before + " " in _AROUND_NAMES else None


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
    if surroundings is None or end - start > source.max_length or not PLAIN_LETTERS.sub("", name).isascii():
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


def _plain_name(source: ScannedText, start: int, scheme: str, kind: str) -> Match | SkipTo | None:
    """The match of the name at `start` with its port, path and so on, if nothing about it is in doubt."""
    text = source.text
    if start < source.position or text[start - 1 : start] in DOUBTFUL_BEFORE_NAME:
        return None
    name = HOST.match(text, start, start + LONGEST_HOST)
    if name is None or "." not in name[0]:
        return None
    if not completes_name(name[0], source.schemes.top_level_domains):
        return SkipTo(0) if _is_surely_whole(source, start, name[0]) else None
    if not source.schemes.may_default_to(scheme):
        return None
    limit = source.limit(start)
    found = _FAST_PATH.match(text, start, limit)
    if found is None or found.end() - start > source.max_length:
        return None
    if limit < len(text) and found.end() + LONGEST_TAIL + 2 > limit:
        return None  # it looks ahead so far, and took the limit for the end of the text
    before = character_before(text, start)
    around = around_name(text, start, found.end(), before, found.lastindex or BLANK)
    if around is None or (before != "<" and is_in_angles(source, start)):
        return None
    end, enclosure, details = around
    matched = text[start:end]
    return new_match(f"{scheme}://{matched}", start, end, matched, kind, enclosure, details)


def _is_surely_whole(source: ScannedText, start: int, name: str) -> bool:
    """Whether nothing after a name at `start`, nor angle brackets around it, could make it another one."""
    after = source.text[start + len(name) : start + len(name) + 1]
    is_cut = len(name) == LONGEST_HOST or not name.rstrip(".")[-1:].isalnum()
    goes_on = after == "%" or after > "\x7f" or source.schemes.placeholders is not None
    return not (is_cut or goes_on or is_in_angles(source, start))


def around_name(
    text: str, start: int, end: int, before: str, ending: int
) -> tuple[int, str | None, CompactDetails] | None:
    """Where a name ends that `FAST_PATH` matched up to `end`, and what its surroundings mean; None if in doubt."""
    around = surroundings_at(text, start, end, before, ending)
    if around is None or (before == "<" and text[around[0]] != ">"):
        return None
    end, (enclosure, details) = around
    return end, enclosure, _added_to(details)


@lru_cache(1024)
def _added_to(details: CompactDetails | None) -> CompactDetails:
    """The details of a link as those of a name, to which a scheme is added."""
    return details._replace(prefixed_by=scheme_added) if details else _ADDED
