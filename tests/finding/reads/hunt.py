"""The hunt for the worst shapes: random ones, of which the worst are mutated as long as they get worse."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.finding.reads.measured import places, reads
from tests.finding.reads.shapes import Shape, mutated, random_shape, smaller

SCREENED, MOST = 1_000, 500
"""The length of the text with which a shape is tried first, since most are harmless, and where counting stops."""

KEPT, ALIKE = 16, 2
"""The number of shapes of each work that are kept for mutation, and of those among them with most reads in the same
line."""


class Bad(NamedTuple):
    """A shape's score for a work, and the line of linksift that reads most of it."""

    score: float
    work: str
    shape: Shape
    place: str = ""


class Hunt:
    """A hunt for shapes that are bad for some works."""

    def __init__(self, seed: int, works: list[str]) -> None:
        self.random = Random(seed)
        self.works = works
        self.kept: dict[str, list[Bad]] = {work: [] for work in works}

    def __iter__(self) -> Iterator[Bad]:
        """Try one shape after another, endlessly."""
        while True:
            work = self.random.choice(self.works)
            yield self.tried(work, self._next_shape(work))

    def tried(self, work: str, shape: Shape) -> Bad:
        """Score a shape, and keep it if it is among the worst."""
        bad, kept = Bad(screened(work, shape), work, shape), self.kept[work]
        if (len(kept) < KEPT or bad.score > kept[-1].score) and all(shape != one.shape for one in kept):
            bad = bad._replace(place=read_most_by(work, shape))
            alike = [one for one in kept if one.place == bad.place]
            if len(alike) == ALIKE:
                kept.remove(min(alike))
                bad = max(bad, min(alike))
            self.kept[work] = sorted([*kept, bad], reverse=True)[:KEPT]
        return bad

    def _next_shape(self, work: str) -> Shape:
        """A mutated bad shape, a shape that is bad for another work, or a random one."""
        own, others = self.kept[work], [bad for kept in self.kept.values() for bad in kept]
        way = self.random.random()
        if own and way < 0.5:
            return mutated(self.random, self.random.choice(own).shape, self.random.choice(others).shape)
        return self.random.choice(others).shape if others and way < 0.65 else random_shape(self.random)

    def distinct(self) -> Iterator[Bad]:
        """The worst shapes, reduced; one for each line of linksift that reads most."""
        seen = set()
        for bad in sorted((bad for kept in self.kept.values() for bad in kept), reverse=True):
            if bad.place not in seen:
                seen.add(bad.place)
                yield bad._replace(shape=least(bad.work, bad.shape))


def read_most_by(work: str, shape: Shape) -> str:
    """The line of linksift that reads most of a shape."""
    return places(work, shape, SCREENED, MOST)[0][0]


def screened(work: str, shape: Shape) -> float:
    """A score for a shape: the reads of the text, and a fraction of the other reads."""
    one = reads(work, shape, SCREENED, MOST)
    return one.k + one.derived / 8 + one.evidence / 32


def least(work: str, shape: Shape) -> Shape:
    """The shape reduced to the fragments that make it bad."""
    score = screened(work, shape)
    for one in smaller(shape):
        if screened(work, one) >= 0.97 * score:
            return least(work, one)
    return shape
