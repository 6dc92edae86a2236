"""Reading texts: a path or standard input in, the decoded text out, without loss.

Here belongs what the command calls its inputs, and how they are opened. How bytes become text is in `documents`.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from linksift.documents import ReadError, text_chunks

STANDARD_INPUT = "-"
"""The argument that names standard input."""


def name_of(argument: str) -> str:
    """What messages call an input, in grep's words: "-" is "(standard input)", a path is itself."""
    return "(standard input)" if argument == STANDARD_INPUT else argument


@contextmanager
def opened(argument: str) -> Iterator[Iterator[str]]:
    """The text of the input that an argument names, piece by piece, to be read while the input is open.

    Raises ReadError, in the system's words; reading the text may raise it too, and where it is none (NotText).
    """
    try:
        file = standard_input() if argument == STANDARD_INPUT else open(argument, "rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise ReadError(reason(error)) from error
    try:
        yield _read(file)
    finally:
        if argument != STANDARD_INPUT:
            file.close()


def _read(file: BinaryIO) -> Iterator[str]:
    try:
        yield from text_chunks(file)
    except OSError as error:
        raise ReadError(reason(error)) from error


def reason(error: OSError) -> str:
    """What the system says of an error, without number and name."""
    return error.strerror or str(error)


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises OSError where there is none."""
    if sys.stdin is None:  # closed by whoever started us
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
