"""Reading texts: a path or standard input in, the decoded text out, without loss.

Here belongs what the command calls its inputs, and what the system says of them. How bytes become text is in
`documents`.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from linksift.documents import NotText, text_of

__all__ = ["STANDARD_INPUT", "CannotRead", "NotText", "Source", "name_of", "opened", "reason", "standard_input"]

STANDARD_INPUT = "-"
"""The argument that names standard input."""


class Source(NamedTuple):
    """One input: what people call it, its path (None for standard input), and its text, piece by piece."""

    name: str
    path: str | None
    chunks: Iterator[str]


class CannotRead(Exception):
    """The input cannot be read, or not to its end; what the system says of it."""


def name_of(argument: str) -> str:
    """What messages call an input, in grep's words: "-" is "(standard input)", a path is itself."""
    return "(standard input)" if argument == STANDARD_INPUT else argument


@contextmanager
def opened(argument: str) -> Iterator[Source]:
    """The input that an argument names, to be read while it is open.

    Raises CannotRead; reading its chunks may raise it too, and NotText when it is binary (only its head is read then).
    """
    try:
        file = standard_input() if argument == STANDARD_INPUT else open(argument, "rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise CannotRead(reason(error)) from error
    try:
        yield Source(name_of(argument), None if argument == STANDARD_INPUT else argument, _read(file))
    finally:
        if argument != STANDARD_INPUT:
            file.close()


def _read(file: BinaryIO) -> Iterator[str]:
    try:
        yield from text_of(file)
    except OSError as error:
        raise CannotRead(reason(error)) from error


def reason(error: OSError) -> str:
    """What the system says of an error, without number and name."""
    return error.strerror or str(error)


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises OSError where there is none."""
    if sys.stdin is None:  # closed by whoever started us
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
