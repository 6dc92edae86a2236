"""Evidence in the widths of lines: whether the next word had room on the line, and whether text is cut at a column.

A break was forced if the next word did not fit. Terminals and tables cut text that does not fit at a fixed column, even
inside words.

Programs that wrap text break it between words, so few lines have the maximum length; justified text fills its lines but
has whole words at both ends.
"""

from functools import lru_cache

from linksift.finding.joining import break_facts
from linksift.finding.joining.evidence.across_break import repeats_label
from linksift.finding.joining.evidence.next_word import has_file_extension
from linksift.finding.joining.evidence.uri_so_far import entry_missing
from linksift.finding.joining.letter_odds import halves_log_odds
from linksift.finding.joining.seam import Seam
from linksift.finding.joining.text_layout import LONGEST_LINE, Layout, Line, columns, is_stretched
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import url_shorteners

NARROWEST = 20
"""In a column narrower than this, nobody could tell a piece of a URI from a word."""

FEWEST_CUT = 3
"""The number of nearby lines, including the URI's, that must end in the same column."""

ENOUGH = 2.5
"""A text counts as cut at a column if the log odds of the lines that end there sum to at least this."""

MOST_OF_ONE = 2.5
"""The maximum that a single line end contributes, for or against."""

_LAST = lazy_pattern(r"[A-Za-z]{1,40}\Z")
_FIRST = lazy_pattern(r"[a-z]{1,40}|[A-Z]+(?![a-z])")
_PREFIX = lazy_pattern(r"(?:> ?)*(?:[ \t]*(?:#+|//+[/!]?|;+|%+|--|\*)(?= ))?")
_WORD = lazy_pattern(r"[ \t]*([A-Za-z]{1,16})(?=[\s.,;:]|\Z)")
"""A word of prose: a long piece of something else may have had no room anywhere."""

_NEVER_FIRST = ",;:!?)]}"


def is_cut_at(layout: Layout, line: Line) -> bool:
    r"""Whether the lines near a line are cut at the column where it ends.

    >>> text = "See the lists of the docu\nments of the house and li\nds at http://a.example/bc\n/d for all of it\n"
    >>> layout = Layout(text, frozenset())
    >>> is_cut_at(layout, layout.line_of(text.index("http")))
    True
    """
    column = line.columns
    if column < NARROWEST or layout.margin(line) > column:
        return False
    low, high = layout.near(line)
    near = layout.text[low:high]
    lines = near.split("\n")
    if max(map(len, lines)) > column + len("\r"):  # as in most texts; measuring all lines takes longer
        return False
    after = layout.text[high + 1 : high + 1 + LONGEST_LINE].partition("\n")[0]
    lines = [raw.removesuffix("\r") for raw in (*lines, after)]
    widths = list(map(len if near.isascii() and "\t" not in near else columns, lines[:-1]))
    own = layout.text.count("\n", low, line.start)
    if widths[own] != column or max(widths) > column or widths.count(column) < FEWEST_CUT:
        return False
    odds = [
        cut_log_odds(lines[place], lines[place + 1])
        if width == column
        else -wrapped_log_odds(column - width, lines[place + 1])
        for place, width in enumerate(widths)
        if place != own
    ]
    return sum(odds) >= ENOUGH


def wrapped_log_odds(room: int, following: str) -> float:
    """The log odds that a program wrapped a line because there was no room for the next line's first word.

    Where text is cut, few lines end so close to the column.

    >>> wrapped_log_odds(4, "> lids are"), wrapped_log_odds(5, "lids are"), wrapped_log_odds(4, "")
    (1.0, 0.0, 0.0)
    """
    word = _WORD.match(following, _PREFIX.match(following).end())  # type: ignore[union-attr]
    return float(word is not None and len(word[1]) >= room)


@lru_cache(maxsize=256)  # most lines are near more than one URI
def cut_log_odds(line: str, following: str) -> float:
    """The log odds that a line was cut before the text of the next one.

    >>> [cut_log_odds("all of the docu", text) > 0 for text in ("ments and", " which are", ", and")]
    [True, True, True]
    >>> cut_log_odds("all of the lids", "are in the house") > 0
    False
    """
    if not line or not following.strip() or is_stretched(line):
        return -MOST_OF_ONE if line and following.strip() else 0.0
    following = following[_PREFIX.match(following).end() :]  # type: ignore[union-attr]
    indented = following[:1] == " " and (following[1:2] == " " or line[:1] == " ")
    if line.endswith(" ") or (following[:1] == " " and not indented) or following[:1] in _NEVER_FIRST:
        return 1.0
    before, after = _LAST.search(line), _FIRST.match(following)
    if before is None or after is None:
        return 0.0
    return max(-MOST_OF_ONE, min(MOST_OF_ONE, halves_log_odds(before[0], after[0].lower())))


USUAL_MARGIN, NARROWEST_MARGIN = 76, 54
"""The width at which most programs wrap, and a narrower one at which a few do, for lines without prose nearby."""
TERMINALS = (80, 100, 120, 132, 160)
"""The common widths of terminals, in columns; users seldom change them."""
LONG_WORD, WIDTHS_ALIKE = 30, 2
"""A word of prose has fewer characters, and lines of one column differ in width by no more columns."""
_NEVER_LAST = "=&%-_?"
_IN_PATH = lazy_pattern(r"[?#]|\+[a-z]|.[^/?#&]*[/?#&]")
"""The beginning of a word up to a delimiter that shows that it is a path, a query or a page of Launchpad (`+bugs`)."""


