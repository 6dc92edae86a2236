"""What may be around a URI on the fast path: the characters before and after it, and what they mean for the match."""

import re
from collections.abc import Iterator

from linksift.finding.match import CompactDetails
from linksift.finding.scan import CLOSERS, ENCLOSURES, delimiter, quote_closer
from linksift.finding.trim import unbalanced_closer

ENDS_ANY_READING = '<>"`'
"""The delimiters that end every reading of a URI. The others may be encoded, so what follows them is read too."""

_BLANKS = frozenset(("", " ", "\n", "\r", "\t"))
_ALL_TRIMMED = re.compile(r"[)\]}.,:;!?'][)\]}.,:;!?']{0,15}+(?=[\s<>\"`]|\Z)")


def ends_any_reading(text: str, end: int) -> bool:
    """Whether no reading of a URI without brackets goes on at the closing bracket at `end`.

    >>> [ends_any_reading(after, 0) for after in (") b", "), b", ")c")]
    [True, True, False]
    """
    return text[end + 1 : end + 2] in _BLANKS or _ALL_TRIMMED.match(text, end) is not None


def _surroundings() -> Iterator[tuple[str, tuple[str | None, CompactDetails | None]]]:
    """The characters around a URI, each pair with the enclosure that it makes and the rule that ended the URI."""
    enders = {after: CompactDetails(None, delimiter) for after in ENDS_ANY_READING}
    enders |= {after: CompactDetails(None, unbalanced_closer) for after in CLOSERS}
    for before in ("", *map(chr, range(0x80))):
        opener = ENCLOSURES.get(before)
        joins = opener is not None and opener.joins
        if not joins:
            yield before + " ", (None, None)
        for after, ended_by in enders.items():
            if opener is not None and after in opener.closers:
                yield before + after, (opener.name, details_in_enclosure(before, ended_by))
            elif not joins:
                yield before + after, (None, ended_by)


def details_in_enclosure(opener: str, ended_by: CompactDetails) -> CompactDetails | None:
    """The details of a URI that the closer of its enclosure ended, which is not part of it; None in angle brackets."""
    if not ENCLOSURES[opener].joins:
        return ended_by
    return None if opener == "<" else CompactDetails(None, quote_closer)


SURROUNDINGS = dict(_surroundings())
