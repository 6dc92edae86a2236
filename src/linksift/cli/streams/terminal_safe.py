r"""Makes text safe for a terminal: writes control and invisible characters as escapes, and measures widths."""

import unicodedata
from collections.abc import Callable
from typing import IO, Any

from linksift.uri import hide_passwords

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


def input_message(name: str, message: str) -> str:
    """A message about an input, with passwords hidden, since people also pass URIs as file names.

    >>> input_message("http://joe:secret@a.example/", "No such file or directory")
    'http://joe:...@a.example/: No such file or directory'
    """
    return visible(hide_passwords(f"{name}: {message}"))


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
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
