"""What of a text is read when something is done with it: code points for each one of the text."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.finding.reads.counted import COUNT, DERIVED, SEARCHED, SOURCE, Counted, TooMuch
from tests.finding.reads.shapes import Shape
from tests.finding.reads.works import WORKS

SMALL, LARGE = 3_000, 12_000
"""Code points of the two texts of a shape."""

MOST_READ = 16
"""Each code point of a text is read so often at most (DESIGN, 1), passes of the triggers included."""

MOST_DERIVED = 64
"""So many code points of strings made of the text are read at most, for each of its own."""

MOST_GROWTH = 1.2
"""The large text costs so much more for each code point at most: windows of a fixed size are not full in the small."""

WARMING = 200


class Reads(NamedTuple):
    """How often each code point of a text was read, in passes, otherwise, and of strings made of it; whether counting
    stopped, since it was too much."""

    length: int
    searched: float
    source: float
    derived: float
    stopped: bool

    @property
    def k(self) -> float:
        """How often each code point of the text itself was read."""
        return self.searched + self.source

    def __str__(self) -> str:
        more = " (stopped)" if self.stopped else ""
        return f"{self.length}: {self.searched:.1f} + {self.source:.1f}, derived {self.derived:.1f}{more}"


def reads(work: str, shape: Shape, length: int, most: int = 1_000, places: bool = False) -> Reads:
    """What a work reads of a text of a shape, up to `most` times its length."""
    text = Counted(shape.text(length))
    COUNT.start(most * len(text), places)
    try:
        WORKS[work](text)
        stopped = False
    except TooMuch:
        stopped = True
    searched, source, derived = (COUNT.by_kind[kind] / len(text) for kind in (SEARCHED, SOURCE, DERIVED))
    return Reads(len(text), searched, source, derived, stopped)


def both(work: str, shape: Shape, most: int = 1_000) -> tuple[Reads, Reads]:
    """What a work reads of the small and of the large text of a shape, with all cached that is cached by character."""
    reads(work, shape, WARMING)
    return reads(work, shape, SMALL, most), reads(work, shape, LARGE, most)


def places(work: str, shape: Shape, length: int = SMALL, most: int = 1_000) -> list[tuple[str, float]]:
    """The lines of linksift that read most of a text, with how often they read each code point of it."""
    once = reads(work, shape, length, most, places=True)
    told = COUNT.places or Counter()
    return [(place, read / once.length) for place, read in told.most_common()]


def faults(small: Reads, large: Reads) -> Iterator[str]:
    """What is over the bounds."""
    for one in (small, large):
        if one.k > MOST_READ:
            yield f"k {one.k:.1f} at {one.length}"
        if one.derived > MOST_DERIVED:
            yield f"derived {one.derived:.1f} at {one.length}"
    if large.k > MOST_GROWTH * small.k + 1:
        yield f"k grows from {small.k:.1f} to {large.k:.1f}"
    if large.derived > MOST_GROWTH * small.derived + 1:
        yield f"derived grows from {small.derived:.1f} to {large.derived:.1f}"
