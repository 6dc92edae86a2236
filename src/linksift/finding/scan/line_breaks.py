"""White space inside an enclosure: where it breaks a URI, and where the URI goes on.

A break is a run of white space. After a line break it includes the next line's prefix (`> `, `# `, ` * `), if the line
before has the same.
"""

import re

from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.table_of_ends import LINE_BREAKS

_WHITE_SPACE = re.compile(r"\s++")
_BLANKS = re.compile(rf"[^\S{LINE_BREAKS}]*+")
_ONE_BREAK = re.compile(rf"\r\n|[{LINE_BREAKS}]")
_PREFIX = re.compile(r"[ \t]*(?:(?:>|\||#|//|\*|--|;|%)[ \t]*)+")
_CLOSER = re.compile(r"(?:> )+>[^\s>]")
"""Quote marks with blanks between, the last of which is a closing bracket instead: `> >and`."""

_FEWER_QUOTES = re.compile(r"(?:> ?){1,8}(?<= )(?=[^\s<>]{1,512}>)")
LONGEST_PREFIX = 64


def line_prefix(source: ScannedText, position: int) -> str:
    """The marks of the quote or comment prefix of the line around `position`, without blanks.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> line_prefix(ScannedText("> > <http://a", Schemes(None)), 4)
    '>>'
    """
    start = source.line_start(position)
    prefix = _PREFIX.match(source.text, start, min(position, start + LONGEST_PREFIX))
    return "".join(prefix[0].split()) if prefix else ""


def gap_end(text: str, position: int, marks: str) -> tuple[int, str]:
    """Where the break at `position` ends, and the marks of the line after it.

    `marks` are those of the line before. The end is -1 if the break has an empty line.
    """
    white_space = _WHITE_SPACE.match(text, position)
    if white_space is None:
        return position, marks
    breaks = 1 if white_space[0] == "\n" else len(_ONE_BREAK.findall(white_space[0]))
    if breaks > 1:
        return -1, ""
    end = white_space.end()
    after = past_prefix(text, end, marks) if breaks and marks else end
    return after, marks if after > end or not breaks else ""


def other_depth(text: str, position: int) -> int:
    """Where the text goes on after other quote marks than those of the line before, if an enclosure closes there.

    >>> other_depth("> c/d> and", 0), other_depth("> and more", 0)
    (2, 0)
    """
    prefix = _FEWER_QUOTES.match(text, position)
    return prefix.end() if prefix else position


def past_prefix(text: str, position: int, marks: str) -> int:
    """Where the text of a line goes on after a prefix with these marks; `position` if the line has another prefix.

    -1 if the line has only the prefix.
    """
    end = position
    for mark in marks:
        end = _BLANKS.match(text, end).end()  # type: ignore[union-attr]
        if not text.startswith(mark, end):
            return other_depth(text, position) if set(marks) == {">"} else position
        end += 1
    if _CLOSER.fullmatch(text, position, end + 1):
        return end - 1
    end = _BLANKS.match(text, end).end()  # type: ignore[union-attr]
    if set(marks) == {">"}:
        end = other_depth(text, end)
    return -1 if end == len(text) or text[end] in LINE_BREAKS else end
