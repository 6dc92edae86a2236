"""A URI in running text: `scheme://`, and `scheme:` of schemes known to go without (RFC 3986, 3; Appendix C)."""

import re

from linksift.finding.match import Candidate, Nothing
from linksift.finding.scan.authority import authority
from linksift.finding.scan.beyond_ascii import prose_behind_ascii
from linksift.finding.scan.ends import host_character, read
from linksift.finding.scan.openers import ENCLOSURES, emphasis_before
from linksift.finding.scan.run import Run
from linksift.finding.scan.schemes import SCHEME, Schemes

_INNER = re.compile(rf"({SCHEME})://")
_NESTS = frozenset(":!")
"""What a scheme's rest must hold when it may be a URI of its own: `jdbc:mysql://`, `jar:file:///a!/b`."""

_WORD = re.compile(r"[^\s<>\"`|\\^]{0,256}+")
"""What is looked at to tell `mailto:a@b` from prose."""

FARTHEST_PROSE = 256
"""How far a reader is followed who does not take what stands right behind a URI for prose."""


def plain(text: str, start: int, colon: int, schemes: Schemes, max_length: int) -> Candidate | Nothing:
    """The URI in running text whose scheme is `text[start:colon]`, up to where a rule ends it."""
    run = run_from(text, start, schemes)
    end = read_uri(run, colon, min(len(text), start + max_length + 1))
    return Nothing(colon + 1) if end < 0 else candidate_up_to(run, end, max_length)


def run_from(text: str, start: int, schemes: Schemes) -> Run:
    """A reading that begins at `start`, with the closers of the quotes that open directly before it."""
    enclosure = ENCLOSURES.get(text[start - 1 : start])
    return Run(text, start, enclosure.closers if enclosure and enclosure.joins else "", schemes)


def candidate_up_to(run: Run, end: int, max_length: int) -> Candidate | Nothing:
    """What a run has read when it ended at `end`; Nothing when that is too long."""
    text, start = run.text, run.start
    if end - run.closed - start > max_length:
        return Nothing(end)
    return Candidate(
        start,
        text[start:end],
        enclosed_in(run, text[end - 1 : end] if run.closed else text[end : end + 1]),
        before=emphasis_before(text, start),
        closer=run.closed,
        remarks=run.remarks(end),
        longer=without_prose(run, end) if run.ended_by is prose_behind_ascii else None,
    )


def read_uri(run: Run, colon: int, limit: int) -> int:
    """Where the URI ends whose scheme ends at `colon`; -1 where there is none."""
    scheme = run.text[run.start : colon]
    needs_host = run.schemes.needs_host(scheme)
    if run.text.startswith("//", colon + 1):
        return read_hierarchical(run, colon + 3, limit, needs_host)
    if needs_host or label_in_front(run, colon):
        return -1
    word = _WORD.match(run.text, colon + 1)
    if word is None or not run.schemes.holds_what_it_must(scheme, word[0]):
        return -1
    return read(run, colon + 1, limit)


def read_hierarchical(run: Run, position: int, limit: int, needs_host: bool) -> int:
    """Where the URI ends whose authority begins at `position`; -1 where there is none."""
    text = run.text
    end = authority(run, position, needs_host)
    if end < 0 or (end == position and not text.startswith("/", end)):
        return -1
    if run.ended_by:
        return end
    run.ascii = text[run.start : end].isascii()
    if text.startswith(("/", "?", "#"), end):
        return read(run, end, limit)
    behind = read(run, end, min(limit, end + 1))
    return behind if run.ended_by or behind == end else run.end(host_character, end)


def label_in_front(run: Run, colon: int) -> bool:
    """A scheme without // directly before a known scheme:// is a label, and the URI begins behind it (found in PDFs).

    It is no part of any match, so that no note tells of it: `doi:https://a.example/10.1000/182` is an https URI, while
    `jdbc:mysql://a.example/b` is as its document has it.
    """
    if not _NESTS.isdisjoint(run.schemes.needed(run.text[run.start : colon])):
        return False
    inner = _INNER.match(run.text, colon + 1)
    return inner is not None and run.schemes.known(inner[1])


def without_prose(run: Run, end: int) -> str | None:
    """The longer reading, of someone who takes nothing for prose; None when it does not end soon, or in a host."""
    limit = min(len(run.text), end + FARTHEST_PROSE)
    ahead = Run(run.text, run.start, run.closer, run.schemes)
    ahead.openers, ahead.whole = run.openers[:], True
    ahead.after_query, ahead.after_fragment = run.after_query, run.after_fragment
    longer = read(ahead, end, limit)
    return run.text[run.start : longer] if ahead.ended_by or longer == len(run.text) else None


def enclosed_in(run: Run, behind: str) -> str | None:
    """The name of the enclosure that opens directly before a run, when `behind`, which ended it, closes it."""
    enclosure = ENCLOSURES.get(run.text[run.start - 1 : run.start])
    return enclosure.name if enclosure and behind and behind in enclosure.closers else None
