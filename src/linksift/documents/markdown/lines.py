"""A line of Markdown, read from left to right by columns, in which a tab goes on to the next fourth (CommonMark, 2.2).

Here belongs how far a line is indented. What that makes of it never does.
"""

import re
from collections.abc import Iterator

_LINE = re.compile(r"[^\r\n]*+(?:\r\n?|\n)?")


def lines(text: str) -> Iterator[tuple[int, int]]:
    r"""Where the lines of a text begin and end, without what ends them.

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
    """What is left of a line: `position` to `end` of the text (code points), from a column on."""

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
        """Pass so many columns of white space, or what there is of them. A tab of which more is left stays ahead."""
        target = self.column + columns
        while self.column < target and self.position < self.end and self.text[self.position] in " \t":
            column = self.column + width(self.text[self.position], self.column)
            if column > target:
                self.column = target
                return
            self.column = column
            self.position += 1

    def ahead(self) -> "Line":
        """The line up to three columns further on, where a mark may stand; at its end when it is indented by more."""
        ahead = Line(self.text, self.position, self.end)
        ahead.column = self.column
        if self.indent() >= 4:
            ahead.position = self.end
        ahead.skip(3)
        return ahead

    def skip_characters(self, count: int) -> None:
        """Pass so many characters that are no tabs."""
        self.position += count
        self.column += count

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """How a pattern matches what is left of the line, whose end is the end for it."""
        return pattern.match(self.text, self.position, self.end)

    def is_blank(self) -> bool:
        """Whether only white space is left."""
        return not self.text[self.position : self.end].strip(" \t")


def width(character: str, column: int) -> int:
    """The columns that a space or a tab takes at a column."""
    return 4 - column % 4 if character == "\t" else 1
