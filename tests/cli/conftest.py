"""Runs the command for tests: in this process, or as a separate process."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import linksift
from linksift.cli import main
from linksift.cli.streams.write_outputs import INTERRUPTS

HANGS = 600.0
"""A process that takes more seconds than this has hung; no busy machine is that slow."""

Run = Callable[..., Result]
Process = Callable[..., "subprocess.CompletedProcess[bytes]"]

COMMAND = [sys.executable, "-m", "linksift"]
WITH_WORKERS = [
    sys.executable,
    "-c",
    "from linksift.cli.running import run_tasks as run; run.SECONDS_TO_SEE = run.WORTH_SECONDS = 0\n"
    "from linksift.__main__ import main; main()  # as -m linksift",
]
"""The command, which starts worker processes after the first task regardless of how little work is left."""

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(linksift.__file__).parents[1])}
"""A separate process imports the same package as these tests, in any folder."""


def runner() -> CliRunner:
    """A runner of the command in this process that keeps its two outputs apart, as click before 8.2 has to be told."""
    apart: dict[str, Any] = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
    return CliRunner(**apart)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A function that runs `linksift` with arguments, in this process and an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return runner().invoke(main, arguments, input=stdin)

    return run


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """A function that runs `python -m linksift` with arguments, in an empty folder."""

    def process(
        *arguments: str | bytes, stdin: bytes = b"", command: list[str] = COMMAND
    ) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [*command, *arguments],
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
    """Processes started in the test react to interrupts, even if the tests run in the background or by nohup, where
    some are ignored."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in INTERRUPTS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
