r"""Reads Java properties, such as those of Gradle: their text with its escapes decoded (`java.util.Properties.load`).

In these files, a colon follows a backslash: `url=https\://a.example/`.
"""

import re
from collections.abc import Iterator

from linksift.documents.text_files.text_without_escapes import Escape, reader_without_escapes

_LINE = re.compile(
    r"""
    ^ [ \t\f]*+ (?: [#!] [^\r\n]*+  # a comment has no escapes
      | (?P<key> [^\\=:\s]*+ (?: \\. [^\\=:\s]*+ )*+ ) (?P<separator> [ \t\f]*+ [=:] )? )
    (?P<value> [^\\\r\n]*+ (?: \\ [\s\S] (?: (?<=\r) \n )? [^\\\r\n]*+ )*+ )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""A line, and the lines on which its value continues."""

_ESCAPE = re.compile(r"(?P<numbers>(?:\\u[0-9A-Fa-f]{4})++)|\\(?:(?P<line_end>(?:\r\n?|\n)[ \t\f]*+)|(?P<one>.))")
"""Characters by number, a line end before which a value continues, or a character that is not special."""

_WHITE_SPACE = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


def escapes(text: str) -> Iterator[Escape]:
    r"""The escapes in keys and values, in order; a space replaces the mark after a key that may be a URI.

    >>> list(escapes("a=http\\://a.example/\nhttp\\://b=c\n# http\\://c"))
    [Escape(start=6, end=8, text=':'), Escape(start=25, end=27, text=':'), Escape(start=30, end=31, text=' ')]
    """
    for line in _LINE.finditer(text):
        if line["key"]:
            yield from _escapes_between(text, *line.span("key"))
            if line["separator"] and "\\:" in line["key"]:
                yield Escape(line.end("separator") - 1, line.end("separator"), " ")
        yield from _escapes_between(text, *line.span("value"))


def _escapes_between(text: str, start: int, end: int) -> Iterator[Escape]:
    """The escapes between two positions; none of their text remains at a line end, where the next line continues."""
    for found in _ESCAPE.finditer(text, start, end):
        if found["numbers"]:
            written = bytes.fromhex(found["numbers"].replace("\\u", "")).decode("utf-16-be", "replace")
        else:
            written = "" if found["line_end"] else _WHITE_SPACE.get(found["one"], found["one"])
        yield Escape(*found.span(), written)


read = reader_without_escapes(escapes)
"""The text of a file, or of its beginning if it is longer than the limit."""
