"""The places at which a pattern matches, for rules that ask about the text near one line after another."""

import re
from bisect import bisect_left

AHEAD = 4096
"""How many code points more than asked for are searched at once."""


class PatternPlaces:
    """The places in a text where a pattern matches, in order. A match and its look-ahead are not longer than `longest`
    code points.

    Each stretch is searched when it is first needed; only the last stretch is kept.
    """

    __slots__ = ("_found", "_from", "_longest", "_pattern", "_text", "_to")

    def __init__(self, text: str, pattern: re.Pattern[str], longest: int) -> None:
        self._text = text
        self._pattern = pattern
        self._longest = longest
        self._found: list[int] = []
        self._from = self._to = 0

    def between(self, low: int, high: int) -> list[int]:
        """The places between two positions: from `low` up to `high` (exclusive)."""
        found = self.around(low, high)
        return found[bisect_left(found, low) : bisect_left(found, high)]

    def around(self, low: int, high: int) -> list[int]:
        """All places in the stretch that has these two positions in it: those between them, and perhaps others."""
        if not self._from <= low <= self._to:
            self._found, self._from, self._to = [], low, low
        if high > self._to:
            end = high + AHEAD
            found = [*map(re.Match.start, self._pattern.finditer(self._text, self._to, end + self._longest))]
            self._found += found[: bisect_left(found, end)]
            self._to = end
        return self._found
