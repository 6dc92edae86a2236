r"""Reads LaTeX and BibTeX: the references in `\url` and `\href`, and the rest as text with its escapes removed."""

import re
from collections.abc import Iterator
from heapq import merge
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece, Source, StatedReference, display_text
from linksift.documents.reading_limits import read_beginning
from linksift.documents.text_files.plain_text import text_of
from linksift.documents.text_files.text_without_escapes import Escape, text_without_escapes

LONGEST_ARGUMENT = 8_192
"""The maximum number of characters in an argument; a brace not closed within that many does not begin an argument."""

_ARGUMENT = rf"\{{((?:[^{{}}\\]|\\.|\{{(?:[^{{}}\\]|\\.){{0,99}}+\}}){{0,{LONGEST_ARGUMENT}}}+)\}}"
"""The text in braces, which may contain balanced braces. Escapes inside those braces are also read as in TeX, so an
argument that begins inside an unclosed one is part of it, and text full of such arguments takes linear time."""
_STATED = re.compile(
    rf"\\(url|nolinkurl|path|href|hrefurl)\*?+\s{{0,99}}(?:\[[^\[\]{{}}]{{0,999}}\]\s{{0,99}})?{_ARGUMENT}"
    rf"(?:(?<=\}})\s{{0,99}}{_ARGUMENT})?",
    re.DOTALL,
)
r"""A LaTeX command that states a link, its options, and one or two arguments:
`\href[pdfnewwindow]{http://...}{text}`."""

_ESCAPE = re.compile(
    r"""(?x)
    (?P<tilde> \{\\textasciitilde\} | \\textasciitilde(?![A-Za-z])(?:\{\}|[ ])? | \\~\{\} | \$\\sim\$ )
    | (?P<underscore> \{\\textunderscore[ ]?\} | \\textunderscore(?![A-Za-z])(?:\{\}|[ ])? )
    | \{\\?([_~%\#&])\} | \\(?=[_%\#&~$]) | \\string(?![A-Za-z])  # a character that has a special meaning in TeX
    | \$([<>])\$  # an angle bracket, which in old fonts was one only in a formula
    | \\[-/] | \\allowbreak(?![A-Za-z])(?:\{\}|[ ])?  # a mark for hyphenation, or where a line may end
    """
)
"""Escapes of characters that have a special meaning in TeX, ways to write a tilde or an underscore, and marks for
hyphenation."""

_NAMED = {"tilde": "~", "underscore": "_"}

_VERBATIM = re.compile(r"(\\(?:verb|url)\*?\+)[^\n+]*+(\+)")
r"""Verbatim text, such as `\verb+http://a.example/+`. Most of the other marks that may enclose it end a URI."""

_LINE_END = re.compile(r"(?:(?<!\\)%)?\r?\n[ \t]*")
r"""A line end, which a `%` comments out; `\%` is a percent sign."""

_SCHEME = re.compile(r"(?!www\.)[A-Za-z][A-Za-z0-9+.\-]*:")
"""A scheme; the text before the colon in `www.a.example:8080` is a host."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The references and text of a file, or of its beginning if it is longer than the limit."""
    octets, cut_off = read_beginning(file, context)
    source = Source(text_of(octets))
    skip: list[tuple[int, int]] = []
    line_ends: list[Escape] = []
    for command in _STATED.finditer(source.text):
        name, argument, shown = command.groups()
        reference = unescaped(argument)
        if context.base is None and not _SCHEME.match(reference):
            line_ends += (Escape(*end.span(), "") for end in _LINE_END.finditer(source.text, *command.span(2)))
            continue  # `\url{www.a.example}` is text, since there is no base to which it could be relative
        link_text = display_text(shown) if shown and name.startswith("href") else None
        skip.append(span := command.span(2))
        yield StatedReference(reference, f"\\{name}", context.base, link_text, source, *span, context.locator)
    found = (Escape(*escape.span(), written(escape)) for escape in _ESCAPE.finditer(source.text))
    marks = (Escape(*text.span(mark), " ") for text in _VERBATIM.finditer(source.text) for mark in (1, 2))
    yield text_without_escapes(source, merge(line_ends, marks, found), skip, context.locator)
    yield from cut_off


def unescaped(argument: str) -> str:
    r"""The reference in an argument, with escapes undone, and without line endings and the comment signs before them.

    >>> unescaped(r"http://a.example/b\_c\%20d\#e{\~}f"), unescaped("%\n  http://a.example/%\n  b%\n")
    ('http://a.example/b_c%20d#e~f', 'http://a.example/b')
    """
    joined = _LINE_END.sub("", argument).strip()
    return _ESCAPE.sub(written, joined).replace("\\{", "{").replace("\\}", "}")


def written(escape: re.Match[str]) -> str:
    r"""The character that an escape represents, or "" if the character follows it.

    >>> _ESCAPE.sub(written, r"\textasciitilde{}a$\sim$b{\_}c\_d{\textunderscore }e$>$")
    '~a~b_c_d_e>'
    """
    if escape.lastgroup:
        return _NAMED[escape.lastgroup]
    return escape[escape.lastindex] if escape.lastindex else ""
