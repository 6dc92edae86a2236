"""The layout of a text: its lines, their prefixes, quotation depth and widths, each computed when first needed.

`evidence` determines what they mean for a line break.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from linksift.finding.line_prefixes import LONGEST_INITIALS, REACH, WINDOW, comment_mark, quotes_end
from linksift.finding.pattern_places import PatternPlaces
from linksift.lazy_pattern import lazy_pattern

LONGEST_LINE = 1024
"""Nobody wraps lines at more than this many characters; a longer line ends the range of nearby lines."""

NEAR = 25
"""How many lines above and below a line are measured; for any other purpose, `WINDOW` lines are read."""

LINE_END = r"[ \t]{0,99}+\r?\n"
"""The end of a line, with the white space before it."""

_BEFORE_SLASHES = ("http:", "https:")
"""What ends a line where an editor broke a comment before `//`, which it took for the beginning of another comment."""

_DIFF_SIGNS = ("+", "-")
"""The signs of the lines that a diff adds and removes."""

_HUNK = lazy_pattern(r"@@ -\d{1,9}(?:,(?P<old>\d{1,9}))? \+\d{1,9}(?:,(?P<new>\d{1,9}))? @@")
"""The header of a hunk, with the numbers of lines of the old and the new version."""

QUOTE_SIGNS = ("|", ">")
"""The comment marks that are really signs of a quotation."""

_BEFORE_QUOTES = "> \t"
_BEGINS_MARK = "cCdDrR"
"""The letters that comment marks begin with; all other marks begin with a symbol, except initials before a `>`."""

_SHOWS_COMMENT = re.compile(r"[ \t]*+(?:[+-][ \t]*+)?(?:/\*|\(\*(?=[\s*]|\Z)|(?<=[ \t])\*[ \t]*+\r?(?:\n|\Z))")
"""What shows that lines with `*` below are a comment: its opener, or a line of the mark alone after a space, since few
lists have an empty entry. A hunk of a diff may begin inside a comment."""


FEWEST_LINES = 3
"""Fewer nearby lines than this say nothing about the margin."""

SHORTEST_PROSE, LONGEST_PROSE = 30, 160
"""The widths of wrapped lines: journal columns are narrower, and anything wider is a paragraph on one line."""

FEWEST_SPACES, FEWEST_IDEOGRAPHS = 4, 10
"""Prose has at least five words per line, or enough ideographs to make five."""

OF_DEPTH = 1000
"""The amount that a level of quotation adds to a line's width, which makes widths of the same depth sort together."""

NO_PROSE = 0
"""The width of a line that says nothing about the margin."""

MOST_COMMENT_LINES = WINDOW
"""The maximum number of lines read upwards from a line that starts with `*` to the line that shows a comment."""

SHORTEST_REMOVED = 60
"""A line that a diff removes is at least this long, where no header of a hunk is above it."""

MOST_FURNITURE = 10
"""The maximum number of lines between the text of two pages: blank lines, page numbers and running headers."""

SHORTEST_PAGE = 6
"""A page has more lines than this; numbers that are closer together are not page numbers."""

PAGE_NUMBER = r"(?:[-–—|·]\s*)?\d{1,4}(?:\s*[-–—|·])?"
"""A page number alone, perhaps between dashes: `12`, `- 12 -`."""

_PAGE_NUMBER = lazy_pattern(rf"{PAGE_NUMBER}|(?:[Pp]age )?\d{{1,4}}(?: of | ?/ ?)\d{{1,4}}|[Pp]age \d{{1,4}}")
"""A page number, perhaps with the number of pages: `12`, `Page 3 of 9`, `2/2`."""
_FOOTER = lazy_pattern(r"\[Page \d{1,4}\]$")
_STRETCHED = lazy_pattern(r"[\w,.;:)\]] {2,4}[\w(\[].*[\w,.;:)\]] {2,4}[\w(\[]")
_SPREAD = lazy_pattern(r"\S {3,}\S")
LONGEST_LINE_END = 100
_LINE_FEED = re.compile("\n")
_AFTER_SCHEME = lazy_pattern("://")
_LAST_HYPHEN = lazy_pattern(rf"-(?=[ \t\r]{{0,{LONGEST_LINE_END - 1}}}\n)")
LONGEST_BROKEN = 250
_BROKEN_URI = lazy_pattern(r"://(?=(?:[^\s<>\"]{0,200}+(?<=[\-=&%_?]))?[ \t]{0,40}+\r?\n)")
_WIDE = lazy_pattern("[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦]")
"""Characters two columns wide in fixed-pitch text, according to UAX #11. The pattern takes 10 ms to compile."""

