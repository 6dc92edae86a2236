"""Proofs: cases in which only a URI explains the text on both sides of a break. A single proof decides.

One is a string in source code that continues on the next line, as in gettext catalogues, C, Python, Java and other
languages. Two adjacent strings count as one only if the surrounding text is evidently code. In CSV, dialogue and lists
of quoted words, they are two.
"""

import re
from typing import NamedTuple

from linksift.delimiters import STOPS
from linksift.finding.joining.seam import PARAMETER_START, ROOT_DIRECTORIES, Seam, joined
from linksift.finding.joining.text_layout import Layout, Line
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

APPENDS = r"(?:\+\+?|(?<![\"'])\.\.?|<<|<>|[~^])"
"""The operators that append one string to another, each in some language. A full stop directly after a string may end a
sentence."""

CLOSES = rf"(?:[\"']|(?<='))[ \t]{{0,8}}(?:{APPENDS}|& _|[\\.])?[ \t]{{0,8}}"
OPENS = rf"[ \t]{{0,99}}{APPENDS}?[ \t]{{0,8}}[A-Za-z]{{0,2}}[\"']"
_DELIMITER = r"[/?&=#_.%+\-]"
_BACKSLASH_AT_LINE_END = rf"(?:(?<={_DELIMITER})\\\r?\n|\\\r?\n[ \t]{{0,99}}(?:[?&/#]|\.[a-z]))"
"""A line end after a backslash with a delimiter of a URI directly before it, or at the start of the next line."""

AT_CODE_BREAK = rf"(?:[.,:;\-]{{0,8}}{CLOSES}\r?\n{OPENS}|{_BACKSLASH_AT_LINE_END})"
"""The text after a URI that the next line may continue in source code: the end of a string, with another at the start
of the next line, or a backslash. An apostrophe that closes the string may be part of what was read as the URI."""

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

_CATALOGUE = lazy_pattern(r"(?:#~ ?)?msg(?:id|str|ctxt|id_plural|str\[\d\]) {0,3}\Z")
_BEFORE_VALUE = lazy_pattern(
    r"""
    (?: (?:[=:>][ ]|\breturn[ ]|\A[ \t]+[A-Za-z_]\w*=)\(  # a group, which may be an argument of a call
      | (?:\A|[\s(,]) [^\s(,\-=] [^\s(,=]*+ [ \t]*=    # an assignment, but no option of a command
      | [ \t]:?= | ["']: | => | \breturn
    ) [ \t]* [A-Za-z]{0,2} \Z
    """,
    re.VERBOSE,
)
"""The text before a value of one or more strings. A bracket directly after a word or a sign, as in `urls=(`, `'(` and
`download(`, may begin a list: in shells, Lisp and CMake, white space alone separates the entries. An indented `url=(`
on a line of its own is an argument of a call."""

_BEFORE_MESSAGE = lazy_pattern(r"(?:[(\[{=]|\breturn)[ \t]*[A-Za-z]{0,2}\Z")
MOST_STRINGS = 50
"""The maximum number of lines read upwards to find where the first string of a value begins."""


class CodeBreak(NamedTuple):
    """The break between two strings, or at a backslash: where the text before it ends, where the text after it begins,
    and the operator that appends one string to the other, if any."""

    start: int
    end: int
    operator: str


@rule
def string_goes_on(line: Line, following: Line) -> CodeBreak | None:
    r"""The line ends in a string in source code, and the next line starts with another that the code appends to it.

    `is_concatenated` says whether the code appends it.

    >>> linksift.find('f("See http://a.example/b/"\n  "c.html")', rejoin="auto")[0].uri
    'http://a.example/b/c.html'
    """
    closer = _CLOSER.search(line.text)
    opener = _OPENER.match(following.text)
    if closer is None or opener is None or closer["quote"] != opener["quote"]:
        return None
    if not _STRING_IN_CODE.match(following.text, opener.end() - 1):
        return None
    operator = closer["operator"] or opener["operator"] or ""
    return CodeBreak(line.body + closer.start(), following.body + opener.end(), operator)


_BACKSLASH_AFTER_DELIMITER = lazy_pattern(rf"{_DELIMITER}\\\Z")
_REST_OF_HOST = r"\.[a-z]{2,12}[./]"
_DELIMITER_FIRST = lazy_pattern(rf"[?&/#](?:[\w%]|\$\{{)|{_REST_OF_HOST}")
_NO_PART = lazy_pattern(
    rf"""
    (?!{_REST_OF_HOST}|\$\{{)[^\w%\#?&=~/]                # a mark, or an option of a command
    | [%\#?&=~/](?![\w%]|\$\{{) | [%_]+\Z                # only signs
    | /(?:{ROOT_DIRECTORIES})\b                         # the next argument of a command
    | \w+[.,:;!?)]*\s+\S                               # prose
    | (?:[^\W\d_]+|[0-9]+)[.,:;!?)]*\\?\Z              # a word or a number, but no hash
    | (?:www|ftp)\. | [\w.+\-]+@[\w\-]+\.               # another name or address
    """,
    re.VERBOSE,
)
"""The start of a line that is not part of a URI, after a backslash that ends a line of Markdown or of a script."""

