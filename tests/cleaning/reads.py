"""Counts how often `clean` reads a typed text, and prints the worst count of generated shapes; test_reads.py runs it.

PYTHONPATH=src:. python -m tests.cleaning.reads 300 1
"""

import sys
from itertools import islice

from tests.finding.reads.hunt import Bad, Hunt
from tests.finding.reads.measured import MOST_GROWTH, Reads, both
from tests.finding.reads.shapes import Shape

from linksift.cleaning.clean import MAX_ROUNDS  # isort: skip - behind the door

MOST_READ = 160 * MAX_ROUNDS
"""The maximum number of times that a typed code point is read: in passes, in other reads, and in reads of strings made
from the text.

A round reads its text about 60 times, and percent-encoded text is up to 12 times as long as the typed text.
"""

KNOWN = (
    Shape((), ("plan.md:1", "を見て"), ()),
    Shape((), ("joe@中国.cn", "‹", "plan.md:1"), ()),
    Shape((), ("s:", "„"), ()),
    Shape((), ("urn:", "《"), ()),
)
"""Shapes that were once read more often the longer they were."""


def main(shapes: int, seed: int) -> None:
    hunt = Hunt(seed, ["clean"])
    worst = 0.0
    tried: list[Bad] = list(islice(hunt, shapes))
    for shape in (*KNOWN, *(bad.shape for bad in hunt.distinct())):
        small, large = map(total, both("clean", shape))
        worst = max(worst, large)
        if large > MOST_READ or large > MOST_GROWTH * small + 1:
            sys.exit(f"{shape}: read {small:.0f} times, and {large:.0f} times if it is longer")
    print(f"{len(tried)} shapes; the worst was read {worst:.0f} times")  # noqa: T201


def total(read: Reads) -> float:
    return read.searched + read.source + read.derived


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
