"""Atomic writes: a file appears at its path only when complete, or not at all."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

import click

from linksift.cli.streams.open_input import os_error_text
from linksift.cli.streams.standard_output import TROUBLE, complain, standard_output
from linksift.cli.streams.terminal_safe import input_message, visible

STANDARD_OUTPUT = "-"
"""The argument that names standard output."""

SUFFIX = ".part"
"""The suffix of a temporary file's name."""


@contextmanager
def atomic_write(path: str) -> Iterator[BinaryIO]:
    """A file to write, which replaces the file at the path once complete, and is deleted after an error.

    The open file is a hidden temporary file next to the path; symbolic links are followed first. Anything other than a
    regular file, such as a pipe, is written directly. Raises OSError.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            yield file
        return
    from tempfile import mkstemp  # imported only when needed: it imports many modules

    folder, name = os.path.split(path)
    number, temporary = mkstemp(prefix=f".{name[:40]}.", suffix=SUFFIX, dir=folder)
    try:
        with open(number, "wb") as file:
            yield file
        os.chmod(temporary, _mode(path))
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


@contextmanager
def output_to(path: str | None) -> Iterator[BinaryIO]:
    """The output that an option names: standard output (None or "-"), or a file, which is either complete or absent.

    If it cannot be written, complain and exit with TROUBLE.
    """
    if path is None or path == STANDARD_OUTPUT:
        with standard_output() as output:
            yield output
    else:
        with exiting_on_errors(path), atomic_write(path) as file:
            yield file


@contextmanager
def exiting_on_errors(path: str) -> Iterator[None]:
    """In this context, an error of the system is one of this file: complain and exit with TROUBLE."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(input_message(path, os_error_text(error)))
        raise SystemExit(TROUBLE) from error


def _mode(path: str) -> int:
    """The permissions of the existing file, or the default ones for a new file."""
    with suppress(OSError):
        return stat.S_IMODE(os.stat(path).st_mode)
    os.umask(mask := os.umask(0o077))
    return 0o666 & ~mask


def check_target(path: str, begin: bytes) -> None:
    """Raise OSError early if no file can be written at the path.

    Raise click.UsageError if there is a nonempty file at the path that does not begin with `begin`, since it may be the
    user's work (`--report *.html`).
    """
    folder = os.path.dirname(os.path.realpath(path))
    if os.path.exists(path) and not os.path.isdir(path) and not os.path.isfile(path):
        return
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if os.path.exists(path) and _begin_of(path, len(begin)) not in (b"", begin):
        raise click.UsageError(
            f"--report would overwrite '{visible(path)}', which is not a report of linksift: remove it or name another."
        )


def _begin_of(path: str, size: int) -> bytes:
    with open(path, "rb") as file:
        return file.read(size)
