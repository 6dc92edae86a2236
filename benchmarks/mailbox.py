"""Times `linksift find` over a generated mailbox, with one job and with more, and measures the memory.

python benchmarks/mailbox.py                          # 100,000 messages, one job against two
python benchmarks/mailbox.py --messages 10000 --jobs 1,2,4 --rounds 3

Every run is a process of its own, measured with its child processes. On a busy machine several jobs look worse than
they are, so the load is printed with the figures.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

WORDS = (
    "the of and to in is that it for was on are as with his they at be this from have or by one had not but what all "
    "were when we there can an your which their said if do will each about how up out them then she many some so these"
)

FLOWED = """\
Content-Type: text/plain; charset=utf-8; format=flowed

{prose}
See https://www.example.com/a/path/that/is/long/enough/to/be/ \n\
broken/{number}?q={number} for more.
> quoted <http://old.example/one-
> two/{number}>
{prose}
"""

ALTERNATIVE = """\
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

{prose}
https://www.example.com/a/very/long/path/that/goes/on/and=
/on/{number}
--b
Content-Type: text/html; charset=utf-8

<html><body><p>{prose} <a href="https://www.example.com/h/{number}?a=b&amp;c">here</a></p></body></html>
--b--
"""

PLAIN = "\n{prose}\n{prose}\n"


class Measurement(NamedTuple):
    """The seconds of a run, and the peak memory of all its processes together, in octets."""

    seconds: float
    memory: int


def messages(count: int) -> Iterator[str]:
    """`count` messages of a mailing list, of three kinds, the same every time."""
    chance, words = random.Random(3986), WORDS.split()
    for number in range(count):
        lines = (" ".join(chance.choices(words, k=11)) for _ in range(chance.randint(4, 12)))
        body = (FLOWED, ALTERNATIVE, PLAIN)[number % 3].format(prose="\n".join(lines), number=number)
        yield (
            f"From joe{number}@example.org Sat Nov 21 09:{number % 60:02}:00 2026\n"
            f"From: Joe <joe{number}@example.org>\nTo: list@example.net\nSubject: Message {number}\n"
            f"Date: Sat, 21 Nov 2026 09:00:00 +0000\nMessage-ID: <m{number}@example.org>\n"
            f"List-Archive: <https://lists.example.net/archive/{number}>\nMIME-Version: 1.0\n{body}\n"
        )


def run(mailbox: Path, jobs: int, output: Path) -> Measurement:
    """Run the command over a mailbox, and measure it."""
    command = [sys.executable, "-m", "linksift", "find", "--jobs", str(jobs), str(mailbox)]
    peak = [0]
    start = time.perf_counter()
    with output.open("wb") as file, subprocess.Popen(command, stdout=file) as process:
        watcher = threading.Thread(target=watch, args=(process, peak))
        watcher.start()
        process.wait()
        seconds = time.perf_counter() - start
        watcher.join()
    return Measurement(seconds, peak[0])


def watch(process: "subprocess.Popen[bytes]", peak: list[int]) -> None:
    """Sample the memory of a process and its children ten times a second, as long as it runs."""
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
    """The resident memory of a process in octets, or 0 if it is gone."""
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
    """Run each number of jobs in turns, and print the measurements."""
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
    for jobs in numbers:
        seconds = median(one.seconds for one in runs[jobs])
        memory = max(one.memory for one in runs[jobs]) / 1e6
        same = "the same output" if outputs[jobs].read_bytes() == found else "ANOTHER OUTPUT"
        rate = f"{arguments.messages / seconds:,.0f} messages/s, {size / seconds:.1f} MB/s"
        print(f"{jobs} jobs: {seconds:.1f} s, {rate}, {alone / seconds:.2f} times as fast, {memory:.0f} MB, {same}")


if __name__ == "__main__":
    main()
