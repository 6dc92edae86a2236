"""What of a text is read when something is done with it: code points for each one of the text."""

from collections import Counter
from typing import NamedTuple

from tests.finding.reads.counted import COUNT, DERIVED, SEARCHED, SOURCE, Counted, TooMuch
from tests.finding.reads.shapes import Shape
from tests.finding.reads.works import WORKS

SMALL, LARGE = 3_000, 12_000
"""Code points of the two texts of a shape."""

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


def reads(work: str, shape: Shape, length: int, most: int = 3_000, places: bool = False) -> Reads:
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


def both(work: str, shape: Shape, most: int = 3_000) -> tuple[Reads, Reads]:
    """What a work reads of the small and of the large text of a shape, with all cached that is cached by character."""
    reads(work, shape, WARMING)
    return reads(work, shape, SMALL, most), reads(work, shape, LARGE, most)


def places(work: str, shape: Shape, length: int = SMALL) -> list[tuple[str, float]]:
    """The lines of linksift that read most of a text, with how often they read each code point of it."""
    once = reads(work, shape, length, places=True)
    told = COUNT.places or Counter()
    return [(place, read / once.length) for place, read in told.most_common()]
