"""Keeps the reading of a document within limits on size and time.

A file is read in one piece, and only up to the size limit: a larger file is not read at all, or only its beginning is.

A reader's budgets count work (bytes, parts, pages and files), which is the same on every machine. Every reader takes
linear time, so the clock is only an outer limit, which grows with the number of bytes; a slow or busy machine yields
the same links. Only the reader's own work counts, not the time a caller spends on a link before requesting the next.
"""

import io
import time
from collections.abc import Callable, Iterator
from typing import BinaryIO, TypeVar

from linksift.documents.document_model import MEBI, Account, Context, Problem, ReadError

T = TypeVar("T")

SECONDS_PER_MEBI = 30.0
"""The additional time, in seconds, that a document may take for each MiB of the file and of its unpacked content: six
times as long as the slowest known shapes of input take (tests/documents/test_growth.py)."""


PART = 65_536
"""The number of bytes that are read at a time. Asking for as many as the limits allow takes longer than reading most
files, since that memory is obtained and given back."""


def read_whole(file: BinaryIO, context: Context) -> bytes:
    """All bytes of a file. Raises ReadError if it has more than `limits.size`.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> read_whole(BytesIO(b"abc"), Context(None, None, Limits(size=2), Locator(), lambda file, context: iter(())))
    Traceback (most recent call last):
    linksift.documents.document_model.ReadError: is larger than 2 octets
    """
    octets = read_at_most(file, context.limits.size + 1)
    if len(octets) > context.limits.size:
        raise ReadError(f"is larger than {size_in_words(context.limits.size)}")
    return octets


def read_beginning(file: BinaryIO, context: Context) -> tuple[bytes, tuple[Problem, ...]]:
    """The first `limits.size` bytes of a file, and a problem if it has more.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> read_beginning(BytesIO(b"abc"), Context(None, None, Limits(), Locator(), lambda file, context: iter(())))
    (b'abc', ())
    """
    size = context.limits.size
    octets = read_at_most(file, size + 1)
    if len(octets) <= size:
        return octets, ()
    return octets[:size], (Problem(f"only the first {size_in_words(size)} were read", context.locator),)


def read_at_most(file: BinaryIO, size: int) -> bytes:
    """The next `size` bytes of a file, or all that are left; they are in memory only once."""
    octets = io.BytesIO()
    while part := file.read(min(PART, size - octets.tell())):
        octets.write(part)
    return octets.getvalue()


class RawFile(io.RawIOBase):
    """A file that is read only forwards, for `io.BufferedReader`; each kind defines `next_bytes`."""

    def next_bytes(self, size: int) -> bytes:
        """The next bytes: at most `size`, and none at the end."""
        raise NotImplementedError

    def readable(self) -> bool:
        """True, since the file can be read."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes, and return their number, or 0 at the end."""
        data = self.next_bytes(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def size_in_words(octets: int) -> str:
    """A number of bytes in human-readable form.

    >>> size_in_words(256 * MEBI), size_in_words(10_000)
    ('256 MiB', '10,000 octets')
    """
    return f"{octets // MEBI:,} MiB" if octets >= MEBI else f"{octets:,} octets"


class TimeBudget:
    """The time for one document, measured by the clock `now`: all timed work may take `seconds` in total, plus extra
    time for the bytes of the outermost file and of the content unpacked in the meantime."""

    def __init__(self, seconds: float, account: Account, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._account = account
        self._now = now
        self._spent = 0.0
        self._octets_before = account.octets - account.size

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        octets = self._account.octets - self._octets_before
        return self._spent > self._seconds + SECONDS_PER_MEBI * octets / MEBI

    def timed(self, steps: Iterator[T]) -> Iterator[T]:
        """The steps of some work, one by one. Raises ReadError instead of yielding the next step when time runs out.

        >>> clock = iter([0.0, 1.0, 10.0, 12.5])
        >>> steps = TimeBudget(3, Account(), now=lambda: next(clock)).timed(iter("abc"))
        >>> next(steps), next(steps)
        ('a', 'b')
        >>> next(steps)
        Traceback (most recent call last):
        linksift.documents.document_model.ReadError: takes more than 3 seconds, and 30 for each MiB
        """
        while not self.is_over:
            began = self._now()
            try:
                step = next(steps)
            except StopIteration:
                return
            finally:
                self._spent += self._now() - began
            yield step
        raise ReadError(f"takes more than {self._seconds:g} seconds, and {SECONDS_PER_MEBI:g} for each MiB")
