"""Values of attributes that HTML defines as one URL: the quotes show exactly where the URI ends."""

import re

from linksift.finding.match import Candidate, Step
from linksift.finding.scan.character_roles import NEVER_TRIMMED
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.finding.scan.scanned_text import LONGEST_TAG, ScannedText
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

_LONGEST_NAME = 32
_NAMES = "action|background|cite|codebase|data|formaction|href|icon|longdesc|manifest|poster|src|xlink:href"
_MOST_BLANKS = 4
_BLANKS = rf"\s{{0,{_MOST_BLANKS}}}+"
_BEFORE = lazy_pattern(rf"[\s\"'/](?:{_NAMES}){_BLANKS}={_BLANKS}(?P<quote>[\"'])\Z", re.IGNORECASE)
_TAG = lazy_pattern(r"<[A-Za-z][A-Za-z0-9:\-]*+[\s/]")
_VALUE = {'"': r"[^\s<>\"]", "'": r"[^\s<>\"']"}
MOST_BLANKS_AFTER_VALUE = 16
_CLOSER = {quote: re.compile(rf"\s{{0,{MOST_BLANKS_AFTER_VALUE}}}+{quote}") for quote in _VALUE}


@rule
def attribute_value(source: ScannedText, start: int, ordinary: int) -> Candidate | None:
    """An attribute's value that is one URL extends to the closing quote, without trimming (HTML, attributes index).

    The result is None if the ordinary reading, up to `ordinary`, is the same (but for `^&`, which running text may read
    as an escape), or if the value contains white space.

    >>> found("<a href='http://a/what?'> <img alt='http://a/what?'>")
    ['http://a/what?', 'http://a/what']
    """
    text = source.text
    quote = text[start - 1 : start]
    if quote not in _VALUE or not is_assigned(text, start) or not is_in_tag(source, start):
        return None
    end = source.stretch_end(_VALUE[quote], start)
    value = text[start:end] if end <= source.limit(start) else ""
    if not value or not _CLOSER[quote].match(text, end):
        return None
    if ordinary == end and value[-1] in NEVER_TRIMMED and "^&" not in value:
        return None
    remarks = (Step(attribute_value, end, end + 1, None),)
    return Candidate(start, value, ENCLOSURES[quote].name, no_trim=True, verbatim=True, remarks=remarks)


def is_assigned(text: str, start: int) -> bool:
    """Whether the quote before `start` may open the value of an attribute: it follows an equals sign.

    >>> is_assigned('a= "b"', 4), is_assigned('a "b"', 3)
    (True, False)
    """
    quote = start - 1
    return text[max(0, quote - _MOST_BLANKS - 1) : quote].rstrip().endswith("=")


def is_in_tag(source: ScannedText, start: int) -> bool:
    """Whether the quoted value that begins at `start` belongs to such an attribute, inside a tag."""
    text = source.text
    if not _BEFORE.search(text, max(0, start - _LONGEST_NAME), start):
        return False
    opener = source.last_angle(start)
    if opener < 0 or opener < start - LONGEST_TAG or not _TAG.match(text, opener):
        return False
    return source.next_hit(">", opener) >= start
