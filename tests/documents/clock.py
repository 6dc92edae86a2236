"""A clock for tests that goes on by itself, so that what takes long takes no time."""

from functools import partial
from itertools import count

import pytest

from linksift.documents import zipped
from linksift.documents.watch import Watch


def a_second_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on each piece of a member of a package takes a second to read."""
    clock = map(float, count())
    monkeypatch.setattr(zipped, "Watch", partial(Watch, now=lambda: next(clock)))
