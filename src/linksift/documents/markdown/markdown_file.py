"""Reads Markdown: the references of its links, images and definitions, and the rest of it as text.

pyromark (pulldown-cmark) also gives the span of every event, and is faster. However, it is native code, and takes more
than linear time on an unclosed title; this reader takes linear time on any input, and is tested with CommonMark's own
examples.
"""

import re
from collections.abc import Iterable, Iterator
from html.entities import html5
from typing import BinaryIO

from linksift.documents.document_model import AltText, Context, Piece, Source, StatedReference, Text, display_text
from linksift.documents.html.character_references import numeric_character
from linksift.documents.html.tag_reader import Tag
from linksift.documents.html.tokenizer import Dialect, tokens
from linksift.documents.markdown.blocks import Block, blocks
from linksift.documents.markdown.inlines import Inline, InlineParser, definition_at, normalized
from linksift.documents.reading_limits import read_beginning
from linksift.documents.text_files import plain_text
from linksift.documents.text_files.text_without_escapes import Escape, Span, text_without_escapes
from linksift.text_across_tags import HIDDEN

# ---- Backslash escapes and character references, such as `\_` and `&amp;` (CommonMark, 2.4 and 2.5) ------------------


_NAME = r"#[0-9]{1,7}+;|#[xX][0-9a-fA-F]{1,6}+;|[A-Za-z][A-Za-z0-9]{0,31}+;"
_ESCAPE = re.compile(rf"\\([!-/:-@\[-`{{-~])|&({_NAME})")
_REFERENCE = re.compile(rf"()&({_NAME})")
"""Like `_ESCAPE`, with the same groups, but only for character references, since HTML has no backslash escapes."""


def unescaped(written: str) -> str:
    r"""Text with its backslash escapes and character references decoded.

    >>> unescaped(r"a\_b&amp;c\d&copy=")
    'a_b&c\\d&copy='
    """
    if "\\" not in written and "&" not in written:
        return written
    return _ESCAPE.sub(lambda escape: escape[1] or decoded_reference(escape[2]), written)


def decoded_reference(reference: str) -> str:
    """The text of a character reference, given without its `&`."""
    return numeric_character("&" + reference) if reference.startswith("#") else html5.get(reference, "&" + reference)


def escapes(text: str, start: int, end: int, in_html: bool) -> Iterator[Escape]:
    r"""The escapes in a span of text, in order.

    >>> list(escapes(r"\_&amp;", 0, 7, in_html=False))
    [Escape(start=0, end=1, text=''), Escape(start=2, end=7, text='&')]
    """
    for written in (_REFERENCE if in_html else _ESCAPE).finditer(text, start, end):
        if written[1]:
            yield Escape(written.start(), written.start() + 1, "")
        else:
            yield Escape(*written.span(), decoded_reference(written[2]))


def outside_spans(some: Iterable[Escape], spans: Iterable[Span]) -> Iterator[Escape]:
    """The escapes outside all spans; only the escapes must be in order.

    >>> list(outside_spans([Escape(0, 1, ""), Escape(4, 5, ""), Escape(8, 9, "")], [(6, 7), (3, 5)]))
    [Escape(start=0, end=1, text=''), Escape(start=8, end=9, text='')]
    """
    ahead = sorted(spans, reverse=True)
    covered = 0
    for escape in some:
        while ahead and ahead[-1][0] <= escape.start:
            covered = max(covered, ahead.pop()[1])
        if covered <= escape.start:
            yield escape


# ---- Files -----------------------------------------------------------------------------------------------------------


HTML = Dialect(html=True, xml=False)
_MARKUP = re.compile(r"!\[([^\[\]]*+)\](?:\([^()]*+\))?|\[([^\[\]]*+)\]\([^()]*+\)|<[^<>]*+>|[*`]++")
"""The marks in a link text that are not shown."""

_BEGINS_ANY = re.compile(r"[\[<`\\&]")
"""The characters that begin a link, HTML, code or an escape; blocks without one are not read any further."""

