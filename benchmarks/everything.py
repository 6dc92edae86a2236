"""Runs all benchmarks of speed that docs/speed.md reports, one after the other.

    python benchmarks/everything.py [--quick]

`--quick` takes a minute or two, to see that all of them run; its figures are no measurement.
"""

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EVERYTHING = ["--kinds", "uri,suffix,email,domain"]

RUNS: list[tuple[str, list[str], list[str]]] = [
    ("find.py", [], ["--rounds", "1", "--size", "50"]),
    ("find.py", EVERYTHING, [*EVERYTHING, "--rounds", "1", "--size", "50"]),
    ("linkify.py", [], ["--rounds", "1", "--size", "50"]),
    ("small_costs.py", [], ["--rounds", "1"]),
    ("readers.py", [], ["--rounds", "1", "--size", "50"]),
    ("mailbox.py", ["--messages", "50000"], ["--messages", "200", "--rounds", "1"]),
    ("import_time.py", [], ["--rounds", "1"]),
]
"""Each benchmark with its arguments, and those of a quick run."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Runs all benchmarks of speed.")
    parser.add_argument("--quick", action="store_true", help="see that they run, without figures that mean anything")
    quick = parser.parse_args().quick
    for script, arguments, quick_arguments in RUNS:
        given = quick_arguments if quick else arguments
        print(f"\n## {' '.join([script, *given])}\n", flush=True)
        subprocess.run([sys.executable, str(HERE / script), *given], check=True)


if __name__ == "__main__":
    main()
