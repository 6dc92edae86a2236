r"""Text for a terminal: control and invisible characters as escapes, widths in columns, and colours."""

import os
import unicodedata
from collections.abc import Callable
from typing import IO, Any, NamedTuple

from linksift.uri import hide_passwords

STANDARD_INPUT = "-"
"""The argument that names standard input."""

QUOTED = 60
"""The maximum number of characters of a quoted piece that are shown."""

Escaper = Callable[[str], str]
"""The function that determines how a path is written: `visible`, or `str` to leave it as is."""


def path_escaper(stream: IO[Any]) -> Escaper:
    """The escaper for paths in a stream: `visible` on a terminal, but no change for programs (as in ls and git)."""
    return visible if stream.isatty() else str


def visible(text: str) -> str:
    r"""The text with control characters, invisible characters and lone surrogates written as escapes; tabs are kept.

    >>> visible("a\x1b[1m\u202eb")
    'a\\x1b[1m\\u202eb'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\t" else c.encode("unicode_escape").decode() for c in text)


def display_name(argument: str | None) -> str:
    """The name of an input in messages, as in grep: "-" and None become "(standard input)", and a path stays as is.

    >>> display_name("-"), display_name("a.txt"), display_name("")
    ('(standard input)', 'a.txt', "''")
    """
    return "(standard input)" if argument in (None, STANDARD_INPUT) else argument or "''"


def file_message(name: str, message: str) -> str:
    """A message about a file, with passwords hidden, since people also pass URIs as file names.

    >>> file_message("http://joe:secret@a.example/", "No such file or directory")
    'http://joe:...@a.example/: No such file or directory'
    """
    return visible(hide_passwords(f"{name}: {message}"))


def input_message(argument: str | None, message: str) -> str:
    """A message about an input, which has its display name.

    >>> input_message("-", "is binary")
    '(standard input): is binary'
    """
    return file_message(display_name(argument), message)


def quoted(text: str) -> str:
    r"""The text in quotation marks, on one line, with its middle left out if it is long.

    >>> print(quoted("a\tb\n"), quoted('"'))
    "a\tb\n" '"'
    """
    half = QUOTED // 2
    short = text if len(text) <= QUOTED else f"{text[:half]}...{text[-half:]}"
    mark = "'" if '"' in short else '"'
    return mark + visible(short).replace("\t", r"\t") + mark


def width(text: str) -> int:
    """The number of terminal columns of visible text: two for each wide character, and zero for combining marks.

    >>> width("日本e\u0301")
    5
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


# ---- Colours ---------------------------------------------------------------------------------------------------------


class Palette(NamedTuple):
    """The control sequence that starts the colour of each part of the output, and the one that ends any colour."""

    name: str
    place: str
    uri: str
    mark: str
    rule: str
    heading: str
    code: str
    end: str


PLAIN = Palette("", "", "", "", "", "", "", "")
# Parts that also occur in the output of grep have the same colours as there.
COLOURS = Palette("\x1b[35m", "\x1b[32m", "\x1b[1m", "\x1b[1;31m", "\x1b[36m", "\x1b[1m", "\x1b[36m", "\x1b[0m")


def palette(when: str, stream: IO[Any]) -> Palette:
    """The colours for "always", "never", or "auto" (only on a terminal with colours, unless NO_COLOR is set)."""
    # Any nonempty NO_COLOR disables them (https://no-color.org).
    has_colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()
    return COLOURS if when == "always" or (when == "auto" and has_colours) else PLAIN
