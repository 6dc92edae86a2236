"""Times `linksift find` over a generated mailbox, with one job and with several, and measures its memory.

python benchmarks/mailbox.py                          # 100,000 messages, one job against two
python benchmarks/mailbox.py --messages 10000 --jobs 1,2,4 --rounds 3

Each run is a separate process, measured together with its child processes. On a busy machine, several jobs look slower
than they are, so the load is printed with the figures.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from generated_mail import messages


class Measurement(NamedTuple):
    """The seconds of a run, and the seconds of CPU time and peak memory, in bytes, of all its processes together."""

    seconds: float
    cpu: float
    memory: int


def run(mailbox: Path, jobs: int, output: Path) -> Measurement:
    """Run the command over a mailbox, and measure it."""
    command = [sys.executable, "-m", "linksift", "find", "--jobs", str(jobs), str(mailbox)]
    peak = [0]
    start, cpu = time.perf_counter(), cpu_of_children()
    with output.open("wb") as file, subprocess.Popen(command, stdout=file) as process:
        watcher = threading.Thread(target=watch, args=(process, peak))
        watcher.start()
        process.wait()
        seconds = time.perf_counter() - start
        watcher.join()
    return Measurement(seconds, cpu_of_children() - cpu, peak[0])


def cpu_of_children() -> float:
    """The seconds of CPU time of all ended processes that this one started, and of their child processes."""
    times = os.times()
    return times.children_user + times.children_system


def watch(process: "subprocess.Popen[bytes]", peak: list[int]) -> None:
    """Sample the memory of a process and its children ten times a second while it runs."""
    while process.poll() is None:
        peak[0] = max(peak[0], sum(map(resident, [process.pid, *children(process.pid)])))
        time.sleep(0.1)


def children(pid: int) -> list[int]:
    """The child processes of a process; none if the system does not list them."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def resident(pid: int) -> int:
    """The resident memory of a process in bytes, or 0 if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Times `linksift find` over a mailbox, with one job and with more.")
    parser.add_argument("--messages", type=int, default=100_000, help="messages in the mailbox (100000)")
    parser.add_argument("--jobs", default="1,2", help="numbers of jobs, separated by commas (1,2)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, in which they take turns (3)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mailbox = Path(folder) / "list.mbox"
        with mailbox.open("w", encoding="utf-8") as file:
            file.writelines(messages(arguments.messages))
        report(mailbox, [int(jobs) for jobs in arguments.jobs.split(",")], arguments)


def report(mailbox: Path, numbers: list[int], arguments: argparse.Namespace) -> None:
    """Run each number of jobs in turn, and print the measurements."""
    outputs = {jobs: mailbox.with_suffix(f".{jobs}") for jobs in numbers}
    runs: dict[int, list[Measurement]] = {jobs: [] for jobs in numbers}
    for _ in range(arguments.rounds):
        for jobs in numbers:
            runs[jobs].append(run(mailbox, jobs, outputs[jobs]))
    size = mailbox.stat().st_size / 1e6
    found = outputs[numbers[0]].read_bytes()
    links = found.count(b"\n")
    print(f"{arguments.messages:,} messages, {size:.0f} MB, {links:,} links; load {os.getloadavg()[0]:.1f}")
    alone = median(one.seconds for one in runs[numbers[0]])
    cpu_alone = median(one.cpu for one in runs[numbers[0]])
    for jobs in numbers:
        seconds = median(one.seconds for one in runs[jobs])
        cpu = median(one.cpu for one in runs[jobs])
        memory = max(one.memory for one in runs[jobs]) / 1e6
        same = "the same output" if outputs[jobs].read_bytes() == found else "ANOTHER OUTPUT"
        rate = f"{arguments.messages / seconds:,.0f} messages/s, {size / seconds:.1f} MB/s"
        cost = f"{cpu:.1f} s of CPU, {cpu / cpu_alone:.2f} times as much"
        print(f"{jobs} jobs: {seconds:.1f} s, {rate}, {alone / seconds:.2f} times as fast, {cost}, {memory:.0f} MB")
        print(f"    {same}")


if __name__ == "__main__":
    main()
