"""Builds the running text of a page block by block, with a map to the markup."""

import re
from array import array

from linksift.documents.document_model import Locator, Source, Text
from linksift.documents.html.character_references import character_references
from linksift.documents.html.tag_parser import SPACES
from linksift.inline_boundaries import DoubtfulSeams, Seam, doubtful_seams

_NEW_LINES = str.maketrans("\n\r\f", "   ")
"""A line break in the markup of running text counts as a space (CSS Text, 4.1.1)."""

_NEW_LINE = re.compile(r"[\n\r\f]")
_LINE_BREAK = re.compile(r"\r\n?")


class TextBlock:
    """The text of a block as it grows, and the origin of each of its stretches."""

    def __init__(self, source: Source, locator: Locator) -> None:
        self.source = source
        self.locator = locator
        self.begin()

    def begin(self) -> None:
        """Begin an empty block."""
        self.pieces: list[str] = []
        self.length = 0
        self.offsets = array("q")
        self.source_offsets = array("q")
        self.end = 0
        self.skip: list[tuple[int, int]] = []
        self.seams: DoubtfulSeams | None = None
        self.line_begins = True

    @property
    def ends_in_space(self) -> bool:
        """Whether the last character is white space."""
        return self.pieces[-1][-1].isspace()

    def add(self, text: str, start: int, end: int) -> None:
        """Add the text of a span of the markup; if both are equally long, they correspond character by character."""
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
        """Add a span of the markup. The span's character references are decoded unless it is `raw`. White space stays
        as it is if it is `kept`; otherwise, it becomes spaces, or is dropped at the beginning of a line."""
        if not raw and self.source.text.find("&", start, end) >= 0:
            for reference in character_references(self.source.text, start, end):
                self.add_plain(start, reference.start, kept)
                self.add(reference.text, reference.start, reference.end)
                start = reference.end
        self.add_plain(start, end, kept)

    def add_plain(self, start: int, end: int, kept: bool) -> None:
        """Add a span of the markup that contains no character references."""
        text = self.source.text[start:end]
        if kept:
            self.add_lines(text, start)
            return
        if self.line_begins:
            text = text.lstrip(SPACES)
            start = end - len(text)
        self.add(text.translate(_NEW_LINES) if _NEW_LINE.search(text) else text, start, end)

    def add_lines(self, text: str, start: int) -> None:
        """Add text whose line breaks are kept."""
        if "\r" not in text:
            self.add(text, start, start + len(text))
            return
        done = 0
        for ending in _LINE_BREAK.finditer(text):
            self.add(text[done : ending.start()], start + done, start + ending.start())
            self.add("\n", start + ending.start(), start + ending.end())
            done = ending.end()
        self.add(text[done:], start + done, start + len(text))

    def add_seam(self, seam: Seam) -> None:
        """Record a doubtful seam at this point."""
        self.seams = self.seams or doubtful_seams()
        self.seams.add(self.length, seam)

    def leave_alone(self, since: int) -> None:
        """Exclude from the search for URIs all text that was added after the block had this length."""
        if since < self.length:
            self.skip.append((since, self.length))

    def text(self) -> Text | None:
        """The text of the block, unless it is blank. The map extends to the end of the block's last character."""
        text = "".join(self.pieces)
        if not text.strip():
            return None
        if self.source_offsets[-1] + self.length - self.offsets[-1] != self.end:
            self.offsets.append(self.length)
            self.source_offsets.append(self.end)
        return Text(text, self.source, self.offsets, self.source_offsets, self.locator, tuple(self.skip), self.seams)
