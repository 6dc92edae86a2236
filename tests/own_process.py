"""Python modules run in a process of their own, in which linksift is not imported yet."""

import os
import subprocess
import sys
from pathlib import Path

import linksift

ROOT = Path(__file__).parents[1]
SOURCE = Path(linksift.__file__).parents[1]
SHAPES = os.environ.get("LINKSIFT_SHAPES", "300" if os.environ.get("CI") else "100")
SEED = os.environ.get("LINKSIFT_SEED", "0")
"""How many generated shapes the counting of reads tries, and which."""


def assert_runs(module: str, *arguments: str) -> str:
    """A module of the tests runs without a fault, and what it printed; that is shown where it does not."""
    ran = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, ROOT)))},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout[-10_000:] + ran.stderr[-5_000:]
    return ran.stdout
