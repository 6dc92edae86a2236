"""White space inside an enclosure: where it breaks a URI, and where the URI continues.

A break is a run of white space. After a line break it includes the next line's prefix (`> `, `# `, ` * `), which may
differ from that of the line before, and at most one line that contains only a prefix.
"""

import re
from typing import NamedTuple

from linksift.delimiters import LINE_BREAKS, STOPS
from linksift.finding.line_prefixes import QUOTE_MARKS, blanks_end, comment_mark, marks_before, marks_end, quotes_end
from linksift.finding.scan.enclosures import LINE_CONTINUATION, STRING_QUOTES
from linksift.finding.scan.scanned_text import ScannedText
from linksift.lazy_pattern import lazy_pattern

_WHITE_SPACE = lazy_pattern(r"\s++")
_ONE_BREAK = lazy_pattern(rf"\r\n|[{LINE_BREAKS}]")
_FIRST_BREAK = lazy_pattern(rf"[^\S{LINE_BREAKS}]*+(?:\r\n|[{LINE_BREAKS}])")
LONGEST_REST = 512
"""The greatest distance from a quote mark within which the closer is looked for."""

_LINE_END = r"[ \t]*+\r?\n"
_BEFORE_WORD = r"[ \t]*+(?=[A-Za-z0-9])(?!(?:[Dd][Nn][Ll]|[Rr][Ee][Mm]|[Cc](?= {3}))\s)"
"""A place before a letter or digit; no prefix begins with either, except the comment marks `dnl` and `rem`, Fortran's
`C`, and the initials that Supercite puts before a quotation (`jd> `), whose `>` ends the plain text in quotes."""

_NO_INITIALS = r"(?![A-Za-z]{1,4}>{1,4}(?:\s|\Z))"
"""In angle brackets, text that looks like initials may also end the URI, so the lines around it have to decide."""

PLAIN_BREAK_IN_QUOTES = rf"(?<!=){_LINE_END}(?:{QUOTE_MARKS})?{_BEFORE_WORD}"
PLAIN_BREAK_IN_ANGLES = (
    rf"(?<!=){_LINE_END}(?:{QUOTE_MARKS}(?=[ \t][^\s<>|]{{1,{LONGEST_REST}}}+>))?{_BEFORE_WORD}{_NO_INITIALS}"
)
"""The plain breaks, whose ends depend neither on the line on which the enclosure opens nor on the lines nearby. None is
directly after `=`, which may be a soft line break.

In angle brackets, all quote marks before a word that closes the brackets belong to the prefix.
"""

_PUNCTUATION = STOPS + "'\")]"
_NEXT_WORD_CLOSES = lazy_pattern(rf"[ \t][^\s<>]{{1,{LONGEST_REST}}}>")
_LINE_CLOSES = lazy_pattern(rf"\s[^<>|\n]{{0,{LONGEST_REST}}}>")
_TWO_WORDS = rf"[^\W\d_]++[ \t]++[^\W\d_]++[\s>|{STOPS}]"

_PIECES = lazy_pattern(rf"(?:[^\s<>|]++|[ \t]++(?!{_TWO_WORDS}))*+")
MOST_BREAKS = 1024
"""The greatest number of breaks in a URI."""

LONGEST_ENCODED, SHORTEST_FULL = 76, 73
"""The maximum length of a line in quoted-printable, and the minimum of one that the next character, which may be an
octet, would exceed."""

_PARAMETERS = frozenset("?#;")
"""The characters before parameters, which a value may follow on the next line."""

_ENCODED = lazy_pattern(
    rf"=3D | =20\r?$ | =[CDE][0-9A-F]=[89AB][0-9A-F] | ^[^\n]{{{SHORTEST_FULL - 1},{LONGEST_ENCODED - 1}}}=\r?$",
    re.MULTILINE | re.VERBOSE,
)
"""An octet in quoted-printable, or another line that continues."""

