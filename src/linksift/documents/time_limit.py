"""Ends the work on a document when it takes too long.

Only the reader's own work counts, not what a caller does with a link before it asks for the next one.
"""

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from linksift.documents.document_model import ReadError

T = TypeVar("T")


class TimeBudget:
    """The time for one document: all the work it times may take `seconds` together, by the clock `now`."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = self._left = seconds
        self._now = now

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self._left < 0

    def timed(self, steps: Iterator[T]) -> Iterator[T]:
        """The steps of some work, one by one. Raises ReadError instead of the next step when the time is used up.

        >>> clock = iter([0.0, 1.0, 10.0, 12.5])
        >>> steps = TimeBudget(3, now=lambda: next(clock)).timed(iter("abc"))
        >>> next(steps), next(steps)
        ('a', 'b')
        >>> next(steps)
        Traceback (most recent call last):
        linksift.documents.document_model.ReadError: takes more than 3 seconds
        """
        while not self.is_over:
            began = self._now()
            try:
                step = next(steps)
            except StopIteration:
                return
            finally:
                self._left -= self._now() - began
            yield step
        raise ReadError(f"takes more than {self._seconds:g} seconds")
