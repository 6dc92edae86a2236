"""Standard output, standard error and the files that the command writes; failures and interrupts end it properly."""

import errno
import os
import signal
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import FrameType
from typing import BinaryIO, NoReturn, TextIO

import click

from linksift.cli.streams.terminal_text import file_message

VALID, INVALID, TROUBLE = 0, 1, 2
"""The exit statuses: all input was valid, some input was not, or something went wrong (as in grep)."""


def os_error_text(error: OSError) -> str:
    """The system's message for an error, without the number and the file name."""
    return error.strerror or str(error)


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


INTERRUPTS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a process to end: of the keyboard, of schedulers and containers, and of a closed terminal."""


@contextmanager
def ending_by_signal() -> Iterator[None]:
    """In this context, an interrupt or a closed pipe ends the process with its signal, as with grep.

    Output written before an interrupt is flushed. A closed pipe first raises an exception, since it may be the pipe to
    a worker process. Outside the context, and after the first interrupt, the system itself ends the process.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    heeded = [number for number in INTERRUPTS if signal.getsignal(number) is signal.SIG_DFL]
    arrived = [signal.SIGINT]

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        arrived.append(signal.Signals(number))
        raise KeyboardInterrupt

    try:
        try:
            for number in heeded:
                signal.signal(number, interrupt)
            yield
        finally:
            for number in heeded:
                signal.signal(number, signal.SIG_DFL)
    except KeyboardInterrupt:
        with suppress(OSError):  # the reader is gone
            sys.stdout.buffer.flush()
        _end_by(arrived[-1])
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


# ---- Files -----------------------------------------------------------------------------------------------------------

STANDARD_OUTPUT = "-"
"""The argument that names standard output."""

SUFFIX = ".part"
"""The suffix of a temporary file's name."""

COMPRESSIONS = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}
"""The suffixes of files that are written compressed, with Python's modules for them."""


@contextmanager
def atomic_write(path: str) -> Iterator[BinaryIO]:
    """A file to write, which replaces the file at the path once complete, and is deleted after an error.

    The open file is a hidden temporary file next to the path; symbolic links are followed first. Anything other than a
    regular file, such as a pipe, is written directly, under the given path: `/dev/stdout` is a link to a pipe that has
    no other path. Raises OSError.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            yield file
        return
    path = os.path.realpath(path)
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
    """The output that an option names: standard output (None or "-"), or a file, which is either complete or absent,
    and is compressed as its suffix says.

    If it cannot be written, complain and exit with TROUBLE.
    """
    if path is None or path == STANDARD_OUTPUT:
        with standard_output() as output:
            yield output
    else:
        compression = COMPRESSIONS.get(os.path.splitext(path)[1].lower())
        with exiting_on_errors(path), atomic_write(path) as file:
            if compression is None:
                yield file
            else:
                with import_module(compression).open(file, "wb") as compressed:
                    yield compressed


@contextmanager
def exiting_on_errors(path: str) -> Iterator[None]:
    """In this context, an error of the system is one of this file: complain and exit with TROUBLE."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(file_message(path, os_error_text(error)))
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
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read(len(begin)) not in (b"", begin):
                raise click.UsageError(
                    f"--report would overwrite '{path}', which is not a report of linksift: remove it or name another."
                )


# ---- Inputs that are also outputs ------------------------------------------------------------------------------------

ALSO_OUTPUT = "is also the output, and was not read"
"""The message about an input that the command writes. Like grep, it never reads such a file; otherwise,
`linksift find . >links.txt` would not end."""


def identity(file: str | BinaryIO | TextIO | None) -> tuple[int, int] | None:
    """The device and inode of a regular file, given as a path or an open file; None for a pipe, a terminal, or no file.

    They are the same whatever the name of the file or the link to it.
    """
    with suppress(OSError, ValueError, AttributeError):  # a test's stream has no descriptor, and a closed one is None
        status = os.stat(file if isinstance(file, str) else file.fileno())  # type: ignore[union-attr]
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    return None


def refuse_input_as_output(inputs: Iterable[str], output: str | None) -> None:
    """Raise click.UsageError if an input is also the output file that an option names, because it would be lost."""
    own = identity(output) if output is not None else None
    for path in inputs:
        if own is not None and identity(path) == own:
            raise click.UsageError(f"'{path}' is an input and the output: name another output.")
