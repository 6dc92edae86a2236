"""The shortest way from a hit to a match, which most URIs of most texts go: the trigger took them whole."""

from collections.abc import Iterator

from linksift.finding.match import Brief, Draft, Match
from linksift.finding.scan import CLOSED, CLOSERS, DELIMITERS, ENCLOSURES, delimiter, quote_closer
from linksift.finding.trim import unbalanced_closer


def _surroundings() -> Iterator[tuple[str, tuple[str | None, Brief | None]]]:
    """What may stand around a URI taken whole, with the enclosure that it makes and the rule that ended the URI."""
    enders = {after: Brief(None, delimiter) for after in DELIMITERS}
    enders |= {after: Brief(None, unbalanced_closer, after) for after in CLOSERS}
    for before in ("", *map(chr, range(0x80))):
        opener = ENCLOSURES.get(before)
        joins = opener is not None and opener.joins
        if not joins:
            yield before + " ", (None, None)
        for after, ended_by in enders.items():
            if opener is not None and after in opener.closers:
                yield before + after, (opener.name, closed_by(before, ended_by))
            elif not joins:
                yield before + after, (None, ended_by)


def closed_by(opener: str, ended_by: Brief) -> Brief | None:
    """What tells of the end at the closer of an enclosure, which is surely not the URI's: in angle brackets nothing."""
    if not ENCLOSURES[opener].joins:
        return ended_by._replace(rest="")
    return None if opener == "<" else Brief(None, quote_closer)


SURROUNDINGS = dict(_surroundings())


def taken_whole(text: str, colon: int, end: int, group: int) -> Match | None:
    """The match of a hit that took its URI whole, which is valid by the pattern that took it; None in doubt.

    Nothing is called here that need not be: most URIs of most texts come this way.
    """
    start = colon - (5 if text[colon - 1] == "s" else 4)
    before = text[start - 1] if start else ""
    if before > "\x7f" and before not in ENCLOSURES:
        before = ""
    surroundings = SURROUNDINGS.get(before + (text[end] if group == CLOSED else " "))
    if surroundings is None:
        return None
    enclosure, ended_by = surroundings
    uri = text[start:end]
    draft = Draft(uri, start, end, uri, "uri", enclosure, ended_by)
    draft.__class__ = Match
    return draft  # type: ignore[return-value]


_JOINING = frozenset(opener for opener, enclosure in ENCLOSURES.items() if enclosure.joins)


def span_taken_whole(text: str, colon: int, end: int, group: int) -> tuple[int, int] | None:
    """The span of the match that `taken_whole` has: for who needs no more of it, and wants it in half the time."""
    start = colon - (5 if text[colon - 1] == "s" else 4)
    if start and (before := text[start - 1]) in _JOINING:
        return (start, end) if before + (text[end] if group == CLOSED else " ") in SURROUNDINGS else None
    return start, end
