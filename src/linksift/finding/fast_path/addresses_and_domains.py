"""The fast paths for plain e-mail addresses, and for bare domains in ASCII that consist of nothing but the name.

They make the same matches, with the same details, as the scans would, and leave doubtful cases to the scans. In mail,
without the kernel, finding links takes two to four times as long without that for addresses, and, with every kind
switched on, 1.4 times as long without that for domains (2026-11-30).
"""

import re
from functools import lru_cache
from typing import Literal

from linksift.delimiters import ASIAN_MARKS
from linksift.finding.fast_path.whole_uris import SURROUNDINGS
from linksift.finding.match import CompactDetails, Match, new_match
from linksift.finding.readings.encode import scheme_added
from linksift.finding.readings.first_valid_reading import first_match
from linksift.finding.readings.trim import sentence_punctuation
from linksift.finding.scan.character_roles import EMPHASIS, PUNCTUATION
from linksift.finding.scan.enclosed.quotes import QUOTES
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.host_names import LONGEST_HOST, completes_name, may_run_into_sentence
from linksift.finding.scan.lookback import run_of
from linksift.finding.scan.names.bare_domains import PLAIN, reads_as, start_at
from linksift.finding.scan.names.email_addresses import (
    AFTER_DOMAIN,
    LOCAL_PART_IN_ANGLES,
    LONGEST_LOCAL_PART,
    addresses,
)
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import SCHEME_CHARACTERS, Schemes
from linksift.finding.scan.uri_end import host_character
from linksift.lazy_pattern import lazy_pattern

IN_LOCAL_PART = SCHEME_CHARACTERS + "_~!$"
_ATOM = f"[{re.escape(IN_LOCAL_PART.replace('.', ''))}]++"
LOCAL_PART = lazy_pattern(rf"(?![~\-])(?=[^A-Za-z0-9]*+[A-Za-z0-9]){_ATOM}(?:\.{_ATOM})*")
"""A plain local part: a dot-atom with a letter or digit (RFC 5322, 3.2.3), except after `~`, as in the logs of IRC,
or a dash."""

IN_ENCLOSED_LOCAL_PART = "%=&?/'*"
"""Characters that a local part may contain only in angle brackets; before an address in running text, they belong to
something else."""

_AT = lazy_pattern("@")
ENCLOSED_WORD = rf"[^\s<>{QUOTES}|\\]{{1,{LONGEST_LOCAL_PART + 1 + LONGEST_HOST}}}+>"
"""Text in angle brackets, with their closer, if only they can close in it."""

_BEFORE = " \t\n\r\"'<>()[,:;=&?。" + ASIAN_MARKS + "".join(opener for opener in ENCLOSURES if opener > "\x7f")
_AFTER = " \t\n\r" + AFTER_DOMAIN
_MAY_CLOSE_ANGLES = "|\\"
"""The characters besides `>` that may close angle brackets (see `scan.angle_brackets`)."""
_MAY_CLOSE_LINES = frozenset(closer for pair in ENCLOSURES.values() if pair.joins for closer in pair.closers)
"""The closers of an enclosure in which a line end may break an address (see `address_over_lines`)."""

_BLANKS = ("", " ", "\n", "\r", "\t")
ADDED = CompactDetails(scheme_added, None)
"""The details of a name that ends at white space or at the end of the text."""

_AT_END = dict.fromkeys(_BLANKS, ADDED)
_AT_END |= {mark: CompactDetails(scheme_added, None, sentence_punctuation, mark) for mark in ".:?"}
_AT_END |= {mark: CompactDetails(scheme_added, host_character) for mark in PUNCTUATION if mark not in ".:?'"}
"""The details of a name before white space or the end of the text, or before a mark followed by either."""


def fast_address(source: ScannedText, hit: re.Match[str]) -> Match | Literal[False] | None:
    """The address whose `@` triggered the hit, with its whole domain; a full stop after it belongs to the sentence.
    False if the domain is certainly none, None if in doubt."""
    text = source.text
    at, end = hit.span()
    domain, known = text[at + 1 : end], source.schemes.top_level_domains
    if not domain or may_run_into_sentence(domain, known):
        return None
    if not completes_name(domain, known):
        return None if "-" in domain else False
    start = _address_start(text, at)
    if start < 0 or end - start >= source.max_length or end - at > LONGEST_HOST:
        return None
    before = text[start - 1] if start else ""
    if before == "'" and text[start - 2 : start - 1].isalnum():  # an apostrophe that belongs to the local part
        return None
    if before in IN_ENCLOSED_LOCAL_PART and before:
        opener = source.last_angle(at)
        if opener >= at - LONGEST_LOCAL_PART - 1 and LOCAL_PART_IN_ANGLES.fullmatch(text, opener, at):
            return None
    surroundings = around_address(_before_on_line(text, start), text[end : end + 2])
    if surroundings is None:
        return None
    enclosure, details = surroundings
    address = text[start:end]
    return new_match(f"mailto:{address}", start, end, address, "email", enclosure, details)