def _reach(width: int, margin: int) -> float:
    """How close a line comes to the margin: 1 if it reaches the margin, 0 if it leaves a quarter of the width free.

    In proportional type, full lines are a tenth narrower or wider, in characters.
    """
    return min(1.0, max(0.0, (width / margin - 0.75) / 0.15))


@rule
def line_full(seam: Seam) -> float:
    r"""The line is as full as the lines nearby: the next word did not fit.

    >>> line_full(Seam.in_text("http://a.example/bb/cc-dd-ee/fff\nc\n" + 3 * "Some words as wide as the URI is\n"))
    1.0
    """
    margin = seam.layout.margin(seam.line) or USUAL_MARGIN
    overhang = (seam.line.width / margin - 1.2) / 0.2  # a line much wider than the others: this text breaks no URIs
    return _reach(seam.needed_width, margin) * (1.0 - min(1.0, max(0.0, overhang)))


@rule
def room_left(seam: Seam) -> float:
    r"""The line had room for the next word, so nothing forced the break; this counts less if no margin is known.

    There was no room if the next line is one long word that is just as wide: the column has their width.

    >>> room_left(Seam.in_text("http://a.example/b\nc")), room_left(Seam.in_text("http://a.example/b=\nc"))
    (0.8, 0.0)
    """
    if seam.joined_breaks or seam.last in _NEVER_LAST:
        return 0.0
    if not seam.rest and len(seam.piece) >= LONG_WORD and abs(seam.next.width - seam.line.width) <= WIDTHS_ALIKE:
        return 0.0
    margin = seam.layout.margin(seam.line)
    return (1.0 if margin else 0.8) * (1.0 - _reach(seam.needed_width, margin or NARROWEST_MARGIN))


@break_facts.rule_given(break_facts.SLASH | break_facts.ALONE | break_facts.MORE)
def whole_word_had_room(seam: Seam) -> float:
    r"""The next line is one word, not of letters alone, for which there was room after the URI even in a narrow text.

    The URI ends in a slash, and the lines nearby show no width. A delimiter or a file extension in the word shows that
    it is a path. The URI may also continue if it ends in a collection or a host of short links, is in brackets or
    elsewhere in the text, or if its label contains the word.

    >>> texts = "b/\nsk-0123abcd", "\n+1-617-555-0199", "\nDEBUG=true", "b/\nc.html", "\nc/d", "wiki/\nTea", "b\nc"
    >>> [whole_word_had_room(Seam.in_text(f"http://a.example/{text}")) for text in texts]
    [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    """
    if seam.last != "/" or seam.rest or seam.is_word or seam.joined_breaks or seam.lines_between:
        return 0.0
    if seam.line.width + len(seam.piece) > NARROWEST_MARGIN or seam.layout.margin(seam.line):
        return 0.0
    return float(not _may_go_on(seam))


def _may_go_on(seam: Seam) -> bool:
    """Whether anything other than line widths shows that a URI that ends in a slash may continue."""
    if seam.bracketed or seam.elsewhere or seam.layout.typefaces or _IN_PATH.match(seam.word):
        return True
    host = seam.uri.partition("://")[2].rstrip("/")
    if not host or host in url_shorteners():
        return True
    return any(by(seam) > 0 for by in (has_file_extension, entry_missing, repeats_label))


@rule
def breaks_uris(seam: Seam) -> float:
    r"""This URI was already broken at the line before, or another line nearby ends in the middle of a URI.

    >>> breaks_uris(Seam.in_text("http://a.example/b\nc\nhttp://a.example/?b=\nhijklm"))
    1.0
    """
    if seam.joined_breaks:
        return 1.0
    low, high = seam.layout.window(seam.line)
    for place in seam.layout.broken_uris.between(low, high):
        if not seam.first.start <= place < seam.next.end and seam.layout.text.find("\n", place, high) >= 0:
            return 1.0
    return 0.0


@rule
def cut_at_column(seam: Seam) -> float:
    r"""The text is cut at the column where the line ends, as in a terminal: text that reaches that column continues.

    If the next line starts with the space before another word, the URI ended in that column. A line as wide as a
    terminal is cut, too, if the next one is a single word that has lost its indentation.

    >>> text = "See the lists of the docu\nments of the house and li\nds at http://a.example/bc\n{} for all of it\n"
    >>> [cut_at_column(Seam.in_text(text.format(piece))) for piece in ("/d", " d")]
    [1.0, 0.0]
    >>> cut_at_column(Seam.in_text("    http://a.example/" + 59 * "b" + "\nc\n\nd"))
    1.0
    """
    if seam.lines_between or seam.next.indent > seam.line.indent:
        return 0.0
    moved = seam.next.indent == 0 < seam.first.indent and not seam.rest
    wide = moved and seam.line.columns in TERMINALS and seam.line.end - seam.line.start in TERMINALS
    return float(wide or is_cut_at(seam.layout, seam.line))