_ASSIGNMENT = lazy_pattern(r"[A-Za-z_]\w*=")


@rule
def line_goes_on(line: Line, following: Line) -> CodeBreak | None:
    r"""The line ends in a backslash next to a delimiter of the URI, and the next line starts like a part of it.

    No prose follows: in Markdown, a backslash also ends a line of prose.

    >>> linksift.find("See http://a.example/b/\\\n  c.html for more.", rejoin="auto")[0].uri
    'http://a.example/b/c.html'
    """
    piece, last = following.stripped, line.text[-2:-1]
    if not line.text.endswith("\\") or not piece or _NO_PART.match(piece):
        return None
    if (last == piece[0] == "/") or (last not in "?&" and _ASSIGNMENT.match(piece)):
        return None
    if not (_BACKSLASH_AFTER_DELIMITER.search(line.text) or _DELIMITER_FIRST.match(piece)):
        return None
    return CodeBreak(line.text_end - 1, following.text_end - len(piece), "")


def is_concatenated(layout: Layout, line: Line, found: CodeBreak, start: int) -> bool:
    """Whether code joins the strings around a break into one text; the URI begins at `start`, on `line`.

    An operator between the strings decides. If the URI fills its string, only `+` does: `<<` also adds an entry to a
    list, and in prose, a full stop may follow a space. At the start of a line, `+` may be the sign of a diff.
    """
    between = layout.text[found.start : found.end]
    fills = layout.text[max(0, start - 1)] == between[0]
    is_sign = "\n+" in between or line.stripped[0] in "+-"
    appends = found.operator == "+" and not is_sign if fills else found.operator != ""
    return appends or are_one_value(layout, line, start)


def are_one_value(layout: Layout, line: Line, start: int) -> bool:
    """Whether the string on a line and those above and below it, with nothing between them, are one value: an entry of
    a catalogue, the value of an assignment, or an argument of a call.

    If the URI at `start` fills its string, an entry of a list may look the same; but no string of such a list contains
    a space, as the strings of a message do.
    """
    line, following = _as_code(line), layout.after(line)
    closer = _CLOSER.search(line.text)
    if closer is None:
        return False  # a backslash continues the line, so another line ends the string
    quote = closer["quote"]
    is_message = layout.text[max(0, start - 1)] != quote
    if not is_message and line.text.endswith("\\") and following and following.stripped[:1] in "'\"":
        return False  # the next word of a command, or of a variable of make; a prefix, as in f"c", shows Python
    for _ in range(MOST_STRINGS):
        if following is None or f"{quote}," in line.text:
            return False
        before = _before_string(line, quote, start)
        if not _OPENER.fullmatch(before + quote):
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


def _before_string(line: Line, quote: str, start: int) -> str:
    """The text of a line before the string in which the URI at `start` begins; on another line, before the first."""
    on_line = line.text[: start - line.body] if line.body <= start < line.end else ""
    opened = on_line.replace(f"\\{quote}", "  ").rfind(quote)
    if opened >= 0:
        return on_line[:opened]
    opener = _OPENER.match(line.text)
    return opener[0][:-1] if opener else line.text.partition(quote)[0]


def _as_code(line: Line) -> Line:
    """A line of source code, in which a quotation mark begins a string, not a comment as in Vim scripts."""
    return line.after_mark("") if line.comment_mark in ("'", '"') else line


def _opens_value(before: str, is_message: bool) -> bool:
    """Whether a value begins after this text; the strings of a message may also be in brackets."""
    if _BEFORE_VALUE.search(before):
        return True
    return is_message and (_BEFORE_MESSAGE.search(before) is not None or before.count("(") > before.count(")"))


_SCHEME = lazy_pattern(r"(?i:https?|ftp)://")
_QUERY_PART = lazy_pattern(rf"[?&]{PARAMETER_START}")


@rule
def scheme_goes_on(seam: Seam) -> float:
    r"""The line ends in part of http, https or ftp, and the next line starts with the rest and `://`.

    >>> [linksift.find(f"See ht\n{rest}://a.example", rejoin="auto")[0].uri for rest in ("tp", "tps")]
    ['http://a.example', 'https://a.example']
    """
    return float("://" not in seam.uri and _SCHEME.match(joined(seam.uri, seam.piece)) is not None)


@rule
def query_goes_on(seam: Seam) -> float:
    r"""The next line starts with a parameter and its `?` or, after a query, its `&` (RFC 3986, 3.4; Chicago style).

    >>> texts = "b.php\n?c=d", "b?c=d\n&e=f", "b\n&e=f", "b?c=d\n?e=f", "b\n\n?c=d", "b.\n?c=d"
    >>> [query_goes_on(Seam.in_text(f"http://a.example/{text}")) for text in texts]
    [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    """
    if seam.lines_between or seam.last in STOPS or not _QUERY_PART.match(seam.piece):
        return 0.0
    return float((seam.piece[0] == "&") == ("?" in seam.uri))
