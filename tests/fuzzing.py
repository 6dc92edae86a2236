"""The parts that coverage-guided fuzzes share; they use atheris (`pip install atheris`)."""

import re
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import atheris


class Fuzz:
    """Checks bytes until the processor time is used up, and logs each kind of failure once."""

    def __init__(self, folder: Path, seconds: float, check: Callable[[bytes], object]) -> None:
        self.folder = folder
        self.seconds = seconds
        self.check = check
        self.runs = 0
        self.findings: set[str] = set()

    def __call__(self, data: bytes) -> None:
        """Check some bytes. Ends the process when the processor time is used up."""
        try:
            self.check(data)
        except Exception as fault:  # every exception is a finding, and the fuzz continues
            self.note(data, fault)
        self.runs += 1
        if self.runs % 1_000 == 0 and time.process_time() > self.seconds:
            raise KeyboardInterrupt
        if self.runs % 5_000 == 0:
            self.log(f"{self.runs} runs, {time.process_time():.0f} s of CPU, {len(self.findings)} findings")

    def note(self, data: bytes, fault: Exception) -> None:
        """Log a finding, unless one of its kind is known."""
        kind = type(fault).__name__ + re.sub(r"\S*[.'\"/]\S*", "", str(fault))[:80]
        if kind not in self.findings:
            self.findings.add(kind)
            self.log(f"finding: {data!r}: {fault!a}")

    def log(self, line: str) -> None:
        """Add a line to the log."""
        with (self.folder / "log").open("a", encoding="utf-8") as log:
            log.write(line + "\n")


def fuzz(folder: Path, seconds: float, longest: int, seeds: Iterable[bytes], check: Callable[[bytes], object]) -> None:
    """Fuzz, beginning with the seeds and the inputs that an earlier run left. `longest` is the maximum input length."""
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed[:longest])
    atheris.Setup([sys.argv[0], str(corpus), f"-max_len={longest}"], Fuzz(folder, seconds, check))
    atheris.Fuzz()
