"""Parses Markdown into blocks: which lines are text, which are code, and which are HTML (CommonMark, 4 and 5)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# ---- Lines by column, with tab stops at every fourth column (CommonMark, 2.2) ----------------------------------------


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

    def is_blank(self) -> bool:
        """Whether the rest is only white space."""
        return self.first == self.end


# ---- HTML: blocks of lines, and tags in text (CommonMark, 4.6 and 6.6) -----------------------------------------------


_ATTRIBUTE = r"""\s++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:\s*+=\s*+(?:[^\s"'=<>`]++|'[^']*+'|"[^"]*+"))?"""
TAG = rf"(?:<[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*\s*+/?>|</[A-Za-z][A-Za-z0-9-]*+\s*+>)"
_ALONE = re.compile(rf"{TAG}[ \t]*+\Z")
_BLOCK_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)

ENDS_AT_BLANK_LINE = re.compile(r"(?!)")
"""The ending, which never matches, of a block that only a blank line ends."""


KINDS = (
    (
        re.compile(r"(?i)<(?:script|pre|style|textarea)(?=[\s>]|\Z)"),
        re.compile(r"(?i)</(?:script|pre|style|textarea)>"),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"(?i)</?(?:{_BLOCK_NAMES})(?=[\s>]|/>|\Z)"), ENDS_AT_BLANK_LINE),
)
"""The beginnings and ends of the first six kinds of blocks (4.6); the seventh kind is a tag alone on its line."""


def html_ending_at(line: Line, in_paragraph: bool) -> re.Pattern[str] | None:
    """The pattern in the last line of the block of HTML that begins in a line after its white space, if there is one.

    >>> html_ending_at(Line("<p>a", 0, 0, 4), False) is not None, html_ending_at(Line("<b>a", 0, 0, 4), False)
    (True, None)
    """
    if not line.text.startswith("<", line.first, line.end):
        return None
    for beginning, ending in KINDS:
        if line.match(beginning) is not None:
            return ending
    return None if in_paragraph or line.match(_ALONE) is None else ENDS_AT_BLANK_LINE


# ---- Blocks ----------------------------------------------------------------------------------------------------------


MOST_CONTAINERS = 100
"""The depth to which nested lists and quotes are tracked; each line is compared with all open containers."""

_LINE = re.compile(r"([ \t]*+)([^\r\n]*+)(?:\r\n?|\n|\Z)")
_BLANK_LINES = re.compile(r"(?:[ \t]*+(?:\r\n?|\n))++")
_PROSE = re.compile(r"(?:[^ \t>#\-+*_=<`~0-9\r\n][^\r\n]*+(?:\n|\Z))++")
"""Lines that are text unless they are in a container, since nothing else begins with their first characters."""
_BREAK = r"(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,})\Z"
_HEADING_OR_BREAK = re.compile(rf"#{{1,6}}+(?=[ \t]|\Z)|{_BREAK}")
_FENCE = re.compile(r"(?:(`{3,}+)[^`]*+|(~{3,}+).*+)\Z")
_FENCE_END = re.compile(r"(`{3,}+|~{3,}+)[ \t]*+\Z")
_UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+\Z")
_MARKER = re.compile(rf"(?!{_BREAK})(?:[-+*]|[0-9]{{1,9}}+[.)])(?=[ \t]|\Z)")
_INTERRUPTS_NO_PARAGRAPH = re.compile(r"(?!1[.)])[0-9]|(?:[-+*]|1[.)])[ \t]*+\Z")
"""A list item that is empty or has a number other than 1 (5.3)."""
_BEGINS_CONTAINER = frozenset(">-+*0123456789")
_BEGINS_LEAF = frozenset("#*-_=`~<")

_QUOTE = 0
"""Represents a block quote in the list of open containers; a list item is represented by the number of columns by which
its lines are indented."""


class Block(NamedTuple):
    """Lines that belong together: `kind` is "text", "code" or "html". Its spans of the source are without the marks and
    indentation of its containers; those of text and HTML are without any indentation. Lines between which the source
    has nothing but LF share a span, as do all lines of code."""

    kind: str
    spans: tuple[tuple[int, int], ...]


def blocks(text: str) -> Iterator[Block]:
    r"""The blocks of a text, in order.

    >>> list(blocks("a\nb\n\n    c\n> d\n"))
    [Block(kind='text', spans=((0, 3),)), Block(kind='code', spans=((5, 10),)), Block(kind='text', spans=((13, 14),))]
    """
    parser = BlockParser(text)
    position = 0
    while position < len(text):
        is_inside = parser.containers or parser.fence or parser.html_ending
        if not is_inside and (read := _PROSE.match(text, position)) is not None:
            parser.prose(position, read.end() - text.startswith("\n", read.end() - 1))
        elif parser.kind in ("text", "") and (read := _BLANK_LINES.match(text, position)) is not None:
            parser.blank()
        else:
            read = _LINE.match(text, position)
            assert read is not None  # it matches any text
            parser.line(Line(text, position, *read.span(2)))
        position = read.end()
        yield from parser.ended
        parser.ended.clear()
    parser.close()
    yield from parser.ended


class BlockParser:
    """The open containers, the open block in them, which the next line may continue, and the blocks that ended."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.containers: list[int] = []
        self.kind = ""
        self.spans: list[tuple[int, int]] = []
        self.fence = ""
        self.html_ending: re.Pattern[str] | None = None
        self.ended: list[Block] = []

    def close(self) -> None:
        """End the open block."""
        if self.spans:
            self.ended.append(Block(self.kind, tuple(self.spans)))
        self.kind, self.spans, self.fence, self.html_ending = "", [], "", None

    def prose(self, start: int, end: int) -> None:
        """Read lines that are not in a container and do not begin one: they begin or continue a paragraph."""
        if self.kind != "text":
            self.close()
            self.kind = "text"
        self.add(start, end)

    def begin(self, kind: str, line: Line) -> None:
        """Begin a block with the rest of a line."""
        self.kind = kind
        self.spans = []
        self.continue_with(line)

    def continue_with(self, line: Line) -> None:
        """Continue the block with the rest of a line."""
        if self.kind == "code":
            self.spans = [(self.spans[0][0] if self.spans else line.position, line.end)]
        else:
            self.add(line.first, line.end)

    def add(self, start: int, end: int) -> None:
        """Continue text or HTML with a span."""
        if self.spans and self.spans[-1][1] == start - 1 and self.source.startswith("\n", start - 1):
            self.spans[-1] = (self.spans[-1][0], end)
        else:
            self.spans.append((start, end))

    def line(self, line: Line) -> None:
        """Read a line, which may end blocks."""
        depth = self.depth_of(line)
        continues = depth == len(self.containers)
        if continues and self.fence:
            self.in_fence(line)
        elif continues and self.html_ending:
            self.in_html(line, self.html_ending)
        elif not line.is_blank():
            lazily = not continues and self.kind == "text"
            if not continues and not lazily:
                self.close_containers(depth)
            self.new_blocks(line, depth, lazily)
        elif continues and self.kind == "code":
            self.continue_with(line)
        else:
            self.blank()

    def depth_of(self, line: Line) -> int:
        """The number of open containers that a line continues; their marks in the line are passed (5.1, 5.2)."""
        for depth, container in enumerate(self.containers):
            if container == _QUOTE:
                if not pass_quote_mark(line):
                    return depth
            elif not line.is_blank():
                if line.indent() < container:
                    return depth
                line.skip(container)
        return len(self.containers)

    def in_fence(self, line: Line) -> None:
        """Read a line of fenced code (4.5)."""
        ending = line.match(_FENCE_END) if line.indent() < 4 else None
        if ending is not None and ending[1].startswith(self.fence):
            self.close()
        else:
            self.continue_with(line)

    def in_html(self, line: Line, ending: re.Pattern[str]) -> None:
        """Read a line of HTML (4.6)."""
        if line.is_blank() and ending is ENDS_AT_BLANK_LINE:
            self.close()
            return
        self.continue_with(line)
        if ending.search(line.text, line.position, line.end) is not None:
            self.close()

    def blank(self) -> None:
        """Read a blank line outside code, or several, which end a paragraph and any quotes."""
        self.close_containers(self.containers.index(_QUOTE) if _QUOTE in self.containers else len(self.containers))

    def new_blocks(self, line: Line, depth: int, lazily: bool) -> None:
        """Begin the containers that a line opens and, in the last of them, a block or the next line of the paragraph.

        `lazily` means that the line continues a paragraph only if nothing else begins in it (5.1).
        """
        while (container := self.container_at(line, lazily)) is not None:
            self.close_containers(depth)
            self.containers.append(container)
            depth, lazily = len(self.containers), False
        if line.is_blank():
            return
        if line.indent() < 4:
            self.leaf(line, depth, lazily)
        elif self.kind:
            self.continue_with(line)
        else:
            self.begin("code", line)

    def close_containers(self, depth: int) -> None:
        """End the block and the containers that a line did not continue."""
        self.close()
        del self.containers[depth:]

    def container_at(self, line: Line, lazily: bool) -> int | None:
        """The quote or list item that begins here, if any; the line is read up to its content."""
        if line.is_blank() or line.text[line.first] not in _BEGINS_CONTAINER:
            return None
        if len(self.containers) >= MOST_CONTAINERS or line.indent() >= 4:
            return None
        if pass_quote_mark(line):
            return _QUOTE
        marker = line.match(_MARKER)
        if marker is None:
            return None
        if self.kind == "text" and not lazily and line.match(_INTERRUPTS_NO_PARAGRAPH) is not None:
            return None
        before = line.column
        line.skip_mark(len(marker[0]))
        spaces = line.indent()
        line.skip(spaces if spaces <= 4 and not line.is_blank() else 1)
        return line.column - before + (spaces == 0)

    def leaf(self, line: Line, depth: int, lazily: bool) -> None:
        """Begin or continue a block with the rest of a line, in its innermost container (4)."""
        if line.text[line.first] not in _BEGINS_LEAF:
            self.text(line, depth)
        elif self.kind == "text" and not lazily and line.match(_UNDERLINE) is not None:
            self.close()
        elif (fence := line.match(_FENCE)) is not None:
            self.close_containers(depth)
            self.kind, self.fence = "code", fence[1] or fence[2]
        elif (ending := html_ending_at(line, self.kind == "text")) is not None:
            self.close_containers(depth)
            self.kind, self.html_ending = "html", ending
            self.in_html(line, ending)
        elif line.match(_HEADING_OR_BREAK) is not None:
            self.close_containers(depth)
            self.begin("text", line)
            self.close()
        else:
            self.text(line, depth)

    def text(self, line: Line, depth: int) -> None:
        """Read a line of a paragraph."""
        if self.kind != "text":
            self.close_containers(depth)
            self.begin("text", line)
        else:
            self.continue_with(line)


def pass_quote_mark(line: Line) -> bool:
    """Whether a line has a quote mark; if so, the mark and one space are passed (5.1)."""
    if line.indent() >= 4 or not line.text.startswith(">", line.first, line.end):
        return False
    line.skip_mark(1)
    line.skip(1)
    return True
