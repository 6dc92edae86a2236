r"""Text from anywhere made fit for a terminal: what cannot be seen, or would command the terminal, is written out.

Here belongs what a character looks like, and how wide it is. Where it stands does not.
"""

import unicodedata
from collections.abc import Callable
from typing import IO, Any

from linksift.uri import hide_passwords

QUOTED = 60
"""How many characters of a quoted piece are shown at most."""


Escaper = Callable[[str], str]
"""How a name is written: `visible`, or as it is."""


def path_escaper(stream: IO[Any]) -> Escaper:
    """How names are written to a stream: fit for a terminal where it is one, and otherwise, for programs, as they are
    (so do ls and git)."""
    return visible if stream.isatty() else str


def visible(text: str) -> str:
    r"""The text with its controls, invisible characters and lone surrogates written as escapes; a tab stays a tab.

    >>> visible("a\x1b[1m\u202eb")
    'a\\x1b[1m\\u202eb'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\t" else c.encode("unicode_escape").decode() for c in text)


def input_message(name: str, message: str) -> str:
    """What is wrong with an input, for people; a URI that somebody took for the name of a file shows no password.

    >>> input_message("http://joe:secret@a.example/", "No such file or directory")
    'http://joe:...@a.example/: No such file or directory'
    """
    return visible(hide_passwords(f"{name}: {message}"))


def quoted(text: str) -> str:
    r"""The text in quotation marks on one line, its middle left out when it is long.

    >>> print(quoted("a\tb\n"), quoted('"'))
    "a\tb\n" '"'
    """
    half = QUOTED // 2
    short = text if len(text) <= QUOTED else f"{text[:half]}...{text[-half:]}"
    mark = "'" if '"' in short else '"'
    return mark + visible(short).replace("\t", r"\t") + mark


def width(text: str) -> int:
    """How many columns of a terminal visible text takes: two for wide characters, none for combining marks.

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
