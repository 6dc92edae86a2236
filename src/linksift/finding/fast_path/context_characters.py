"""The surroundings that a URI may have on the fast path: the characters before and after it, and their meaning for the
match."""

from collections.abc import Iterator

from linksift.finding.match import CompactDetails
from linksift.finding.readings.trim import unbalanced_closer
from linksift.finding.scan.character_roles import CLOSERS
from linksift.finding.scan.enclosures import ENCLOSURES, IN_URI_TOO
from linksift.finding.scan.triggers import ENDS_ANY_READING
from linksift.finding.scan.uri_end import delimiter, quote_closer

Surroundings = tuple[str | None, CompactDetails | None]
"""The name of the enclosure around a link, and the details of its match."""


def _surroundings() -> Iterator[tuple[str, Surroundings]]:
    """The pairs of characters around a URI, each with the enclosure that it forms and the rule that ended the URI."""
    enders = {after: CompactDetails(None, delimiter) for after in ENDS_ANY_READING}
    enders |= {after: CompactDetails(None, unbalanced_closer) for after in CLOSERS}
    yield "''", (ENCLOSURES["'"].name, CompactDetails(None, quote_closer))
    for before in ("", *map(chr, range(0x80)), *ENCLOSURES):
        opener = ENCLOSURES.get(before)
        joins = opener is not None and opener.joins
        if not joins:
            yield before + " ", (None, None)
        for after, ended_by in enders.items():
            if opener is not None and after in opener.closers:
                yield before + after, (opener.name, details_in_enclosure(before, ended_by))
            elif not joins:
                yield before + after, (None, ended_by)
    yield from _typographic_quotes()


def _typographic_quotes() -> Iterator[tuple[str, Surroundings]]:
    """The surroundings with quotes beyond ASCII, which end a URI only in pairs."""
    for opener, enclosure in ENCLOSURES.items():
        if opener > "\x7f" and enclosure.joins:
            for closer in set(enclosure.closers).difference(IN_URI_TOO):
                yield opener + closer, (enclosure.name, CompactDetails(None, quote_closer))


def details_in_enclosure(opener: str, ended_by: CompactDetails) -> CompactDetails | None:
    """The details of a URI ended by the closer of its enclosure, which is not part of the URI; None in angle
    brackets."""
    if not ENCLOSURES[opener].joins:
        return ended_by
    return None if opener == "<" else CompactDetails(None, quote_closer)


SURROUNDINGS = dict(_surroundings())

_CLOSE_IN_URI = frozenset(
    opener for opener, enclosure in ENCLOSURES.items() if not {"'", *IN_URI_TOO}.isdisjoint(enclosure.closers)
)


def at_text_end(before: str) -> Surroundings | None:
    """The surroundings of a URI at the end of the text: nothing after it can close an enclosure that opens before it.

    The result is None after quotes that may close inside the URI, since the URI may contain an apostrophe.

    >>> at_text_end("<"), at_text_end("'")
    ((None, None), None)
    """
    return None if before in _CLOSE_IN_URI else (None, None)


def character_before(text: str, start: int) -> str:
    """The character before `start` in the form that `SURROUNDINGS` uses: "" if it is beyond ASCII and opens no
    enclosure.

    >>> [character_before(text, 1) for text in ("(a", "“a", "éa")]
    ['(', '“', '']
    """
    before = text[start - 1] if start else ""
    return "" if before > "\x7f" and before not in ENCLOSURES else before
