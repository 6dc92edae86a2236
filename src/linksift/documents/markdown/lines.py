"""Reads a line of Markdown from left to right by columns, with tab stops at every fourth (CommonMark, 2.2)."""

import re
from collections.abc import Iterator

_LINE = re.compile(r"[^\r\n]*+(?:\r\n?|\n)?")


def lines(text: str) -> Iterator[tuple[int, int]]:
    r"""The spans of the lines of a text, without the line ends.

    >>> list(lines("a\r\nb"))
    [(0, 1), (3, 4)]
    """
    position = 0
    while position < len(text):
        line = _LINE.match(text, position)
        assert line is not None
        yield position, position + len(line[0].rstrip("\r\n"))
        position = line.end()


class Line:
    """The rest of a line: `position` to `end` of the text (code points), from a column on."""

    __slots__ = ("column", "end", "position", "text")

    def __init__(self, text: str, position: int, end: int) -> None:
        self.text = text
        self.position = position
        self.end = end
        self.column = 0

    def indent(self) -> int:
        r"""The columns of white space ahead.

        >>> Line(" \ta", 0, 3).indent()
        4
        """
        column = self.column
        for offset in range(self.position, self.end):
            if self.text[offset] not in " \t":
                break
            column += width(self.text[offset], column)
        return column - self.column

    def skip(self, columns: int) -> None:
        """Pass at most so many columns of white space. A tab that reaches further stays ahead."""
        target = self.column + columns
        while self.column < target and self.position < self.end and self.text[self.position] in " \t":
            column = self.column + width(self.text[self.position], self.column)
            if column > target:
                self.column = target
                return
            self.column = column
            self.position += 1

    def ahead(self) -> "Line":
        """The line after at most three columns of indentation, where a mark may be; at its end if indented more."""
        ahead = Line(self.text, self.position, self.end)
        ahead.column = self.column
        if self.indent() >= 4:
            ahead.position = self.end
        ahead.skip(3)
        return ahead

    def skip_characters(self, count: int) -> None:
        """Pass a number of characters, none of them a tab."""
        self.position += count
        self.column += count

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of a pattern at the rest of the line, whose end is the end for it."""
        return pattern.match(self.text, self.position, self.end)

    def is_blank(self) -> bool:
        """Whether the rest is only white space."""
        return not self.text[self.position : self.end].strip(" \t")


def width(character: str, column: int) -> int:
    """The columns that a space or a tab takes at a column."""
    return 4 - column % 4 if character == "\t" else 1
