"""The files that the command writes and, like grep, never reads; otherwise, `linksift find . >links.txt` would not end.

Files are identified by device and inode, so a different name or a link makes no difference.
"""

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import BinaryIO, TextIO

import click

from linksift.cli.streams.terminal_safe import visible

ALSO_OUTPUT = "is also the output, and was not read"

Identity = tuple[int, int]
"""The device and inode of a file."""


def identity(file: str | BinaryIO | TextIO | None) -> Identity | None:
    """The identity of a regular file, given as a path or an open file; None for a pipe, a terminal, or no file."""
    with suppress(OSError, ValueError, AttributeError):  # a test's stream has no descriptor, and a closed one is None
        status = os.stat(file if isinstance(file, str) else file.fileno())  # type: ignore[union-attr]
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    return None


def identities(*files: str | BinaryIO | TextIO | None) -> frozenset[Identity]:
    """The identities of the given files, except those that are not regular files."""
    return frozenset(filter(None, map(identity, files)))


def is_standard_output(file: BinaryIO) -> bool:
    """Whether an open file is the one that standard output is written to."""
    own = identity(file)
    return own is not None and own == identity(sys.stdout)


def refuse_input_as_output(inputs: Iterable[str], output: str | None) -> None:
    """Raise click.UsageError if an input is also the output file that an option names, because it would be lost."""
    own = identity(output) if output is not None else None
    for path in inputs:
        if own is not None and identity(path) == own:
            raise click.UsageError(f"'{visible(path)}' is an input and the output: name another output.")
