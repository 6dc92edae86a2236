"""Times imports, minus the start of a bare Python, each in its own process, in one interleaved run.

python benchmarks/import_time.py                     # linksift
python benchmarks/import_time.py linksift linkify_it urlextract django.utils.html
"""

import argparse
import subprocess
import sys
import time
from statistics import median

BARE = "pass"


def milliseconds(statement: str) -> float:
    """The time that Python takes to start, run one statement and end."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return (time.perf_counter() - start) * 1000


def interleave(statements: list[str], rounds: int) -> dict[str, list[float]]:
    """The times of each statement in each round, after a warm-up round, which may write byte code."""
    timings: dict[str, list[float]] = {statement: [] for statement in statements}
    for counts in [False] + [True] * rounds:
        for statement in statements:
            took = milliseconds(statement)
            if counts:
                timings[statement].append(took)
    return timings


def main() -> None:
    parser = argparse.ArgumentParser(description="Times imports, less the start of a bare Python.")
    parser.add_argument("modules", nargs="*", default=["linksift"])
    parser.add_argument("--rounds", type=int, default=21, help="rounds after the warm-up (21)")
    arguments = parser.parse_args()
    statements = {f"import {module}": module for module in arguments.modules}
    timings = interleave([BARE, *statements], arguments.rounds)
    bare = timings[BARE]
    print(f"bare Python {sys.version.split()[0]}: {median(bare):.1f} ms")
    for statement, module in statements.items():
        over = [whole - alone for whole, alone in zip(timings[statement], bare, strict=True)]
        print(f"{module}: {median(over):.1f} ms over that")


if __name__ == "__main__":
    main()
