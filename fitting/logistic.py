"""Logistic regression that stays near weights chosen by reason: a ridge pulls toward them, and none changes its sign.

It is plain Python, so that the fit needs nothing that linksift itself does not need, and gives the same result
everywhere.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

SMALLEST = 0.25
"""No weight gets closer to 0 than this: a weight that belongs at 0 is left for a person to remove."""

MOST_STEPS = 30
CLOSE_ENOUGH = 1e-4


class Row(NamedTuple):
    """An observation: whether the event occurred, the number of times it counts, and the features that are not 0."""

    happened: bool
    times: float
    strengths: tuple[tuple[int, float], ...]


def total(weights: Sequence[float], strengths: Iterable[tuple[int, float]]) -> float:
    """The log odds that result from weights and strengths.

    >>> total([1.0, -0.5], [(0, 1.0), (1, 2.0)])
    0.0
    """
    return sum(weights[place] * strength for place, strength in strengths)


def probability(log_odds: float) -> float:
    """The probability of log odds.

    >>> probability(0.0)
    0.5
    """
    return 1 / (1 + math.exp(-log_odds)) if log_odds > -700 else 0.0


def fit(
    rows: Sequence[Row], reasoned: Sequence[float], ridge: Sequence[float], free: frozenset[int], start: Sequence[float]
) -> list[float]:
    """The weights that make the rows most likely, held to the reasoned ones by springs of this stiffness (`ridge`).

    This is Newton's method; a weight that would change its sign stays at SMALLEST unless it is `free`.
    """
    weights = list(start)
    before = _loss(rows, weights, reasoned, ridge)
    for _ in range(MOST_STEPS):
        gradient, curvature = _slopes(rows, weights, reasoned, ridge)
        held = [
            place not in free
            and abs(weights[place]) <= SMALLEST
            and gradient[place] * reasoned[place] > 0  # it would continue toward 0
            for place in range(len(weights))
        ]
        step = _solve(curvature, gradient, held)
        size = 1.0
        while True:
            tried = [
                _on_its_side(w - size * s, r, place in free)
                for place, (w, s, r) in enumerate(zip(weights, step, reasoned, strict=True))
            ]
            loss = _loss(rows, tried, reasoned, ridge)
            if loss <= before or size < 1e-3:
                break
            size /= 2
        change = max(abs(one - other) for one, other in zip(tried, weights, strict=True))
        weights, before = tried, loss
        if change < CLOSE_ENOUGH:
            break
    return weights


def _on_its_side(weight: float, reasoned: float, is_free: bool) -> float:
    if is_free:
        return weight
    return max(SMALLEST, weight) if reasoned > 0 else min(-SMALLEST, weight)


def _loss(rows: Sequence[Row], weights: Sequence[float], reasoned: Sequence[float], ridge: Sequence[float]) -> float:
    loss = sum(r * (w - m) ** 2 for w, m, r in zip(weights, reasoned, ridge, strict=True)) / 2
    for happened, times, strengths in rows:
        odds = total(weights, strengths)
        if happened:
            odds = -odds
        loss += times * (odds + math.log1p(math.exp(-odds)) if odds > 0 else math.log1p(math.exp(odds)))
    return loss


def _slopes(
    rows: Sequence[Row], weights: Sequence[float], reasoned: Sequence[float], ridge: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    size = len(weights)
    gradient = [r * (w - m) for w, m, r in zip(weights, reasoned, ridge, strict=True)]
    curvature = [[0.0] * size for _ in range(size)]
    for place in range(size):
        curvature[place][place] = ridge[place]
    for happened, times, strengths in rows:
        chance = probability(total(weights, strengths))
        slope, bend = times * (chance - happened), times * chance * (1 - chance)
        for number, (place, strength) in enumerate(strengths):
            gradient[place] += slope * strength
            bent, row = bend * strength, curvature[place]
            for other, other_strength in strengths[: number + 1]:
                row[other] += bent * other_strength
    for place in range(size):
        for other in range(place):
            curvature[other][place] = curvature[place][other]
    return gradient, curvature


def _solve(curvature: list[list[float]], gradient: list[float], held: list[bool]) -> list[float]:
    """The Newton step: curvature times step is the gradient, and held weights have no step (Cholesky)."""
    places = [place for place, is_held in enumerate(held) if not is_held]
    size = len(places)
    lower = [[0.0] * size for _ in range(size)]
    for i, p in enumerate(places):
        for j in range(i + 1):
            rest = curvature[p][places[j]] - sum(map(float.__mul__, lower[i][:j], lower[j][:j]))
            lower[i][j] = math.sqrt(rest) if i == j else rest / lower[j][j]
    forward: list[float] = []
    for i, p in enumerate(places):
        forward.append((gradient[p] - sum(map(float.__mul__, lower[i][:i], forward))) / lower[i][i])
    solution = [0.0] * size
    for i in range(size - 1, -1, -1):
        rest = forward[i] - sum(lower[k][i] * solution[k] for k in range(i + 1, size))
        solution[i] = rest / lower[i][i]
    step = [0.0] * len(gradient)
    for p, value in zip(places, solution, strict=True):
        step[p] = value
    return step
