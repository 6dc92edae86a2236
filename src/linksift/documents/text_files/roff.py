r"""Reads roff, in which man pages are written: their text with its escapes removed (groff 7, groff_char 7).

In the source, a URI may be followed by an escape (`\fIhttp://a.example/\fR`) or contain some (`http://a\&.example`).
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece
from linksift.documents.text_files.escape_removal import Escape, read_without_escapes

_ESCAPE = re.compile(
    r"""
    ^ (?P<request> [.'] ) (?! [ \t]* \\["\#] )  # a request, but no comment, takes a line of its own
    | \\ (?: (?P<quoted> [DLNXbhlovwx] ) '[^'\n]{0,999}'  # a motion, drawing or measurement, or a character by number
           | (?P<command> [FMVYfgkmns] [+\-]? | \* )?  # a font, size, colour, register or string
             (?: \( (?P<two> ..) | \[ (?P<long> [^\]\n]{0,99} ) \] | (?P<one> .|\n) )
         )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""An escape: a command with its argument, or else the name of a character; or the mark of a request."""

_NAMES = ["la", "ra", "aq", "dq", "ti", "ha", "rs", "sl", "at", "sh", "hy", "en", "em", "lq", "rq", "oq", "cq"]
_CHARACTERS = dict(
    zip([*_NAMES, "ul", "eq", "pl", "Do"], "<>'\"~^\\/@#-–—“”‘’_=+$", strict=True),
)
"""Characters by their names; a space stands for others, which end a URI."""

_UNICODE = re.compile("u([0-9A-F]{4,5})")
_STRINGS = {"Aq": "'", 'L"': "“", 'R"': "”"}
"""The strings that pod2man and DocBook define; a space stands for others."""

_PRINT_NOTHING = "hvXx"
_PRINT_A_NUMBER = "nV"
_SINGLE = {
    **dict.fromkeys("!%&),/:^cdpruz{|}\n", ""),
    **dict.fromkeys(" 0~a", " "),
    **{"e": "\\", "t": "\t", '"': '\\"', "#": "\\#"},
}
"""The escapes of one character that are not the character itself; some begin comments, which are read."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a file, or of its beginning if it is longer than the limit."""
    return read_without_escapes(
        file, context, lambda text: (Escape(*found.span(), written(found)) for found in _ESCAPE.finditer(text))
    )


def written(escape: re.Match[str]) -> str:
    r"""The text that an escape stands for; blank lines before a request, across which no URI continues.

    >>> _ESCAPE.sub(written, r"\fIhttp://a\&.example/b\-c\fR, \(lajoe@a.example\(ra")
    'http://a.example/b-c, <joe@a.example>'
    """
    if escape["request"]:
        return "\n\n"
    if escape["quoted"]:
        return "" if escape["quoted"] in _PRINT_NOTHING else " "
    name, one = escape["two"] or escape["long"] or "", escape["one"] or ""
    if command := escape["command"]:
        return _STRINGS.get(name or one, " ") if command == "*" else " " if command[0] in _PRINT_A_NUMBER else ""
    if number := _UNICODE.fullmatch(name):
        return chr(int(number[1], 16))
    return _SINGLE.get(one, one) if one else _CHARACTERS.get(name, " ")
