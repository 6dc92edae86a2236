"""The files of evidence: a row for each kind of break, with numbers and a family's name, but no text.

The weights are fitted to two files. `python -m fitting.collect` recreates the first from texts that the repository
contains or generates. The second is from texts that are not in the repository, and covers only the features that
existed when it was created.
"""

import lzma
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from linksift.finding.joining.weights import WEIGHTS
from linksift.notes import rule_name

FEATURES = tuple(rule_name(weight.feature).removeprefix("joining.evidence.") for weight in WEIGHTS)
"""The names of the features in the table of weights."""

WITHOUT_BREAKS = frozenset({"typeface.same_typeface", "typeface.other_typeface"})
"""The features that no break in the files has, since plain text has no typefaces: their weights are the reasoned ones.

The corpora contain three breaks with typefaces, which are too few to fit two weights."""

REPOSITORY = Path(__file__).with_name("evidence_in_repository.txt.xz")
"""The breaks in the corpora and in generated text that needs no other programs."""

ELSEWHERE = Path(__file__).with_name("evidence_elsewhere.txt.xz")
"""The breaks in private texts, in files of one machine, and in text that installed programs broke."""


class Break(NamedTuple):
    """A line end after a URI: the family of its text, whether the URI continues, and the features that are not 0.

    `vetoed` says whether a veto decides it, so that weights have no say.
    """

    family: str
    joined: bool
    vetoed: bool
    strengths: tuple[tuple[int, float], ...]


class Evidence(NamedTuple):
    """The names of the features, and each break with the number of times that an equal one was seen.

    The strengths of a break refer to the features by index.
    """

    features: tuple[str, ...]
    breaks: Mapping[Break, int]


def write(features: Iterable[str], breaks: Iterable[Break], path: Path) -> None:
    """Write breaks to a file, in an order that does not depend on how they were found."""
    lines = [" ".join(features)]
    for (family, joined, vetoed, strengths), count in sorted(Counter(breaks).items()):
        cells = " ".join(f"{place}:{strength:g}" for place, strength in strengths)
        lines.append(f"{family}\t{joined:d}\t{vetoed:d}\t{count}\t{cells}")
    path.write_bytes(lzma.compress("\n".join(lines).encode() + b"\n", preset=9))


def read(path: Path) -> Evidence:
    """The evidence in a file."""
    first, *rows = lzma.decompress(path.read_bytes()).decode().splitlines()
    breaks: dict[Break, int] = {}
    for row in rows:
        family, joined, vetoed, count, cells = row.split("\t")
        pairs = (cell.split(":") for cell in cells.split())
        strengths = tuple((int(place), float(strength)) for place, strength in pairs)
        breaks[Break(family, joined == "1", vetoed == "1", strengths)] = int(count)
    return Evidence(tuple(first.split()), breaks)


def all_evidence() -> Evidence:
    """The evidence in both files, for the features in the table of weights."""
    return together((read(REPOSITORY), read(ELSEWHERE)), FEATURES)


def together(parts: Sequence[Evidence], features: Sequence[str]) -> Evidence:
    """Several parts combined, for these features; a part may lack some of them and have others.

    A feature that a part lacks is unknown at its breaks, not 0: each break gets the mean of the parts that have it.

    >>> old = Evidence(("gone",), {Break("pdf", True, False, ((0, 1.0),)): 1})
    >>> new = Evidence(("new",), {Break("corpora", True, False, ((0, 1.0),)): 1, Break("corpora", False, False, ()): 3})
    >>> [(one.family, one.strengths) for one in together((old, new), ["new"]).breaks]
    [('pdf', ((0, 0.25),)), ('corpora', ((0, 1.0),)), ('corpora', ())]
    """
    breaks: Counter[Break] = Counter()
    for part in parts:
        places = new_places(part.features, features)
        missing = [name for name in features if name not in part.features]
        unknown = tuple((features.index(name), mean_strength(parts, name)) for name in missing)
        for one, count in part.breaks.items():
            known = at_places(one, places)
            breaks[known._replace(strengths=tuple(sorted(known.strengths + unknown)))] += count
    return Evidence(tuple(features), breaks)


def mean_strength(parts: Iterable[Evidence], name: str) -> float:
    """The mean strength of a feature at the breaks of the parts that have it."""
    strength = breaks = 0.0
    for part in parts:
        if name in part.features:
            place = part.features.index(name)
            strength += sum(count * dict(one.strengths).get(place, 0.0) for one, count in part.breaks.items())
            breaks += sum(part.breaks.values())
    return strength / breaks if breaks else 0.0


def new_places(features: Iterable[str], wanted: Sequence[str]) -> dict[int, int]:
    """The indices of the wanted features, each mapped to its index among the wanted ones.

    >>> new_places(("a", "b"), ("b",))
    {1: 0}
    """
    return {place: wanted.index(name) for place, name in enumerate(features) if name in wanted}


def at_places(one: Break, places: Mapping[int, int]) -> Break:
    """A break with the features that have a new index.

    >>> at_places(Break("pdf", True, False, ((0, 1.0), (1, 0.5))), {1: 0}).strengths
    ((0, 0.5),)
    """
    return one._replace(strengths=tuple((places[at], strength) for at, strength in one.strengths if at in places))