_NUMBERING = "0123456789 \t\f|·-–—."
SHORTEST_HEADER = 6
PAGES = 16_384
"""How many code points above and below a page's first line are searched for the same header: two pages or more."""


class Line:
    """A line: `text` is the part after the quote prefix and comment mark, up to the last word, and `stripped` is `text`
    unindented.

    `start` and `end` are offsets in the source, in code points, excluding the line break; `text` runs from `body` to
    `text_end`. `quote_depth` counts the `>` of the prefix, and `comment_mark` is the comment mark. `indent` is the
    number of columns between the prefix and the text. The layout keeps its findings about a line here: `margin` (-1
    until then), and `around`, the spans of its window and of the lines measured near it.
    """

    quote_depth = 0
    comment_mark = ""
    margin = -1
    around: list[tuple[int, int]] | None = None

    def __init__(self, source: str, start: int, end: int) -> None:
        self._source = source
        self.start = start
        self.end = end
        if source[start : start + 1] in _BEFORE_QUOTES:
            line = source[start:end]
            self.quote_depth, length = _quotation(line[: len(line) - len(line.lstrip(_BEFORE_QUOTES))])
            start += length
        self._after_quotes = start
        self._set_text(start)

    def take_mark(self, mark: str, body: int) -> None:
        """Remove a comment mark from the text, which then starts at `body`."""
        self.comment_mark = mark
        self._set_text(body)

    def _set_text(self, body: int) -> None:
        self.body = body
        self.text = text = self._source[body : self.end].rstrip()
        self.stripped = stripped = text.lstrip()
        self.text_end = body + len(text)
        self.indent = len(text) - len(stripped)

    def after_mark(self, mark: str) -> "Line":
        """This line as the continuation of a line with that comment mark; any other mark belongs to its text."""
        return self if self.comment_mark in ("", mark) else Line(self._source, self.start, self.end)

    @property
    def is_prefix_alone(self) -> bool:
        """Whether the line contains only quote marks or a comment mark."""
        return not self.text and (self.quote_depth > 0 or self.comment_mark != "")

    @cached_property
    def width(self) -> int:
        """The number of columns after the quote prefix."""
        return columns(self._source[self._after_quotes : self.end].rstrip())

    @cached_property
    def columns(self) -> int:
        """The number of columns of the whole line."""
        return columns(self._source[self.start : self.end].rstrip())

    @property
    def mark_indent(self) -> int:
        """The number of columns between the quote prefix and the comment mark."""
        text = self._source[self._after_quotes : self.body].expandtabs()
        return len(text) - len(text.lstrip())


