"""The weights chosen by reason, near which the fit stays: a file with a line for each feature."""

from pathlib import Path

from fitting.evidence import FEATURES
from linksift.finding.joining.weights import PRIOR, WEIGHTS

PATH = Path(__file__).with_name("reasoned_weights.txt")
HEADER = """\
# What each piece of evidence should be worth by its meaning, in log odds, before anything was fitted. The fit keeps
# the sign, and departs from the value only as far as the evidence asks for it. `python -m fitting.fit --write` adds
# features that are new in the table of weights, with the weight that they have there.
"""
INTERCEPT = "prior"


def reasoned_weights() -> dict[str, float]:
    """The reasoned weight of each feature, and the prior; a feature that the file lacks has its weight in the table."""
    now = {**{name: weight.score for name, weight in zip(FEATURES, WEIGHTS, strict=True)}, INTERCEPT: PRIOR}
    lines = PATH.read_text("utf-8").splitlines() if PATH.exists() else []
    written = dict(line.split() for line in lines if not line.startswith("#"))
    return {name: float(written.get(name, weight)) for name, weight in now.items()}


def write(weights: dict[str, float]) -> None:
    """Write the reasoned weights, without features that the table no longer has."""
    width = max(map(len, weights))
    lines = (f"{name:{width}} {weight:6.2f}\n" for name, weight in weights.items())
    PATH.write_text(HEADER + "".join(lines), "utf-8")
