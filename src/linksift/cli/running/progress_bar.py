"""Shows a progress bar on standard error during long runs. Meanwhile, a thread counts the total amount of work."""

import sys
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import click

DELAY = 1.5
"""The number of seconds before the bar appears."""

ERASE = "\r\x1b[K\x1b[?25h"
"""Erases the line with the bar and shows the cursor again."""


class Progress:
    """The number of bytes processed. `total` counts all bytes, in a thread because that can take a long time."""

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
        """Add to the number of bytes processed, and draw the bar once `DELAY` has passed."""
        self._done += octets
        passed = self._now() - self._begun
        if self.total and self._bar is None and passed > DELAY:
            self._bar = click.progressbar(length=self.total, label="linksift", width=30, file=sys.stderr)
            self._bar.start -= passed
            octets = self._done
        if self._bar is not None:
            self._bar.update(octets)

    def erase(self) -> None:
        """Erase the bar before other output; the next `add` draws it again."""
        if self._bar is not None:
            click.echo(ERASE, nl=False, err=True)
