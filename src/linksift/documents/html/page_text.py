"""Reads the running text of a page block by block, with a map to the markup.

A block that cannot contain a link is skipped. Whether text continues across tags is decided only for the blocks
that are read (see `text_across_tags`).
"""

import re
from array import array
from collections.abc import Iterable, Iterator

from linksift.documents.document_model import Context, Locator, Source, Text
from linksift.documents.html.character_references import character_references
from linksift.documents.html.tag_reader import SPACES, Tag, tag_at
from linksift.documents.html.tokenizer import COUNTED, COUNTED_CHANGE, TAG, Characters, Dialect, Stretch, Token
from linksift.text_across_tags import BREAKS, CODE, KEPT, LONGEST_WORD, DoubtfulSeams, TextFlow, doubtful_seams

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


def text_of_span(source: Source, locator: Locator, start: int, end: int, *, raw: bool = False) -> Text | None:
    """The text in a span of the markup, with its white space kept; None if it is blank."""
    block = TextBlock(source, locator)
    block.add_characters(start, end, raw=raw, kept=True)
    return block.text()


LONGEST_MAP = 10_000
"""A block with more stretches than this ends before the next link, so that neither the whole block nor all its links
need to be held in memory."""

MOST_PASSED = 1_000
"""The maximum number of tokens of a block that are passed before it is read; until then, they are held in memory."""

_PART_END = "\x1e"
"""The end of a part in the text of several parts: the record separator of ASCII."""

_NO_ATTRIBUTES: dict[str, tuple[int, int]] = {}


def count_open(elements: dict[str, int], name: str, closes: bool) -> None:
    """Count a tag: `elements` maps the name of each open element to how many of them are open.

    >>> elements = {"pre": 1, "code": 1}
    >>> count_open(elements, "pre", closes=True)
    >>> count_open(elements, "code", closes=False)
    >>> elements
    {'code': 2}
    """
    opened = elements.get(name, 0)
    if not closes:
        elements[name] = opened + 1
    elif opened > 1:
        elements[name] = opened - 1
    elif opened:
        del elements[name]


