r"""Counts how often a text is read.

    PYTHONPATH=src:. python -m tests.finding.reads hunt --seconds 600 --seed 1 --only refang
    PYTHONPATH=src:. python -m tests.finding.reads ask document 'b/-\n' --head '<http://a/'
    PYTHONPATH=src:. python -m tests.finding.reads check --shapes 300

`hunt` prints the worst shapes, `ask` the reads of one shape by linksift's lines, and `check` the shapes over the
bounds. Reads are counted in code points per code point of the text: in passes (`searched`), otherwise (`source`), and
of strings made from the text (`derived`).
"""

import argparse
import ast
import sys
import time
from itertools import chain, islice

from click import echo

from tests.finding.reads.hunt import Hunt
from tests.finding.reads.measured import both, faults, places
from tests.finding.reads.shapes import FAMILIES, Shape
from tests.finding.reads.works import WORKS

MOST_COUNTED = 2_000
"""The number of reads at which counting stops if only the bounds are checked."""


MOST_FAULTS = 20
"""The maximum number of faults printed, since one cause leads to many."""

KNOWN_FOR = ("text", "any scheme", "document, all kinds", "HTML")
"""The works with which the known families are tried."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    hunting, asking, checking = map(commands.add_parser, ("hunt", "ask", "check"))
    for one in (hunting, checking):
        one.add_argument("--seed", type=int, default=0)
        one.add_argument("--only", default="", help="works with this in their name")
    hunting.add_argument("--seconds", type=float, default=60, help="of process time")
    hunting.add_argument("--top", type=int, default=30)
    checking.add_argument("--shapes", type=int, default=300)
    asking.add_argument("work", choices=WORKS)
    asking.add_argument("body", help="with Python's escapes")
    asking.add_argument("--head", default="")
    asking.add_argument("--tail", default="")
    asked = parser.parse_args()
    if asked.command == "ask":
        head, body, tail = (ast.literal_eval(f"'''{part}'''") for part in (asked.head, asked.body, asked.tail))
        print_reads(asked.work, Shape((head,), (body,), (tail,)), 12)
        return
    hunt = Hunt(asked.seed, [name for name in WORKS if asked.only in name])
    if asked.command == "hunt":
        hunt_for(hunt, asked.seconds, asked.top)
    else:
        check(hunt, asked.shapes)


def hunt_for(hunt: Hunt, seconds: float, top: int) -> None:
    """Hunt for this many seconds of process time, and print the worst shapes."""
    end = time.process_time() + seconds
    for tried, _ in enumerate(hunt, 1):
        if time.process_time() > end:
            echo(f"{tried} shapes tried")
            break
    for bad in islice(hunt.distinct(), top):
        print_reads(bad.work, bad.shape, 4)


def check(hunt: Hunt, shapes: int) -> None:
    """Print which known families, and which of this many hunted shapes, are over the bounds, and the worst."""
    known = [(work, shape) for shape in FAMILIES for work in hunt.works if work in KNOWN_FOR]
    worst, at, count = 0.0, "none", 0
    tried = 0
    for work, shape in chain(known, ((bad.work, bad.shape) for bad in islice(hunt, shapes))):
        tried += 1
        small, large = both(work, shape, MOST_COUNTED)
        for fault in faults(work, shape, small, large, MOST_COUNTED):
            count += 1
            echo(f"{fault}: {described(work, shape)}")
        if (k := max(small.k, large.k)) > worst:
            worst, at = k, described(work, shape)
        if count >= MOST_FAULTS:
            break
    echo(f"{tried} shapes, {count} faults; the worst k is {worst:.1f}: {at}")
    sys.exit(count > 0)


def described(work: str, shape: Shape) -> str:
    """A work and its shape, as `ask` accepts them."""
    parts = {name: "".join(part) for name, part in shape._asdict().items() if part}
    return f"{work}: {parts}"


def print_reads(work: str, shape: Shape, lines: int) -> None:
    """Print the reads of a shape."""
    small, large = both(work, shape)
    growth = large.k / small.k if small.k else 0
    echo(f"{described(work, shape)}\n    {small}\n    {large}\n    k {small.k:.1f} -> {large.k:.1f}, x {growth:.2f}")
    for place, read in places(work, shape)[:lines]:
        echo(f"        {read:8.1f} {place}")


if __name__ == "__main__":
    main()
