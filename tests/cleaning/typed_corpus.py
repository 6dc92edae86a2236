"""Reads corpora/cleaning: each line contains a typed text, ` => `, and the URI, or `!` if the text is refused.

A backslash begins an escape: `\\n`, `\\t`, `\\r`, `\\\\`, `\\u200b`. Lines that begin with `% ` are comments, except
that after `% intranet` the cases are cleaned with that option.
"""

import re
from pathlib import Path
from typing import NamedTuple

from tests.corpus import CORPORA

ROOT = CORPORA / "cleaning"
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|([ntr\\]))")
CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


class Case(NamedTuple):
    """A typed text and its URI, or None if the text is refused; `intranet` is the option of `clean`."""

    path: str
    line: int
    typed: str
    uri: str | None
    intranet: bool = False

    @property
    def id(self) -> str:
        return f"{self.path}:{self.line}"


def unescaped(text: str) -> str:
    """A text with its escapes decoded.

    >>> unescaped(r"a\\u200bb")
    'a\\u200bb'
    """
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else CHARACTERS[found[2]], text)


def read(path: Path) -> list[Case]:
    """The cases of a file. Fails if there are none."""
    cases: list[Case] = []
    intranet = False
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        intranet = intranet or line == "% intranet"
        if line and not line.startswith("% "):
            typed, arrow, uri = line.partition(" => ")
            assert arrow, f"{path}:{number}: no => in {line!r}"
            cases.append(
                Case(path.relative_to(ROOT).as_posix(), number, unescaped(typed), None if uri == "!" else uri, intranet)
            )
    assert cases, f"{path}: no cases"
    return cases


def read_all() -> list[Case]:
    """The cases of all files."""
    return [case for path in sorted(ROOT.rglob("*.txt")) for case in read(path)]
