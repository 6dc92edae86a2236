"""What the benchmarks share: which tools there are, and timing them in turns."""

import platform
import random
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Generic, NamedTuple, TypeVar

Made = TypeVar("Made")
Name = TypeVar("Name", str, tuple[str, str])


class Tool(NamedTuple, Generic[Made]):
    """A tool: the package that must be installed, and how to make what is called; importing it is a part of that."""

    package: str
    make: Callable[[], Made]


def version_of(package: str) -> str:
    """The version that is installed; what runs from its sources by PYTHONPATH has none."""
    if package == "python":
        return platform.python_version()
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed, from its sources)"


def installed(tools: Mapping[str, Tool[Made]]) -> dict[str, Made]:
    """The tools that can be had; says which version each is, and which are left out."""
    made = {}
    for name, (package, make) in tools.items():
        try:
            made[name] = make()
            print(f"{name} {version_of(package)}")
        except ImportError as missing:
            print(f"{name} left out: {missing}")
    return made


Job = Callable[[], int]
"""What is timed: does all of its work, and counts something in what came out."""


class Timing(NamedTuple):
    """What a job counted, and its seconds in each round."""

    counted: int
    seconds: list[float]


def run(job: Job) -> tuple[int, float]:
    """What a job counted, and its seconds of this process's own time, so that others disturb it less."""
    start = time.process_time()
    counted = job()
    return counted, time.process_time() - start


def interleave(jobs: Mapping[Name, Job], rounds: int) -> dict[Name, Timing]:
    """Every job once in every round, in an order drawn anew each time; one round before that is not counted."""
    timings = {name: Timing(run(job)[0], []) for name, job in jobs.items()}
    for _ in range(rounds):
        for name in random.sample(list(jobs), len(jobs)):
            timings[name].seconds.append(run(jobs[name])[1])
    return timings


def times_as_fast(ours: Timing, theirs: Timing) -> float:
    """How many times as fast as theirs ours is: the median of the rounds, each compared with itself."""
    return median(their / our for our, their in zip(ours.seconds, theirs.seconds, strict=True))
