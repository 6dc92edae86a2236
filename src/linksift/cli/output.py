"""Where the answers and the complaints go."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from linksift.cli.source import reason

TROUBLE = 2
"""The exit status that says that something went wrong, as grep has it."""


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
        complain(f"write error: {reason(error)}")
        _discard_the_rest()
        raise SystemExit(TROUBLE) from error


def _discard_the_rest() -> None:
    """Python flushes once more when it ends, and would complain again."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
