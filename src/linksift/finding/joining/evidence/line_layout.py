"""Evidence in the layout of the lines: indentation, prefixes, columns, pages, and earlier breaks of this URI."""

import re

from linksift.finding.joining.seam import Seam
from linksift.notes import rule

_COLUMNS = re.compile(r"\S(?: {3,}|\t)\S.*(?: {3,}|\t)")
FAR_LEFT, FAR_RIGHT = 5, 11

_COMMENT_OF_ONE_LINE = re.compile(r"\s*(?:#+|//+|;+|%+)\s+")
_QUOTE_MARKS = ("|", ">")
_COMMENT_AFTER_CODE = re.compile(r"\S.*\s(?:#|//|/\*)\s")


@rule
def uri_alone_on_line(seam: Seam) -> float:
    r"""The URI is alone on its line, as one that was too long for the paragraph.

    >>> uri_alone_on_line(Seam.in_text("http://a.example/b/\nc"))
    1.0
    """
    return float(seam.joined_breaks > 0 or seam.line.stripped == seam.uri)


@rule
def comment_after_code(seam: Seam) -> float:
    r"""The URI is in a comment at the end of a line of code, which the next line does not continue.

    >>> comment_after_code(Seam.in_text("a = 1  # http://a.example/b/\nc = 2"))
    1.0
    """
    before = seam.first.text[: max(0, seam.start - seam.first.body)]
    return float(_COMMENT_AFTER_CODE.search(before) is not None)


@rule
def row_of_table(seam: Seam) -> float:
    r"""Columns precede the URI: it is in the last cell of a table row, which ends with the line.

    >>> row_of_table(Seam.in_text("kettle    yes    http://a.example/b/\npot       no     http://c.example/"))
    1.0
    """
    before = seam.first.stripped[: max(0, seam.start - seam.first.text_end + len(seam.first.stripped))]
    return float(seam.first is seam.line and _COLUMNS.search(before) is not None)


@rule
def other_indent(seam: Seam) -> float:
    r"""The next line is indented differently; far to the left or right, that counts twice.

    >>> other_indent(Seam.in_text("http://a.example/b/\n  c")), other_indent(Seam.in_text("     http://a.example/b/\nc"))
    (1.0, 2.0)
    """
    right = seam.next.indent - seam.line.indent
    if not right or seam.line.quote_depth != seam.next.quote_depth:
        return 0.0
    return 1.0 if -FAR_LEFT < right < FAR_RIGHT else 2.0


@rule
def prefix_lost(seam: Seam) -> float:
    r"""The next line is short and lacks a quote mark, as when a mail program wraps a quotation again.

    >>> prefix_lost(Seam.in_text("> http://a.example/" + 60 * "b" + "\ncde\n"))
    1.0
    """
    bar = seam.line.comment_mark in _QUOTE_MARKS and not seam.next.comment_mark
    rest = (bar or seam.next.quote_depth < seam.line.quote_depth) and len(seam.next.stripped) < 40
    return float(rest and seam.line.columns >= 70)


@rule
def comment_ends(seam: Seam) -> float:
    r"""The URI is in a comment, and the next line has no comment mark; a quotation may have lost its mark.

    >>> comment_ends(Seam.in_text("# See\n# http://a.example/b/\nc = 1"))
    1.0
    """
    mark = seam.line.comment_mark
    return float(mark != seam.next.comment_mark and mark not in _QUOTE_MARKS)


@rule
def comment_of_one_line(seam: Seam) -> float:
    r"""The URI is in a comment that no line next to it continues.

    >>> comment_of_one_line(Seam.in_text("# http://a.example/b/\nc = 1"))
    1.0
    """
    return float(_COMMENT_OF_ONE_LINE.match(seam.line.text) is not None)


@rule
def page_between(seam: Seam) -> float:
    r"""A page ends between the two lines.

    >>> page_between(Seam.in_text("http://a.example/b/\n\n12\n\nc"))
    1.0
    """
    return float(seam.next.start > seam.line.end + 1)


@rule
def broken_before(seam: Seam) -> float:
    r"""The URI was already broken at the line before.

    >>> broken_before(Seam.in_text("http://a.example/b/\nc"))
    0.0
    """
    return float(seam.joined_breaks > 0)


@rule
def short_middle_line(seam: Seam) -> float:
    r"""A line in the middle of the URI is shorter than the line before it, as the last one would be.

    >>> short_middle_line(Seam.in_text("http://a.example/b/\nc"))
    0.0
    """
    return float(_is_short(seam) and not _cut_again(seam))


def _is_short(seam: Seam) -> bool:
    if not seam.joined_breaks or seam.last in "-=&%":
        return False
    before = seam.layout.before(seam.line)
    return before is not None and seam.line.width + seam.unbreakable_width <= before.width - 2


def _cut_again(seam: Seam) -> bool:
    before = seam.layout.before(seam.line)
    width = before.width if before else 0
    return seam.line.width < 30 and seam.line.width + 15 <= seam.next.width <= width + 2
