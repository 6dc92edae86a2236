r"""The prefixes of lines: quote marks (`> `), comment marks (`# `, `// `, ` * `) and indentation.

The scan of enclosures and the evidence on line breaks read prefixes with the functions in this module. If mail was
quoted and wrapped more than once, a prefix may be missing, or shorter or longer than that of the line before.
"""

import re

from linksift.lazy_pattern import lazy_pattern

MOST_QUOTE_MARKS = 64
"""No line is quoted more deeply than this."""

LONGEST_PREFIX = 64
"""No prefix is longer than this."""

IN_PREFIX = " \t>#/*;%-!'\"|+.\\"
"""Indentation, and the characters in the marks of quotations and of comments, except those that are letters."""

BORDERS = "|│┃║"
"""The vertical lines of tables and boxes."""

LAST_BORDER = r"(?:\*+/?|#+)[ \t]*\r?(?:\n|\Z)"
"""The right border of a box that is drawn in a comment."""

WINDOW, REACH = 60, 8192
"""How many lines above or below a line are read, and how many code points away they may be at most."""

QUOTE_MARKS = rf"(?>(?:[ \t]{{0,3}}>){{1,{MOST_QUOTE_MARKS}}})"
_QUOTES = re.compile(QUOTE_MARKS)
QUOTED_LINE = lazy_pattern(r"(?:\A|\n)(?=[ \t]{0,3}>)")
"""The start of the text, or a line feed, before a quoted line."""

_MARKS = lazy_pattern(r"[ \t]*+(?:(?:>|\||#+(?:'(?=\s))?|//+(?:!(?=\s))?|/\*|\*|--+|;+|%)[ \t]*+)*+")
"""The quote and comment marks that begin a line, and the white space after each."""

_MARK = lazy_pattern(r">|\||#+'?|//+!?|\*|--+|;+|%")
_COMMENT = re.compile(
    r"""[ \t]{0,64}+(?:
        (?:([+-])(?!//[\w\-]+\.)(?=[*\#/]|[ ]\*|\t|[ ]{2})[ \t]{0,64}+)?+  # the sign of a diff before a mark
        (?:(//+!?|/\*+|\#+'?|\*\*?|;+|%+|--+|\||>+|!+[<>]?|::|\.?\\?\"|'
            |@c|c(?=[ ]{3})|dnl|rem|[a-z]{1,4}>{1,4})(?=\s|\Z)
        |((?://|\#|;+)(?=\w)|[+-](?=[\w(\[{<`?]|//[\w\-]+\.)))
    )[ \t]*+""",
    re.IGNORECASE | re.VERBOSE,
)
r"""The mark of a comment before its text: `//`, `#`, ` * `, `;;`, `--`, `.\"`, `rem`, Fortran's `C`, the initials
that Supercite puts before a quotation, `jd>`, and the `+` or `-` of a line that a diff adds or removes, alone or before
another mark. It has a group for a sign before a mark, and one each for a mark before white space and a mark, or the
sign of a diff, before a word or an opening bracket."""

LONGEST_INITIALS = 4
"""The maximum number of letters that `_COMMENT` accepts before the `>` of a quotation."""

_BLANKS = lazy_pattern(r"[ \t]*+")


def quotes_end(text: str, line: int) -> int:
    """The end of the quote marks of the line that begins at `line`, excluding the white space after them, or `line` if
    there are none.

    >>> quotes_end("> >a", 0), quotes_end("a", 0)
    (3, 0)
    """
    found = _QUOTES.match(text, line)
    return found.end() if found else line


def blanks_end(text: str, position: int) -> int:
    """The end of the spaces and tabs at `position`."""
    return _BLANKS.match(text, position).end()  # type: ignore[union-attr]


def marks_before(text: str, start: int, end: int) -> tuple[str, ...]:
    """The quote and comment marks that begin the text from `start` to `end` (code points).

    >>> [marks_before(text, 0, len(text)) for text in ("# > a", "/* a", "//! a", "a # b")]
    [('#', '>'), ('*',), ('//!',), ()]
    """
    return tuple(_MARK.findall(_MARKS.match(text, start, min(end, start + LONGEST_PREFIX))[0]))  # type: ignore[index]


def marks_end(text: str, position: int, marks: tuple[str, ...]) -> int:
    """The end of these marks, which may have spaces between them; only the marks that are present count.

    >>> marks_end("# >a", 0, ("#", ">")), marks_end("# a", 0, ("#", "*")), marks_end("a", 0, ("#", "*"))
    (3, 1, 0)
    """
    end = position
    for mark in marks:
        place = blanks_end(text, end)
        if not text.startswith(mark, place):
            break
        end = place + len(mark)
    return end


def comment_mark(text: str, position: int) -> tuple[str, int]:
    """The comment mark at `position`, after quote marks, and where the text continues after it.

    A mark is followed by white space; `#`, `//` and `;` may also be followed by a word. The sign of a diff is followed
    by a word, a bracket, a backtick, a query, the slashes before a host or another mark, since an item of a list has
    white space there. `/*`, which opens a comment, counts as its `*`, and so does `**`; a deeply indented `>` counts as
    a comment mark.

    >>> [comment_mark(text, 0) for text in (" # a", "#a", "/* a", "** a", "+a", "-a", "+ a", "a")]
    [('#', 3), ('#', 1), ('*', 3), ('*', 3), ('+', 1), ('-', 1), ('', 0), ('', 0)]
    >>> [comment_mark(text, 0) for text in ("+ * a", "+// a", "+  a", "- # a", "jd> a")]
    [('+*', 4), ('+//', 4), ('', 0), ('', 0), ('jd>', 4)]
    """
    found = _COMMENT.match(text, position)
    if found is None:
        return "", position
    sign, *marks = found.groups("")
    mark = "".join(marks)
    return sign + {"/*": "*", "**": "*", ">>": ">"}.get(mark[:2], mark), found.end()