class TextReader:
    """The running text of a page as it is read: the growing block, the part of it passed so far, and the open elements
    that are code or keep their white space."""

    def __init__(self, source: Source, dialect: Dialect, locator: Locator, context: Context) -> None:
        self.markup = source.text
        self.dialect = dialect
        self.context = context
        self.block = TextBlock(source, locator)
        self.flow = TextFlow()
        self.passed: list[Token | Stretch] = []
        self.open: dict[str, int] = {}

    def add(self, token: Token | Stretch) -> Iterable[Text]:
        """Pass a token, and return the texts of the blocks that end in it."""
        if isinstance(token, Stretch):
            return self.add_stretch(token)
        if isinstance(token, Tag):
            token = Tag(*token[:-1], _NO_ATTRIBUTES) if token.attributes else token
            if self.ends_block(token.name, token.closes):
                self.passed.append(token)
                return self.finished()
        return self.hold(token)

    def add_stretch(self, stretch: Stretch) -> Iterable[Text]:
        """Pass a stretch, whose blocks end before its last part."""
        last = stretch.last_part(self.markup)
        return self.hold(last) if stretch.start == last.start else self.add_parts(stretch.start, last)

    def add_parts(self, start: int, last: Stretch) -> Iterator[Text]:
        """Pass the first part of a stretch, each other part that may contain a link, and then the last part."""
        first = next(Stretch(start, last.start).parts(self.markup))
        self.passed.append(first)
        yield from self.finished()
        position = first.end
        for part in self.parts_with_hits(Stretch(position, last.start)):
            self.forget(position, part.start)
            self.passed.append(part)
            yield from self.read_passed()
            position = part.end
        self.forget(position, last.start)
        yield from self.hold(last)

    def parts_with_hits(self, whole: Stretch) -> Iterable[Stretch]:
        """The parts of a stretch that may contain a link."""
        if whole.start == whole.end or not self.context.may_hold_link(whole.shown_text(self.markup)):
            return ()
        parts = list(whole.parts(self.markup))
        text = _PART_END.join([part.shown_text(self.markup) for part in parts])
        if text.count(_PART_END) != len(parts) - 1:
            return parts
        return [parts[number] for number in self.context.lines_with_hits(text, _PART_END)]

    def hold(self, token: Token | Stretch) -> Iterable[Text]:
        """Pass a token in which no block ends."""
        if token.start < token.end:
            self.passed.append(token)
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
        text = "".join([token.shown_text(self.markup) for token in self.passed if not isinstance(token, Tag)])
        return text != "" and self.context.may_hold_link(text)

    def forget_passed(self) -> None:
        """Forget the passed tokens, but keep count of the elements that they open or close."""
        for token in self.passed:
            if isinstance(token, Stretch):
                self.forget(*token)
            elif isinstance(token, Tag) and token.name in COUNTED:
                self.count(token.name, token.closes, token.start)
        self.passed.clear()

    def forget(self, start: int, end: int) -> None:
        """Forget a stretch, but keep count of the elements that its tags open or close."""
        for change in COUNTED_CHANGE.finditer(self.markup, start, end):
            if change["name"]:
                self.count(change["name"].lower(), change["closes"] == "/", change.start())

    def count(self, name: str, closes: bool, start: int) -> None:
        """Count the open elements that are code or keep their white space; a tag of such an element begins at
        `start`."""
        if closes or not (self.dialect.xml and (tag := tag_at(self.markup, start)) and tag.closed):
            count_open(self.open, name, closes)
        if name in CODE:
            self.flow.tag(name, closes)

    def read_passed(self) -> Iterator[Text]:
        """Read the passed tokens."""
        for token in self.passed:
            if isinstance(token, Characters):
                yield from self.text(token)
            elif isinstance(token, Tag):
                yield from self.tag(token.name, token.closes, token.start, token.end)
            else:
                yield from self.read_stretch(token)
        self.passed.clear()

    def read_stretch(self, stretch: Stretch) -> Iterator[Text]:
        """Read the tags and the text of a stretch."""
        position, end = stretch
        for written in TAG.finditer(self.markup, position, end):
            start = written.start()
            if position < start:
                yield from self.text(Characters(position, start))
            position = written.end()
            yield from self.tag(written[2].lower(), written[1] == "/", start, position)
        if position < end:
            yield from self.text(Characters(position, end))

    def text(self, token: Characters) -> Iterable[Text]:
        """Add the text between tags to the block, which may end before that text."""
        ended = self.ended() if self.flow.in_gap and self.begins_new_text(token) else ()
        since = self.block.length
        self.block.add_characters(token.start, token.end, raw=token.raw, kept=not KEPT.isdisjoint(self.open))
        if self.context.skip_code and not CODE.isdisjoint(self.open):
            self.block.leave_alone(since)
        return ended

    def begins_new_text(self, token: Characters) -> bool:
        """Whether a token begins a new text instead of continuing the block; a doubtful seam is recorded."""
        if not self.block.length or self.block.pieces[-1][-1].isspace() or self.markup[token.start] in SPACES:
            self.flow.pass_gap()
            return False
        block = self.block
        block.seams = block.seams or doubtful_seams()
        return self.flow.begins_new_text(block.pieces, block.length, self.beginning_of(token), block.seams)

    def beginning_of(self, token: Characters) -> str:
        """The first characters of a token up to a character reference, or the decoded reference if it comes first."""
        beginning = self.markup[token.start : min(token.end, token.start + LONGEST_WORD)]
        if beginning.startswith("&") and not token.raw:
            reference = next(character_references(self.markup, token.start, token.end), None)
            return reference.text if reference and reference.start == token.start else beginning
        return beginning if token.raw else beginning.partition("&")[0]

    def tag(self, name: str, closes: bool, start: int, end: int) -> Iterable[Text]:
        """Read a tag, which may end the block or break its line."""
        if name in COUNTED:
            self.count(name, closes, start)
        if name not in CODE:
            self.flow.tag(name, closes)
        if self.ends_block(name, closes):
            return self.ended()
        if name == "br":
            self.block.add("\n", start, end)
        return ()

    def ends_block(self, name: str, closes: bool) -> bool:
        """Whether a tag interrupts running text, or begins a link after a block that is too long."""
        if name == "a" and not closes and len(self.block.offsets) > LONGEST_MAP:
            return True
        return name in BREAKS or not self.dialect.html

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