_BEGINS_REFERENCE = re.compile(r"[\[<]")
_BEGINS_REFERENCE_OR_CODE = re.compile(r"[\[<`]")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The references and text of a Markdown file, or of its beginning if it is longer than the limit. Never raises for
    any bytes.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> stated, text = read(BytesIO(b"a [b](/c) http://d.example"), context)
    >>> stated.stated_by, stated.reference, stated.link_text, text.skip
    ('link', '/c', 'b', ((6, 8),))
    """
    octets, cut_off = read_beginning(file, context)
    text = "".join(plain_text.decoded(iter([octets[: plain_text.HEAD_SIZE], octets[plain_text.HEAD_SIZE :]])))
    yield from MarkdownReader(Source(text), context).pieces()
    yield from cut_off


class MarkdownReader:
    """A source as it is read, with the spans that are not searched (`skip`), and the spans of code in text, which
    contain no escapes (`code`)."""

    def __init__(self, source: Source, context: Context) -> None:
        self.source = source
        self.context = context
        self.skip: list[tuple[int, int]] = []
        self.code: list[tuple[int, int]] = []
        self.escapes: list[Escape] = []
        self.labels: set[str] = set()
        self.paragraphs: list[tuple[Text, int]] = []

    def pieces(self) -> Iterator[Piece]:
        """The references that the source states, and the source as text with its escapes decoded."""
        for block in blocks(self.source.text):
            yield from self.block(block)
        for unit, position in self.paragraphs:
            for inline in InlineParser(unit.text, self.labels).run(position):
                yield from self.inline(unit, inline)
        found = outside_spans(self.escapes, self.code + self.skip)
        yield text_without_escapes(self.source, found, self.skip, self.context.locator)

    def block(self, block: Block) -> Iterable[StatedReference]:
        """The references in a block, except those in a paragraph that depend on definitions."""
        start, end = block.spans[0][0], block.spans[-1][1]
        if block.kind == "code":
            if self.context.skip_code:
                self.skip.append((start, end))
        elif _BEGINS_ANY.search(self.source.text, start, end):  # as in few blocks
            unit, escapes_before = self.unit(block), len(self.escapes)
            if self.source.text.find("\\", start, end) >= 0 or self.source.text.find("&", start, end) >= 0:
                for span in block.spans:
                    self.escapes += escapes(self.source.text, *span, in_html=block.kind == "html")
            if block.kind == "html":
                return self.html(unit, 0, len(unit.text))
            return self.paragraph(unit, escapes_before < len(self.escapes))
        return ()

    def paragraph(self, unit: Text, has_escapes: bool) -> Iterator[StatedReference]:
        """The definitions at the beginning of a paragraph; the rest of it is kept if it may contain inlines. Code does
        not count, unless it is skipped or may contain what would otherwise be an escape."""
        position = 0
        while unit.text.startswith("[", position) and (definition := definition_at(unit.text, position)) is not None:
            label, destination = definition
            self.labels.add(normalized(label))
            yield from self.stated(unit, "definition", destination.start, destination.end, label)
            position = destination.after
        counts = _BEGINS_REFERENCE_OR_CODE if has_escapes or self.context.skip_code else _BEGINS_REFERENCE
        if counts.search(unit.text, position):
            self.paragraphs.append((unit, position))

    def inline(self, unit: Text, inline: Inline) -> Iterable[StatedReference]:
        """The references in an inline."""
        kind, start, end, label = inline
        if kind == "html":
            return self.html(unit, start, end)
        if kind != "code":
            return self.stated(unit, kind, start, end, label)
        if self.context.skip_code:
            self.leave_alone(unit, start, end)
        elif self.escapes:
            self.code.append(origin_of(unit, start, end))
        return ()

    def unit(self, block: Block) -> Text:
        """The lines of a block as a single text."""
        offsets, length = [], 0
        for start, end in block.spans:
            offsets.append(length)
            length += end - start + 1
        text = "\n".join([self.source.text[start:end] for start, end in block.spans])
        return Text(text, self.source, offsets, [start for start, _ in block.spans])

    def html(self, unit: Text, start: int, end: int) -> Iterator[StatedReference]:
        """The references in the HTML of a block. Only the visible text between its tags is searched."""
        markup = unit.text[start:end]
        position, hidden = 0, ""
        for token in tokens(markup, HTML):
            if isinstance(token, Tag):
                hidden = token.name if token.name in HIDDEN and not token.closes else ""
                for found in () if token.closes else token.references(markup):
                    span = unit.origin(start + found.start), unit.origin(start + found.end - 1) + 1
                    yield self.reference(found.stated_by, found.reference, None, span)
            elif not hidden:
                self.leave_alone(unit, start + position, start + token.start)
                position = token.end
        self.leave_alone(unit, start + position, end)

    def stated(self, unit: Text, stated_by: str, start: int, end: int, label: str) -> Iterable[StatedReference]:
        """The reference that a destination states, unless it is empty."""
        if start == end:
            return ()
        span = self.leave_alone(unit, start, end)
        return (self.reference(stated_by, unescaped(unit.text[start:end]), link_text(label), span),)

    def reference(self, stated_by: str, reference: str, link_text: str | None, span: Span) -> StatedReference:
        """A reference at a span of the source."""
        return StatedReference(
            reference, stated_by, self.context.base, link_text, self.source, *span, self.context.locator
        )

    def leave_alone(self, unit: Text, start: int, end: int) -> tuple[int, int]:
        """Exclude a span of a block from the search for URIs; return it as a span of the source."""
        span = origin_of(unit, start, end)
        self.skip.append(span)
        return span


def origin_of(unit: Text, start: int, end: int) -> tuple[int, int]:
    """A span of a block as a span of the source."""
    if len(unit.offsets) == 1:
        return unit.source_offsets[0] + start, unit.source_offsets[0] + end
    return unit.origin(start), unit.origin(end - 1) + 1 if start < end else unit.origin(start)


def link_text(label: str) -> str | None:
    r"""The beginning of a link text as people see it, or the `alt` text of its images if it has no words.

    >>> link_text("*a* ![b](c)"), link_text("![b](c)"), link_text("``")
    ('a', 'b', None)
    """
    if "[" not in label and "<" not in label:
        return display_text(unescaped(label.replace("*", "").replace("`", "")))
    words, alt = (display_text(unescaped(_MARKUP.sub(group, label))) for group in (r"\2", r"\1"))
    return words or (AltText(alt) if alt else None)
