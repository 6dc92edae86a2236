"""A page read from one end to the other: what it states, and its running text.

Here belongs what tags mean to a reader of links. How they are told from text never does.
"""

import re
from collections import Counter
from collections.abc import Iterator

from linksift.documents.document_model import Context, Locator, Piece, Source, StatedReference
from linksift.documents.html.attributes import (
    AttributeReference,
    AttributeValue,
    attribute_text,
    css_urls,
    references,
    value_of,
)
from linksift.documents.html.running_text import TextBlock
from linksift.documents.html.tokenizer import Characters, Dialect, Tag, tokens
from linksift.documents.stated_match import uri_of

HIDDEN = frozenset({"script", "style", "template", "iframe"})
"""Elements whose text nobody sees."""

_KEPT = frozenset({"pre", "textarea", "listing", "xmp", "plaintext"})
"""Elements whose white space is shown as it is written."""

_CODE = frozenset({"pre", "code", "kbd", "samp"})
_BLOCK_NAMES = (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing "
    "main marquee menu nav noembed noframes noscript ol optgroup option p plaintext pre search section select "
    "summary table tbody td template textarea tfoot th thead title tr ul xmp "
    "audio button canvas embed iframe img input math object svg text video"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
"""Elements that running text does not run through: blocks (HTML, 15.3), and things that stand in it like a picture."""

_WATCHED = HIDDEN | _KEPT | _CODE
LONGEST_SHOWN = 300
"""So many characters of a link's text are told."""

MOST_SHOWN = 1_000
"""So many pieces of a link's text are looked at for that."""

LONGEST_MAP = 10_000
"""A block that has so many stretches ends before the next link, so that neither the links in it nor it are held."""

_BEGINS_A_BASE = re.compile(r"(?i)<base[\s/]")


def read_text(markup: str, context: Context, locator: Locator, base: str | None) -> Iterator[Piece]:
    """What markup states and says. `base` is the URI that it came by, if it came by any; the page's own `base` is
    resolved against it and counts for all of the page (RFC 3986, 5.1). Never raises on any str.

    >>> from linksift.documents.document_model import Limits
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> [piece.reference for piece in read_text('<img src="b">', context, Locator(), None)]
    ['b']
    """
    dialect = dialect_of(markup)
    page = Page(Source(markup), dialect, locator, base, context.skip_code)
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
    """What the references of a page are resolved against: its first `base` with an `href`, else what it came by, and so
    where that `base` is no URI, or relative to nothing.

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
    """What is told of a link's text: its beginning, with single spaces; None where there is none."""
    return " ".join(text.split(None, LONGEST_SHOWN)[:LONGEST_SHOWN])[:LONGEST_SHOWN] or None


class Page:
    """A page while it is read: the block of text that grows, the link that is open, and the elements around."""

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
        self.around: Counter[str] = Counter()
        self.link: Tag | None = None
        self.shown: list[str] = []
        self.link_ended_at = -1

    def inside(self, names: frozenset[str]) -> bool:
        """Whether one of the elements is open."""
        return any(self.around[name] > 0 for name in names)

    def text(self, token: Characters) -> Iterator[Piece]:
        """What text between tags gives: nothing yet, unless it is a style."""
        if self.around["style"] > 0:
            style = AttributeValue(self.markup[token.start : token.end], token.start, token.end)
            yield from (self.stated(held, None) for held in css_urls("style url", style))
        if self.inside(HIDDEN):
            return
        since, before = self.block.length, len(self.block.pieces)
        self.block.add_characters(token.start, token.end, raw=token.raw, kept=self.inside(_KEPT))
        self.show(*self.block.pieces[before:])
        if self.skip_code and self.inside(_CODE):
            self.block.leave_alone(since)

    def tag(self, tag: Tag) -> Iterator[Piece]:
        """What a tag gives: what it states, what it ends."""
        if tag.name == "a" and (tag.closes or self.link):
            yield from self.end_link()
        if self.ends_block(tag):
            yield from self.end_block()
        elif tag.name == "br":
            self.block.add("\n", tag.start, tag.end)
            self.show(" ")
        if tag.name in _WATCHED:
            self.watch(tag)
        if not tag.closes and tag.attributes:
            yield from self.state(tag)

    def ends_block(self, tag: Tag) -> bool:
        """Whether running text does not run through a tag, or has run for too long before one that is a link's."""
        if tag.name == "a" and not tag.closes and len(self.block.offsets) > LONGEST_MAP:
            return True
        return tag.name in _BLOCKS or not self.dialect.html

    def watch(self, tag: Tag) -> None:
        """Keep count of the elements that are open."""
        if tag.closes:
            self.around[tag.name] = max(0, self.around[tag.name] - 1)
        elif not (tag.closed and self.dialect.xml):
            self.around[tag.name] += 1

    def state(self, tag: Tag) -> Iterator[StatedReference]:
        """What a start tag states; an `a` waits for its text."""
        if tag.name == "base":
            yield from (self.stated(one, None)._replace(base=self.came_by) for one in references(self.markup, tag))
            return
        held = references(self.markup, tag)
        alt = attribute_text(self.markup, tag, "alt")
        if tag.name == "a":
            self.link = tag if next(held, None) else None
            if self.link and self.link_ended_at == self.block.length > 0:
                self.block.add(" ", tag.start, tag.end)
            return
        if alt:
            self.show(f" {alt} ")
        shown = display_text(alt)
        yield from (self.stated(one, shown) for one in held)

    def show(self, *pieces: str) -> None:
        """People see these where they see the link that is open, if one is."""
        if self.link and len(self.shown) < MOST_SHOWN:
            self.shown += pieces[:MOST_SHOWN]

    def stated(self, held: AttributeReference, shown: str | None) -> StatedReference:
        """What a tag holds, as a piece of the document."""
        return StatedReference(
            held.reference, held.stated_by, self.base, shown, self.source, held.start, held.end, self.locator
        )

    def end_link(self) -> Iterator[StatedReference]:
        """What the link that is open states, with the text that was in it."""
        if self.link is None:
            return
        shown = display_text("".join(self.shown))
        yield from (self.stated(held, shown) for held in references(self.markup, self.link))
        self.link_ended_at = self.block.length
        self.link, self.shown = None, []

    def end_block(self) -> Iterator[Piece]:
        """The text of the block, and a new one."""
        text = self.block.text()
        if text is not None:
            yield text
        self.block.begin()
        self.link_ended_at = -1
        self.show(" ")

    def end(self) -> Iterator[Piece]:
        """What is still open when the markup ends."""
        yield from self.end_link()
        yield from self.end_block()
