r"""Reads roff, in which man pages are written: their text with its escapes removed (groff 7, groff_char 7).

In the source, a URI may be followed by an escape (`\fIhttp://a.example/\fR`) or contain some (`http://a\&.example`).
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece
from linksift.documents.text_files.escape_removal import read_without_escapes

_ESCAPE = re.compile(
    r"""
    \\ (?: [DLNXbhlovwx] '[^'\n]{0,99}'  # motions, drawings and measurements
         | (?P<command> [FMVYfgkmns] [+\-]? | \* )?  # a font, size, colour, register or string
           (?: \( (?P<two> ..) | \[ (?P<long> [^\]\n]{0,99} ) \] | (?P<one> .|\n) )
       )
    """,
    re.VERBOSE,
)
"""An escape: a command with its argument, or else the name of a character."""

_NAMES = ["la", "ra", "aq", "dq", "ti", "ha", "rs", "sl", "at", "sh", "hy", "en", "em", "lq", "rq", "oq", "cq"]
_CHARACTERS = dict(zip(_NAMES, "<>'\"~^\\/@#-–—“”‘’", strict=True))
"""Characters by their names; a space stands for others, which end a URI."""

_STRINGS = {"Aq": "'", 'L"': "“", 'R"': "”"}
"""The strings that pod2man and DocBook define."""

_SINGLE = {**dict.fromkeys('!"%&),/:^cdpru{|}\n', ""), **dict.fromkeys(" 0~", " "), "e": "\\", "t": "\t", '"': '\\"'}
"""The escapes of one character that are not the character itself; a quotation mark begins a comment, which is read."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a file, or of its beginning if it is longer than the limit."""
    return read_without_escapes(file, context, _ESCAPE, written)


def written(escape: re.Match[str]) -> str:
    r"""The text that an escape stands for.

    >>> _ESCAPE.sub(written, r"\fIhttp://a\&.example/b\-c\fR, \(lajoe@a.example\(ra")
    'http://a.example/b-c, <joe@a.example>'
    """
    name = escape["two"] or escape["long"]
    if escape["command"]:
        return _STRINGS.get(name, "") if escape["command"] == "*" else ""
    one = escape["one"]
    return _SINGLE.get(one, one) if one else _CHARACTERS.get(name, " ") if name else ""
