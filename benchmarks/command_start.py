"""Times the command up to its first result, beside the parts that it needs, each in its own process and in turns.

    python benchmarks/command_start.py [--rounds N]

It measures the CPU time of a process that runs the command on a text with one link, of one that imports click and finds
a link, of one that imports linksift, and of a bare Python.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

TEXT = "see http://www.a.example/b/c.html now\n"

FLOOR_NAME = "import click, first find"
FLOOR = "import click; from linksift import Finder; print(Finder('document').find({text!r})[0].uri)"
"""The parts that the command needs: click, and a first call of `find` with the command's profile."""


def commands(path: Path) -> dict[str, list[str]]:
    """The processes to time, by their labels."""
    python = [sys.executable, "-c"]
    return {
        "bare Python": [*python, "pass"],
        "import linksift": [*python, "import linksift"],
        FLOOR_NAME: [*python, FLOOR.format(text=TEXT)],
        "linksift find FILE": [sys.executable, "-m", "linksift", "find", str(path)],
        "linksift find --format jsonl FILE": [sys.executable, "-m", "linksift", "find", "--format", "jsonl", str(path)],
        "linksift clean URL": [sys.executable, "-m", "linksift", "clean", "http://www.a.example/b/c.html"],
    }


def milliseconds(command: list[str]) -> float:
    """The CPU time of a process, including system time. The process may use byte code, as installed packages do."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def measured(rounds: int) -> dict[str, list[float]]:
    """The milliseconds that each process took in each round, after a warm-up round, which may write byte code."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.txt"
        path.write_text(TEXT, encoding="utf-8")
        processes = commands(path)
        rounds_of_all = [[milliseconds(command) for command in processes.values()] for _ in range(rounds + 1)]
    return {name: list(times) for name, times in zip(processes, zip(*rounds_of_all[1:], strict=True), strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Times the command to its first result.")
    parser.add_argument("--rounds", type=int, default=21, help="rounds after the warm-up (21)")
    spent = measured(parser.parse_args().rounds)
    print(f"{'what':36} {'ms of CPU':>10} {'over click and a first find':>28}")
    for name, times in spent.items():
        over = median(one - least for one, least in zip(times, spent[FLOOR_NAME], strict=True))
        print(f"{name:36} {median(times):10.1f} {over:28.1f}")


if __name__ == "__main__":
    main()
