"""Evidence in the widths of lines: whether the break was forced because the next word did not fit."""

from linksift.finding.joining import facts
from linksift.finding.joining.fixed_column import is_cut_at
from linksift.finding.joining.seam import Seam
from linksift.notes import rule

USUAL_MARGIN, NARROWEST_MARGIN = 76, 54
"""The width at which most programs wrap, and a narrower one at which a few do; used for lines without prose nearby."""
TERMINALS = (80, 100, 120, 132, 160)
"""The common widths of terminals, in columns; users seldom change them."""
LONG_WORD, WIDTHS_ALIKE = 30, 2
"""A word of prose has fewer characters, and lines of one column differ in width by no more columns."""
_NEVER_LAST = "=&%-_?"


def _reach(width: int, margin: int) -> float:
    """How close a line comes to the margin: 1 if it reaches the margin, 0 if it leaves a quarter of the width free.

    In proportional type, full lines are a tenth narrower or wider, in characters.
    """
    return min(1.0, max(0.0, (width / margin - 0.75) / 0.15))


def _overhang(width: int, margin: int) -> float:
    """How much wider a line is than the others; 1 shows that this text does not break its URIs."""
    return min(1.0, max(0.0, (width / margin - 1.2) / 0.2))


@rule
def line_full(seam: Seam) -> float:
    r"""The line is as full as the lines nearby: the next word did not fit.

    >>> line_full(Seam.in_text("http://a.example/bb/cc-dd-ee/fff\nc\n" + 3 * "Some words as wide as the URI is\n"))
    1.0
    """
    margin = seam.layout.margin(seam.line) or USUAL_MARGIN
    return _reach(seam.needed_width, margin) * (1.0 - _overhang(seam.line.width, margin))


@rule
def room_left(seam: Seam) -> float:
    r"""The line had room for the next word, so nothing forced the break; this counts less if no margin is known.

    There was no room if the next line is one long word, just as wide: a column is as wide as both.

    >>> room_left(Seam.in_text("http://a.example/b\nc")), room_left(Seam.in_text("http://a.example/b=\nc"))
    (0.8, 0.0)
    """
    if seam.joined_breaks or seam.last in _NEVER_LAST:
        return 0.0
    if not seam.rest and len(seam.piece) >= LONG_WORD and abs(seam.next.width - seam.line.width) <= WIDTHS_ALIKE:
        return 0.0
    margin = seam.layout.margin(seam.line)
    return (1.0 if margin else 0.8) * (1.0 - _reach(seam.needed_width, margin or NARROWEST_MARGIN))


@rule
def breaks_uris(seam: Seam) -> float:
    r"""Another line nearby ends in the middle of a URI, so this text breaks its URIs.

    >>> breaks_uris(Seam.in_text("http://a.example/b\nc\nhttp://a.example/?b=\nhijklm"))
    1.0
    """
    low, high = seam.layout.window(seam.line)
    for place in seam.layout.broken_uris.between(low, high):
        if not seam.first.start <= place < seam.next.end and seam.layout.text.find("\n", place, high) >= 0:
            return 1.0
    return 0.0


@rule
def cut_at_column(seam: Seam) -> float:
    r"""The text is cut at the column where the line ends, as in a terminal: text that reaches that column continues.

    If the next line starts with the space before another word, the URI ended in that column.

    >>> text = "See the lists of the docu\nments of the house and li\nds at http://a.example/bc\n{} for all of it\n"
    >>> [cut_at_column(Seam.in_text(text.format(piece))) for piece in ("/d", " d")]
    [1.0, 0.0]
    """
    if seam.lines_between or seam.next.indent > seam.line.indent:
        return 0.0
    return float(is_cut_at(seam.layout, seam.line))


@facts.rule_given(facts.ALONE | facts.MOVED)
def cut_at_terminal_width(seam: Seam) -> float:
    r"""The line is as wide as a terminal, and the next line is a single word that has lost its indentation.

    >>> cut_at_terminal_width(Seam.in_text("    http://a.example/" + 59 * "b" + "\nc\n\nd"))
    1.0
    """
    moved = seam.next.indent == 0 < seam.first.indent and not seam.lines_between and not seam.rest
    return float(moved and seam.line.columns in TERMINALS and seam.line.end - seam.line.start in TERMINALS)
