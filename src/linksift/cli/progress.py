"""A progress bar on standard error, when that is a terminal and the work takes long; gone when it is done.

Here belongs when and how progress is shown. How much there is to do is counted by a thread beside the work.
"""

import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import click

AFTER = 1.5
"""So many seconds it takes until there is a bar."""

ERASE = "\r\x1b[K\x1b[?25h"
"""What takes the bar from its line, and gives the cursor back."""


class Progress:
    """How far the work has come, in octets; `total` counts how much there is, and may take its time."""

    def __init__(self, total: Callable[[], int], now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._begun = now()
        self._done = 0
        self.total: int | None = None
        self._bar: Any = None
        Thread(target=self._count, args=(total,), daemon=True).start()

    def _count(self, total: Callable[[], int]) -> None:
        self.total = total()

    def add(self, octets: int) -> None:
        """So many more are done; draw the bar, when it is time for it."""
        self._done += octets
        passed = self._now() - self._begun
        if self.total and self._bar is None and passed > AFTER:
            self._bar = click.progressbar(length=self.total, label="linksift", width=30, file=sys.stderr)
            self._bar.start -= passed
            octets = self._done
        if self._bar is not None:
            self._bar.update(octets)

    def erase(self) -> None:
        """Take the bar away, so that something else can be written; it is drawn again when more is done."""
        if self._bar is not None:
            click.echo(ERASE, nl=False, err=True)
