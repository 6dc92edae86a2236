"""Measures how often a work reads a text, in code points per code point of the text, and checks the bounds."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.finding.reads.counted import COUNT, DERIVED, EVIDENCE, SEARCHED, SOURCE, Counted, TooMuch
from tests.finding.reads.shapes import Shape
from tests.finding.reads.works import WORKS

SMALL, LARGE = 3_000, 12_000
"""The numbers of code points in the two texts of a shape."""

MOST_READ = 28
"""The maximum number of reads of each code point of a text, except in passes and for evidence. The shortest matches
cost most: each rule looks at a code point or two of a match that has seven."""

MOST_PASSES = 80
"""The maximum number of passes over a text: 11 for a finder's triggers and 25 for refanging, each twice in a stream,
and all of them again for each way in which a hazard reads a link's text."""

MOST_EVIDENCE = 1_000
"""The maximum for evidence: for each URI at a line end and each rule, joining looks at no more than 60 lines up and
down."""

MOST_DERIVED = 2_500
"""The maximum number of code points read of strings made from the text, per code point of the text: a match of ten code
points may have two alternatives of a thousand, which are made, trimmed, encoded and validated on request."""

MOST = {"source": MOST_READ, "searched": MOST_PASSES, "evidence": MOST_EVIDENCE, "derived": MOST_DERIVED}

MOST_OF = {
    "clean": {"source": 4 * MOST_READ, "derived": 960},
    "hazards": {"source": 4 * MOST_READ},
    "stream of 3000, all kinds": {"source": MOST_READ * 3 // 2},
}
"""Cleaning and hazards read a text four times: cleaning tries repairs, and a hazard reads a link's text in three ways.
Cleaning reads each repaired text again, at most six times, and Chinese is nine times as long once it is encoded.
In a stream, the text near the end of a chunk is read again with the next chunk."""

MOST_GROWTH = 1.3
"""The factor by which the large text may cost more per code point, since fixed windows are not full in the small one:
that of an alternative has 1,024 code points, a third of the small text. Quadratic work costs four times as much."""

MOST_GROWTH_OF = {"evidence": 3.0}
"""The window of the evidence, 8,192 code points, is larger than the small text."""

WARMING = 200


class Reads(NamedTuple):
    """How often each code point of a text was read: in passes, by finding, for evidence, and in strings made from it.
    If that was too often, counting stopped."""

    length: int
    searched: float
    source: float
    evidence: float
    derived: float
    stopped: bool

    @property
    def k(self) -> float:
        """The number of times that finding read each code point of the text itself."""
        return self.source

    def __str__(self) -> str:
        parts = f"{self.searched:.1f} searched, {self.evidence:.1f} evidence, {self.derived:.1f} derived"
        return f"{self.length}: {self.source:.1f}, {parts}{' (stopped)' if self.stopped else ''}"


def reads(work: str, shape: Shape, length: int, most: int = 4_000, places: bool = False) -> Reads:
    """The reads of a work on the text of a shape, up to `most` times its length."""
    text = Counted(shape.text(length))
    COUNT.start(most * len(text), places)
    try:
        WORKS[work](text)
        stopped = False
    except TooMuch:
        stopped = True
    searched, source, evidence, derived = (
        COUNT.by_kind[kind] / len(text) for kind in (SEARCHED, SOURCE, EVIDENCE, DERIVED)
    )
    return Reads(len(text), searched, source, evidence, derived, stopped)


def both(work: str, shape: Shape, most: int = 4_000) -> tuple[Reads, Reads]:
    """The reads of a work on the small and the large text of a shape, with the caches of characters filled."""
    reads(work, shape, WARMING)
    return reads(work, shape, SMALL, most), reads(work, shape, LARGE, most)


def places(work: str, shape: Shape, length: int = SMALL, most: int = 4_000) -> list[tuple[str, float]]:
    """The lines of linksift that read a text most, each with the number of times that it read each code point."""
    once = reads(work, shape, length, most, places=True)
    counted = COUNT.places or Counter()
    return [(place, read / once.length) for place, read in counted.most_common()]


def faults(work: str, shape: Shape, small: Reads, large: Reads, most: int = 4_000) -> Iterator[str]:
    """The measures over their bounds, and those that grow and continue to grow in a text four times as large.

    A text above a certain size may be searched where a smaller one is not: such growth occurs only once.
    """
    for name, bound in (MOST | MOST_OF.get(work, {})).items():
        if (worst := max(getattr(small, name), getattr(large, name))) > bound:
            yield f"{name} {worst:.1f}"
    if growing := [*growth(small, large)]:
        names = {name for name, _ in growing}
        further = growth(large, reads(work, shape, 4 * LARGE, most))
        yield from (fault for name, fault in further if name in names)


def growth(small: Reads, large: Reads) -> Iterator[tuple[str, str]]:
    """The measures that cost more per code point of the large text, each with a description."""
    for name in MOST:
        before, after = getattr(small, name), getattr(large, name)
        if after > MOST_GROWTH_OF.get(name, MOST_GROWTH) * before + 1:
            yield name, f"{name} grows from {before:.1f} to {after:.1f}"
