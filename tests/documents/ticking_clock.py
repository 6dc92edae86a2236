"""A clock for tests that ticks by itself, so tests of time limits take no time."""

from functools import partial
from itertools import count
from types import ModuleType

import pytest

from linksift.documents.reading_limits import TimeBudget


def a_minute_a_step(monkeypatch: pytest.MonkeyPatch, reader: ModuleType) -> None:
    """From now on, each step that a reader's time budget measures takes a minute."""
    clock = (60.0 * minute for minute in count())
    monkeypatch.setattr(reader, "TimeBudget", partial(TimeBudget, now=lambda: next(clock)))
