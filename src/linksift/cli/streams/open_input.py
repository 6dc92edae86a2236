"""Opens the path or standard input that an argument names, and yields its text, which `documents` decodes."""

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from linksift.cli.streams.own_output import ALSO_OUTPUT, is_standard_output
from linksift.delimiters import HTTP_OR_FTP

STANDARD_INPUT = "-"
"""The argument that names standard input."""

_URL = re.compile(rf"(?:{HTTP_OR_FTP})://\S+", re.IGNORECASE)
"""An argument that newcomers expect to be fetched."""


def display_name(argument: str | None) -> str:
    """The name of an input in messages, as in grep: "-" and None become "(standard input)", and a path stays as is.

    >>> display_name("-"), display_name("a.txt"), display_name("")
    ('(standard input)', 'a.txt', "''")
    """
    return "(standard input)" if argument in (None, STANDARD_INPUT) else argument or "''"


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
        if is_standard_output(file):
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
    """
    message = os_error_text(error)
    if not isinstance(error, FileNotFoundError):
        return message
    context = click.get_current_context(silent=True)
    command = context.info_name if context else "find"
    if _URL.fullmatch(argument):
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


def os_error_text(error: OSError) -> str:
    """The system's message for an error, without the number and the file name."""
    return error.strerror or str(error)


def standard_input() -> BinaryIO:
    """The bytes of standard input. Raises OSError if it is closed."""
    if sys.stdin is None:  # closed by the parent process
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
