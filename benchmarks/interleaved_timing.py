"""Shared by the benchmarks: finds the installed tools, and times them in turns."""

import platform
import random
import time
from collections.abc import Callable, Hashable, Mapping
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

Made = TypeVar("Made")
Name = TypeVar("Name", bound=Hashable)


class Tool(NamedTuple, Generic[Made]):
    """A tool: the package it needs, and a function that imports it and returns the callable to time."""

    package: str
    make: Callable[[], Made]


def version_of(package: str) -> str:
    """The installed version of a package; a package that runs from its sources via PYTHONPATH has none."""
    if package == "python":
        return platform.python_version()
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed, from its sources)"


def installed(tools: Mapping[str, Tool[Made]]) -> dict[str, Made]:
    """The installed tools. Prints the version of each, and names the tools that are left out."""
    available = {}
    for name, (package, make) in tools.items():
        try:
            available[name] = make()
            print(f"{name} {version_of(package)}")
        except ImportError as missing:
            print(f"{name} left out: {missing}")
    return available


Job = Callable[[], int]
"""Does the work to be timed, and counts something in its output."""


Clock = Callable[[], float]
"""Seconds of CPU time, counted from an arbitrary start."""


class Timing(NamedTuple):
    """The count of a job, and its seconds in each round."""

    counted: int
    seconds: list[float]


def run(job: Job, clock: Clock = time.process_time) -> tuple[int, float]:
    """The count of a job, and its seconds of CPU time, which other processes affect less than they do elapsed time."""
    start = clock()
    counted = job()
    return counted, clock() - start


def interleave(
    jobs: Mapping[Name, Job], rounds: int, clocks: Mapping[Name, Clock] = MappingProxyType({})
) -> dict[Name, Timing]:
    """The timings of all jobs, each run once per round in a new random order, after a warm-up round.

    A job without a clock of its own is timed by the CPU time of this process.
    """
    timings = {name: Timing(run(job)[0], []) for name, job in jobs.items()}
    for _ in range(rounds):
        for name in random.sample(list(jobs), len(jobs)):
            timings[name].seconds.append(run(jobs[name], clocks.get(name, time.process_time))[1])
    return timings


def times_as_fast(ours: Timing, theirs: Timing) -> float:
    """The ratio of their time to ours: the median of the ratios in each round."""
    return median(their / our for our, their in zip(ours.seconds, theirs.seconds, strict=True))
