"""Writes to standard output and standard error, and ends the process properly if that fails or is interrupted."""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NoReturn, TextIO

import click

from linksift.cli.streams.open_input import os_error_text

VALID, INVALID, TROUBLE = 0, 1, 2
"""The exit statuses: all input was valid, some input was not, or something went wrong (as in grep)."""


def complain(message: str) -> None:
    """Write a message to standard error, preceded by the name of the command. If standard error is full, as a disk can
    be, the message is lost, but not the links."""
    try:
        click.echo(f"linksift: {message}", err=True)
    except BrokenPipeError:
        raise
    except OSError:
        _discard_the_rest(sys.stderr)


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Standard output for bytes, flushed at the end. If writing fails, complain and exit with TROUBLE."""
    try:
        if sys.stdout is None:  # closed by the parent process
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno == errno.EPIPE:  # click knows how to exit quietly
            raise
        end_with_trouble(f"write error: {os_error_text(error)}", error)


def end_with_trouble(message: str, error: OSError) -> NoReturn:
    """Complain and exit with TROUBLE; output that cannot be written is discarded."""
    complain(message)
    _discard_the_rest(sys.stdout)
    raise SystemExit(TROUBLE) from error


@contextmanager
def ending_by_signal() -> Iterator[None]:
    """In this context, an interrupt or a closed pipe ends the process with its signal, as with grep.

    Output written before an interrupt is flushed. A closed pipe first raises an exception, since it may be the pipe to
    a worker process. Outside the context, and after the first interrupt, the system itself ends the process.
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
        with suppress(OSError):  # the reader is gone
            sys.stdout.buffer.flush()
        _end_by(signal.SIGINT)
    except BrokenPipeError:
        if hasattr(signal, "SIGPIPE"):
            _end_by(signal.SIGPIPE)
        raise


def _end_by(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _discard_the_rest(stream: TextIO | None) -> None:
    """Discard buffered output, since Python flushes again at exit and would complain a second time."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
