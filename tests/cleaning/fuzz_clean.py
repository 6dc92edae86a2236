"""A coverage-guided fuzz of `clean` against `ada_url`, by atheris: `pip install atheris` first.

    python -m tests.cleaning.fuzz_clean FOLDER CPU_SECONDS

It begins with generated texts, writes what it finds into FOLDER/log, and continues.
"""

import re
import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["linksift.cleaning"]):
    import linksift.cleaning  # noqa: F401 - instrumented before others import it

from tests.cleaning.generated_urls import typed_urls
from tests.cleaning.test_same_host import said_of

FOLDER, SECONDS = Path(sys.argv[1]), float(sys.argv[2])
SEEDS = 2_000
LONGEST = 400
"""Bytes of a text: more of them show nothing new, and take longer."""


class Fuzz:
    """The runs so far, and the findings by their kind."""

    def __init__(self) -> None:
        self.runs = 0
        self.findings: set[str] = set()

    def __call__(self, data: bytes) -> None:
        """Clean one text, and write down what fails. Ends the process when the processor time is over."""
        typed = data.decode("utf-8", "replace")
        try:
            said_of(typed)
        except Exception as fault:  # every exception is a finding, and the fuzz continues
            self.note(typed, fault)
        self.runs += 1
        if self.runs % 5_000 == 0:
            self.log(f"{self.runs} runs, {time.process_time():.0f} s of CPU, {len(self.findings)} findings")
            if time.process_time() > SECONDS:
                raise KeyboardInterrupt

    def note(self, typed: str, fault: Exception) -> None:
        """Write a finding down, unless one of its kind is known."""
        kind = type(fault).__name__ + re.sub(r"\S*[.'\"/]\S*", "", str(fault))[:80]
        if kind not in self.findings:
            self.findings.add(kind)
            self.log(f"finding: {typed!a}: {fault!a}")

    def log(self, line: str) -> None:
        """Add a line to the log."""
        with (FOLDER / "log").open("a", encoding="utf-8") as log:
            log.write(line + "\n")


def main() -> None:
    """Fuzz until the processor time is over."""
    corpus = FOLDER / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, typed in enumerate(typed_urls(SEEDS, seed=0)):
        (corpus / f"seed-{number}").write_bytes(typed.encode("utf-8", "replace"))
    atheris.Setup([sys.argv[0], str(corpus), f"-max_len={LONGEST}"], Fuzz())
    atheris.Fuzz()


if __name__ == "__main__":
    main()
