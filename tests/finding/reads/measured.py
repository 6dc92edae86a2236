"""What of a text is read when something is done with it: code points for each one of the text."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.finding.reads.counted import COUNT, DERIVED, EVIDENCE, SEARCHED, SOURCE, Counted, TooMuch
from tests.finding.reads.shapes import Shape
from tests.finding.reads.works import WORKS

SMALL, LARGE = 3_000, 12_000
"""Code points of the two texts of a shape."""

MOST_READ = 16
"""Each code point of a text is read so often at most (DESIGN, 1), but for passes and evidence."""

MOST_PASSES = 64
"""So many passes go over a text at most: 8 of a finder's triggers, 10 of refanging, each twice in a stream, and all of
them again for each way in which a hazard reads what is shown."""

MOST_EVIDENCE = 1_000
"""Joining on evidence looks at 60 lines up and down at most, for each line end behind a URI and each question."""

MOST_DERIVED = 400
"""So many code points of strings made of the text are read at most, for each of its own."""

MOST = {"source": MOST_READ, "searched": MOST_PASSES, "evidence": MOST_EVIDENCE, "derived": MOST_DERIVED}

MOST_OF = {"clean": {"source": 4 * MOST_READ, "derived": 960}, "hazards": {"source": 4 * MOST_READ}}
"""These read a text in four ways: cleaning tries repairs, and a hazard makes three readings of what a link shows. What
cleaning repairs it reads again, six times at most, and Chinese is nine times as long when it is percent-encoded."""

MOST_GROWTH = 1.2
"""The large text costs so much more for each code point at most: windows of a fixed size are not full in the small."""

WARMING = 200


class Reads(NamedTuple):
    """How often each code point of a text was read: in passes, by finding, by evidence, and of strings made of it;
    whether counting stopped, since it was too much."""

    length: int
    searched: float
    source: float
    evidence: float
    derived: float
    stopped: bool

    @property
    def k(self) -> float:
        """How often finding read each code point of the text itself."""
        return self.source

    def __str__(self) -> str:
        parts = f"{self.searched:.1f} searched, {self.evidence:.1f} evidence, {self.derived:.1f} derived"
        return f"{self.length}: {self.source:.1f}, {parts}{' (stopped)' if self.stopped else ''}"


def reads(work: str, shape: Shape, length: int, most: int = 1_000, places: bool = False) -> Reads:
    """What a work reads of a text of a shape, up to `most` times its length."""
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


def both(work: str, shape: Shape, most: int = 1_000) -> tuple[Reads, Reads]:
    """What a work reads of the small and of the large text of a shape, with all cached that is cached by character."""
    reads(work, shape, WARMING)
    return reads(work, shape, SMALL, most), reads(work, shape, LARGE, most)


def places(work: str, shape: Shape, length: int = SMALL, most: int = 1_000) -> list[tuple[str, float]]:
    """The lines of linksift that read most of a text, with how often they read each code point of it."""
    once = reads(work, shape, length, most, places=True)
    told = COUNT.places or Counter()
    return [(place, read / once.length) for place, read in told.most_common()]


def faults(work: str, small: Reads, large: Reads) -> Iterator[str]:
    """What is over the bounds."""
    for name, most in (MOST | MOST_OF.get(work, {})).items():
        before, after = getattr(small, name), getattr(large, name)
        if max(before, after) > most:
            yield f"{name} {max(before, after):.1f}"
        if after > MOST_GROWTH * before + 1:
            yield f"{name} grows from {before:.1f} to {after:.1f}"
