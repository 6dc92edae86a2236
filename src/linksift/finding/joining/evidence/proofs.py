"""Proofs: cases in which only a URI explains the text on both sides of a break. A single proof decides.

One is a string in source code that continues on the next line, as in gettext catalogues, C, Python, Java and other
languages. Two adjacent strings count as one only if the surrounding text is evidently code. In CSV, dialogue and lists
of quoted words, they are two.
"""

import re
from typing import NamedTuple

from linksift.finding.joining.layout import Layout, Line
from linksift.finding.joining.seam import Seam, joined
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

APPENDS = r"(?:\+\+?|(?<![\"'])\.\.?|<<|<>|[~^])"
"""The operators that append one string to another, each in some language. A full stop directly after a string may end a
sentence."""

CLOSES = rf"(?:[\"']|(?<='))[ \t]{{0,8}}(?:{APPENDS}|& _|[\\.])?[ \t]{{0,8}}"
OPENS = rf"[ \t]{{0,99}}{APPENDS}?[ \t]{{0,8}}[A-Za-z]{{0,2}}[\"']"
CONTINUED = r"(?:(?<=[/?&=#_.%+\-])\\\r?\n|\\\r?\n[ \t]{0,99}[?&/#])"
"""A line end after a backslash that stands directly behind a delimiter of a URI, or before one."""

AT_STRING_END = rf"(?:[.,:;\-]{{0,8}}{CLOSES}\r?\n{OPENS}|{CONTINUED})"
"""The text after a URI that ends a string, if another string begins the next line, or that ends in a backslash; an
apostrophe that closes the string may be part of what was read as the URI."""

_CLOSER = lazy_pattern(rf"(?P<quote>[\"'])[ \t]{{0,8}}(?:(?P<operator>{APPENDS}|& _)|[\\.])?[ \t]{{0,8}}\Z")
_OPENER = lazy_pattern(rf"[ \t]*(?P<operator>{APPENDS})?[ \t]*[A-Za-z]{{0,2}}(?P<quote>[\"'])")
_STRING_IN_CODE = lazy_pattern(
    r"""
    (?P<quote>["']) (?:\\.|(?!(?P=quote)).)*+ (?P=quote)
    [ \t]*+ (?:[)\]};,.%+&|<~^\\\#]|//|/\*|--|\Z)
    """,
    re.VERBOSE,
)
"""A string, followed by what may follow it in code: no word, as in prose, and no `=` or `:`, as after the key of a
setting."""

_CATALOGUE = lazy_pattern(r"(?:#~ ?)?msg(?:id|str|ctxt|id_plural|str\[\d\]) ?\Z")
_BEFORE_VALUE = lazy_pattern(
    r"""
    (?: (?:[=:>][ ]|\breturn[ ])\(                      # a group
      | (?:\A|[\s(,]) [^\s(,\-=] [^\s(,=]*+ [ \t]*=    # an assignment, but no option of a command
      | [ \t]:?= | ["']: | => | \breturn
    ) [ \t]* [A-Za-z]{0,2} \Z
    """,
    re.VERBOSE,
)
"""The text before a value of one or more strings. A bracket directly after a word or a sign, as in `url=(`, `'(` and
`download(`, may begin a list: in shells, Lisp and CMake, white space alone separates the entries."""

_BEFORE_MESSAGE = lazy_pattern(r"(?:[(\[{=]|\breturn)[ \t]*[A-Za-z]{0,2}\Z")
MOST_STRINGS = 50
"""The maximum number of lines read upwards to find where the first string of a value begins."""


class StringBreak(NamedTuple):
    """The break between two strings: where the first one's text ends, where the second one's begins, and the operator
    between them that may append one to the other."""

    start: int
    end: int
    operator: str


def string_break(line: Line, following: Line) -> StringBreak | None:
    r"""The break between the string that ends a line and the one that starts the next.

    >>> layout = Layout('f("See http://a.example/b/"\n"c.html")', frozenset())
    >>> string_break(layout.line_of(0), layout.line_of(30))
    StringBreak(start=26, end=29, operator='')
    """
    closer = _CLOSER.search(line.text)
    opener = _OPENER.match(following.text)
    if closer is None or opener is None or closer["quote"] != opener["quote"]:
        return None
    if not _STRING_IN_CODE.match(following.text, opener.end() - 1):
        return None
    operator = closer["operator"] or opener["operator"] or ""
    return StringBreak(line.body + closer.start(), following.body + opener.end(), operator)


_CONTINUED = lazy_pattern(r"[/?&=#_.%+\-]\\\Z")
_GOES_ON = lazy_pattern(r"[?&/#][\w%]")
_NO_PART = lazy_pattern(r"[^\w%#?&=~/]|\w+[.,:;!?)]*\s+\S")
"""Text that is no part of a URI: an option of a command, a mark, or a word before others."""


