"""`clean` reads each code point a bounded number of times, however long the text (DESIGN, 1): see reads.py.

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
    checked = subprocess.run(
        [sys.executable, "-m", "tests.cleaning.reads", SHAPES, SEED],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, ROOT)))},
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
