r"""Columns: text beside other text, as in the pages of papers and in tables (`pdftotext -layout`, terminals).

The lines of one column are a text of their own: a URI in it continues on the line below, not in the column beside it.
"""

from collections.abc import Iterable

from linksift.finding.joining.joined_uri import Chain, Extension
from linksift.finding.joining.joiner import LAST_MARKS, Joiner, chain_to_line_end
from linksift.finding.joining.text_layout import LINE_END, Layout, is_stretched
from linksift.finding.line_prefixes import BORDERS, LAST_BORDER
from linksift.finding.match import Candidate, Step
from linksift.finding.readings.rejoin import EditedText, other_column
from linksift.lazy_pattern import lazy_pattern

NARROWEST_COLUMN = 20
"""Narrower text on the left is a label for the text beside it, such as a number or a key; its line begins an entry."""

FEWEST_ROWS = 2
"""A gap separates columns if at least this many lines besides the URI's have text on both sides of it."""

MOST_GAPS = 4
"""The maximum number of gaps before a URI that are examined."""

MOST_SKIPPED = 2
"""The maximum number of lines down to the next text of a column: the lines of columns need not be level."""

_BLANK = f" {BORDERS}"
_GAP = lazy_pattern(rf" *[{BORDERS}]| {{2,}}| +(?={LAST_BORDER})")
"""Blank columns in a line: two or more, or with a border in or after them."""

_FIRST_CELL = lazy_pattern(rf" *[{BORDERS}]?[^{BORDERS}]*\w")
"""A first cell that is not blank."""

_WORD, _PROSE = lazy_pattern(r"\w"), lazy_pattern(r"\w+[,.;:]? \w+[,.;:]? \w+[,.;:]? \w+")
"""A letter or digit, and four words with one space between them, which names and labels seldom have."""

_URI = lazy_pattern(rf"[^\s{BORDERS}]*")
_OTHER_LINK = lazy_pattern(
    r"(?i)://|\b(?:data|doi|geo|magnet|mailto|sip|sms|tel|urn|xmpp):\S|\S@\S|[a-z0-9]\[?\.\]?[a-z]{2}|\d\.\d+\.\d"
)
"""What may be another link: a scheme, or an address, domain or IP address without one, which may be defanged."""

_SCHEME = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]{1,15}://")
_COLUMN_END = rf"[ \t]?(?:[{BORDERS}]|{LAST_BORDER})|  |{LINE_END}"


class Gap:
    """The blank columns from `low` to `high` that the lines from `first` to `last` have in common. `rows` of them,
    besides the line where the gap was found, have text on both sides; one with a border counts as two."""

    def __init__(self, lines: list[str], own: int, low: int, high: int) -> None:
        self.low, self.high, self.rows = low, high, 0
        self.last = self._extend(lines, own, 1)
        self.first = self._extend(lines, own, -1)
        self.has_border = not lines[own][self.low : self.high].isspace()

    @property
    def separates_columns(self) -> bool:
        """Whether enough lines show that the gap is between columns."""
        return self.rows >= FEWEST_ROWS

    def _extend(self, lines: list[str], own: int, step: int) -> int:
        """The last line in one direction up to which every line has blank columns in common with the gap."""
        place = own + step
        while 0 <= place < len(lines) and (blank := blank_columns(lines[place], self.low, self.high)) is not None:
            self.low, self.high = blank
            line = lines[place]
            beside = all(part.strip(_BLANK) for part in (line[: self.low], line[self.high :]))
            self.rows += beside + 2 * (not (line[self.low : self.high] or " ").isspace())
            place += step
        return place - step


def blank_columns(line: str, low: int, high: int) -> tuple[int, int] | None:
    """The blank columns of a line in a range: the last with a border, or else the last; None if there are none.

    >>> blank_columns("The tea  pot", 4, 9), blank_columns("The tea pot", 4, 9), blank_columns("The", 4, 9)
    ((7, 9), None, (4, 9))
    """
    if "\t" in line or "\f" in line:
        return None
    gaps = [gap for gap in _GAP.finditer(line.ljust(high + 1)) if gap.start() < high and low < gap.end()]
    gaps = [gap for gap in gaps if not gap[0].isspace()] or gaps
    return (max(low, gaps[-1].start()), min(high, gaps[-1].end())) if gaps else None


