r"""How much of a text is read: shapes made by chance, and the worst of them changed as long as they get worse.

    PYTHONPATH=src:. python -m tests.finding.reads hunt --seconds 600 --seed 1 --only refang
    PYTHONPATH=src:. python -m tests.finding.reads ask text 'www.1/&'
    PYTHONPATH=src:. python -m tests.finding.reads ask document 'b/-\n' --head '<http://a/'

`hunt` prints the worst shapes, `ask` what one shape costs, by the lines of linksift that read it. Code points read for
each one of the text: in passes (`searched`), otherwise (`source`), and of strings made of it (`derived`).
"""

import argparse
import ast
import sys
import time
from random import Random

from tests.finding.reads.measured import both, places, reads
from tests.finding.reads.shapes import Shape, by_chance, changed, smaller
from tests.finding.reads.works import WORKS

SCREENED, MOST = 1_000, 500
"""The length of the text that a shape is tried with first, since most are harmless; and where counting stops there."""

KEPT = 12
"""So many shapes of each work are changed."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    hunting = commands.add_parser("hunt")
    hunting.add_argument("--seconds", type=float, default=60, help="of process time")
    hunting.add_argument("--seed", type=int, default=0)
    hunting.add_argument("--only", default="", help="works whose name holds this")
    hunting.add_argument("--top", type=int, default=30)
    asking = commands.add_parser("ask")
    asking.add_argument("work", choices=WORKS)
    asking.add_argument("body", help="with Python's escapes")
    asking.add_argument("--head", default="")
    asking.add_argument("--tail", default="")
    asked = parser.parse_args()
    if asked.command == "hunt":
        hunt(asked.seconds, Random(asked.seed), [name for name in WORKS if asked.only in name], asked.top)
    else:
        head, body, tail = (ast.literal_eval(f"'''{part}'''") for part in (asked.head, asked.body, asked.tail))
        tell(asked.work, Shape((head,), (body,), (tail,)), 12)


def screened(work: str, shape: Shape) -> float:
    """How bad a shape seems."""
    one = reads(work, shape, SCREENED, MOST)
    return one.k + one.derived / 4


def hunt(seconds: float, random: Random, works: list[str], top: int) -> None:
    """Hunts, for so much process time, and prints the worst: those that other lines of linksift read most."""
    end, tried = time.process_time() + seconds, 0
    worst: dict[str, list[tuple[float, Shape]]] = {name: [] for name in works}
    while time.process_time() < end:
        work = random.choice(works)
        keep(worst[work], work, next_shape(random, work, worst))
        tried += 1
    print(f"{tried} shapes tried")
    distinct: dict[str, tuple[float, str, Shape]] = {}
    for work, best in worst.items():
        for bad, shape in best:
            shape = least(work, shape)
            place = places(work, shape, SCREENED)[0][0]
            if place not in distinct or distinct[place][0] < bad:
                distinct[place] = bad, work, shape
    for _, work, shape in sorted(distinct.values(), reverse=True)[:top]:
        tell(work, shape, 4)


def next_shape(random: Random, work: str, worst: dict[str, list[tuple[float, Shape]]]) -> Shape:
    """What to try: a bad shape changed, one that is bad for another work, or one made by chance."""
    own, others = worst[work], [shape for best in worst.values() for _, shape in best]
    way = random.random()
    if own and way < 0.5:
        return changed(random, random.choice(own)[1], random.choice(others))
    return random.choice(others) if others and way < 0.65 else by_chance(random)


def keep(best: list[tuple[float, Shape]], work: str, shape: Shape) -> None:
    """Keep a shape if it is among the worst."""
    if all(shape != one for _, one in best):
        best.append((screened(work, shape), shape))
        best.sort(key=lambda one: one[0], reverse=True)
        del best[KEPT:]


def least(work: str, shape: Shape) -> Shape:
    """The shape without the fragments that do not make it bad."""
    bad = screened(work, shape)
    for one in smaller(shape):
        if screened(work, one) >= 0.97 * bad:
            return least(work, one)
    return shape


def tell(work: str, shape: Shape, lines: int) -> None:
    """Prints what a shape costs."""
    small, large = both(work, shape)
    growth = large.k / small.k if small.k else 0
    text = {name: "".join(part) for name, part in shape._asdict().items() if part}
    print(f"{work}: {text}\n    {small}\n    {large}\n    k {small.k:.1f} -> {large.k:.1f}, x {growth:.2f}")
    for place, read in places(work, shape)[:lines]:
        print(f"        {read:8.1f} {place}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
