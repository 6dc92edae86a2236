"""The progress bar: on a terminal, when it takes long, and gone in the end."""

import io
import sys
import time
from itertools import chain, repeat

import pytest

from linksift.cli.progress import AFTER, ERASE, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error, which is a terminal from now on."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def counted(total: int, seconds: float) -> Progress:
    """The progress of work that has taken so many seconds and knows how much there is to do."""
    clock = chain([0.0], repeat(seconds))
    bar = Progress(lambda: total, lambda: next(clock))
    while bar.total is None:
        time.sleep(0.001)
    return bar


def test_the_bar_shows_how_much_is_done_and_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, bar = screen(monkeypatch), counted(200, AFTER + 0.1)
    bar.add(50)
    assert "25%" in terminal.getvalue()
    bar.add(50)
    assert "50%" in terminal.getvalue()
    bar.erase()
    assert terminal.getvalue().endswith(ERASE)


@pytest.mark.parametrize(("seconds", "total"), [(AFTER, 200), (AFTER + 0.1, 0)])
def test_there_is_no_bar_before_it_takes_long_and_none_for_nothing(
    monkeypatch: pytest.MonkeyPatch, seconds: float, total: int
) -> None:
    terminal, bar = screen(monkeypatch), counted(total, seconds)
    bar.add(total // 2)
    bar.erase()
    assert terminal.getvalue() == ""
