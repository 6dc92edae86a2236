"""Random choices that depend on what is chosen, not on its place in a list.

A new fragment in a pool of a hundred changes one choice in a hundred, not all that follow it: so a contributor who adds
one does not meet a fault of other texts.
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
"""How many points on the ring a value has: with more, values are chosen more equally often."""


class StableRandom(Random):
    """Chooses the value whose point on a ring of hashes is next to a random number."""

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """One of the values. A value that stands there several times is chosen so much more often."""
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
    """The random numbers of one text, so that it does not depend on how many were drawn for those before it."""
    return StableRandom(f"{seed} {number}")
