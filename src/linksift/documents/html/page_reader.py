"""Reads the markup of a page in one pass: the references that its tags state, and its running text."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from linksift.documents.document_model import Context, Locator, Piece, Source, StatedReference
from linksift.documents.html.attributes import (
    AttributeReference,
    AttributeValue,
    attribute_text,
    css_urls,
    references,
    value_of,
)
from linksift.documents.html.character_references import character_references
from linksift.documents.html.running_text import TextBlock
from linksift.documents.html.tokenizer import SPACES, Characters, Dialect, Tag, tokens
from linksift.documents.stated_match import uri_of
from linksift.text_flow import BLOCKS, CODE, HIDDEN, LONGEST_WORD, Seam, TextFlow, last_word

_KEPT = frozenset({"pre", "textarea", "listing", "xmp", "plaintext"})
"""Elements whose white space is shown unchanged."""

_COUNTED = HIDDEN | _KEPT | CODE
LONGEST_LINK_TEXT = 300
"""How many characters of a link text are reported."""

MOST_LINK_TEXT_PIECES = 1_000
"""How many pieces of a link text are kept for that."""

LONGEST_MAP = 10_000
"""A block with more stretches than this ends before the next link, so that it and its links need not be held."""

_BEGINS_A_BASE = re.compile(r"(?i)<base[\s/]")


def read_text(markup: str, context: Context, locator: Locator, base: str | None) -> Iterator[Piece]:
    """The references that markup states, and its text. `base` is the URI that the page came by, if any; the page's own
    `base` element is resolved against it and applies to all of the page (RFC 3986, 5.1). Never raises on any str.

    >>> from linksift.documents.document_model import Limits
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> [piece.reference for piece in read_text('<img src="b">', context, Locator(), None)]
    ['b']
    """
    dialect = dialect_of(markup)
    page = PageReader(Source(markup), dialect, locator, base, context.skip_code)
    for token in tokens(markup, dialect):
        yield from page.text(token) if isinstance(token, Characters) else page.tag(token)
    yield from page.end()


def dialect_of(markup: str) -> Dialect:
    """Whether markup is a page, another kind of XML, or both.

    >>> dialect_of("<p>"), dialect_of('<?xml version="1.0"?><rss>')
    (Dialect(html=True, xml=False), Dialect(html=False, xml=True))
    """
    head = markup[:4096].lstrip("\ufeff \t\n\f\r").lower()
    if head.startswith(("<rss", "<feed", "<svg", "<opml", "<rdf:rdf")):
        return Dialect(html=False, xml=True)
    xml = head.startswith("<?xml")
    return Dialect(html=not xml or "<html" in head or "<!doctype html" in head, xml=xml)


def base_of(markup: str, dialect: Dialect, base: str | None) -> str | None:
    """The base of a page: its first `base` element with an `href`, or the URI it came by if there is none or it cannot
    be made a URI.

    >>> page = Dialect(html=True, xml=False)
    >>> [base_of(f'<base href="{href}">', page, "http://a.example/b/") for href in ("../c/", "http://[/")]
    ['http://a.example/c/', 'http://a.example/b/']
    """
    if not dialect.html or _BEGINS_A_BASE.search(markup) is None:
        return base
    for token in tokens(markup, dialect):
        if isinstance(token, Tag) and token.name == "base" and not token.closes and "href" in token.attributes:
            return uri_of(value_of(markup, token, "href").text, base) or base
    return base


def display_text(text: str) -> str | None:
    """The beginning of a link text, with single spaces; None if it is empty."""
    return " ".join(text.split(None, LONGEST_LINK_TEXT)[:LONGEST_LINK_TEXT])[:LONGEST_LINK_TEXT] or None


class PageReader:
    """A page while it is read: the block of text that grows, the open link, and the open elements."""

    def __init__(
        self, source: Source, dialect: Dialect, locator: Locator, came_by: str | None, skip_code: bool
    ) -> None:
        self.source = source
        self.markup = source.text
        self.dialect = dialect
        self.locator = locator
        self.came_by = came_by
        self.base = base_of(self.markup, dialect, came_by)
        self.skip_code = skip_code
        self.block = TextBlock(source, locator)
        self.flow = TextFlow()
        self.open_elements: Counter[str] = Counter()
        self.link: Tag | None = None
        self.link_pieces: list[str] = []

    def inside(self, names: frozenset[str]) -> bool:
        """Whether one of the elements is open."""
        return bool(self.open_elements) and not names.isdisjoint(self.open_elements)

    def text(self, token: Characters) -> Iterable[Piece]:
        """Add the text between tags to the block. The references of a style, or the block that ends before the text."""
        if self.inside(HIDDEN):
            return self.style(token) if "style" in self.open_elements else ()
        pieces: Iterable[Piece] = ()
        if self.flow.in_gap and self.begins_new_text(token):
            pieces = tuple(self.finished_block())
        since, before = self.block.length, len(self.block.pieces)
        self.block.add_characters(token.start, token.end, raw=token.raw, kept=self.inside(_KEPT))
        if self.link:
            self.add_to_link_text(*self.block.pieces[before:])
        if self.skip_code and self.inside(CODE):
            self.block.leave_alone(since)
        return pieces

    def style(self, token: Characters) -> Iterator[StatedReference]:
        """The references of the text of a style."""
        style = AttributeValue(self.markup[token.start : token.end], token.start, token.end)
        return (self.stated(reference, None) for reference in css_urls("style url", style))

    def begins_new_text(self, token: Characters) -> bool:
        """Whether a text does not continue the block; a doubtful seam is kept."""
        if not self.block.length or self.block.ends_in_space or self.markup[token.start] in SPACES:
            self.flow.pass_gap()
            return False
        seam = self.flow.seam(last_word(self.block.pieces), self.beginning_of(token))
        if seam is not Seam.GOES_ON:
            self.block.add_seam(seam)
        return seam is Seam.NEW_TEXT

    def beginning_of(self, token: Characters) -> str:
        """The first characters of a text up to a character reference, or that, decoded."""
        beginning = self.markup[token.start : min(token.end, token.start + LONGEST_WORD)]
        if beginning.startswith("&") and not token.raw:
            reference = next(character_references(self.markup, token.start, token.end), None)
            return reference.text if reference and reference.start == token.start else beginning
        return beginning if token.raw else beginning.partition("&")[0]

    def tag(self, tag: Tag) -> Iterator[Piece]:
        """The pieces of a tag: the references it states, and the block and link it ends."""
        if tag.name == "a" and self.link:
            yield from self.end_link()
        self.flow.tag(tag.name, tag.closes)
        if self.ends_block(tag):
            yield from self.end_block()
        elif tag.name == "br":
            self.block.add("\n", tag.start, tag.end)
            self.add_to_link_text(" ")
        if tag.name in _COUNTED:
            self.count_open(tag)
        if not tag.closes and tag.attributes:
            yield from self.references_of(tag)

    def ends_block(self, tag: Tag) -> bool:
        """Whether a tag interrupts running text, or begins a link after a block that is too long."""
        if tag.name == "a" and not tag.closes and len(self.block.offsets) > LONGEST_MAP:
            return True
        return tag.name in BLOCKS or not self.dialect.html

    def count_open(self, tag: Tag) -> None:
        """Keep count of the elements that are open."""
        if tag.closes:
            if self.open_elements[tag.name] > 1:
                self.open_elements[tag.name] -= 1
            else:
                del self.open_elements[tag.name]
        elif not (tag.closed and self.dialect.xml):
            self.open_elements[tag.name] += 1

    def references_of(self, tag: Tag) -> Iterator[StatedReference]:
        """The references that a start tag states; an `a` waits for its text."""
        if tag.name == "base":
            yield from (self.stated(own, None)._replace(base=self.came_by) for own in references(self.markup, tag))
            return
        found = references(self.markup, tag)
        if tag.name == "a":
            self.link = tag if next(found, None) else None
            return
        alt = attribute_text(self.markup, tag, "alt")
        if alt:
            self.add_to_link_text(f" {alt} ")
        link_text = display_text(alt)
        yield from (self.stated(reference, link_text) for reference in found)

    def add_to_link_text(self, *pieces: str) -> None:
        """Add pieces to the text of the open link, if one is open."""
        if self.link and len(self.link_pieces) < MOST_LINK_TEXT_PIECES:
            self.link_pieces += pieces[:MOST_LINK_TEXT_PIECES]

    def stated(self, reference: AttributeReference, link_text: str | None) -> StatedReference:
        """A reference in a tag, as a piece of the document."""
        return StatedReference(
            reference.reference,
            reference.stated_by,
            self.base,
            link_text,
            self.source,
            reference.start,
            reference.end,
            self.locator,
        )

    def end_link(self) -> Iterator[StatedReference]:
        """The references of the open link, with its text."""
        if self.link is None:
            return
        link_text = display_text("".join(self.link_pieces))
        yield from (self.stated(reference, link_text) for reference in references(self.markup, self.link))
        self.link, self.link_pieces = None, []

    def end_block(self) -> Iterator[Piece]:
        """The text of the block, which its link text shows as a space; begin a new one."""
        yield from self.finished_block()
        self.add_to_link_text(" ")

    def finished_block(self) -> Iterator[Piece]:
        """The text of the block; begin a new one."""
        text = self.block.text()
        if text is not None:
            yield text
        self.block.begin()

    def end(self) -> Iterator[Piece]:
        """The link and the block that are open at the end of the markup."""
        yield from self.end_link()
        yield from self.end_block()
