"""The progress bar: shown on a terminal during long runs, and erased at the end."""

import io
import sys
import time
from itertools import chain, repeat

import pytest

from linksift.cli.running.run_tasks import DELAY, ERASE, Progress

pytestmark = pytest.mark.clock


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal, and return it."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def counted(total: int, seconds: float) -> Progress:
    """The progress of a run after some seconds, with its total known."""
    clock = chain([0.0], repeat(seconds))
    bar = Progress(lambda: total, lambda: next(clock))
    while bar.total is None:
        time.sleep(0.001)
    return bar


def test_the_bar_shows_how_much_is_done_and_is_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, bar = screen(monkeypatch), counted(200, DELAY + 0.1)
    bar.add(50)
    assert "25%" in terminal.getvalue()
    bar.add(50)
    assert "50%" in terminal.getvalue()
    bar.erase()
    assert terminal.getvalue().endswith(ERASE)


@pytest.mark.parametrize(("seconds", "total"), [(DELAY, 200), (DELAY + 0.1, 0)])
def test_there_is_no_bar_for_short_runs_or_empty_inputs(
    monkeypatch: pytest.MonkeyPatch, seconds: float, total: int
) -> None:
    terminal, bar = screen(monkeypatch), counted(total, seconds)
    bar.add(total // 2)
    bar.erase()
    assert terminal.getvalue() == ""
