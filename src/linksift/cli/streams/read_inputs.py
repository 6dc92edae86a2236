"""The inputs of the commands: the texts of files, of standard input and of arguments, whole or line by line."""

import errno
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import BinaryIO

import click

from linksift.cli.streams.terminal_text import STANDARD_INPUT, display_name, input_message
from linksift.cli.streams.write_outputs import ALSO_OUTPUT, TROUBLE, complain, identity, os_error_text, standard_output
from linksift.delimiters import HTTP_OR_FTP

_URL = re.compile(rf"(?:{HTTP_OR_FTP})://\S+", re.IGNORECASE)
"""An argument that newcomers expect to be fetched."""


@contextmanager
def open_text(argument: str) -> Iterator[Iterator[str]]:
    """The text of the input that an argument names, in chunks, which can be read while the input is open.

    Opening and reading raise ReadError with the system's message on failure. Opening also raises it if the input is the
    file that standard output is written to, and reading raises NotText if the input is binary.
    """
    from linksift.documents import ReadError  # imported here and below, since arguments are often the only input

    try:
        file = standard_input() if argument == STANDARD_INPUT else open(argument, "rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise ReadError(why_unreadable(argument, error)) from error
    try:
        if (own := identity(file)) is not None and own == identity(sys.stdout):
            raise ReadError(ALSO_OUTPUT)
        yield _read(file)
    finally:
        if argument != STANDARD_INPUT:
            file.close()


def _read(file: BinaryIO) -> Iterator[str]:
    from linksift.documents import ReadError, detect_encoding, text_chunks

    try:
        yield from text_chunks(file, detect_encoding)
    except OSError as error:
        raise ReadError(os_error_text(error)) from error


def why_unreadable(argument: str, error: OSError) -> str:
    """Why the input that an argument names cannot be opened and, if the argument is text or a URL, how to pass it.

    >>> why_unreadable("see http://a.example", FileNotFoundError(2, "No such file or directory"))
    "No such file or directory; to pass a text and not a file: echo 'TEXT' | linksift find"
    >>> why_unreadable("https://a.example/page", FileNotFoundError(2, "No such file or directory"))
    'No such file or directory; linksift does not fetch URLs: curl URL | linksift find --base URL'

    For the commands that rewrite a text, such as `defang`, a URL is a text too, perhaps one that nobody should fetch.
    """
    message = os_error_text(error)
    if not isinstance(error, FileNotFoundError):
        return message
    context = click.get_current_context(silent=True)
    command = context.info_name if context else "find"
    if _URL.fullmatch(argument) and command in ("find", "check"):
        base = " --base URL" if command == "find" else ""
        return f"{message}; linksift does not fetch URLs: curl URL | linksift {command}{base}"
    if _has_link(argument):
        return f"{message}; to pass a text and not a file: echo 'TEXT' | linksift {command}"
    return message


def _has_link(argument: str) -> bool:
    """Whether an argument contains a link, live or defanged, and so is text rather than a path.

    >>> _has_link("www.a.example"), _has_link("evil[.]example"), _has_link("notes.txt")
    (True, True, False)
    """
    from linksift.finding import refang

    return "://" in argument or "www." in argument or refang(argument) != argument


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises OSError if it is closed."""
    if sys.stdin is None:  # closed by the parent process
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


# ---- Arguments, or one input per line --------------------------------------------------------------------------------


def complain_of_files(arguments: Iterable[str], instead: str) -> None:
    """Complain about arguments that name a file, and suggest the command to use `instead`, in which `{}` is the file.

    The arguments are treated as references nevertheless, since `index.html` is also a reference.
    """
    for argument in arguments:
        if os.path.isfile(argument):
            complain(input_message(argument, f"is a file, not a URI: {instead.format(shlex.quote(argument))}"))


def arguments_or_lines(arguments: Iterable[str], is_wanted: Callable[[str], object]) -> Iterator[str]:
    """The arguments, with each "-" replaced by the wanted lines of standard input as they arrive. Without arguments,
    only those lines. Exits with TROUBLE if standard input cannot be read."""
    for argument in arguments or (STANDARD_INPUT,):
        if argument == STANDARD_INPUT:
            yield from filter(is_wanted, _parts_of_input(lines))
        else:
            yield argument


def any_line(line: str) -> bool:
    """True, so that empty lines are wanted, too."""
    return True


def cells_of_input(column: str) -> Iterator[str]:
    """The cells of a column of the table on standard input, as its rows arrive, without the header.

    Exits with TROUBLE if standard input cannot be read, and immediately if it has no such column.
    """
    from linksift.documents import column_cells  # imported only when needed

    cells = _parts_of_input(partial(column_cells, column=column))
    next(cells)
    return cells


def _parts_of_input(parts: Callable[[Iterable[str]], Iterator[str]]) -> Iterator[str]:
    """The parts into which a function splits the text of standard input. Exits with TROUBLE if it cannot be read."""
    from linksift.documents import ReadError  # imported only when needed

    try:
        with open_text(STANDARD_INPUT) as chunks:
            yield from parts(chunks)
    except ReadError as error:
        complain(f"{display_name(STANDARD_INPUT)}: {error}")
        raise SystemExit(TROUBLE) from error


def lines(chunks: Iterable[str]) -> Iterator[str]:
    r"""The lines of text that arrives in chunks.

    Lines end with LF or CR LF, and no empty line follows the last line ending.

    >>> list(lines(["http://a/\r\n\n b", "c"])), list(lines(["a\n"]))
    (['http://a/', '', ' bc'], ['a'])
    """
    parts: list[str] = []
    for chunk in chunks:
        first, *others = chunk.split("\n")
        parts.append(first)
        for other in others:
            yield "".join(parts).removesuffix("\r")
            parts = [other]
    if last := "".join(parts):
        yield last.removesuffix("\r")


# ---- Whole texts -----------------------------------------------------------------------------------------------------


def rewrite_each(inputs: Iterable[str], change: Callable[[str], str]) -> int:
    """Write the text of each input after a change, and return the exit status: 0, or TROUBLE for an unreadable input.

    The inputs are paths or "-"; without any, the text is that of standard input. Lone surrogates, which stand for bytes
    that are not valid text, become U+FFFD.
    """
    from linksift.documents import ReadError

    status = 0
    with standard_output() as output:
        for name in inputs or (STANDARD_INPUT,):
            try:
                with open_text(name) as chunks:
                    text = "".join(chunks)
                changed = change(text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
                output.write(changed.encode())
            except ReadError as error:
                complain(input_message(name, str(error)))
                status = TROUBLE
    return status
