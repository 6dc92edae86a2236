"""The running text of a page, put together block by block, with the way back to the markup.

Here belongs how the text of a block grows. Which tags end a block never does.
"""

import re
from array import array

from linksift.documents.document_model import Locator, Source, Text
from linksift.documents.html.character_references import character_references
from linksift.documents.html.tokenizer import SPACES

_NEW_LINES = str.maketrans("\n\r\f", "   ")
"""A line break in the markup of running text is a space like any other (CSS Text, 4.1.1)."""

_LINE_BREAK = re.compile(r"\r\n?")


class TextBlock:
    """The text of a block while it grows: what stands in it, and where each stretch of it came from."""

    def __init__(self, source: Source, locator: Locator) -> None:
        self.source = source
        self.locator = locator
        self.begin()

    def begin(self) -> None:
        """Begin with nothing."""
        self.pieces: list[str] = []
        self.length = 0
        self.offsets = array("q")
        self.source_offsets = array("q")
        self.end = 0
        self.skip: list[tuple[int, int]] = []
        self.line_begins = True

    def add(self, text: str, start: int, end: int) -> None:
        """Add what a span of the markup stands for; when it is no longer than `text`, it is `text` itself."""
        if not text:
            return
        if not self.offsets or self.source_offsets[-1] + self.length - self.offsets[-1] != start:
            self.offsets.append(self.length)
            self.source_offsets.append(start)
        self.pieces.append(text)
        self.length += len(text)
        self.end = end
        self.line_begins = text.endswith("\n")

    def add_characters(self, start: int, end: int, *, raw: bool, kept: bool) -> None:
        """Add a span of the markup, with its character references undone unless it is `raw`, and its white space
        `kept` or taken for spaces, of which none begins a line."""
        for reference in () if raw else character_references(self.source.text, start, end):
            self.add_plain(start, reference.start, kept)
            self.add(reference.text, reference.start, reference.end)
            start = reference.end
        self.add_plain(start, end, kept)

    def add_plain(self, start: int, end: int, kept: bool) -> None:
        """Add a span of the markup that stands for itself."""
        text = self.source.text[start:end]
        if kept:
            self.add_lines(text, start)
            return
        if self.line_begins:
            begins = len(text) - len(text.lstrip(SPACES))
            text, start = text[begins:], start + begins
        self.add(text.translate(_NEW_LINES), start, end)

    def add_lines(self, text: str, start: int) -> None:
        """Add text whose line breaks are line breaks."""
        done = 0
        for ending in _LINE_BREAK.finditer(text):
            self.add(text[done : ending.start()], start + done, start + ending.start())
            self.add("\n", start + ending.start(), start + ending.end())
            done = ending.end()
        self.add(text[done:], start + done, start + len(text))

    def leave_alone(self, since: int) -> None:
        """No URI is looked for in what was added since the block had a length."""
        if since < self.length:
            self.skip.append((since, self.length))

    def text(self) -> Text | None:
        """The block as it is, if there is anything in it. Its map ends where its last character did."""
        text = "".join(self.pieces)
        if not text.strip():
            return None
        if self.source_offsets[-1] + self.length - self.offsets[-1] != self.end:
            self.offsets.append(self.length)
            self.source_offsets.append(self.end)
        return Text(text, self.source, self.offsets, self.source_offsets, self.locator, tuple(self.skip))