class Column(Layout):
    """The layout of a column of the text from `low` to `high` (code points): that text without `others`, the spans of
    the other columns."""

    def __init__(self, around: Layout, low: int, high: int, others: list[tuple[int, int]]) -> None:
        self._low, self._others = low, others
        steps = [Step(other_column, start - low, min(end, high) - low, "") for start, end in others]
        self._edited = EditedText(around.text[low:high], steps)
        super().__init__(self._edited.text, around.top_level_domains)

    def chain_from(self, start: int) -> Chain | None:
        """The chain that starts at a position in the source, up to the end of its line in the column."""
        before = sum(end - begin for begin, end in self._others if end <= start)
        return chain_to_line_end(self, start - self._low - before)

    def in_source(self, candidate: Candidate, text: str) -> Candidate | None:
        """A candidate in the column, as one in its source; None if another link is in what it leaves out."""
        start = candidate.start
        begin, end = self._low + self._edited.source_start(start), self._end(start + len(candidate.text))
        gaps = {
            gap[0]: (self._end(start + gap[0]), self._low + self._edited.source_start(start + gap[1]))
            for gap in candidate.gaps
        }
        if any(_OTHER_LINK.search(text, *gap) for gap in gaps.values()):
            return None
        return candidate._replace(
            start=begin,
            text=text[begin:end],
            gaps=tuple((low - begin, high - begin) for low, high in gaps.values()),
            typeset_hyphens=tuple(gaps[place][0] - begin for place in candidate.typeset_hyphens if place in gaps),
            remarks=self.steps_in_source(candidate.remarks),
            continuation=None,  # it would be text of the column
        )

    def _end(self, offset: int) -> int:
        """The position in the source right after the character before an offset."""
        return self._low + self._edited.source_end(offset)

    def steps_in_source(self, steps: Iterable[Step]) -> tuple[Step, ...]:
        """Steps in the column, as steps in the source."""
        return tuple(self._edited.in_source(step).shifted(self._low) for step in steps)


class ColumnJoiner(Joiner):
    """Joins URIs across the line ends of one text, and of its columns."""

    line_ends = lazy_pattern(rf"{LAST_MARKS}(?:{_COLUMN_END})")
    ends_for_sure = lazy_pattern("(?!)")  # the next line may begin with another column

    def new_chain(self, start: int) -> Chain | None:
        """The chain from `start` to the end of its line or column."""
        column = column_at(self.layout, start)
        return super().new_chain(start) if column is None else column.chain_from(start)

    def extension(self, chain: Chain) -> Extension:
        """The extension of a chain, with its evidence as steps in the source."""
        found, layout = super().extension(chain), chain.layout
        return found._replace(against=layout.steps_in_source(found.against)) if isinstance(layout, Column) else found

    def candidate(self, chain: Chain, chance_of_end: float = 1.0) -> Candidate | None:
        """The candidate of a chain, in the source; None if there is none."""
        made, layout = super().candidate(chain, chance_of_end), chain.layout
        return layout.in_source(made, self.source.text) if made and isinstance(layout, Column) else made


