"""Whether a text is cut at a fixed column, even inside words, as terminals and tables cut text that does not fit.

Programs that wrap text break it between words, so few lines have the maximum length; justified text fills its lines but
has whole words at both ends.
"""

from functools import lru_cache

from linksift.finding.joining.layout import LONGEST_LINE, Layout, Line, columns, is_stretched
from linksift.finding.joining.word_halves import halves_log_odds
from linksift.lazy_pattern import lazy_pattern

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
    if max(map(len, lines)) > column + len("\r"):  # as in most texts; to measure all lines takes longer
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
