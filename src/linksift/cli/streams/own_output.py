"""The files that the command writes. It reads none of them, as grep does: `linksift find . >links.txt` would never end.

Files are known by device and inode, so another name or a link changes nothing.
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
"""Device and inode of a file."""


def identity(file: str | BinaryIO | TextIO | None) -> Identity | None:
    """The identity of a regular file, given by its path or open; None for a pipe, a terminal, or no file at all."""
    with suppress(OSError, ValueError, AttributeError):  # a stream of a test has no descriptor, a closed one is None
        status = os.stat(file if isinstance(file, str) else file.fileno())  # type: ignore[union-attr]
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    return None


def identities(*files: str | BinaryIO | TextIO | None) -> frozenset[Identity]:
    """The identities of those of some files that are regular files."""
    return frozenset(filter(None, map(identity, files)))


def is_standard_output(file: BinaryIO) -> bool:
    """Whether an open file is the one that standard output writes to."""
    own = identity(file)
    return own is not None and own == identity(sys.stdout)


def refuse_input_as_output(inputs: Iterable[str], output: str | None) -> None:
    """Raise click.UsageError if an input is the file that an option names as the output: the input would be lost."""
    own = identity(output) if output is not None else None
    for path in inputs:
        if own is not None and identity(path) == own:
            raise click.UsageError(f"'{visible(path)}' is an input and the output: name another output.")
