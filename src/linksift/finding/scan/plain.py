"""A URI in running text: `scheme://`, and `scheme:` of schemes known to go without (RFC 3986, 3; Appendix C)."""

import re

from linksift.finding.match import Candidate, Nothing
from linksift.finding.scan.authority import authority
from linksift.finding.scan.ends import Run, host_character, prose_behind_ascii
from linksift.finding.scan.openers import ENCLOSURES, Enclosure, emphasis_before
from linksift.finding.scan.schemes import Schemes

WORD = re.compile(r"[^\s<>\"]{0,256}+")
"""What is looked at to tell `mailto:a@b` from prose."""

FARTHEST_PROSE = 256
"""How far a reader is followed who does not take what stands right behind a URI for prose."""


def plain(text: str, start: int, colon: int, schemes: Schemes, max_length: int) -> Candidate | Nothing:
    """The URI in running text whose scheme is `text[start:colon]`, up to where a rule ends it."""
    enclosure = ENCLOSURES.get(text[start - 1 : start])
    run = Run(text, start, enclosure, schemes)
    end = read(run, colon, min(len(text), start + max_length + 1))
    if end < 0:
        return Nothing(colon + 1)
    if end - start > max_length:
        return Nothing(end)
    longer = None
    if run.ended_by is prose_behind_ascii:
        longer = without_prose(run, colon, end)
    return Candidate(
        start,
        text[start:end],
        enclosed_in(run, enclosure, text[end - 1 : end] if run.closed else text[end : end + 1]),
        before=emphasis_before(text, start),
        closer=run.closed,
        remarks=run.remarks(end),
        longer=longer,
    )


def read(run: Run, colon: int, limit: int) -> int:
    """Where the URI ends whose scheme ends at `colon`; -1 where there is none."""
    text, schemes = run.text, run.schemes
    scheme = text[run.start : colon]
    if not text.startswith("//", colon + 1):
        if schemes.needs_host(scheme):
            return -1
        holds = schemes.holds_what_it_must(scheme, WORD.match(text, colon + 1)[0])  # type: ignore[index]
        return run.read(colon + 1, limit) if holds else -1
    end = authority(run, colon + 3)
    if end < 0 or (end == colon + 3 and schemes.needs_host(scheme)):
        return -1
    if run.ended_by:
        return end
    run.ascii = text[colon:end].isascii()
    if not text.startswith(("/", "?", "#"), end):
        limit = min(limit, end + 1)
        behind = run.read(end, limit)
        return behind if run.ended_by or behind == end else run.end(host_character, end)
    return run.read(end, limit)


def without_prose(run: Run, colon: int, end: int) -> str | None:
    """The longer reading, of someone who takes nothing for prose; None when it does not end soon."""
    limit = min(len(run.text), end + FARTHEST_PROSE)
    ahead = Run(run.text, run.start, None, run.schemes)
    ahead.closer = run.closer
    ahead.whole = True
    end = read(ahead, colon, limit)
    return run.text[run.start : end] if 0 <= end < limit or end == len(run.text) else None


def enclosed_in(run: Run, enclosure: Enclosure | None, behind: str) -> str | None:
    """The name of the enclosure, when `behind`, which ended the URI, closes it."""
    return enclosure.name if enclosure and behind and behind in enclosure.closers else None
