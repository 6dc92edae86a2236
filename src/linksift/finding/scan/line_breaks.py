"""The white space inside an enclosure: where a URI is broken, and where it goes on.

A break is a run of white space; one with a line break takes the next line's prefix with it (`> `, `# `, ` * `), when
the line before had the same.
"""

import re

from linksift.finding.scan.scan_state import LINE_BREAKS
from linksift.finding.scan.scanned_text import ScannedText

_WHITE_SPACE = re.compile(r"\s++")
_BLANKS = re.compile(rf"[^\S{LINE_BREAKS}]*+")
_ONE_BREAK = re.compile(rf"\r\n|[{LINE_BREAKS}]")
_PREFIX = re.compile(r"[ \t]*(?:(?:>|\||#|//|\*|--|;|%)[ \t]*)+")
_CLOSER = re.compile(r"(?:> )+>[^\s>]")
"""Quote marks with blanks between, the last of which is none but a bracket that closes: `> >and`."""

_FEWER_QUOTES = re.compile(r"(?:> ?){1,8}(?<= )(?=[^\s<>]{1,512}>)")
LONGEST_PREFIX = 64


def line_prefix(source: ScannedText, position: int) -> str:
    """The marks of the quote or comment prefix of the line that `position` is in, without their blanks.

    >>> from linksift.finding.scan.schemes import Schemes
    >>> line_prefix(ScannedText("> > <http://a", Schemes(None)), 4)
    '>>'
    """
    start = source.line_start(position)
    prefix = _PREFIX.match(source.text, start, min(position, start + LONGEST_PREFIX))
    return "".join(prefix[0].split()) if prefix else ""


def gap_end(text: str, position: int, marks: str) -> tuple[int, str]:
    """Where the break ends that begins with the white space at `position`, and the marks of the line behind it.

    `marks` are those of the line before. The end is -1 when an empty line is in the break.
    """
    white_space = _WHITE_SPACE.match(text, position)
    if white_space is None:
        return position, marks
    breaks = 1 if white_space[0] == "\n" else len(_ONE_BREAK.findall(white_space[0]))
    if breaks > 1:
        return -1, ""
    end = white_space.end()
    behind = past_prefix(text, end, marks) if breaks and marks else end
    return behind, marks if behind > end or not breaks else ""


def other_depth(text: str, position: int) -> int:
    """Where the text goes on behind quote marks other than those of the line before, when an enclosure closes there.

    >>> other_depth("> c/d> and", 0), other_depth("> and more", 0)
    (2, 0)
    """
    prefix = _FEWER_QUOTES.match(text, position)
    return prefix.end() if prefix else position


def past_prefix(text: str, position: int, marks: str) -> int:
    """Where the text of a line goes on behind the prefix with these marks; `position` itself when it has another.

    -1 when nothing but the prefix is on the line.
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
