"""Parses Markdown into blocks: which lines are text, which are code, and which are HTML (CommonMark, 4 and 5)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linksift.documents.markdown.lines import Line, lines
from linksift.documents.markdown.raw_html import HtmlBlock, html_block_at

MOST_CONTAINERS = 100
"""The depth to which nested lists and quotes are tracked; each line is compared with all open containers."""

_HEADING = re.compile(r"#{1,6}+(?=[ \t]|\Z)")
_FENCE = re.compile(r"(?:(`{3,}+)[^`]*+|(~{3,}+).*+)\Z")
_FENCE_END = re.compile(r"(`{3,}+|~{3,}+)[ \t]*+\Z")
_UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+\Z")
_THEMATIC_BREAK = re.compile(r"(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,})\Z")
_MARKER = re.compile(r"(?:[-+*]|[0-9]{1,9}+[.)])(?=[ \t]|\Z)")
_INTERRUPTS_NO_PARAGRAPH = re.compile(r"(?!1[.)])[0-9]|(?:[-+*]|1[.)])[ \t]*+\Z")
"""A list item that is empty or has a number other than 1 (5.3)."""
_QUOTE_MARK = re.compile(">")
_MAY_BEGIN = frozenset(" \t>#-+*_=<`~0123456789")
"""The first characters of lines that might be something other than text."""

_QUOTE = 0
"""Represents a block quote in the list of open containers; a list item is represented by the number of columns by which
its lines are indented."""


class Block(NamedTuple):
    """Lines that belong together: `kind` is "text", "code" or "html", and each line is a span of the source, without
    the marks and indentation of its containers."""

    kind: str
    lines: tuple[tuple[int, int], ...]


def blocks(text: str) -> Iterator[Block]:
    r"""The blocks of a text, in order.

    >>> [(block.kind, len(block.lines)) for block in blocks("a\nb\n\n    c\n> <p>\n")]
    [('text', 2), ('code', 1), ('html', 1)]
    """
    parser = BlockParser()
    for start, end in lines(text):
        if parser.is_in_container() or (start < end and text[start] in _MAY_BEGIN):
            yield from parser.line(Line(text, start, end))
        elif start < end:
            yield from parser.prose(start, end)
        elif parser.kind == "code":
            parser.lines.append((start, end))
        else:
            yield from parser.close()
    yield from parser.close()


class BlockParser:
    """The open containers, and the open block in them, which the next line may continue."""

    def __init__(self) -> None:
        self.containers: list[int] = []
        self.kind = ""
        self.lines: list[tuple[int, int]] = []
        self.fence = ""
        self.html: HtmlBlock | None = None

    def close(self) -> Iterator[Block]:
        """End the open block."""
        if self.lines:
            yield Block(self.kind, tuple(self.lines))
        self.kind, self.lines, self.fence, self.html = "", [], "", None

    def is_in_container(self) -> bool:
        """Whether the next line is in a list, a quote, fenced code or HTML."""
        return bool(self.containers or self.fence or self.html)

    def prose(self, start: int, end: int) -> Iterator[Block]:
        """Read a line that is not in a container and does not begin one: it begins or continues a paragraph."""
        if self.kind != "text":
            yield from self.close()
            self.kind = "text"
        self.lines.append((start, end))

    def begin(self, kind: str, line: Line) -> None:
        """Begin a block with the rest of a line."""
        self.kind = kind
        self.lines = [(line.position, line.end)]

    def continue_with(self, line: Line) -> None:
        """Continue the block with the rest of a line."""
        self.lines.append((line.position, line.end))

    def line(self, line: Line) -> Iterator[Block]:
        """Read a line, and yield the blocks that it ends."""
        depth = self.depth_of(line)
        if depth == len(self.containers) and (self.fence or self.html):
            yield from self.in_fence(line) if self.fence else self.in_html(line)
            return
        if line.is_blank():
            yield from self.blank(line, depth)
            return
        lazily = depth < len(self.containers) and self.kind == "text"
        if depth < len(self.containers) and not lazily:
            yield from self.close_containers(depth)
        yield from self.new_blocks(line, depth, lazily)

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

    def in_fence(self, line: Line) -> Iterator[Block]:
        """Read a line of fenced code (4.5)."""
        ending = line.mark(_FENCE_END)
        if ending is not None and ending[1].startswith(self.fence):
            yield from self.close()
        else:
            self.continue_with(line)

    def in_html(self, line: Line) -> Iterator[Block]:
        """Read a line of HTML (4.6)."""
        assert self.html is not None
        if line.is_blank() and self.html.ends_at_blank_line:
            yield from self.close()
            return
        self.continue_with(line)
        if self.html.ends_in(line):
            yield from self.close()

    def blank(self, line: Line, depth: int) -> Iterator[Block]:
        """Read a blank line, which ends a paragraph and any quotes that it does not continue; in code, it is kept."""
        if self.kind == "code" and depth == len(self.containers):
            self.continue_with(line)
            return
        yield from self.close_containers(depth)

    def new_blocks(self, line: Line, depth: int, lazily: bool) -> Iterator[Block]:
        """Begin the containers that a line opens and, in the last of them, a block or the next line of the paragraph.

        `lazily` means that the line continues a paragraph only if nothing else begins in it (5.1).
        """
        while (container := self.container_at(line, lazily)) is not None:
            yield from self.close_containers(depth)
            self.containers.append(container)
            depth, lazily = len(self.containers), False
        if line.is_blank():
            return
        if line.indent() < 4:
            line.skip(3)
            yield from self.leaf(line, depth, lazily)
        elif self.kind:
            self.continue_with(line)
        else:
            self.begin("code", line)

    def close_containers(self, depth: int) -> Iterator[Block]:
        """End the block and the containers that a line did not continue."""
        yield from self.close()
        del self.containers[depth:]

    def container_at(self, line: Line, lazily: bool) -> int | None:
        """The quote or list item that begins here, if any; the line is read up to its content."""
        if len(self.containers) >= MOST_CONTAINERS or line.indent() >= 4:
            return None
        if pass_quote_mark(line):
            return _QUOTE
        marker = line.mark(_MARKER)
        if marker is None or line.mark(_THEMATIC_BREAK) is not None:
            return None
        if self.kind == "text" and not lazily and line.mark(_INTERRUPTS_NO_PARAGRAPH) is not None:
            return None
        before = line.column
        line.skip(3)
        line.skip_characters(len(marker[0]))
        spaces = line.indent()
        line.skip(spaces if spaces <= 4 and not line.is_blank() else 1)
        return line.column - before + (spaces == 0)

    def leaf(self, line: Line, depth: int, lazily: bool) -> Iterator[Block]:
        """Begin or continue a block with the rest of a line, in its innermost container (4)."""
        goes_on = self.kind == "text" and not lazily
        fence = line.match(_FENCE)
        html = None if fence else html_block_at(line, self.kind == "text")
        if goes_on and line.match(_UNDERLINE) is not None:
            yield from self.close()
        elif fence is not None:
            yield from self.close_containers(depth)
            self.kind, self.fence = "code", fence[1] or fence[2]
        elif html is not None:
            yield from self.close_containers(depth)
            self.begin("html", line)
            self.html = html
            if html.ends_in(line):
                yield from self.close()
        else:
            yield from self.text(line, depth)

    def text(self, line: Line, depth: int) -> Iterator[Block]:
        """Read a heading, a thematic break or a line of a paragraph."""
        alone = line.match(_HEADING) is not None or line.match(_THEMATIC_BREAK) is not None
        if alone or self.kind != "text":
            yield from self.close_containers(depth)
            self.begin("text", line)
        else:
            self.continue_with(line)
        if alone:
            yield from self.close()


def pass_quote_mark(line: Line) -> bool:
    """Whether a line has a quote mark; if so, the mark and one space are passed (5.1)."""
    if line.mark(_QUOTE_MARK) is None:
        return False
    line.skip(3)
    line.skip_characters(1)
    line.skip(1)
    return True
