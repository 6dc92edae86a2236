"""Evidence that wrapped text was cut or wrapped again, as mail programs do (RFC 3676, 3.2).

Signs are slivers below full lines, URIs cut at one column, halves of a hash, and numbers alone on a line.
"""

from linksift.finding.joining import break_facts
from linksift.finding.joining.evidence.across_break import repeats_label
from linksift.finding.joining.evidence.line_widths import line_full
from linksift.finding.joining.evidence.next_word import WHOLE_HASHES
from linksift.finding.joining.evidence.uri_so_far import entry_missing
from linksift.finding.joining.seam import MOST_PLACES, Seam, is_common_word
from linksift.finding.joining.text_layout import LONGEST_LINE, PAGE_NUMBER, QUOTE_SIGNS, columns
from linksift.lazy_pattern import lazy_pattern

LONGEST_SLIVER = 4
LONGEST_REST = 8
"""A remainder of up to this length is also a sliver, but it counts only half as much."""

NARROWEST, USUAL, WIDEST = 60, 64, 80
"""Mail is wrapped at 64 to 80 columns; a line that is as full as its neighbours may be a few columns narrower."""

_PAGE_NUMBER = lazy_pattern(PAGE_NUMBER)
_URI_ALONE = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*://\S+")
_LAST_WORD = lazy_pattern(rf"\S{{1,{LONGEST_LINE}}}+[^\S\n]{{0,99}}+(?:\n|\Z)")
_YEAR = lazy_pattern(r"(?:19|20)\d\d[.,;)]")
_HEXADECIMAL_END = lazy_pattern(r"(?<![A-Za-z0-9])[0-9a-f]{8,63}\Z")
_HEXADECIMAL = lazy_pattern(r"[0-9a-f]{1,63}(?![A-Za-z0-9])")
_DIGIT, _LETTER = lazy_pattern(r"[0-9]"), lazy_pattern(r"[a-f]")


def is_quoted(seam: Seam) -> bool:
    """Whether one of the two lines is in a quotation; the other may have lost its prefix."""
    lines = (seam.line, seam.next)
    return any(line.quote_depth > 0 or line.comment_mark in QUOTE_SIGNS for line in lines)


def is_full(seam: Seam) -> bool:
    """Whether the line is as long as the margin allows."""
    columns = seam.line.columns
    return USUAL <= columns <= WIDEST or (columns >= NARROWEST and line_full(seam) > 0.9)


def is_margin(lines: str, column: int) -> bool:
    r"""Whether several words fill a line up to this column, and no line is wider.

    >>> [is_margin("See the old lids\nof the house", column) for column in (15, 16, 17)]
    [False, True, False]
    """
    widths = [(columns(line), " " in line.strip()) for line in map(str.rstrip, lines.split("\n"))]
    return max(widths) == (column, True)


def is_alone(seam: Seam) -> bool:
    """Whether the line contains nothing but the URI, except perhaps a bracket before it."""
    return seam.joined_breaks > 0 or seam.line.stripped.lstrip("([<") == seam.uri


def is_rest_of_word(seam: Seam) -> bool:
    """Whether the next line is a single letter, or a few characters that are not a word of prose."""
    if seam.rest or seam.piece != seam.word or len(seam.piece) > LONGEST_REST:
        return False
    return len(seam.piece) == 1 or not seam.is_word or not (seam.word.istitle() or is_common_word(seam.word))


@break_facts.rule_given(break_facts.ALONE)
def sliver(seam: Seam) -> float:
    r"""The next line has only a few characters, and the URI fills its line alone: a program wrapped it again.

    Digits alone may be a page number, except in a quotation. More than four characters count half as much.

    >>> sliver(Seam.in_text("> http://a.example/" + 57 * "b" + "\n> 49\n> c")), sliver(Seam.in_text("http://a.example/\n49"))
    (1.0, 0.0)
    """
    if not is_rest_of_word(seam) or not is_alone(seam) or not is_full(seam):
        return 0.0
    if seam.word.isdigit() and not is_quoted(seam):
        return 0.0
    return 1.0 if len(seam.piece) <= LONGEST_SLIVER else 0.5


@break_facts.rule_given(break_facts.ALONE)
def overflow(seam: Seam) -> float:
    r"""The next line has one word and lacks quote marks that the line after it has: the URI's line was too long.

    >>> overflow(Seam.in_text("> > http://a.example/" + 50 * "b" + "\n> Cd\n> > ef"))
    1.0
    """
    depth = seam.line.quote_depth
    if seam.is_common and seam.word.islower():
        return 0.0
    if seam.rest or not depth or seam.next.quote_depth >= depth or not is_alone(seam) or not is_full(seam):
        return 0.0
    after = seam.layout.after(seam.next)
    return float(after is not None and after.quote_depth >= depth)


@break_facts.rule_given(break_facts.IN_RUN)
def cut_at_same_column(seam: Seam) -> float:
    r"""The break is inside a word, the URI fills its line alone, and another URI nearby ends in the same column.

    A program cuts URIs there. In a narrow column, words fill a line up to there as well, and no line is wider.

    >>> cut_at_same_column(Seam.in_text("http://a.example/" + 57 * "b" + "\nc\nhttp://d.example/" + 57 * "e" + "\nf"))
    1.0
    """
    if seam.joined_breaks or not seam.inside_run or not is_alone(seam):
        return 0.0
    layout, text, (low, high) = seam.layout, seam.layout.text, seam.layout.window(seam.line)
    for place in layout.schemes.between(low, high)[:MOST_PLACES]:
        last_word = _LAST_WORD.match(text, place)
        start = max(low, text.rfind("\n", low, place) + 1)
        if last_word is not None and columns(text[start : last_word.end()].rstrip()) == seam.line.columns:
            line = layout.line_of(place)
            if line is not None and _URI_ALONE.fullmatch(line.stripped) and line.stripped != seam.uri:
                return float(is_full(seam) or is_margin(text[low:high], seam.line.columns))
    return 0.0


@break_facts.rule_given(break_facts.MORE)
def number_alone(seam: Seam) -> float:
    r"""The next line is only a number, such as a page number or a year; in a quotation, a number is part of the URI.

    >>> number_alone(Seam.in_text("http://a.example/b.\n12")), number_alone(Seam.in_text("> http://a.example/b\n> 12"))
    (1.0, 0.0)
    """
    if seam.last.isalnum() and _YEAR.fullmatch(seam.next.stripped):
        return 1.0
    if not _PAGE_NUMBER.fullmatch(seam.next.stripped):
        return 0.0
    goes_on = is_quoted(seam) or seam.last in "=&%-_?#" or (entry_missing(seam) and is_full(seam))
    return float(not goes_on and not hash_goes_on(seam) and not repeats_label(seam))


@break_facts.rule_given(break_facts.IN_RUN)
def hash_goes_on(seam: Seam) -> float:
    r"""The line ends in part of a hash, and the next line starts with hexadecimal digits, not with a word of prose.

    >>> [hash_goes_on(Seam.in_text(f"http://a.example/commit/0123abcd0123ab\n{text}")) for text in ("cd45/b", "cf. c")]
    [1.0, 0.0]
    """
    after = None if seam.is_word and seam.rest else _HEXADECIMAL.match(seam.word)
    before = _HEXADECIMAL_END.search(seam.uri) if after else None
    if before is None or after is None or not (_DIGIT.search(before[0]) and _LETTER.search(before[0])):
        return 0.0
    return float(len(before[0]) not in WHOLE_HASHES and len(before[0] + after[0]) <= max(WHOLE_HASHES))
