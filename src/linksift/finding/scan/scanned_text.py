"""The text that is searched, and a record of what readings of it found out, so that no stretch is searched twice."""

import re

from linksift.finding.match import Match
from linksift.finding.scan.schemes import Schemes

LONGEST_LINE = 1024
"""Nothing is looked for at the beginning of a line that is farther away than this."""

FARTHEST_PROSE = 256
"""How many code points behind a URI are kept for a reader who does not take them for prose."""

FARTHEST_AT = 254
"""How far behind a backslash an `@` may stand that makes some software take what follows for the host."""

_FARTHEST_ANGLE = 128
_IN_WORD = r"[^\s<>\"]"
_IN_OPAQUE_PART = r"[^\s<>\"`|\\^]"
_IN_USERINFO = r"[A-Za-z0-9\-._~!$&'()*+,;=:%]"
IN_AUTHORITY = r"[^\s/?#<>\"]"
_NO_SPACE = r"\S"


class Stretch:
    """Where a stretch of characters ends, told from any place in it; each stretch is read once."""

    __slots__ = ("_end", "_pattern", "_start")

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern
        self._start = self._end = -1

    def end(self, text: str, position: int) -> int:
        """Where the stretch ends that `position` is in: there, when nothing of it stands there.

        >>> Stretch(re.compile("[a-z]*+")).end("abc def", 1)
        3
        """
        if not self._start <= position <= self._end:
            found = self._pattern.match(text, position)
            self._start, self._end = position, found.end() if found else position
        return self._end


class NextPlace:
    """Where a pattern is found next, told from any place before; what stands between is searched once."""

    __slots__ = ("_found", "_pattern", "_start")

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern
        self._start = self._found = -1

    def place(self, text: str, position: int) -> int:
        """Where the pattern is found next at `position` or behind it; the length of the text, where it is not.

        >>> NextPlace(re.compile("@")).place("a@b@c", 2)
        3
        """
        if not self._start <= position <= self._found:
            found = self._pattern.search(text, position)
            self._start, self._found = position, found.start() if found else len(text)
        return self._found


class ScannedText:
    """A text, what is looked for in it, and the record of what was read of it.

    `position` is where the next match may begin (code points). `refused` says which angle bracket was read last, and
    whether breaks in it were joined: what it encloses is not read again. `host_stretch` are the characters of host
    names that were read last: from where to where, and at which of them a name may end (see `authority.name_end`).
    `domain` is the last dot of a bare domain that was looked at last, and where that begins (-1: nowhere). `names_seen`
    are the matches of names beyond ASCII, by the name and what stands around it.
    """

    __slots__ = (
        "_angle",
        "_angle_asked",
        "_angle_searched_to",
        "_block",
        "_block_start",
        "_line_start",
        "_next_places",
        "_searched_to",
        "_stretches",
        "default_scheme",
        "domain",
        "host_stretch",
        "joins",
        "max_length",
        "names_seen",
        "position",
        "refused",
        "schemes",
        "text",
    )

    def __init__(
        self, text: str, schemes: Schemes, max_length: int = 65536, default_scheme: str = "http", joins: bool = True
    ) -> None:
        self.text = text
        self.schemes = schemes
        self.max_length = max_length
        self.default_scheme = default_scheme
        self.joins = joins
        self.position = 0
        self.refused = (-1, False)
        self.host_stretch: tuple[int, int, list[int]] = (-1, -1, [])
        self.names_seen: dict[tuple[str, str, str], Match] = {}
        self._stretches: dict[str, Stretch] = {}
        self._next_places: dict[str, NextPlace] = {}
        self.domain = (-1, -1)
        self._line_start = self._searched_to = 0
        self._angle, self._angle_asked, self._angle_searched_to = -1, 0, 0
        self._block, self._block_start = "", -1

    def _end_of(self, characters: str, position: int) -> int:
        """Where a stretch of these characters (a class, as patterns have it) ends that `position` is in."""
        if characters not in self._stretches:
            self._stretches[characters] = Stretch(re.compile(f"{characters}*+"))
        return self._stretches[characters].end(self.text, position)

    def _next(self, written: str, position: int) -> int:
        """Where a pattern is found next, as `NextPlace` has it."""
        if written not in self._next_places:
            self._next_places[written] = NextPlace(re.compile(written))
        return self._next_places[written].place(self.text, position)

    def limit(self, start: int) -> int:
        """Where reading stops in any case of what begins at `start`: one code point behind the longest match."""
        return min(len(self.text), start + self.max_length + 1)

    def word_end(self, position: int) -> int:
        """Where the word ends that `position` is in: at white space or `<>"`, or where the longest match does."""
        return min(position + self.max_length, self._end_of(_IN_WORD, position))

    def at_sign_after_user(self, position: int) -> int:
        """Where the `@` is that ends the userinfo, or local part, that `position` is in; -1 where none is near."""
        end = self._end_of(_IN_USERINFO, position)
        return end if end <= position + self.max_length and self.text.startswith("@", end) else -1

    def at_sign_follows(self, backslash: int) -> bool:
        """Whether an `@` follows a backslash, not too far behind it and before anything that ends an authority."""
        at = self._next("@", backslash)
        near = at <= backslash + FARTHEST_AT and self._end_of(IN_AUTHORITY, backslash) >= at
        return near and self.text.startswith("@", at)

    def last_piece_end(self, position: int) -> int:
        """Where what has no white space ends that `position` is in; -1 where there is another `://` in it."""
        end = self._end_of(_NO_SPACE, position)
        return end if self._next("://", position) >= end else -1

    def has_any_of(self, characters: str, position: int, farthest: int) -> bool:
        """Whether one of the characters stands in the URI that `position` is in, and no more than so far behind."""
        end = min(self._end_of(_IN_OPAQUE_PART, position), position + farthest)
        return self._next(f"[{re.escape(characters)}]", position) < end

    def line_start(self, position: int) -> int:
        r"""Where the line begins that `position` is in: behind the last `\n` or `\r`.

        Places are asked for in order, but for a few: what was searched is not searched again.
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

    def angle_before(self, colon: int) -> int:
        """The last `<` before a colon that ends a scheme; -1 where there is none, or two colons asked for it already.

        A scheme has no colon, so that only the first can end one, or the one behind `URL:`.
        """
        opener = self.last_angle(colon)
        self._angle_asked += 1
        return opener if self._angle_asked <= 2 else -1

    def last_angle(self, position: int) -> int:
        """The last `<` before a place; -1 where there is none. Places are asked for in order, but for a few near by."""
        if position < self._angle:
            return self.text.rfind("<", max(0, position - _FARTHEST_ANGLE), position)
        if position > self._angle_searched_to:
            found = self.text.rfind("<", self._angle_searched_to, position)
            if found >= 0:
                self._angle, self._angle_asked = found, 0
            self._angle_searched_to = position
        return self._angle

    def block_after(self, end: int) -> tuple[str, int]:
        """A stretch of the text that goes on at least `FARTHEST_PROSE` code points behind `end`, and where `end` is
        in it.

        Matches that stand close together share one, so that no stretch is copied more than twice.
        """
        start = end - end % FARTHEST_PROSE
        if start != self._block_start:
            self._block, self._block_start = self.text[start : start + 2 * FARTHEST_PROSE], start
        return self._block, end - start
