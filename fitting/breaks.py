"""The line ends after URIs in labelled texts, each with the strength of every feature and the right decision.

The finder runs on each text with a teacher in place of the weights. The teacher decides each break according to the
text's spans, so evidence is gathered at the breaks that a finder without mistakes would ask about.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import linksift
from fitting.evidence import Break
from fitting.labelled_texts import LabelledText
from linksift.finding.joining import joined_uri
from linksift.finding.joining.evidence.proofs import query_goes_on
from linksift.finding.joining.evidence.vetoes import VETOES
from linksift.finding.joining.seam import Seam
from linksift.finding.joining.weights import WEIGHTS

SURE = 100.0


def breaks(texts: Iterable[LabelledText], seen: Callable[[Seam, Break], None] | None = None) -> Iterator[Break]:
    """The breaks in labelled texts; `seen` is called with each break and its lines."""
    finder = linksift.Finder("document", kinds={"uri"})
    for labelled in texts:
        found: list[Break] = []
        with teacher(labelled, found, seen):
            finder.find(labelled.text)
        yield from found


@contextmanager
def teacher(labelled: LabelledText, found: list[Break], seen: Callable[[Seam, Break], None] | None) -> Iterator[None]:
    """Decide each break in a text according to the text's spans, and collect the breaks that the spans decide."""
    starts = dict(sorted(labelled.spans, key=lambda span: span[1]))

    def decide(seam: Seam) -> joined_uri.Verdict:
        end = starts.get(seam.start, -1 if not labelled.all_known else 0)
        if end < 0:
            return joined_uri.Verdict(-SURE, ())
        joined = seam.line.text_end < end or (labelled.all_known and goes_on(seam))
        vetoed = any(veto(seam) for veto in VETOES)
        if vetoed or not query_goes_on(seam):  # where the proof decides, the features have no say
            one = Break(labelled.family, joined, vetoed, strengths(seam))
            found.append(one)
            if seen is not None:
                seen(seam, one)
        return joined_uri.Verdict(SURE if joined else -SURE, ())

    weigh = joined_uri.weigh
    joined_uri.weigh = decide
    try:
        yield
    finally:
        joined_uri.weigh = weigh


def goes_on(seam: Seam) -> bool:
    """Whether a person looked at this break in an ordinary file and judged that the URI continues after it."""
    both = f"{seam.uri}\n{seam.piece}".encode()
    return hashlib.sha1(both, usedforsecurity=False).hexdigest()[:12] in joins_on_this_machine()


@cache
def joins_on_this_machine() -> frozenset[str]:
    """The breaks in ordinary files at which a URI continues."""
    lines = Path(__file__).with_name("joins_on_this_machine.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def strengths(seam: Seam) -> tuple[tuple[int, float], ...]:
    """The strengths of a break's features that are not 0, each with the feature's index in the table."""
    values = ((place, round(weight.feature(seam), 2)) for place, weight in enumerate(WEIGHTS))
    return tuple((place, value) for place, value in values if value)