class Layout:
    """The lines of one text, each created when first needed and then kept.

    `top_level_domains` are the known top-level domains. `typefaces` maps the offset of a line break to whether the
    typeface of a URI continues there, if the caller knows. `hyphens` are the hyphens at line ends, `schemes` the places
    of `://`, and `broken_uris` those of `://` on lines that end where no URI can end. `broken_words` contains, by
    position, the word that the hyphen at a line end breaks, or "".
    """

    def __init__(
        self, text: str, top_level_domains: frozenset[str], typefaces: Mapping[int, bool] = MappingProxyType({})
    ) -> None:
        self.text = text
        self.top_level_domains = top_level_domains
        self.typefaces = typefaces
        self._lines: dict[int, Line | None] = {}
        self._last: Line | None = None
        self._measured: tuple[int, int, list[int]] = 0, -1, []
        self._line_feeds = PatternPlaces(text, _LINE_FEED, 1)
        self.hyphens = PatternPlaces(text, _LAST_HYPHEN, LONGEST_LINE_END)
        self.schemes = PatternPlaces(text, _AFTER_SCHEME, len("://"))
        self.broken_uris = PatternPlaces(text, _BROKEN_URI, LONGEST_BROKEN)
        self.broken_words: dict[int, str] = {}
        self._lines_to_opener: dict[int, int] = {}

    def line_of(self, position: int) -> Line | None:
        """The line at a position; None if it is too long to be wrapped text."""
        last = self._last
        if last is not None and last.start <= position <= last.end < last.start + LONGEST_LINE:
            return last
        low = max(0, position - LONGEST_LINE)
        start = self.text.rfind("\n", low, position) + 1
        self._last = last = self._line(start) if start or low == 0 else None
        return last

    def after(self, line: Line) -> Line | None:
        """The next line."""
        return self._line(line.end + 1) if line.end < len(self.text) else None

    def before(self, line: Line) -> Line | None:
        """The previous line."""
        return self.line_of(line.start - 1) if line.start else None

    def continuation_of(self, line: Line) -> Line | None:
        """The line that continues the text of a line: the next line, or the first line of the next page.

        A line with only a prefix is skipped once if the line after it has lost that prefix. Page furniture is skipped
        only where a page ends; elsewhere, a line with a number is text.
        """
        following = self.after(line)
        if following is None:
            return None
        if following.is_prefix_alone:
            after = self.after(following)
            torn = after is not None and after.stripped and after.quote_depth < following.quote_depth
            return after if torn else None
        fed = "\f" in self.text[following.start : following.end]
        if fed or not following.stripped or _is_number(following.stripped):
            page = self._next_page(line, following)
            if page is not None or not following.stripped:
                return page or self._across_blank(line, following)
        return self._without_mark(line, following)

    def _without_mark(self, line: Line, following: Line) -> Line | None:
        """The next line without a comment mark like that of a line; in a diff, a line that is kept goes on in one that
        is removed or added, but none of these in one of the other sign."""
        mark, sign = line.comment_mark, following.comment_mark
        if sign in _DIFF_SIGNS and not following.mark_indent:
            if mark in _DIFF_SIGNS and mark != sign:
                return None
            mark = sign if line.text[:1] in (" ", sign) else mark
        if sign == "//" and line.text.endswith(_BEFORE_SLASHES) and self.text[following.body - 1] == "/":
            mark = ""
        return following.after_mark(mark)

    def _next_page(self, line: Line, following: Line | None) -> Line | None:
        """The next page's first line, if a page ends after a line (at a form feed or a number between blank lines).

        No page ends within a quotation.
        """
        blank = numbered = ended = False
        for _ in range(MOST_FURNITURE):
            if following is None or line.quote_depth or following.quote_depth:
                return None
            ended |= "\f" in self.text[following.start : following.end]
            if not following.stripped:
                blank, ended = True, ended or (numbered and not self._has_number_near(line, following))
            elif _is_number(following.stripped):
                numbered, blank = blank, False
            elif not (numbered or ended) or not self._is_header(following):
                return following if ended else None
            following = self.after(following)
        return None

    def _has_number_near(self, line: Line, following: Line) -> bool:
        """Whether a number is alone on another line near both lines: notes and cells have numbers; pages are longer."""
        above, below = self.before(line), self.after(following)
        for _ in range(SHORTEST_PAGE):
            if any(other is not None and _is_number(other.stripped) for other in (above, below)):
                return True
            above, below = above and self.before(above), below and self.after(below)
        return False

    def _across_blank(self, line: Line, following: Line) -> Line | None:
        """The line after a single blank line, unless a quotation, a comment or the end of a page is involved."""
        if line.quote_depth or line.comment_mark:
            return None
        after = self.after(following)
        if after is None or "\f" in self.text[following.start : after.end]:
            return None
        return after if after.stripped and not _is_number(after.stripped) else None

    def _is_header(self, line: Line) -> bool:
        """Whether a line is a running header: one set in columns, or one repeated nearby except for its numbers."""
        words = line.stripped.strip(_NUMBERING)
        if _SPREAD.search(line.stripped):
            return True
        return len(words) >= SHORTEST_HEADER and (
            self._is_repeated(words, line, *self.window(line))
            or (
                line.text.startswith("\f")  # as the header of another page does
                and self._is_repeated(f"\f{words}", line, max(0, line.start - PAGES), line.end + PAGES)
            )
        )

    def _is_repeated(self, words: str, line: Line, low: int, high: int) -> bool:
        """Whether some words occur between two positions, but not on a line."""
        return self.text.find(words, low, line.start) >= 0 or self.text.find(words, line.end, high) >= 0

    def window(self, line: Line) -> tuple[int, int]:
        """Where the lines near a line start and end in the text: up to `WINDOW` whole lines above and below it."""
        return (line.around or self._look_around(line))[0]

    def near(self, line: Line) -> tuple[int, int]:
        """Where the lines measured near a line start and end in the text: up to `NEAR` above and below it."""
        return (line.around or self._look_around(line))[1]

    def _look_around(self, line: Line) -> list[tuple[int, int]]:
        """Find the whole lines near a line, if they are in reach."""
        low, high = line.start - REACH - 1, line.end + REACH
        feeds = self._line_feeds.around(max(0, low), high + 1)
        above, below = bisect_left(feeds, line.start - 1), bisect_left(feeds, line.end)
        lowest = 0 if low < 0 else feeds[bisect_left(feeds, low)] + 1
        highest = len(self.text) if len(self.text) <= high else feeds[bisect_right(feeds, high) - 1]
        line.around = [
            (
                max(lowest, feeds[above - most] + 1) if above >= most else lowest,
                min(highest, feeds[below + most]) if below + most < len(feeds) else highest,
            )
            for most in (WINDOW, NEAR)
        ]
        return line.around

    def places(self, text: str, low: int, high: int) -> Iterator[int]:
        """The places between two positions where a text occurs."""
        place = self.text.find(text, low, high)
        while place >= 0:
            yield place
            place = self.text.find(text, place + len(text), high)

    def occurrences(self, uri: str, low: int, high: int) -> Iterable[int]:
        """The places between two positions where a URI, or the beginning of one, occurs."""
        before, text = uri.find("://"), self.text
        if before < 0:  # only the scheme has been read so far
            return self.places(uri, low, high)
        starts = [place - before for place in self.schemes.between(low + before, high)]
        return [start for start in starts if text.startswith(uri, start, high)]

    def margin(self, line: Line) -> int:
        """The width that the lines of prose near a line keep to in the same quotation, or 0 if too few lines show it.

        Fixed-pitch lines end before it; in proportional type, full lines are up to a tenth narrower or wider.
        """
        if line.margin < 0:
            near = sorted(self._other_widths(line))
            no_width = line.quote_depth * OF_DEPTH
            first, last = bisect_right(near, no_width), bisect_left(near, no_width + OF_DEPTH)
            known = last - first >= FEWEST_LINES
            line.margin = near[first + int((last - first) * 0.95)] - no_width if known else 0
        return line.margin

    def _other_widths(self, line: Line) -> list[int]:
        """The widths of the other lines measured near a line, as given by `_width_of_prose`.

        Lines that are also near the line measured last are not measured again.
        """
        text, (low, high), (start, end, widths) = self.text, self.near(line), self._measured
        overlaps = start <= low <= end <= high
        widths = widths[text.count("\n", start, low) :] if overlaps else []
        start = end + 1 if overlaps else low
        if start <= high:
            shortest = SHORTEST_PROSE // 2
            lines = text[start:high].split("\n")
            widths += [_width_of_prose(raw.rstrip()) if len(raw) > shortest else NO_PROSE for raw in lines]
        self._measured = low, high, widths
        own = text.count("\n", low, line.start)
        return widths[:own] + widths[own + 1 :]

    def _line(self, start: int) -> Line | None:
        if start in self._lines:
            return self._lines[start]
        end = self.text.find("\n", start, start + LONGEST_LINE)
        end = min(len(self.text), start + LONGEST_LINE) if end < 0 else end
        whole = end == len(self.text) or self.text[end] == "\n"
        self._lines[start] = line = Line(self.text, start, end) if whole else None
        if line is not None and may_begin_with_mark(line.stripped):
            mark, body = comment_mark(self.text, line.body)
            if mark and body <= end:
                self._take_comment_mark(line, mark, body)
            if not line.comment_mark and line.text[:1] in _DIFF_SIGNS and self._is_in_hunk(line):
                line.take_mark(line.text[0], line.body + 1)
        return line

    def _take_comment_mark(self, line: Line, mark: str, body: int) -> None:
        """Treat a mark as a comment mark, not as part of the text, if the lines around it show that it is one."""
        above = self._above(line.start)
        if mark.endswith("*") and not _SHOWS_COMMENT.match(self.text, line.body):
            taken = self._in_comment(above, line.quote_depth)
        elif mark == "-":
            taken = self._is_removed(line, above)
        else:
            taken = self._has_mark(above, mark, line) or self._has_mark(line.end + 1, mark, line)
        if taken:
            line.take_mark(mark, body)

    def _is_in_hunk(self, line: Line) -> bool:
        """Whether a line is in a hunk of a diff, whose header says how many lines of either version it has."""
        start = self.text.rfind("@@ -", max(0, line.start - REACH), line.start)
        hunk = _HUNK.match(self.text, start) if start >= 0 else None
        begin = self.text.rfind("\n", max(0, start - LONGEST_LINE), start) + 1
        if hunk is None or quotes_end(self.text, begin) != start:
            return False
        before = self.text[hunk.end() : line.start - 1]
        lines = before.count("\n")
        old, new = lines - before.count("\n+"), lines - before.count("\n-")
        return old < int(hunk["old"] or 1) or new < int(hunk["new"] or 1)

    def _is_removed(self, line: Line, above: int) -> bool:
        """Whether a diff without the header of its hunk removes a line that starts with `-`.

        The line is as long as prose, and two of the four lines around it have the sign. Entries of a list are shorter,
        or have a space after the sign.
        """
        if line.end - line.start < SHORTEST_REMOVED:
            return False
        two_above = self._above(above)
        two_below = (self.text.find("\n", line.end + 1, line.end + 1 + LONGEST_LINE) + 1) or len(self.text) + 1
        around = {two_above, above, line.end + 1, two_below}
        return sum(self._has_mark(start, "-", line) for start in around) > 1

    def _above(self, start: int) -> int:
        """The start of the line above the one at `start`; `start` if there is none, or if it is too long."""
        low = max(0, start - LONGEST_LINE)
        feed = self.text.rfind("\n", low, max(0, start - 1))
        return feed + 1 if feed >= 0 or low == 0 else start

    def _has_mark(self, start: int, mark: str, line: Line) -> bool:
        if start == line.start or start > len(self.text):
            return False
        return comment_mark(self.text, quotes_end(self.text, start))[0] == mark

    def _in_comment(self, start: int, depth: int) -> bool:
        r"""Whether lines that start with `*`, and are quoted as deeply, lead up to a line that shows a comment, not a
        list.

        The number of lines up to it is kept, since the next entry of a list asks about the line above it.
        """
        line, known = start, self._lines_to_opener
        for lines in range(MOST_COMMENT_LINES):
            if start not in known:
                body = quotes_end(self.text, start)
                as_deep = self.text.count(">", start, body) == depth
                if as_deep and _SHOWS_COMMENT.match(self.text, body):
                    known[start] = 0
                elif not as_deep or self._above(start) == start or not comment_mark(self.text, body)[0].endswith("*"):
                    known[start] = MOST_COMMENT_LINES
            if start in known:
                known[line] = lines + known[start]
                break
            start = self._above(start)
        return known.setdefault(line, MOST_COMMENT_LINES) < MOST_COMMENT_LINES


