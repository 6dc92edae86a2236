"""A file that is there whole or not at all.

Here belongs how it gets its place. What is in it does not.
"""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

import click

from linksift.cli.terminal_safe import visible


@contextmanager
def atomic_write(path: str) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of what is at the path when all is written, and is gone when not.

    It is written beside the path, where it is hidden; through a link, beside where that leads. What is no ordinary
    file, such as a pipe, is written itself. Raises OSError.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            yield file
        return
    folder, name = os.path.split(path)
    number, beside = tempfile.mkstemp(prefix=f".{name[:40]}.", suffix=".part", dir=folder)
    try:
        with open(number, "wb") as file:
            yield file
        os.chmod(beside, _mode(path))
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _mode(path: str) -> int:
    """The permissions of the file that is there, or those that a new one gets."""
    with suppress(OSError):
        return stat.S_IMODE(os.stat(path).st_mode)
    os.umask(mask := os.umask(0o077))
    return 0o666 & ~mask


def check_target(path: str, begin: bytes) -> None:
    """Raise OSError when no file can be written there, before there is any work to lose; and click.UsageError when one
    is there that does not begin so, which is somebody's work (`--report *.html`). An empty file is nobody's."""
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
            f"--report would write over '{visible(path)}', which is no report of linksift: remove it, or name another."
        )


def _begin_of(path: str, size: int) -> bytes:
    with open(path, "rb") as file:
        return file.read(size)
