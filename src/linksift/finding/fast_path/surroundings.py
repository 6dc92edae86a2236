"""What may be around a URI that the fast path takes: the enclosure it makes and the rule that ended the URI."""

from collections.abc import Iterator

from linksift.finding.match import CompactDetails
from linksift.finding.scan import CLOSERS, DELIMITERS, ENCLOSURES, delimiter, quote_closer
from linksift.finding.trim import unbalanced_closer


def _surroundings() -> Iterator[tuple[str, tuple[str | None, CompactDetails | None]]]:
    """What may stand around a URI taken whole, with the enclosure that it makes and the rule that ended the URI."""
    enders = {after: CompactDetails(None, delimiter) for after in DELIMITERS}
    enders |= {after: CompactDetails(None, unbalanced_closer, after) for after in CLOSERS}
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


def closed_by(opener: str, ended_by: CompactDetails) -> CompactDetails | None:
    """What tells of the end at the closer of an enclosure, which is surely not the URI's: in angle brackets nothing."""
    if not ENCLOSURES[opener].joins:
        return ended_by._replace(rest="")
    return None if opener == "<" else CompactDetails(None, quote_closer)


SURROUNDINGS = dict(_surroundings())
