"""Random choices that depend on the values chosen, not on their places in a list.

A new fragment in a pool of a hundred changes one choice in a hundred, not all that follow: so a contributor who adds a
fragment does not encounter a fault in unrelated texts.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, TypeVar
from zlib import crc32

T = TypeVar("T")

POINTS = 16
"""The number of points that a value has on the ring: the more points, the more evenly values are chosen."""


class StableRandom(Random):
    """Chooses the value whose point on a ring of hashes comes next after a random number."""

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """One of the values. A value that occurs several times is chosen correspondingly more often."""
        points, values = ring(tuple(seq))
        return values[bisect(points, self.random() * 2**32) % len(points)]  # type: ignore[no-any-return]


@cache
def ring(values: tuple[Any, ...]) -> tuple[list[int], list[Any]]:
    """The points of some values in order, and the value of each."""
    seen: Counter[str] = Counter()
    placed = []
    for value in values:
        name = getattr(value, "__qualname__", None) or repr(value)
        placed += [(crc32(f"{name} {seen[name]} {number}".encode()), value) for number in range(POINTS)]
        seen[name] += 1
    placed.sort(key=lambda one: one[0])
    return [point for point, _ in placed], [value for _, value in placed]


def random_of(seed: int, number: int) -> StableRandom:
    """The random numbers for one text, so that it does not depend on how many were drawn for the texts before it."""
    return StableRandom(f"{seed} {number}")
