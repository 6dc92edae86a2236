r"""A coverage-guided fuzzer: it keeps and mutates inputs that reach new code.

    pip install atheris
    PYTHONPATH=src:. python -m tests.finding.guided answers /tmp/answers --seconds 1800
    PYTHONPATH=src:. python -m tests.finding.guided growing /tmp/growing --seconds 1800

`answers` checks invariants of what is found, `streams` those of long streams, and `growing` how work grows. The folder
keeps inputs that reached new code, and a later run continues from them. Each fault is reported once, with its input,
and added to `faults.txt` in the folder. Patterns are not instrumented: atheris's hook for `re` accepts no positions.
"""

import argparse
import contextlib
import io
import pkgutil
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from click import echo

from tests.finding.guided.given import Tested, parted, shape_of

TARGETS = {name: f"tests.finding.guided.{name}" for name in ("answers", "streams", "growing")}
ROOMS = ("registries", "uri", "finding", "cleaning", "hazards", "linking", "documents")

LONGEST_INPUT = 300
"""The maximum number of bytes of an input."""

LONGEST_TIME = 120
"""The maximum number of seconds for one input; an input that takes longer ends the run and is saved in a file named
`timeout-...`."""

LEVELS = 256
"""The number of levels that are distinguished for each measure of a target."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--runs", type=int, default=-1, help="inputs at most")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        import atheris
    except ImportError:
        sys.exit("this needs atheris: pip install atheris")
    with contextlib.redirect_stderr(io.StringIO()), atheris.instrument_imports(include=["linksift"]):
        target = import_module(TARGETS[arguments.target])
        for room in ROOMS:
            import_room(f"linksift.{room}")
    corpus = arguments.folder / "corpus"
    if not corpus.is_dir():
        corpus.mkdir(parents=True)
        for number, octets in enumerate(target.seeds()):
            (corpus / f"seed-{number}").write_bytes(octets)
    echo(f"{atheris._reserve_counter()} branches of linksift")
    options = {
        "max_total_time": arguments.seconds, "runs": arguments.runs, "seed": arguments.seed, "max_len": LONGEST_INPUT,
        "timeout": LONGEST_TIME, "rss_limit_mb": 4_096, "print_final_stats": 1, "len_control": 0,
        "artifact_prefix": f"{arguments.folder}/",
    }  # fmt: skip
    reporter = FaultReporter(target.test, arguments.folder / "faults.txt", Levels(atheris))
    atheris.Setup([sys.argv[0], *(f"-{name}={value}" for name, value in options.items()), str(corpus)], reporter.test)
    atheris.Fuzz()


def import_room(name: str) -> None:
    """Import a room and everything in it."""
    for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
        import_module(module.name)


class Levels:
    """Shows measures to the fuzzer as branches of code: a higher level is a new branch."""

    def __init__(self, atheris: Any) -> None:
        self.atheris = atheris
        self.counters: dict[tuple[int, int], int] = {}

    def tell(self, measures: tuple[int, ...]) -> None:
        for which, level in enumerate(measures):
            key = which, min(level, LEVELS)
            if key not in self.counters:
                self.counters[key] = self.atheris._reserve_counter()
            self.atheris._trace_branch(self.counters[key])


class FaultReporter:
    """A test that reports each fault once and continues."""

    def __init__(self, test: Callable[[bytes], Tested], file: Path, levels: Levels) -> None:
        self.tested, self.file, self.levels = test, file, levels
        self.faults: set[str] = set()

    def test(self, octets: bytes) -> None:
        try:
            faults, measures = self.tested(octets)
        except Exception as error:
            faults, measures = [raised(error)], ()
        self.levels.tell(measures)
        for fault in set(faults) - self.faults:
            self.faults.add(fault)
            self.tell(f"{fault}\n    {octets!r}\n    {parted(octets)[0].hex()} {shape_of(parted(octets)[1])}")

    def tell(self, what: str) -> None:
        echo(what)
        with self.file.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(what + "\n")


def raised(error: Exception) -> str:
    """An error and the line that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno} {frame.name}: {error}"[:200]


if __name__ == "__main__":
    main()
