r"""Reads Java properties, such as those of Gradle: their text with its escapes undone (`java.util.Properties.load`).

In these files, a colon follows a backslash: `url=https\://a.example/`.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece
from linksift.documents.text_files.escape_removal import read_without_escapes

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(\r?\n[ \t\f]*+)|(.))")
_WHITE_SPACE = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a file, or of its beginning if it is longer than the limit."""
    return read_without_escapes(file, context, _ESCAPE, written)


def written(escape: re.Match[str]) -> str:
    r"""The text that an escape stands for; none after a backslash at a line end, where the next line continues.

    >>> _ESCAPE.sub(written, "a\\u003Dhttps\\://a.example/\\\n  b")
    'a=https://a.example/b'
    """
    number, line_end, one = escape.groups()
    return chr(int(number, 16)) if number else "" if line_end else _WHITE_SPACE.get(one, one)
