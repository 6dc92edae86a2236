"""The text being scanned, with a record of what was read, and one scan forward through a URI in it.

The record ensures that no part of the text is searched twice. The scan has the rules that all kinds of scans share.
"""

import re
from collections.abc import Callable
from functools import cache, cached_property

from linksift.delimiters import ASIAN_PUNCTUATION, INVISIBLE, Pair
from linksift.finding.line_prefixes import QUOTED_LINE, REACH, WINDOW, quotes_end
from linksift.finding.match import Continuation, Step
from linksift.finding.pattern_places import PatternPlaces
from linksift.finding.scan.character_roles import CLOSERS, DELIMITERS, LETTERS, PUNCTUATION, TRIMMED_BEYOND_ASCII
from linksift.finding.scan.schemes import Schemes
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import link_bracket

LONGEST_LINE = 1024
"""The greatest distance at which the start of a line is looked for."""

FARTHEST_READ_ON = 1024
"""How many code points after a match its other readings may include."""

FARTHEST_BEFORE = 5
"""How many code points before a match its readings examine: an enclosure, or emphasis marks."""

FARTHEST_AT = 254
"""The distance after a backslash within which an `@` makes some software take the text after the `@` as the host."""

LONGEST_TAG = 4096
"""The greatest distance at which the angle bracket before a position matters: that of the tag around a value."""

_FARTHEST_ANGLE = 128
IN_WORD = r"[^\s<>\"]"
ENDS_OPAQUE_PART = '<>"`|\\^'
"""The characters besides white space that end an opaque part."""

_IN_OPAQUE_PART = rf"[^\s{re.escape(ENDS_OPAQUE_PART)}]"
IN_USERINFO = rf"[A-Za-z0-9\-._~!$&'()*+,;=:%{LETTERS}]"
IN_AUTHORITY = r"[^\s/?#<>\"]"
_NO_SPACE = r"\S"
_MARKS = re.escape(PUNCTUATION + CLOSERS + TRIMMED_BEYOND_ASCII)
DANGLING_AT = rf"@[{_MARKS}@]{{0,16}}+(?:[\s<>\"`{INVISIBLE}]|\Z)"
"""An at sign that is followed not by a host, but by punctuation and the end of the sentence."""

