"""Measures the worth of each feature: how much worse the fit predicts the left-out families without it.

`python -m fitting.ablation` takes a quarter of an hour for all features; `python -m fitting.ablation NAME,NAME` leaves
several out together. A feature earns its place if leaving it out makes the prediction of some family worse by more than
the interval.
"""

import math
import sys
from collections.abc import Collection, Mapping
from typing import NamedTuple

from fitting.evidence import Break, Evidence, all_evidence, at_places, new_places, together
from fitting.fit import Model, families, fitted

SURE = 1.96
"""The number of standard errors on each side of an interval that is right in 95 of 100 samples."""

LEAST = 0.5
"""A family with a smaller difference is not printed (nats)."""


class Worth(NamedTuple):
    """The increase in a family's log loss when features are left out, and the increase's standard error (nats)."""

    more: float
    error: float


def loss(model: Model, one: Break) -> float:
    """The log loss of a prediction (nats)."""
    odds = model.log_odds(one)
    against = -odds if one.joined else odds
    return max(against, 0.0) + math.log1p(math.exp(-abs(against)))


def worth(evidence: Evidence, models: Mapping[str, Model], left_out: Collection[str]) -> dict[str, Worth]:
    """The worth of features to each family, given the models that have them and were fitted without the family."""
    kept = [name for name in evidence.features if name not in left_out]
    places = new_places(evidence.features, kept)
    fewer = together((evidence,), kept)
    apart = {
        name: fitted(fewer, name, [*(model.weights[place] for place in places), model.weights[-1]])
        for name, model in models.items()
    }
    more, squares = dict.fromkeys(models, 0.0), dict.fromkeys(models, 0.0)
    for one, count in evidence.breaks.items():
        name = one.family.split()[0]
        if name in models and not one.vetoed:
            difference = loss(apart[name], at_places(one, places)) - loss(models[name], one)
            more[name] += count * difference
            squares[name] += count * difference**2
    return {name: Worth(more[name], math.sqrt(squares[name])) for name in models}


def main() -> None:
    """Print the worth of each feature, or of the named features together."""
    evidence = all_evidence()
    models = {name: fitted(evidence, name) for name in families(evidence)}
    groups = [argument.split(",") for argument in sys.argv[1:]] or [[name] for name in evidence.features]
    for group in groups:
        found = worth(evidence, models, group)
        all_of_it = sum(one.more for one in found.values())
        needed = [
            f"{name} {one.more:+.1f}" for name, one in found.items() if one.more > LEAST and one.more > SURE * one.error
        ]
        print(f"{','.join(group):45} {all_of_it:+8.2f}   {', '.join(needed) or '-'}", flush=True)


if __name__ == "__main__":
    main()
