"""Reads a line of Markdown from left to right by column, with tab stops at every fourth column (CommonMark, 2.2)."""

import re

_BLANKS = re.compile(r"[ \t]*+")


class Line:
    """The rest of a line: `position` to `end` of the text (code points), starting at a column.

    White space is measured only once, since a line is compared with up to a hundred open containers. `first` is the
    offset of the first character after the white space, and `_first_column` is the column of that character.
    """

    __slots__ = ("_first_column", "column", "end", "first", "position", "text")

    def __init__(self, text: str, position: int, first: int, end: int) -> None:
        self.text = text
        self.position = position
        self.end = end
        self.column = 0
        self._measure(first)

    def _measure(self, first: int) -> None:
        self.first = first
        blanks = self.text[self.position : self.first]
        if "\t" in blanks:
            before = self.column % 4
            self._first_column = self.column + len((" " * before + blanks).expandtabs(4)) - before
        else:
            self._first_column = self.column + len(blanks)

    def indent(self) -> int:
        r"""The number of columns of white space ahead.

        >>> Line(" \ta", 0, 2, 3).indent()
        4
        """
        return self._first_column - self.column

    def skip(self, columns: int) -> None:
        """Skip at most the given number of columns of white space. A tab that extends further is not skipped."""
        blanks = self.first - self.position
        if self._first_column - self.column == blanks:  # each is one column wide
            passed = min(columns, blanks)
            self.position += passed
            self.column += passed
            return
        target = min(self.column + columns, self._first_column)
        while self.column < target:
            column = self.column + (4 - self.column % 4 if self.text[self.position] == "\t" else 1)
            if column > target:
                self.column = target
                return
            self.column = column
            self.position += 1

    def skip_mark(self, length: int) -> None:
        """Skip the white space ahead and a mark after it, which contains no tabs."""
        self.position = self.first + length
        self.column = self._first_column + length
        self._measure(_BLANKS.match(self.text, self.position, self.end).end())  # type: ignore[union-attr]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of a pattern after the white space ahead; the pattern sees no text beyond the line."""
        return pattern.match(self.text, self.first, self.end)

    def mark(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of a pattern after at most three columns of white space, where a mark is allowed."""
        return self.match(pattern) if self.indent() < 4 else None

    def is_blank(self) -> bool:
        """Whether the rest is only white space."""
        return self.first == self.end
