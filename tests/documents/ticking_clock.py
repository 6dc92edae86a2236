"""A clock for tests that goes on by itself, so that what takes long takes no time."""

from functools import partial
from itertools import count
from types import ModuleType

import pytest

from linksift.documents.time_limit import TimeBudget


def a_second_a_step(monkeypatch: pytest.MonkeyPatch, reader: ModuleType) -> None:
    """From now on each step that the watch of a reader times takes a second."""
    clock = map(float, count())
    monkeypatch.setattr(reader, "TimeBudget", partial(TimeBudget, now=lambda: next(clock)))