NEAR = 512
"""How many code points before a soft line break in an enclosure are searched for parameters of the URI, and for other
soft line breaks; text after it may not have arrived yet in a stream."""

MOST_SPACED_LINES = 2
"""How many following lines with spaces are searched for a closer; lines that are just a piece of the URI do not
count."""


class Break(NamedTuple):
    """A break: where it ends (-1 if it voids the enclosure), whether a line ends in it, and whether it skips a line."""

    end: int
    ends_line: bool = False
    skips_line: bool = False


class LineBreaks:
    """The breaks in an enclosure that opens directly before `start`: angle brackets, or quotes."""

    __slots__ = ("_closer", "_in_angles", "_marks", "_source", "_start")

    def __init__(self, source: ScannedText, start: int, in_angles: bool) -> None:
        self._source = source
        self._start = start
        self._in_angles = in_angles
        self._marks: tuple[str, ...] | None = None
        self._closer = -1

    @property
    def depth(self) -> int:
        """The number of quote marks on the line on which the enclosure opens."""
        text, line = self._source.text, self._source.line_start(self._start)
        return text.count(">", line, min(quotes_end(text, line), self._start))

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that follow the quote marks on the line on which the enclosure opens."""
        if self._marks is None:
            text, line = self._source.text, self._source.line_start(self._start)
            quotes = quotes_end(text, line)
            self._marks = marks_before(text, quotes, self._start)
            mark, end = comment_mark(text, quotes)
            if not self._marks and mark and end < self._start:
                self._marks = (mark,)
        return self._marks

    def text_start(self, quotes: int) -> int:
        """The place where the text of a line continues after its quote marks, which end at `quotes`."""
        end = marks_end(self._source.text, quotes, self.marks)
        if end == quotes and self.marks:
            mark, after = comment_mark(self._source.text, quotes)
            return after if (mark,) == self.marks else end
        return end

    def at(self, position: int) -> Break:
        """The break in the white space at `position`. An empty line or two prefix-only lines void the enclosure."""
        white_space = _WHITE_SPACE.match(self._source.text, position)[0]  # type: ignore[index]
        breaks = 1 if white_space == "\n" else len(_ONE_BREAK.findall(white_space))
        if breaks != 1:
            return Break(-1 if breaks else position + len(white_space))
        end = self.after_prefix(position)
        if not self.ends_line(end):
            return Break(end, ends_line=True)
        if end == len(self._source.text):
            return Break(-1)
        end = self.after_prefix(end)
        return Break(-1) if self.ends_line(end) else Break(end, ends_line=True, skips_line=True)

    def ends_line(self, position: int) -> bool:
        """Whether a line, or the text, ends at `position`."""
        return position == len(self._source.text) or self._source.text[position] in LINE_BREAKS

    def after_prefix(self, position: int) -> int:
        """The start of the text on the line after the break at `position`, without the prefix.

        A quote mark that closes the angle brackets is not part of the prefix.
        """
        text = self._source.text
        line = _FIRST_BREAK.match(text, position).end()  # type: ignore[union-attr]
        quotes = quotes_end(text, line)
        end = self.text_start(quotes)
        if quotes > line and self._in_angles:
            closer = self.closing_mark(line, quotes, end)
            if closer >= 0:
                return closer
        return blanks_end(text, end)

    def closing_mark(self, line: int, quotes: int, end: int) -> int:
        """The quote mark that closes the angle brackets on a line; -1 if all its marks, up to `quotes`, belong to the
        prefix.

        If there are as many marks as on the opening line, they belong to the prefix if the line closes the brackets; if
        there are more or fewer, they do if the next word closes them. Otherwise, marks up to the greatest depth nearby
        belong to the prefix, and the next one closes the brackets. If there is no such mark, the last one closes them,
        provided that nothing else does and it is before punctuation (`> > >.`), before a word with a space before the
        mark (`> >and`), or before white space on a line with at least as many marks as the opening line.
        """
        text = self._source.text
        marks = text[line:quotes]
        places = [line + offset for offset, mark in enumerate(marks) if mark == ">"]
        more = len(places) - self.depth
        if (_NEXT_WORD_CLOSES if more else _LINE_CLOSES).match(text, quotes):
            return -1
        known = max(self.depth, self._source.greatest_depth(line)) if len(places) > 1 else 1
        if len(places) > known:
            return places[known]
        after = text[quotes : quotes + 1]
        ends_word = after in _PUNCTUATION if after.strip() else more >= 0
        may_close = ends_word or ("> " in marks and after.isalnum())
        return places[-1] if may_close and not self.closes_after(end) else -1

    def closes_after(self, position: int) -> bool:
        """Whether a closer follows on the rest of the line or on one of the next few lines. No text is read twice."""
        if position <= self._closer:
            return True
        text, limit, spaced = self._source.text, self._source.limit(self._start), 0
        for _ in range(MOST_BREAKS):
            end = _PIECES.match(text, position, limit).end()  # type: ignore[union-attr]
            rest = text[position:end].strip()
            if text.startswith(">", end):
                self._closer = end
                return True
            line_break = _FIRST_BREAK.match(text, end, limit)
            spaced += not rest or " " in rest
            if line_break is None or spaced > MOST_SPACED_LINES:
                return False
            quotes = quotes_end(text, line_break.end())
            position = self.text_start(quotes)
            if position == quotes > line_break.end() and text[quotes : quotes + 1] in (*_PUNCTUATION, ""):
                self._closer = quotes - 1
                return True
        return False


def with_marks(text: str, uri: int, begun: int, start: int, end: int) -> tuple[int, int]:
    r"""A break after a piece that starts at `begun`, in the URI that starts at `uri`, including the marks around it: a
    backslash, the quotes where source code ends a string and starts another, or the `=` of a soft line break.

    >>> with_marks("a'\n'b", 0, 0, 2, 3), with_marks("a\\\nb", 0, 0, 2, 3)
    ((1, 4), (1, 3))
    """
    mark = text[start - 1]
    if start > begun and mark == LINE_CONTINUATION:
        return start - 1, end
    if start > begun and mark in STRING_QUOTES:
        if text.startswith(mark, end):
            return start - 1, end + 1
        if text[end - 1] == mark:  # it was read as a comment mark, as in Visual Basic, and is already part of the break
            return start - 1, end
    # Encoders put nothing before the rest of a line. Before the closer, the = would be lost without a note.
    if start > begun and mark == "=" and text[start:end] in ("\n", "\r\n"):
        closes = end == len(text) or text[end] in (*STRING_QUOTES, ">")
        low = start - NEAR
        if not closes and is_soft_break(text, text[max(uri, low) : start], start, low, start):
            return start - 1, end
    return start, end


def is_soft_break(text: str, uri: str, end: int, low: int, high: int) -> bool:
    r"""Whether `=`, the last character of a URI so far, which ends at the line end `end`, is a soft line break of
    quoted-printable (RFC 2045, 6.7).

    In a line of 76 characters it is, unless a parameter may end in it. Otherwise, octets or other soft line breaks in
    `text[low:high]` have to show it, also for a line that is a little shorter.

    >>> line = f"{'a' * 56} http://a.example/b="
    >>> [is_soft_break(f"{text}\nc", text[57:], len(text), 0, 0) for text in (line, line[1:], f"{line[2:-1]}?=")]
    [True, False, False]
    """
    width = end - 1 - text.rfind("\n", max(0, end - LONGEST_ENCODED - 1), end)
    if uri[-1:] != "=" or not SHORTEST_FULL <= width <= LONGEST_ENCODED:
        return False
    if width == LONGEST_ENCODED and _PARAMETERS.isdisjoint(uri):
        return True
    return any(_ENCODED.search(text, *span) for span in ((max(0, low), end - 1), (end, high)))
