"""Times `linksift find` beside reading, decoding and `Finder.find` in one process, `grep -oE` and ripgrep.

    python benchmarks/command.py [TEXT]... [--megabytes N] [--rounds N]

README.md in this folder explains the columns.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from text_benchmark import DEFAULT_TEXTS

IN_PROCESS = (
    "import sys; from linksift import Finder; Finder(sys.argv[1]).find(open(sys.argv[2], 'rb').read().decode())"
)
PATTERN = 'https?://[^[:space:]<>"]+'


def commands(path: str) -> dict[str, list[str]]:
    """The commands to time, by name."""
    found = {}
    for profile in ("text", "document"):
        find = [sys.executable, "-m", "linksift", "find", "--profile", profile, path]
        found[f"Finder({profile!r})"] = [sys.executable, "-c", IN_PROCESS, profile, path]
        found[f"linksift -j1, {profile}"] = [*find, "-j1"]
        found[f"linksift -j2, {profile}"] = [*find, "-j2"]
    return found | {
        name: [name, option, PATTERN, path] for name, option in (("grep", "-oE"), ("rg", "-oN")) if shutil.which(name)
    }


def seconds(command: list[str]) -> float:
    """The CPU time of a process whose output goes through a pipe, since grep stops early if its output is discarded."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.PIPE, env=environment | {"LC_ALL": "C.UTF-8"}, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description="Times the command beside what it cannot do without, and grep.")
    parser.add_argument("texts", nargs="*", type=Path, default=DEFAULT_TEXTS, help="files in UTF-8, a megabyte of each")
    parser.add_argument("--megabytes", type=int, default=16, help="size of the text (16)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds after the warm-up (3)")
    arguments = parser.parse_args()
    mixed = b"".join(path.read_bytes()[:1_000_000].rpartition(b"\n")[0] + b"\n" for path in arguments.texts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.txt"
        path.write_bytes(mixed * max(1, arguments.megabytes * 1_000_000 // len(mixed)))
        timed = commands(str(path))
        rounds = [{name: seconds(command) for name, command in timed.items()} for _ in range(arguments.rounds + 1)][1:]
        size = path.stat().st_size / 1e6
    print(f"{'command':24} {'CPU s':>8} {'MB/s':>8} {'share of Finder':>16}")
    for name in timed:
        spent = median(each[name] for each in rounds)
        finder = f"Finder({name.rpartition(', ')[2]!r})"
        share = f"{median(each[finder] / each[name] for each in rounds):16.2f}" if finder in timed else ""
        print(f"{name:24} {spent:8.2f} {size / spent:8.1f} {share}")


if __name__ == "__main__":
    main()
