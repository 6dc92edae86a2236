"""Runs Python modules in a process of their own, which has not imported linksift yet."""

import os
import subprocess
import sys
from pathlib import Path

import linksift

ROOT = Path(__file__).parents[1]
SOURCE = Path(linksift.__file__).parents[1]
SHAPES = os.environ.get("LINKSIFT_SHAPES", "15")
SEED = os.environ.get("LINKSIFT_SEED", "0")
"""The number of random shapes that the read-count tests try, and their seed; a step of CI tries 300."""


def assert_runs(module: str, *arguments: str) -> str:
    """Run a module of the tests, which must succeed, and return its output; a failure shows the output."""
    ran = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (SOURCE, ROOT)))},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout[-10_000:] + ran.stderr[-5_000:]
    return ran.stdout
