r"""Reads roff, the format of man pages: their text with its escapes decoded (groff 7, groff_char 7).

In the source, a URI may be followed by an escape (`\fIhttp://a.example/\fR`) or contain some (`http://a\&.example`).
"""

import re
from collections.abc import Iterator

from linksift.documents.text_files.text_without_escapes import Escape, reader_without_escapes

_ESCAPE = re.compile(
    r"""
    ^ (?P<request> [.'] ) (?! [ \t]* \\["\#] )  # a request, but no comment, takes a line of its own
    | \\ (?: (?P<quoted> [DLNXbhlovwx] ) '[^'\n]{0,999}'  # a motion, drawing or measurement, or a character by number
           | (?P<command> [FMVYfgkmns] [+\-]? | \* )?  # a font, size, colour, variable, register or string
             (?: \( (?P<two> ..) | \[ (?P<long> [^\]\n]{0,99} ) \] | (?P<one> .|\n) )
         )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""An escape: a command with its argument, or else the name of a character; or the mark of a request."""

_NAMES = ["la", "ra", "aq", "dq", "ti", "ha", "rs", "sl", "at", "sh", "hy", "en", "em", "lq", "rq", "oq", "cq"]
_CHARACTERS = dict(zip(_NAMES, "<>'\"~^\\/@#-–—“”‘’", strict=True)) | {"ul": "_", "eq": "=", "pl": "+", "Do": "$"}
"""Characters by their names; other characters become a space, which ends a URI."""

_NUMBERED = re.compile("u([0-9A-F]{4,5})")
"""The name of a character by its number in Unicode."""

_STRINGS = {"Aq": "'", 'L"': "“", 'R"': "”"}
"""The strings that pod2man and DocBook define; others become a space."""

_PRINT_SOMETHING = "DLNVblnow"
"""The commands that print something, such as a number or a line, and become a space; others print nothing."""

_SINGLE = {
    **dict.fromkeys("!%&),/:^cdpruz{|}\n", ""),
    **dict.fromkeys(" 0~a", " "),
    **{"e": "\\", "t": "\t", '"': '\\"', "#": "\\#"},
}
"""The escapes of one character that are not the character itself; some begin comments, which are read."""


def escapes(text: str) -> Iterator[Escape]:
    r"""The escapes in a text, in order; blank lines, across which no URI continues, replace the mark of a request.

    >>> list(escapes("a\\&b\n.br"))
    [Escape(start=1, end=3, text=''), Escape(start=5, end=6, text='\n\n')]
    """
    for found in _ESCAPE.finditer(text):
        yield Escape(*found.span(), "\n\n" if found["request"] else written(found))


def written(escape: re.Match[str]) -> str:
    r"""The text that an escape represents.

    >>> _ESCAPE.sub(written, r"\fIhttp://a\&.example/b\-c\fR, \(lajoe@a.example\(ra")
    'http://a.example/b-c, <joe@a.example>'
    """
    command, one = escape["command"] or escape["quoted"], escape["one"]
    name = escape["two"] or escape["long"] or one or ""
    if command == "*":
        return _STRINGS.get(name, " ")
    if command:
        return " " if command[0] in _PRINT_SOMETHING else ""
    if one:
        return _SINGLE.get(one, one)
    number = _NUMBERED.fullmatch(name)
    return chr(int(number[1], 16)) if number else _CHARACTERS.get(name, " ")


read = reader_without_escapes(escapes)
"""The text of a file, or of its beginning if it is longer than the limit."""
