"""Fit the weights of joining to the files of evidence: `python -m fitting.fit`.

It prints the weights, the breaks that they miss and falsely join in each family, with the family included in the fit
and left out of it, and how well the probabilities hold. `--write` first collects the evidence in the repository again,
and then puts the weights into the table, which is all that a new feature needs.
"""

import math
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from fitting import reasoned
from fitting.collect import in_repository
from fitting.evidence import FEATURES, REPOSITORY, Break, Evidence, all_evidence, write
from fitting.logistic import Row, fit, probability, total
from linksift.finding.joining import weights as table

RIDGE = 20.0
"""The stiffness of the springs: about 20 breaks that a weight does not explain pull it as hard as a distance of 1 from
the reasoned weight does."""

GENERATED_JOINED, GENERATED_LEFT, REAL, CORPORA = 1.0, 0.5, 4.0, 30.0
"""The factors by which breaks count: generated ones that are joined, generated ones that are left, real ones, and those
in the project's corpora, where a person chose each case."""

BINS = 10
PAGE = Path(__file__).parents[1] / "docs" / "joining.md"
BEGIN, END = "<!-- reliability -->", "<!-- end -->"


class Model(NamedTuple):
    """Features with their weights, the last of which is the prior."""

    features: tuple[str, ...]
    weights: list[float]

    def log_odds(self, one: Break) -> float:
        """The log odds that a URI continues after a break."""
        return total(self.weights, _with_prior(self, one))


def _with_prior(model: Model, one: Break) -> tuple[tuple[int, float], ...]:
    return (*one.strengths, (len(model.features), 1.0))


def counts_for(one: Break, count: int) -> float:
    """The total factor by which `count` equal breaks count in the fit."""
    if one.family.startswith("generated"):
        return count * (GENERATED_JOINED if one.joined else GENERATED_LEFT)
    return count * (CORPORA if one.family == "corpora" else REAL)


def fitted(evidence: Evidence, without: str = "-", start: list[float] | None = None) -> Model:
    """The weights fitted to all breaks except those of a family (and of families whose names begin with its name)."""
    reason = reasoned.reasoned_weights()
    wanted = [*(reason[name] for name in evidence.features), reason[reasoned.INTERCEPT]]
    last = len(evidence.features)
    rows = [
        Row(one.joined, counts_for(one, count), (*one.strengths, (last, 1.0)))
        for one, count in evidence.breaks.items()
        if not one.vetoed and not one.family.startswith(without)
    ]
    return Model(evidence.features, fit(rows, wanted, [RIDGE] * (last + 1), frozenset({last}), start or wanted))


def in_quarters(model: Model) -> Model:
    """The weights as they are in the table, rounded to quarters; the prior is rounded down, since a false join spoils a
    URI that was whole."""
    *weights, prior = model.weights
    return Model(model.features, [*(round(weight * 4) / 4 for weight in weights), math.floor(prior * 4) / 4])


class Errors(NamedTuple):
    """The numbers of all decided breaks, of those at which a URI continues, of the missed and of the falsely joined."""

    breaks: int
    joined: int
    missed: int
    false: int


def errors(model: Model, breaks: Iterable[tuple[Break, int]]) -> Errors:
    """The wrong decisions of a model; vetoed breaks are never joined."""
    joined = left = missed = false = 0
    for one, count in breaks:
        joins = not one.vetoed and model.log_odds(one) > 0
        joined += count * one.joined
        left += count * (not one.joined)
        missed += count * (one.joined and not joins)
        false += count * (joins and not one.joined)
    return Errors(joined + left, joined, missed, false)


class Reliability(NamedTuple):
    """Predicted probabilities against outcomes: the mean of each tenth, the Brier score, and the expected calibration
    error."""

    rows: list[tuple[int, float, float]]
    brier: float
    calibration_error: float


def reliability(predicted: Iterable[tuple[float, bool, int]]) -> Reliability:
    """The reliability of probabilities, given as (probability, outcome, count)."""
    bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    squares = everything = 0.0
    for chance, was, count in predicted:
        cell = bins[min(BINS - 1, int(chance * BINS))]
        cell[0] += count
        cell[1] += count * chance
        cell[2] += count * was
        squares += count * (chance - was) ** 2
        everything += count
    rows = [(int(n), chance / n, was / n) for n, chance, was in bins if n]
    error = sum(n * abs(chance - was) for n, chance, was in rows) / everything
    return Reliability(rows, squares / everything, error)


