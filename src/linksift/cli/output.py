"""Where the answers and the complaints go.

Here belongs how they get out, and what happens when they cannot. What they say does not.
"""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

import click

from linksift.cli.open_input import os_error_text

VALID, INVALID, TROUBLE = 0, 1, 2
"""The exit statuses: all input was valid, some was not, or something went wrong (as in grep)."""


def complain(message: str) -> None:
    """Say on standard error what is wrong."""
    click.echo(f"linksift: {message}", err=True)


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Standard output for bytes, flushed in the end. When it takes no more, say so and leave with TROUBLE."""
    try:
        if sys.stdout is None:  # closed by whoever started us
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno == errno.EPIPE:  # click knows how to leave quietly
            raise
        complain(f"write error: {os_error_text(error)}")
        _discard_the_rest()
        raise SystemExit(TROUBLE) from error


@contextmanager
def ending_by_signal() -> Iterator[None]:
    """An interrupt, or a pipe that its reader closed, ends the process by the signal, as for grep; what was written
    before an interrupt is not lost. Until then a closed pipe is an error, since it may be that of a process of ours.

    Before and behind it, and from the first interrupt on, the system itself ends the process at an interrupt.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    is_heeded = signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    try:
        if is_heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        if is_heeded:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        if is_heeded:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        with suppress(OSError):  # nobody is there any more to tell
            sys.stdout.buffer.flush()
        _end_by(signal.SIGINT)
    except BrokenPipeError:
        if hasattr(signal, "SIGPIPE"):
            _end_by(signal.SIGPIPE)
        raise


def _end_by(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _discard_the_rest() -> None:
    """Python flushes once more when it ends, and would complain again."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