def column_at(layout: Layout, start: int) -> Column | None:
    """The column of the URI that starts at `start`; None if no text is beside it or beside the text below it."""
    line = layout.line_of(start)
    if line is None:
        return None
    text, place = layout.text, start - line.start
    own, below = text[line.start : line.end], text[line.end + 1 : line.end + 1 + place].partition("\n")[0]
    end = _URI.match(own, place).end()  # type: ignore[union-attr]
    ends_line = not own[end:].strip()
    after = None if ends_line else _GAP.match(own, end)
    if after is None and not (ends_line and below.strip()):
        return None
    if _SCHEME.match(text, line.end + 1 + place):
        return None  # a list of URIs
    low, high = layout.near(line)
    lines = text[low:high].split("\n")
    row = text.count("\n", low, line.start)
    right = Gap(lines, row, *after.span()) if after else None
    left = _gap_before(lines, row, place)
    gaps = [gap for gap in (left, right) if gap]
    if not gaps or not all(gap.separates_columns for gap in gaps):
        return None
    if is_stretched(own) and not all(gap.has_border for gap in gaps):
        return None  # justified text has wide spaces, too
    cells = slice(left.high if left else 0, right.low if right else None)
    reach = min(gap.last for gap in gaps) + 1
    last = _last_line(lines[:reach], row, cells)
    if last == row:
        return None
    records = (at for at in range(row + 1, last + 1) if _are_records(left, right, lines[row], lines[at]))
    last = next((at - 1 for at in records if lines[at][cells].strip(_BLANK)), last)
    first = max(0, max(gap.first for gap in gaps) - 1)  # the line above a box may open the comment
    begin = low + sum(map(len, lines[:first])) + first
    lines = lines[first : last + 1]
    others = _other_columns(lines, begin, cells)
    return Column(layout, begin, min(begin + sum(map(len, lines)) + len(lines), len(text)), others)


def _are_records(left: Gap | None, right: Gap | None, above: str, below: str) -> bool:
    """Whether the text beside a column shows that two rows of a table are different records.

    With borders, the first cell of another record is not blank; next to the first column, neither is the second.
    """
    if left and left.has_border and not set(BORDERS).isdisjoint(above[: left.low]):
        return _FIRST_CELL.match(below, 0, left.low) is not None
    if right and right.has_border:
        return all(_WORD.search(row, right.high) for row in (above, below))
    return left is not None and not left.has_border and have_names(above[: left.low], below[: left.low])


def _gap_before(lines: list[str], row: int, place: int) -> Gap | None:
    """The nearest gap before a URI that separates columns."""
    for found in [*_GAP.finditer(lines[row], 0, place)][: -MOST_GAPS - 1 : -1]:
        gap = Gap(lines, row, *found.span())
        if gap.separates_columns and (gap.has_border or gap.high >= NARROWEST_COLUMN):
            return gap
    return None


def _last_line(lines: list[str], row: int, cells: slice) -> int:
    """The last line below `row` up to which a column has text on each line, or on one of the next."""
    last = row
    for place in range(row + 1, len(lines)):
        if lines[place][cells].strip(_BLANK):
            last = place
        elif place - last >= MOST_SKIPPED:
            break
    return last


def have_names(above: str, below: str) -> bool:
    """Whether the text before two cells of a table without borders shows that they belong to different records: both
    rows begin at the same place, and have several cells, or a name instead of prose.

    >>> have_names("tea-pot  1.0", "tea-cup  2.0"), have_names("see all of the", "pots of it")
    (True, False)
    """
    starts = [len(row) - len(row.lstrip()) for row in (above, below) if row.strip()]
    if len(starts) < 2 or starts[0] != starts[1]:
        return False
    cells = [_GAP.search(row.strip()) is not None for row in (above, below)]
    return all(cells) or not any(_PROSE.search(row) and not row.rstrip().endswith(":") for row in (above, below))


def _other_columns(lines: list[str], begin: int, cells: slice) -> list[tuple[int, int]]:
    """The spans of the text beside the cells of a column, in lines that start at `begin`.

    Lines with text only beside the column belong to the other columns.

    >>> _other_columns(["tea  cup", "pot", ""], 0, slice(5, None))
    [(0, 5), (9, 13)]
    """
    others = []
    for line in lines:
        end = begin + len(line)
        left, right, _ = cells.indices(len(line))
        if line.strip() and not line[cells].strip(_BLANK):
            others.append((begin, end + 1))
        else:
            others += [span for span in ((begin, begin + left), (begin + right, end)) if span[0] < span[1]]
        begin = end + 1
    return others
