"""Finding reads each code point of a text a bounded number of times, whatever the text (DESIGN, 1).

Not a list of attacks: combinations of fragments are made by chance, and the worst are changed as long as they get
worse. What is read is counted in a process of its own (tests/finding/reads), in which strings and patterns count it.
LINKSIFT_SHAPES says how many combinations are tried, LINKSIFT_SEED which.
"""

import os
import subprocess
import sys
from pathlib import Path

import linksift

ROOT = Path(__file__).parents[2]
SOURCE = Path(linksift.__file__).parents[1]
SHAPES, SEED = os.environ.get("LINKSIFT_SHAPES", "300"), os.environ.get("LINKSIFT_SEED", "0")


def test_what_is_read_is_bounded() -> None:
    """At most 16 times the length of the text, in passes and otherwise together, and no more of a longer text."""
    checked = subprocess.run(
        [sys.executable, "-m", "tests.finding.reads", "check", "--shapes", SHAPES, "--seed", SEED],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, ROOT)))},
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout[-10_000:] + checked.stderr