_DANGLING_AT = lazy_pattern(DANGLING_AT)
_ENDS_WORD = re.escape(DELIMITERS + "".join(sorted(ASIAN_PUNCTUATION)))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled only once, since even a lookup in the cache of `re` takes a microsecond."""
    return re.compile(pattern)


class ScannedText:
    """A text, what a finder looks for in it, and the record of what was read.

    Each record is maintained by a method, and no other code sets it. `defanged_dots` lists the positions of dots that
    were in brackets before the text was refanged, and `escaped_dots` lists those of dots after a backslash or caret.
    The next match may begin at `position`, and no bare domain or IP address before `plain_name_end` is a match (both in
    code points).
    """

    def __init__(
        self,
        text: str,
        schemes: Schemes,
        max_length: int = 65536,
        default_scheme: str = "http",
        joins: bool = True,
        defanged_dots: frozenset[int] = frozenset(),
        escaped_dots: frozenset[int] = frozenset(),
    ) -> None:
        self.text = text
        self.schemes = schemes
        self.max_length = max_length
        self.default_scheme = default_scheme
        self.joins = joins
        self.defanged_dots = defanged_dots
        self.escaped_dots = escaped_dots
        self._angle, self._angle_searched_to = -1, 0
        self.position = self.plain_name_end = 0
        self._read_in_angles = (-1, False)
        self._host_stretch: tuple[int, int, list[int]] = (-1, -1, [])
        self._stretches: dict[str, tuple[int, int]] = {}
        self._next_hits: dict[str, tuple[int, int]] = {}
        self._domain = (-1, -1)
        self._line_start = self._searched_to = 0
        self._block, self._block_start = "", -1

    def begin_matches_at(self, position: int) -> None:
        """Let no match begin before `position`."""
        self.position = position

    def pass_plain_name(self, end: int) -> None:
        """Record that a bare domain or IP address up to `end` is not a match, since nothing in it was defanged."""
        self.plain_name_end = end

    def is_first_reading(self, start: int, joins: bool) -> bool:
        """Whether the angle brackets that open before `start` differ from those read last, which are not read again."""
        if self._read_in_angles == (start, joins):
            return False
        self._read_in_angles = start, joins
        return True

    def domain_start(self, dot: int, find: Callable[[], int]) -> int:
        """The start of the bare domain whose last dot is at `dot`, for which `find` is called once; -1 if there is
        none."""
        if self._domain[0] != dot:
            self._domain = dot, find()
        return self._domain[1]

    def host_stretch(self, position: int, read: Callable[[int, list[int]], int]) -> tuple[int, list[int]]:
        """The end of the stretch of host characters around `position`, and the places where a name in it may end.

        `read` resumes where the reading of the stretch stopped, and adds these places.
        """
        first, end, doubts = self._host_stretch
        if not first <= position <= end:
            first = end = position
            doubts = []
        end = read(end, doubts)
        self._host_stretch = first, end, doubts
        return end, doubts

    @cached_property
    def _quoted_lines(self) -> PatternPlaces:
        return PatternPlaces(self.text, QUOTED_LINE, len("\n   >"))

    def greatest_depth(self, line: int) -> int:
        r"""The greatest depth of the quoted lines nearby, above the line that begins at `line`.

        Lines below do not count, since they may not have arrived yet in a stream.

        >>> ScannedText("> a\n> > b\n> > > c", Schemes(None)).greatest_depth(10)
        2
        """
        places = self._quoted_lines.between(max(0, line - REACH), line - 1)[-WINDOW:]
        starts = [place + (self.text[place] == "\n") for place in places]
        return max((self.text.count(">", start, quotes_end(self.text, start)) for start in starts), default=0)

    def stretch_end(self, characters: str, position: int) -> int:
        """The end of the stretch around `position`, which is read only once; `position` if there is none. `characters`
        is a class as written in a pattern.

        >>> ScannedText("abc def", Schemes(None)).stretch_end("[a-z]", 1)
        3
        """
        start, end = self._stretches.get(characters, (-1, -1))
        if not start <= position <= end:
            end = _compiled(f"{characters}*+").match(self.text, position).end()  # type: ignore[union-attr]
            self._stretches[characters] = position, end
        return end

    def next_hit(self, pattern: str, position: int) -> int:
        """The start of the next hit of a pattern at or after `position`; the length of the text if there is none. The
        text in between is searched only once.

        >>> ScannedText("a@b@c", Schemes(None)).next_hit("@", 2)
        3
        """
        start, hit = self._next_hits.get(pattern, (-1, -1))
        if not start <= position <= hit:
            found = _compiled(pattern).search(self.text, position)
            hit = found.start() if found else len(self.text)
            self._next_hits[pattern] = position, hit
        return hit

    def limit(self, start: int) -> int:
        """The last place at which a scan from `start` stops: one code point after the longest match."""
        return min(len(self.text), start + self.max_length + 1)

    def word_end(self, position: int) -> int:
        """The end of the word around `position`: at white space or `<>"`, or at the end of the longest match."""
        return min(position + self.max_length, self.stretch_end(IN_WORD, position))

    def has_closing_underscore(self, position: int) -> bool:
        """Whether the word around `position` has an underscore that is not before a letter or digit, and so may close
        emphasis."""
        return self.next_hit(r"_(?!\w)", position) < self.word_end(position)

    def at_sign_after_user(self, position: int) -> int:
        """The `@` that ends the userinfo or local part around `position`; -1 if there is none nearby or no host
        follows."""
        end = self.stretch_end(IN_USERINFO, position)
        near = end <= position + self.max_length and self.text.startswith("@", end)
        return end if near and not _DANGLING_AT.match(self.text, end) else -1

    def at_sign_follows(self, backslash: int) -> bool:
        """Whether an `@` follows a backslash within a short distance, before anything that ends an authority."""
        at = self.next_hit("@", backslash)
        near = at <= backslash + FARTHEST_AT and self.stretch_end(IN_AUTHORITY, backslash) >= at
        return near and self.text.startswith("@", at)

    def last_piece_end(self, position: int) -> int:
        """The end of the text without white space around `position`; -1 if the rest of it contains another `://`."""
        end = self.stretch_end(_NO_SPACE, position)
        return end if self.next_hit("://", position) >= end else -1

    def has_any_of(self, characters: str, position: int, farthest: int) -> bool:
        """Whether the URI around `position` has one of the characters among its next `farthest` code points."""
        end = min(self.stretch_end(_IN_OPAQUE_PART, position), position + farthest)
        return self.next_hit(f"[{re.escape(characters)}]", position) < end

    def closes_in_word(self, closer: str, position: int) -> bool:
        """Whether a closing bracket or quote is in the rest of the word, before anything that always ends a URI."""
        at = self.next_hit(rf"[{re.escape(closer)}\s{_ENDS_WORD}]", position)
        return at <= position + LONGEST_LINE and self.text.startswith(closer, at)

    def line_start(self, position: int) -> int:
        r"""The start of the line around `position`: after the last `\n` or `\r`.

        Positions are passed in order, except for a few nearby ones, so nothing is searched twice.
        """
        if position < self._line_start:
            low = max(0, position - LONGEST_LINE)
            return max(self.text.rfind("\n", low, position), self.text.rfind("\r", low, position), low - 1) + 1
        if position > self._searched_to:
            feed = self.text.rfind("\n", self._searched_to, position)
            back = self.text.rfind("\r", max(self._searched_to, feed + 1), position)
            self._line_start = max(self._line_start, feed + 1, back + 1)
            self._searched_to = position
        return self._line_start

    def last_angle(self, position: int) -> int:
        """The last `<` before a position; -1 if none is near. Positions are passed in order, except for a few nearby
        ones."""
        if position < self._angle:
            return self.text.rfind("<", max(0, position - _FARTHEST_ANGLE), position)
        if position > self._angle_searched_to:
            low = max(self._angle_searched_to, position - LONGEST_TAG)
            self._angle = max(self._angle, self.text.rfind("<", low, position))
            self._angle_searched_to = position
        return self._angle

    def block(self, start: int, end: int, goes_on: bool) -> tuple[str, int]:
        """A part of the text with everything that readings of the link `text[start:end]` look at, and the link's offset
        in it.

        If text continues directly after the link, the block contains up to twice the text that a reading may include,
        and neighbouring links share it, so no text is copied more than twice.
        """
        low = max(0, start - FARTHEST_BEFORE)
        if not goes_on:
            return self.text[low : end + 1], start - low
        word_end = self.stretch_end(IN_WORD, end)
        needed = min(word_end + 1, end + FARTHEST_READ_ON + 1, len(self.text))
        if not self._block_start <= low < needed <= self._block_start + len(self._block):
            self._block = self.text[low : min(word_end, end + 2 * FARTHEST_READ_ON) + 1]
            self._block_start = low
        return self._block, start - self._block_start

    def continuation(self, end: int) -> Continuation | None:
        """The text from `end` up to white space or `<>"`; None if there is none."""
        return None if self.stretch_end(IN_WORD, end) == end else Continuation(*self.block(end, end, True))


class ScanState:
    """One scan forward through a URI that begins at `start`.

    A rule takes the state and a position, and returns the next position; a rule that ends the scan returns
    `state.end(rule, position)`.

    `enclosure` opens directly before the URI; `quote_closers` are its closers, if it is a pair of quotes.
    `open_brackets` are the brackets opened in the URI. `path_start` is where the path after the authority begins (-1 if
    there is no authority). `ascii` is true as long as the URI is ASCII; with `ignore_prose`, nothing is taken for
    prose. `ended_by` is the rule that ended the scan, and `closed` says that a closing bracket ended it.
    `needs_complete_host` says that the scheme's host must be complete before certain characters; `broke_off` says that
    it was not. `other_end` is a rule that would end the URI earlier in another reading, and the position where it would
    do so.
    """

    def __init__(self, source: ScannedText, start: int, enclosure: Pair | None = None) -> None:
        self.source = source
        self.text = source.text
        self.schemes = source.schemes
        self.start = start
        self.enclosure = enclosure
        self.quote_closers = enclosure.closers if enclosure is not None and enclosure.joins else ""
        self.open_brackets: list[str] = []
        self.after_query = False
        self.after_fragment = False
        self.path_start = -1
        self.ascii = True
        self.ignore_prose = False
        self.closed = False
        self.needs_complete_host = False
        self.broke_off = False
        self.other_end: tuple[Callable[..., int], int] | None = None
        self.ended_by: Callable[..., int] | None = None

    def end(self, ending_rule: Callable[..., int], position: int) -> int:
        """Let `ending_rule` end the scan at `position`."""
        self.ended_by = ending_rule
        return position

    def remarks(self, end: int) -> tuple[Step, ...]:
        """The remarks on the end of the scan, for the notes.

        White space and the closing angle bracket of an enclosure need no note, and `trim` notes closing brackets.
        """
        if self.ended_by is None or self.ended_by in (white_space, angle_closer, closing_bracket):
            return ()
        return (Step(self.ended_by, end, end + 1, None),)


def white_space(state: ScanState, position: int) -> int:
    """White space ends a URI (Appendix C)."""
    return state.end(white_space, position)


def angle_closer(state: ScanState, position: int) -> int:
    """The closing angle bracket ends a URI that directly follows the opening one (Appendix C)."""
    return state.end(angle_closer, position)


def opening_bracket(state: ScanState, position: int) -> int:
    """An opening bracket belongs to the URI, and so does the bracket that closes it."""
    state.open_brackets.append(state.text[position])
    return position + 1


def closing_bracket(state: ScanState, position: int) -> int:
    """A closing bracket belongs to the URI if its opening one does; otherwise it ends the URI and is trimmed."""
    if closes_bracket(state.open_brackets, link_bracket(state.text[position])):
        return position + 1
    state.closed = True
    return state.end(closing_bracket, position + 1)


def closes_bracket(open_brackets: list[str], opener: str | None) -> bool:
    """Whether one of the open brackets is this opener; if so, it is closed, and so are those after it.

    >>> open_brackets = ["(", "[", "("]
    >>> closes_bracket(open_brackets, "["), open_brackets.copy(), closes_bracket(open_brackets, "{"), open_brackets
    (True, ['('], False, [])
    """
    while open_brackets:
        if open_brackets.pop() == opener:
            return True
    return False