def enclosed_address(schemes: Schemes, max_length: int, address: str) -> Match | Literal[False] | None:
    """The match of the last `@` in the content of angle brackets (see `ENCLOSED_WORD`); False if there is none, None if
    in doubt. What is around the brackets matters only if a mark in the domain may close emphasis that opened earlier.

    >>> enclosed_address(Schemes(None), 99, "a=b@c.example").uri
    'mailto:a%3Db@c.example'
    >>> enclosed_address(Schemes(None), 99, "a#b@c.unknown"), enclosed_address(Schemes(None), 99, "b@c.example_")
    (False, None)
    """
    at = address.rindex("@")
    if not {*EMPHASIS}.isdisjoint(address[at:]):
        return None
    source = ScannedText(f"<{address}>", schemes, max_length)
    found = next(addresses(source, _AT.match(source.text, at + 1)), None)  # type: ignore[arg-type]
    if found is None:
        return False
    match = first_match(found, schemes, max_length)
    return match and match.shifted(-1)


def _before_on_line(text: str, start: int) -> str:
    """The character before `start`; a line feed if only blanks and quote marks precede it on its line."""
    place = start - 1
    while place > 0 and text[place] in " \t>":
        place -= 1
    return text[place] if place >= 0 and text[place] == "\n" else text[max(0, start - 1) : start]


@lru_cache(1024)
def around_address(before: str, after: str) -> tuple[str | None, CompactDetails] | None:
    """The enclosure and details of an address's match, given one character before and two after it; None if in doubt.

    The closer of angle brackets must follow immediately. At the beginning of a line, an address before a closer may be
    the second half of one.

    >>> around_address("<", ">")[0], around_address("=", ". ")[1].rest, around_address("/", "")
    ('angle', '.', None)
    """
    has_stop = after.startswith(".")
    next_after = after[1:] if has_stop else after[:1]
    if before not in _BEFORE or next_after not in _AFTER:
        return None
    opener = ENCLOSURES.get(before)
    closed = opener is not None and next_after != "" and next_after in opener.closers
    if before == "\n" and next_after in _MAY_CLOSE_LINES:
        return None
    if before == "<" and (has_stop or (next_after in _MAY_CLOSE_ANGLES and not closed)):
        return None
    return opener.name if opener and closed else None, _AT_END["."] if has_stop else ADDED


def _address_start(text: str, at: int) -> int:
    """The start of the plain local part that ends before `at`; -1 if there is none."""
    local = run_of(text, at, LONGEST_LOCAL_PART + 1, IN_LOCAL_PART)
    start = at - len(local)
    return start if len(local) <= LONGEST_LOCAL_PART and LOCAL_PART.fullmatch(text, start, at) else -1


def fast_domain(source: ScannedText, hit: re.Match[str]) -> Match | None:
    """The bare domain in ASCII whose last dot triggered the hit, if it is nothing but the name; None if in doubt."""
    text, start, end = source.text, start_at(source, hit), hit.end()
    fits = start >= 0 and end - start < source.max_length
    details = around_domain(text[start - 1 : start], text[end : end + 2]) if fits else None
    if details is None or not (name := text[start:end]).isascii() or reads_as(source.schemes, name) != PLAIN:
        return None
    return new_match(f"{source.default_scheme}://{name}", start, end, name, "domain", None, details)


def around_domain(before: str, after: str) -> CompactDetails | None:
    """The details of a bare domain, given the characters before and after it; None if it is more than the name.

    >>> around_domain("", "?!"), around_domain("(", ".").rest
    (None, '.')
    """
    details = _AT_END.get(after[:1])
    ends = details is ADDED or after[1:2] in _BLANKS
    return details if ends and before + " " in SURROUNDINGS and before not in ("<", "_") else None