def continued_line(line: Line, following: Line) -> StringBreak | None:
    r"""The break after a backslash that continues a URI on the next line, in strings, scripts and comments.

    In Markdown, a backslash breaks a line of prose, which does not begin like a part of a URI.

    >>> layout = Layout("http://a.example/\\\n  b/c.html", frozenset())
    >>> continued_line(layout.line_of(0), layout.line_of(20))
    StringBreak(start=17, end=21, operator='\\')
    """
    goes_on = _CONTINUED.search(line.text[-2:]) or _GOES_ON.match(following.stripped)
    if not goes_on or line.text[-1:] != "\\" or not following.stripped or _NO_PART.match(following.stripped):
        return None
    return StringBreak(line.text_end - 1, following.text_end - len(following.stripped), "\\")


def is_concatenated(layout: Layout, line: Line, found: StringBreak, start: int) -> bool:
    """Whether code joins the strings around a break into one text; the URI begins at `start`, on `line`.

    If the URI fills its string, only a `+` decides, unless it begins the line, as in a diff: `<<` also adds an entry to
    a list, and in prose, a full stop may follow a space.
    """
    fills = layout.text[start - 1] == layout.text[found.start]
    adds = found.operator == "+" and layout.text[line.end + 1 : line.end + 2] != "+"
    return adds or (found.operator != "" and not fills) or are_one_value(layout, line, start)


def are_one_value(layout: Layout, line: Line, start: int) -> bool:
    """Whether the string on a line and those above and below it, with nothing between them, are one value: an entry of
    a catalogue, the value of an assignment, or an argument of a call.

    If the URI at `start` fills its string, an entry of a list may look the same; but no string of such a list contains
    a space, as the strings of a message do.
    """
    line, following = _as_code(line), layout.after(line)
    quote = line.text[_CLOSER.search(line.text).start()]  # type: ignore[union-attr]
    is_message = layout.text[start - 1] != quote
    if not is_message and line.text.endswith("\\") and following and following.stripped[:1] in "'\"":
        return False  # the next word of a command or of a variable of make, which have no prefix, as in f"c"
    for _ in range(MOST_STRINGS):
        if following is None or f"{quote}," in line.text:
            return False
        if not _OPENER.match(line.text):
            before = line.text.partition(quote)[0]
            return _CATALOGUE.match(before) is not None or (following.indent > 0 and _opens_value(before, is_message))
        above = layout.before(line)
        if above is None or not above.stripped:
            return False
        above = _as_code(above)
        closer = _CLOSER.search(above.text)
        if closer is None:
            return line.indent > 0 and (above.text.endswith(",") or _opens_value(above.text, is_message))
        is_message = is_message or " " in above.text[: closer.start()].lstrip()
        line, following = above, line
    return False


def _as_code(line: Line) -> Line:
    """A line of source code, in which a quotation mark begins a string, and no comment as in the scripts of Vim."""
    return line.after_mark("") if line.comment_mark in ("'", '"') else line


def _opens_value(before: str, is_message: bool) -> bool:
    """Whether a value begins after this text; the strings of a message may also be in brackets."""
    if _BEFORE_VALUE.search(before):
        return True
    return is_message and (_BEFORE_MESSAGE.search(before) is not None or before.count("(") > before.count(")"))


_SCHEME = lazy_pattern(r"(?i:https?|ftp)://")


@rule
def scheme_goes_on(seam: Seam) -> float:
    r"""The line ends in part of http, https or ftp, and the next line starts with the rest and `://`.

    >>> [linksift.find(f"See ht\n{rest}://a.example", rejoin="auto")[0].uri for rest in ("tp", "tps")]
    ['http://a.example', 'https://a.example']
    """
    return float("://" not in seam.uri and _SCHEME.match(joined(seam.uri, seam.piece)) is not None)


@rule
def line_continued(seam: Seam) -> float:
    r"""The line ends in a backslash directly behind a delimiter of the URI, and the next line starts like a part of it.

    >>> linksift.find("See http://a.example/b/\\\n  c.html for more.", rejoin="auto")[0].uri
    'http://a.example/b/c.html'
    """
    return float(continued_line(seam.line, seam.next) is not None)


@rule
def string_goes_on(seam: Seam) -> float:
    r"""The line ends in a string in source code, and the next line starts with another that the code appends to it.

    >>> linksift.find('f("See http://a.example/b/"\n  "c.html")', rejoin="auto")[0].uri
    'http://a.example/b/c.html'
    """
    found = string_break(seam.line, seam.next)
    return float(found is not None and is_concatenated(seam.layout, seam.line, found, seam.start))
