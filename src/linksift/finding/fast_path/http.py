"""The fast path for http and https: most URIs of most texts, which the trigger's pattern has matched whole."""

from linksift.finding.fast_path.surroundings import SURROUNDINGS
from linksift.finding.match import Match, MutableMatch
from linksift.finding.scan import CLOSED, ENCLOSURES


def fast_match(text: str, colon: int, end: int, group: int) -> Match | None:
    """The match of a hit that took its URI whole, which is valid by the pattern that took it; None in doubt.

    Nothing is called here that need not be: most URIs of most texts come this way.
    """
    start = colon - (5 if text[colon - 1] == "s" else 4)
    before = text[start - 1] if start else ""
    if before > "\x7f" and before not in ENCLOSURES:
        before = ""
    surroundings = SURROUNDINGS.get(before + (" " if group % CLOSED else text[end]))
    if surroundings is None:
        return None
    enclosure, ended_by = surroundings
    uri = text[start:end]
    draft = MutableMatch(uri, start, end, uri, "uri", enclosure, ended_by)
    draft.__class__ = Match
    return draft  # type: ignore[return-value]


_JOINING = frozenset(opener for opener, enclosure in ENCLOSURES.items() if enclosure.joins)


def fast_span(text: str, colon: int, end: int, group: int) -> tuple[int, int] | None:
    """The span of the match that `fast_match` has: for who needs no more of it, and wants it in half the time."""
    start = colon - (5 if text[colon - 1] == "s" else 4)
    if start and (before := text[start - 1]) in _JOINING:
        return (start, end) if before + (" " if group % CLOSED else text[end]) in SURROUNDINGS else None
    return start, end
