"""What the tests of the command share: the command in this process, and as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import linksift
from linksift.cli import main

HANGS = 600.0
"""What takes more seconds than this hangs; no busy machine is that slow."""

Run = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]

COMMAND = [sys.executable, "-m", "linksift"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(linksift.__file__).parents[1])}
"""The package that is tested here is the one that a process of its own finds, in whatever folder."""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`linksift` with these arguments, in this process and an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, arguments, input=stdin)

    return run


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """`python -m linksift` with these arguments, in an empty folder."""

    def process(*arguments: str | bytes, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [*COMMAND, *arguments],
            cwd=tmp_path,
            env=ENVIRONMENT,
            input=stdin,
            capture_output=True,
            timeout=HANGS,
            check=False,
        )

    return process


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Processes that are started heed SIGINT, even where the tests were started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
