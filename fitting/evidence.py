"""The file of evidence: a row for each kind of break, with numbers and a family's name, and no text.

The weights are fitted to this file. `python -m fitting.collect` makes it anew.
"""

import lzma
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from linksift.finding.joining.weights import WEIGHTS
from linksift.notes import rule_name

FEATURES = tuple(rule_name(weight.feature).removeprefix("joining.evidence.") for weight in WEIGHTS)
"""The names of the features in the table of weights."""

PATH = Path(__file__).with_name("evidence.txt.xz")


class Break(NamedTuple):
    """A line end after a URI: the family of its text, whether the URI goes on, and the features that are not 0.

    `vetoed` says whether a veto decides it, so that no weight counts.
    """

    family: str
    joined: bool
    vetoed: bool
    strengths: tuple[tuple[int, float], ...]


class Evidence(NamedTuple):
    """The names of the features, and how often each break with the same strengths was seen.

    The strengths of a break name the features by their place.
    """

    features: tuple[str, ...]
    breaks: dict[Break, int]


def write(features: Iterable[str], breaks: Iterable[Break], path: Path = PATH) -> None:
    """Write breaks to a file, in an order that does not depend on how they were found."""
    lines = [" ".join(features)]
    for (family, joined, vetoed, strengths), count in sorted(Counter(breaks).items()):
        cells = " ".join(f"{place}:{strength:g}" for place, strength in strengths)
        lines.append(f"{family}\t{joined:d}\t{vetoed:d}\t{count}\t{cells}")
    path.write_bytes(lzma.compress("\n".join(lines).encode() + b"\n", preset=9))


def read(path: Path = PATH) -> Evidence:
    """The evidence in a file."""
    first, *rows = lzma.decompress(path.read_bytes()).decode().splitlines()
    breaks: dict[Break, int] = {}
    for row in rows:
        family, joined, vetoed, count, cells = row.split("\t")
        pairs = (cell.split(":") for cell in cells.split())
        strengths = tuple((int(place), float(strength)) for place, strength in pairs)
        breaks[Break(family, joined == "1", vetoed == "1", strengths)] = int(count)
    return Evidence(tuple(first.split()), breaks)