def may_begin_with_mark(text: str) -> bool:
    """Whether a line's text may begin with a comment mark; asking `comment_mark` takes longer.

    >>> [text for text in ("# a", "dnl a", "jd> a", "a b") if may_begin_with_mark(text)]
    ['# a', 'dnl a', 'jd> a']
    """
    return not text[:1].isalnum() or text[0] in _BEGINS_MARK or text.find(">", 1, LONGEST_INITIALS + 1) > 0


def _is_number(text: str) -> bool:
    may_be_footer = text.endswith("]")  # few lines do; the search would read the whole line
    return _PAGE_NUMBER.fullmatch(text) is not None or (may_be_footer and _FOOTER.search(text) is not None)


def is_stretched(text: str) -> bool:
    """Whether a line is stretched to the margin: it has wide spaces in more than one place.

    >>> is_stretched("See the  lids of  the house."), is_stretched("tea  http://a.example/")
    (True, False)
    """
    return _STRETCHED.search(text) is not None


@lru_cache(maxsize=256)  # a text has few prefixes
def _quotation(prefix: str) -> tuple[int, int]:
    """The depth of the quotation that a line's prefix shows, and where the line's text begins.

    >>> _quotation("> >  "), _quotation(" ")
    ((2, 4), (0, 0))
    """
    end = quotes_end(prefix, 0)
    return prefix.count(">", 0, end), end + (end > 0 and prefix.startswith(" ", end))


