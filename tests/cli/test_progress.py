"""The progress bar: on a terminal, when it takes long, and gone in the end."""

import io
import sys
import time
from collections.abc import Callable

import pytest

from linksift.cli.running import progress_bar
from linksift.cli.running.progress_bar import ERASE, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(monkeypatch: pytest.MonkeyPatch, after: float = 0.0) -> Terminal:
    """Standard error, which is a terminal from now on, where a bar is shown after so many seconds."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress_bar, "DELAY", after)
    return terminal


def counted(total: Callable[[], int]) -> Progress:
    """A progress that knows how much there is to do."""
    bar = Progress(total)
    while bar.total is None:
        time.sleep(0.001)
    return bar


def test_the_bar_shows_how_much_is_done_and_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, bar = screen(monkeypatch), counted(lambda: 200)
    bar.add(50)
    assert "25%" in terminal.getvalue()
    bar.add(50)
    assert "50%" in terminal.getvalue()
    bar.erase()
    assert terminal.getvalue().endswith(ERASE)


@pytest.mark.parametrize(("after", "total"), [(60.0, 200), (0.0, 0)])
def test_there_is_no_bar_before_it_takes_long_and_none_for_nothing(
    monkeypatch: pytest.MonkeyPatch, after: float, total: int
) -> None:
    terminal, bar = screen(monkeypatch, after), counted(lambda: total)
    bar.add(total // 2)
    bar.erase()
    assert terminal.getvalue() == ""
