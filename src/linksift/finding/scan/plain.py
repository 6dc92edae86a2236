"""A URI in running text: `scheme://`, and `scheme:` of schemes known to go without (RFC 3986, 3; Appendix C)."""

import re

from linksift.finding.match import Candidate, Nothing, Step
from linksift.finding.scan.authority import authority
from linksift.finding.scan.beyond_ascii import asian_punctuation, prose_behind_ascii
from linksift.finding.scan.ends import host_character, read
from linksift.finding.scan.openers import ENCLOSURES, emphasis_before
from linksift.finding.scan.run import Run
from linksift.finding.scan.schemes import SCHEME, Schemes
from linksift.finding.scan.source import FARTHEST_PROSE, Source

_INNER = re.compile(rf"({SCHEME})://")
_NESTS = frozenset(":!")
"""What a scheme's rest must hold when it may be a URI of its own: `jdbc:mysql://`, `jar:file:///a!/b`."""

_FARTHEST_NEEDED = 256
"""How far behind its colon a URI without `//` holds what tells it from prose: the @ of `mailto:a@b`."""

_NAMED_BY_DNS = frozenset({"http", "https", "ws", "wss", "ftp"})
"""The schemes whose host has to be complete before certain characters."""


def plain(source: Source, start: int, colon: int) -> Candidate | Nothing:
    """The URI in running text whose scheme is `text[start:colon]`, up to where a rule ends it."""
    run = run_from(source, start)
    end = read_uri(run, colon)
    if end < 0:
        return Nothing(colon + 1, source.word_end(colon + 1) if run.broke_off else 0)
    return candidate_up_to(run, end)


def run_from(source: Source, start: int) -> Run:
    """A reading that begins at `start`, with the closers of the quotes that open directly before it."""
    enclosure = ENCLOSURES.get(source.text[start - 1 : start])
    return Run(source, start, enclosure.closers if enclosure and enclosure.joins else "")


def candidate_up_to(run: Run, end: int, kind: str = "uri", prefix: str = "") -> Candidate | Nothing:
    """What a run has read when it ended at `end`; Nothing when that is too long."""
    text, start = run.text, run.start
    if end - run.closed - start > run.source.max_length:
        return Nothing(end)
    candidate = Candidate(
        start,
        text[start:end],
        enclosed_in(run, text[end - 1 : end] if run.closed else text[end : end + 1]),
        before=emphasis_before(text, start),
        closer=run.closed,
        remarks=run.remarks(end),
        kind=kind,
        prefix=prefix,
    )
    if run.ended_by is prose_behind_ascii or run.ended_by is host_character:
        return candidate._replace(unfinished=run.unfinished(*run.source.behind(end)))
    return candidate if run.dotted_at < 0 or prefix else with_shorter(candidate, run.dotted_at)


def with_shorter(candidate: Candidate, stop: int) -> Candidate:
    """A candidate whose host has an ideographic stop as a dot, with the reading that ends there beside it."""
    remarks = (Step(asian_punctuation, stop, stop + 1, None),)
    shorter = Candidate(candidate.start, candidate.text[: stop - candidate.start], remarks=remarks)
    return candidate._replace(others=(shorter,))


def read_uri(run: Run, colon: int) -> int:
    """Where the URI ends whose scheme ends at `colon`; -1 where there is none."""
    scheme = run.text[run.start : colon]
    needs_host = run.schemes.needs_host(scheme)
    if run.text.startswith("//", colon + 1):
        if run.schemes.has_no_authority(scheme):
            return -1
        run.needs_complete_host = scheme.lower() in _NAMED_BY_DNS
        return read_hierarchical(run, authority(run, colon + 3, needs_host), colon + 3, run.source.limit(run.start))
    if needs_host or label_in_front(run, colon):
        return -1
    needed = run.schemes.needed(scheme)
    if needed and not run.source.holds(needed, colon + 1, _FARTHEST_NEEDED):
        return -1
    return read(run, colon + 1, run.source.limit(run.start))


def read_hierarchical(run: Run, end: int, position: int, limit: int) -> int:
    """Where the URI ends whose authority goes from `position` to `end`; -1 where that is, or there is no authority."""
    text = run.text
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


def read_on(candidate: Candidate, schemes: Schemes) -> Candidate | None:
    """The longer reading of a candidate, of someone who takes nothing for prose; None when it does not end soon.

    A known scheme behind it begins another URI, and ends the reading.
    """
    unfinished = candidate.unfinished
    if unfinished is None:
        return None
    behind = unfinished.block[unfinished.offset : unfinished.offset + FARTHEST_PROSE]
    ahead = Run(Source(candidate.text + behind, schemes), 0, unfinished.closer)
    ahead.openers, ahead.whole = [*unfinished.openers], True
    ahead.after_query, ahead.after_fragment = unfinished.after_query, unfinished.after_fragment
    end = read(ahead, len(candidate.text), len(ahead.text))
    if ahead.ended_by is None and len(behind) == FARTHEST_PROSE:
        return None
    return candidate._replace(text=ahead.text[:end], remarks=(), unfinished=None)


def enclosed_in(run: Run, behind: str) -> str | None:
    """The name of the enclosure that opens directly before a run, when `behind`, which ended it, closes it."""
    enclosure = ENCLOSURES.get(run.text[run.start - 1 : run.start])
    return enclosure.name if enclosure and behind and behind in enclosure.closers else None
