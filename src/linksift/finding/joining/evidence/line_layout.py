"""Evidence in the layout of the lines: indentation, prefixes, columns, and earlier breaks in this URI."""

from linksift.finding.joining.seam import Seam
from linksift.finding.joining.text_layout import QUOTE_SIGNS, is_stretched
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

FAR_LEFT, FAR_RIGHT = 5, 11
FULL = 0.85
"""The width of a full line in proportional type, as a fraction of the width of the line above, in characters."""

COLUMN_GAP = lazy_pattern(r"(?<=\S) {4,}(?=(?:\S++(?: \S++)*+ ?)?\Z)")
"""The last wide gap before a URI."""

_COMMENT_OF_ONE_LINE = lazy_pattern(r"\s*(?:#+|//+|;+|%+)\s+")
_ENTRY_MARK = lazy_pattern(r"(?:[-+*•●○◦▪·o–—]|\[\d{1,3}\]|\(?\d{1,3}[.)]:?|\(?[a-z][.)])[ ]{1,4}(?=\S)")
"""The mark of an entry in a list, and the spaces after it."""


@rule
def other_indent(seam: Seam) -> float:
    r"""The next line is indented differently, which counts double if it is far to the left or right.

    A line that is aligned with the text after the list mark of the URI's entry does not count.

    >>> [other_indent(Seam.in_text(f"{text}http://a.example/b/\n    c")) for text in ("", 10 * " ", "[1] ")]
    [1.0, 2.0, 0.0]
    """
    right = seam.next.indent - _indent(seam)
    if not right or seam.line.quote_depth != seam.next.quote_depth:
        return 0.0
    mark = _ENTRY_MARK.match(seam.line.stripped)
    if mark is not None and right == mark.end() and not seam.lines_between:
        return 0.0
    return 1.0 if -FAR_LEFT < right < FAR_RIGHT else 2.0


def _indent(seam: Seam) -> int:
    """The indentation of the URI's line, or of its column if another column is beside it in both lines."""
    line, text = seam.line, seam.line.text
    gap = COLUMN_GAP.search(text, 0, seam.start - line.body) if seam.first is line and "    " in line.stripped else None
    beside = (
        gap is not None and not is_stretched(line.stripped) and not seam.next.text[gap.end() - 2 : gap.end()].strip()
    )
    return gap.end() if gap is not None and beside else line.indent


@rule
def comment_ends(seam: Seam) -> float:
    r"""The URI is in a comment, and the next line has no comment mark, or has one in another column or glued to code.

    A quotation does not count, since it may have lost its mark, and neither do the slashes of the URI after `https:`. A
    comment that opens and closes on the URI's line always ends.

    >>> texts = "# See\n# {}\nc = 1", "# See\n# {}\n#c.d=1", "# {}\nc = 1", "# See\n# {}\n# c"
    >>> [comment_ends(Seam.in_text(text.format("http://a.example/b"))) for text in texts]
    [1.0, 1.0, 1.0, 0.0]
    """
    if seam.piece.startswith("//"):
        return 0.0
    if _COMMENT_OF_ONE_LINE.match(seam.line.text) is not None:
        return 1.0
    mark = seam.line.comment_mark
    if not mark or mark in QUOTE_SIGNS:
        return 0.0
    moved = abs(seam.line.mark_indent - seam.next.mark_indent) > 1
    spaced, next_spaced = (seam.layout.text[line.body - 1].isspace() for line in (seam.line, seam.next))
    glued = spaced and not next_spaced and seam.last.isalnum()  # after `=` or `/`, more of the URI is expected
    return float(mark != seam.next.comment_mark or moved or glued)


@rule
def short_middle_line(seam: Seam) -> float:
    r"""A line in the middle of the URI has room for the whole next word, as only the URI's last line has.

    This does not apply to quotations, which may have been wrapped twice.

    >>> short_middle_line(Seam.in_text("http://a.example/b/\nc"))
    0.0
    """
    before = seam.layout.before(seam.line) if seam.joined_breaks and seam.last not in "-=&%" else None
    if before is None or seam.line.quote_depth:
        return 0.0
    return float(seam.line.width + len(seam.piece) <= FULL * before.width)