def columns(text: str) -> int:
    r"""The number of columns that a line takes: tabs advance to the next multiple of eight, and ideographs take two.

    >>> columns("a\tb"), columns("日本")
    (9, 4)
    """
    if text.isascii():
        return len(text.expandtabs()) if "\t" in text else len(text)
    return len(text.expandtabs()) + len(_WIDE.findall(text))


def _width_of_prose(raw: str) -> int:
    """The width of a line of running text, plus `OF_DEPTH` for each level of quotation, or `NO_PROSE` if it is too
    short or too long.

    >>> _width_of_prose("> > Some of the words of a line that is quoted"), _width_of_prose("too short")
    (2042, 0)
    """
    is_ascii, length = raw.isascii(), len(raw)
    if length >= LONGEST_LINE or "://" in raw:
        return NO_PROSE
    if raw.count(" ") < FEWEST_SPACES and (is_ascii or len(_WIDE.findall(raw)) < FEWEST_IDEOGRAPHS):
        return NO_PROSE
    depth = 0
    if raw[0] in "> " and ">" in raw:
        depth, body = _quotation(raw[: length - len(raw.lstrip(_BEFORE_QUOTES))])
        raw = raw[body:]
        length = len(raw)
    if "    " in raw and "    " in raw.strip():
        return NO_PROSE
    width = length if is_ascii and "\t" not in raw else columns(raw)
    return depth * OF_DEPTH + width if SHORTEST_PROSE < width <= LONGEST_PROSE else NO_PROSE