def families(evidence: Evidence) -> list[str]:
    """The families to leave out of the fit in turn: those of real documents, and all generated ones together."""
    names = {one.family.split()[0] for one in evidence.breaks}
    return sorted(name for name in names if not name.startswith(("machine", "corpora")))


def report(evidence: Evidence, model: Model) -> Reliability:
    """Print the wrong decisions, with each family included in the fit and left out of it; return the reliability."""
    rounded = in_quarters(model)
    print(f"{'family':34} breaks joined   missed, false   left out: missed, false")
    predicted: list[tuple[float, bool, int]] = []
    for name in families(evidence):
        part = [(one, count) for one, count in evidence.breaks.items() if one.family.split()[0] == name]
        apart = in_quarters(fitted(evidence, name, model.weights))
        _print_errors(name, errors(rounded, part), errors(apart, part))
        if name == "generated":
            for kind in sorted({one.family for one, _ in part}):
                of_kind = [(one, count) for one, count in part if one.family == kind]
                _print_errors(f"  {kind.split()[1]}", errors(rounded, of_kind), errors(apart, of_kind))
        else:
            predicted += [
                (probability(apart.log_odds(one)), one.joined, count) for one, count in part if not one.vetoed
            ]
    for name in sorted({one.family for one in evidence.breaks if one.family.startswith(("machine", "corpora"))}):
        _print_errors(name, errors(rounded, [(b, n) for b, n in evidence.breaks.items() if b.family == name]), None)
    return reliability(predicted)


def as_table(holds: Reliability) -> str:
    """The reliability as a table in Markdown."""
    rows = [f"| {number} | {chance:.3f} | {was:.3f} |" for number, chance, was in holds.rows]
    last = f"Brier score {holds.brier:.3f}, expected calibration error {holds.calibration_error:.3f}."
    return "\n".join(["| breaks | predicted | observed |", "| --- | --- | --- |", *rows, "", last])


def _print_errors(name: str, inside: Errors, outside: Errors | None) -> None:
    print(f"{name:34} {inside.breaks:6} {inside.joined:6}   {inside.missed:6}, {inside.false:5}", end="")
    print(f"   {outside.missed:16}, {outside.false:5}" if outside else "")


def rewritten(source: str, model: Model) -> str:
    """The source of the table with these weights."""
    for name, weight in zip(model.features, model.weights, strict=False):
        pattern = rf"(Weight\(\s*{re.escape(name)},\s*)-?[\d.]+"
        source, times = re.subn(pattern, lambda found, weight=weight: f"{found[1]}{weight}", source)  # type: ignore[misc]
        if times != 1:
            raise ValueError(f"{name} is {times} times in the table")
    return re.sub(r"(?m)^PRIOR = .*$", f"PRIOR = {model.weights[-1]}", source)


def main() -> None:
    """Fit, report, and write what the arguments request."""
    if "--write" in sys.argv:
        write(FEATURES, in_repository(), REPOSITORY)
    evidence = all_evidence()
    model = fitted(evidence)
    reason = reasoned.reasoned_weights()
    for name, weight in zip((*evidence.features, reasoned.INTERCEPT), in_quarters(model).weights, strict=True):
        print(f"{name:45} reasoned {reason[name]:6.2f} fitted {weight:6.2f}")
    print()
    table_of_reliability = as_table(report(evidence, model))
    print(f"\nreal documents, each family left out\n{table_of_reliability}")
    if "--write" in sys.argv:
        page = PAGE.read_text("utf-8")
        before, after = page.index(BEGIN) + len(BEGIN), page.index(END)
        PAGE.write_text(f"{page[:before]}\n{table_of_reliability}\n{page[after:]}", "utf-8")
        path = Path(table.__file__)
        path.write_text(rewritten(path.read_text("utf-8"), in_quarters(model)), "utf-8")
        reasoned.write(reason)


if __name__ == "__main__":
    main()
