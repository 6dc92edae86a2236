"""Reads the running text of a page block by block, with a map to the markup.

A block that cannot contain a link is skipped. Whether text continues across tags is decided only for the blocks
that are read (see `inline_boundaries`).
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from linksift.documents.document_model import Locator, Source, Text
from linksift.documents.html.character_references import character_references, decoded
from linksift.documents.html.tags import SPACES, Tag
from linksift.documents.html.tokenizer import (
    CODE_TAG,
    Characters,
    Dialect,
    Stretch,
    Token,
    code_tags,
    last_part,
    parts_of,
    text_of,
    tokens_of,
)
from linksift.inline_boundaries import BLOCKS, LONGEST_WORD, DoubtfulSeams, Seam, TextFlow, doubtful_seams, last_word

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


LONGEST_MAP = 10_000
"""A block with more stretches than this ends before the next link, so that neither the whole block nor all its links
need to be held in memory."""

MOST_PASSED = 1_000
"""The maximum number of tokens of a block that are passed before it is read; until then, they are held in memory."""

_NO_ATTRIBUTES: dict[str, tuple[int, int]] = {}


class Around(NamedTuple):
    """The properties that text gets from the elements around it: whether it is hidden, keeps its white space, or is
    code."""

    hidden: bool = False
    kept: bool = False
    code: bool = False


class TextReader:
    """The running text of a page as it is read: the growing block, and the part of it passed so far."""

    def __init__(
        self, source: Source, dialect: Dialect, locator: Locator, skip_code: bool, may_hold_link: Callable[[str], bool]
    ) -> None:
        self.markup = source.text
        self.dialect = dialect
        self.skip_code = skip_code
        self.may_hold_link = may_hold_link
        self.block = TextBlock(source, locator)
        self.flow = TextFlow()
        self.passed: list[tuple[Token | Stretch, Around]] = []

    def add(self, token: Token | Stretch, around: Around) -> Iterable[Text]:
        """Pass a token, and return the texts of the blocks that end in it."""
        if isinstance(token, Stretch):
            return self.add_stretch(token, around)
        if isinstance(token, Tag):
            token = Tag(*token[:-1], _NO_ATTRIBUTES) if token.attributes else token
            if self.ends_block(token):
                self.passed.append((token, around))
                return self.finished()
        return self.hold(token, around)

    def add_stretch(self, stretch: Stretch, around: Around) -> Iterable[Text]:
        """Pass a stretch, as a whole if it cannot contain a link."""
        last = last_part(self.markup, stretch)
        if stretch.start < last.start:
            ended = Stretch(stretch.start, last.start)
            self.passed.append((ended, around))
            if self.may_hold_uri():
                self.passed.pop()
                return self.add_parts(ended, last, around)
            self.forget_passed()
        return self.hold(last, around)

    def add_parts(self, ended: Stretch, last: Stretch, around: Around) -> Iterator[Text]:
        """Pass a stretch part by part, and then the last part."""
        for part in parts_of(self.markup, ended):
            self.passed.append((part, around))
            yield from self.finished()
        yield from self.hold(last, around)

    def hold(self, token: Token | Stretch, around: Around) -> Iterable[Text]:
        """Pass a token in which no block ends."""
        if token.start < token.end:
            self.passed.append((token, around))
        return self.read_passed() if len(self.passed) > MOST_PASSED else ()

    def finished(self) -> Iterable[Text]:
        """The texts of the passed tokens, if they may contain a link."""
        if not self.passed:
            return ()
        if self.may_hold_uri():
            return self.read_passed()
        self.forget_passed()
        return ()

    def may_hold_uri(self) -> bool:
        """Whether the passed tokens may contain a link: their block is already being read, or their text may contain
        one."""
        if self.block.length:
            return True
        text = "".join(map(self.plain_text, self.passed))
        return text != "" and self.may_hold_link(text)

    def forget_passed(self) -> None:
        """Forget the passed tokens, but keep track of the code that they enter or leave."""
        if CODE_TAG.search(self.markup, self.passed[0][0].start, self.passed[-1][0].end):
            for token, _ in self.passed:
                for name, closes in code_tags(self.markup, token):
                    self.flow.tag(name, closes)
        self.passed.clear()

    def plain_text(self, passed: tuple[Token | Stretch, Around]) -> str:
        """The text of a token."""
        token, around = passed
        if around.hidden or isinstance(token, Tag):
            return ""
        if isinstance(token, Stretch):
            text = text_of(self.markup, token)
            return decoded(text, 0, len(text))
        return self.markup[token.start : token.end] if token.raw else decoded(self.markup, token.start, token.end)

    def read_passed(self) -> Iterator[Text]:
        """Read the passed tokens."""
        for token, around in self.passed:
            for one in tokens_of(self.markup, token) if isinstance(token, Stretch) else (token,):
                yield from self.tag(one) if isinstance(one, Tag) else self.text(one, around)
        self.passed.clear()

    def text(self, token: Characters, around: Around) -> Iterable[Text]:
        """Add the text between tags to the block, which may end before that text."""
        if around.hidden:
            return ()
        ended = self.ended() if self.flow.in_gap and self.begins_new_text(token) else ()
        since = self.block.length
        self.block.add_characters(token.start, token.end, raw=token.raw, kept=around.kept)
        if self.skip_code and around.code:
            self.block.leave_alone(since)
        return ended

    def begins_new_text(self, token: Characters) -> bool:
        """Whether a token begins a new text instead of continuing the block; a doubtful seam is recorded."""
        if not self.block.length or self.block.ends_in_space or self.markup[token.start] in SPACES:
            self.flow.pass_gap()
            return False
        seam = self.flow.seam(last_word(self.block.pieces), self.beginning_of(token))
        if seam is not Seam.GOES_ON:
            self.block.add_seam(seam)
        return seam is Seam.NEW_TEXT

    def beginning_of(self, token: Characters) -> str:
        """The first characters of a token up to a character reference, or the decoded reference if it comes first."""
        beginning = self.markup[token.start : min(token.end, token.start + LONGEST_WORD)]
        if beginning.startswith("&") and not token.raw:
            reference = next(character_references(self.markup, token.start, token.end), None)
            return reference.text if reference and reference.start == token.start else beginning
        return beginning if token.raw else beginning.partition("&")[0]

    def tag(self, tag: Tag) -> Iterable[Text]:
        """Read a tag, which may end the block or break its line."""
        self.flow.tag(tag.name, tag.closes)
        if self.ends_block(tag):
            return self.ended()
        if tag.name == "br":
            self.block.add("\n", tag.start, tag.end)
        return ()

    def ends_block(self, tag: Tag) -> bool:
        """Whether a tag interrupts running text, or begins a link after a block that is too long."""
        if tag.name == "a" and not tag.closes and len(self.block.offsets) > LONGEST_MAP:
            return True
        return tag.name in BLOCKS or not self.dialect.html

    def ended(self) -> Iterable[Text]:
        """Return the text of the block, and begin a new block."""
        if not self.block.length:
            return ()
        text = self.block.text()
        self.block.begin()
        return () if text is None else (text,)

    def end(self) -> Iterator[Text]:
        """The text still open at the end of the markup."""
        yield from self.finished()
        yield from self.ended()
