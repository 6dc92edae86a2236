"""Reads pages (HTML and SVG files) in one pass: the references that their tags state, and their running text.

The text of a link is what people see: its words or, if it has none, the `alt` of its images.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise
from typing import BinaryIO

from linksift.documents.document_model import (
    AltText,
    Context,
    Locator,
    Piece,
    Problem,
    Source,
    StatedReference,
    Text,
    display_text,
)
from linksift.documents.html.page_text import TextReader, count_open, text_of_span
from linksift.documents.html.tag_reader import AttributeReference, AttributeValue, Tag, css_urls
from linksift.documents.html.tokenizer import Characters, Dialect, Stretch, Token, stretches_and_tokens
from linksift.documents.reading_limits import read_beginning
from linksift.documents.stated_match import uri_of
from linksift.documents.text_files.text_encoding import markup_of
from linksift.text_across_tags import BLOCKS, HIDDEN

MOST_PIECES = 1_000
"""The maximum number of pieces of a link text kept until it is reported."""


class LinkText:
    """The text of a link as it is read."""

    def __init__(self, markup: str, dialect: Dialect) -> None:
        self.markup = markup
        self.dialect = dialect
        self.pieces: list[str] = []
        self.alts: list[str] = []

    def add(self, token: Token | Stretch, hidden: bool) -> None:
        """Add the text that a token shows."""
        room = MOST_PIECES - len(self.pieces)
        if room <= 0:
            return
        if isinstance(token, Stretch) and self.markup.find("<", token.start, token.end) >= 0:
            self.pieces += islice(
                (piece for one in token.tokens(self.markup) for piece in self.shown(one, hidden)), room
            )
        else:
            self.pieces += self.shown(token, hidden)

    def shown(self, token: Token | Stretch, hidden: bool) -> tuple[str, ...]:
        """The text that a token shows; block tags and line breaks become spaces."""
        if not isinstance(token, Tag):
            return () if hidden else (token.shown_text(self.markup),)
        alt = "" if token.closes else token.text(self.markup, "alt")
        if alt:
            self.alts.append(alt)
        is_space = bool(alt) or token.name in BLOCKS or token.name == "br" or not self.dialect.html
        return (" ",) * is_space

    def text(self) -> str | None:
        """The text so far, in the form in which it is reported."""
        words, alt = display_text("".join(self.pieces)), display_text(" ".join(self.alts))
        return words or (AltText(alt) if alt else None)


_HTML_TAG = re.compile(
    r"(?i)</?(?:a|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|iframe|img|li|ol|p|pre|span|strong|table|td|u|ul)"
    r"(?:\s*+/?>|\s++[a-z\-]++\s*+=)"
)
"""A tag, alone or with an attribute, that indicates that a text in another format is HTML."""

_NO_PAGE = re.compile(r"""(?i)<(?:[a-z]++:|[^\s<>@"'=]++@)|\s[a-z\-]++=3D["']""")
"""The beginning of a link or address in angle brackets, which would be a tag in a page, or an attribute in
quoted-printable."""

_TAG_OF_LINK = re.compile(r"(?ai)</?a[\s/>]")
_RELATIVE_LINK = re.compile(r"""href=(?:"(?![#"])|'(?![#'])|(?![#"'\s>]))(?![A-Za-z][A-Za-z0-9+.\-]*+:)""")
"""The beginning of a relative link on most pages, used only for a hint."""
_BEGINS_A_BASE = re.compile(r"(?i)<base[\s/]")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The references and text of a page, or of its beginning if it is longer than the limit. Never raises.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> [piece.text for piece in read(BytesIO(b"<p>a<b>b</b> &amp; c"), context)]
    ['ab & c']
    """
    octets, cut_off = read_beginning(file, context)
    yield from read_text(markup_of(octets), context, context.locator, context.base)
    yield from cut_off


def read_text(markup: str, context: Context, locator: Locator, base: str | None) -> Iterator[Piece]:
    """The references that markup states, and its text. `base` is the URI from which the page was retrieved, if any; the
    page's own `base` element is resolved against it and applies to the whole page (RFC 3986, 5.1). References that lead
    nowhere are left out: relative references without a base, and fragments. Never raises for any str.

    >>> from linksift.documents.document_model import Limits
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> pieces = read_text('<img src="b">', context, Locator(), "http://a.example/")
    >>> [piece.reference for piece in pieces]
    ['b']
    """
    page = PageReader(markup, context, locator, base)
    if page.base is None and locator == Locator():
        context.account.lacks_base |= _RELATIVE_LINK.search(markup) is not None
    return page.read()


def dialect_of(markup: str) -> Dialect:
    """Whether markup is HTML, XML, or both.

    >>> dialect_of("<p>"), dialect_of('<?xml version="1.0"?><rss>')
    (Dialect(html=True, xml=False), Dialect(html=False, xml=True))
    """
    head = markup[:4096].lstrip("\ufeff \t\n\f\r").lower()
    if head.startswith(("<rss", "<feed", "<svg", "<opml", "<rdf:rdf")):
        return Dialect(html=False, xml=True)
    xml = head.startswith("<?xml")
    return Dialect(html=not xml or "<html" in head or "<!doctype html" in head, xml=xml)


def base_of(markup: str, dialect: Dialect, base: str | None) -> str | None:
    """The base of a page: its first `base` element with an `href`, or the URI from which the page was retrieved if
    there is no such element or its `href` does not yield a URI.

    >>> page = Dialect(html=True, xml=False)
    >>> [base_of(f'<base href="{href}">', page, "http://a.example/b/") for href in ("../c/", "http://[/")]
    ['http://a.example/c/', 'http://a.example/b/']
    """
    if not dialect.html or _BEGINS_A_BASE.search(markup) is None:
        return base
    for token in stretches_and_tokens(markup, dialect):
        if isinstance(token, Tag) and token.name == "base" and not token.closes and "href" in token.attributes:
            return uri_of(token.value(markup, "href").text, base) or base
    return base


class PageReader:
    """A page as it is read: the open link, the open elements that hide text, and the reader of its text."""

    def __init__(self, markup: str, context: Context, locator: Locator, came_by: str | None) -> None:
        self.markup = markup
        self.source = Source(markup)
        self.dialect = dialect_of(markup)
        self.locator = locator
        self.came_by = came_by
        self.base = base_of(markup, self.dialect, came_by)
        self.text = TextReader(self.source, self.dialect, locator, context)
        self.hiding: dict[str, int] = {}
        self.link: list[AttributeReference] = []
        self.link_text = LinkText(markup, self.dialect)

    def read(self) -> Iterator[Piece]:
        """The pieces that the tokens of the page state or contain."""
        for token in stretches_and_tokens(self.markup, self.dialect, relative=self.base is not None):
            if self.link:
                yield from self.read_link(token)
            if isinstance(token, Tag):
                yield from self.text.add(token)
                if token.name in HIDDEN and (token.closes or not (token.closed and self.dialect.xml)):
                    count_open(self.hiding, token.name, token.closes)
                if token.attributes and not token.closes:
                    yield from self.references_of(token)
            elif not self.hiding:
                yield from self.text.add(token)
            else:
                yield from self.read_hidden(token)
        yield from self.end_link()
        yield from self.text.end()

    def read_link(self, token: Token | Stretch) -> Iterable[StatedReference]:
        """Add a token to the text of the open link, which ends at the next `a` tag."""
        if isinstance(token, Tag) and token.name == "a":
            return self.end_link()
        ending = _TAG_OF_LINK.search(self.markup, token.start, token.end) if isinstance(token, Stretch) else None
        shown = Stretch(token.start, ending.start()) if ending else token
        self.link_text.add(shown, bool(self.hiding))
        return self.end_link() if ending else ()

    def read_hidden(self, token: Characters | Stretch) -> Iterator[Piece]:
        """Read hidden text: only its tags, and the references in the text of a `style` element."""
        for one in token.tokens(self.markup) if isinstance(token, Stretch) else (token,):
            if isinstance(one, Tag):
                yield from self.text.add(one)
            elif "style" in self.hiding:
                style = AttributeValue(self.markup[one.start : one.end], one.start, one.end)
                yield from (self.stated(reference, None) for reference in css_urls(style, "style url"))

    def references_of(self, tag: Tag) -> Iterable[Piece]:
        """The references that a start tag states, and its inner page; those of an `a` wait until its text is read."""
        found = tag.references(self.markup)
        if tag.name == "a":
            self.link = list(found)
            return ()
        if tag.name == "base":
            return (self.stated(own, None)._replace(base=self.came_by) for own in found)
        link_text = display_text(tag.text(self.markup, "alt"))
        stated = (self.stated(reference, link_text) for reference in found)
        return chain(stated, self.page_in_frame(tag)) if tag.name == "iframe" and "srcdoc" in tag.attributes else stated

    def page_in_frame(self, frame: Tag) -> Iterator[Piece]:
        """The pieces of the page in the `srcdoc` of a frame, which has the base of this page (HTML, 4.8.5)."""
        context = self.text.context
        if context.depth >= context.limits.depth:
            yield Problem(context.too_deep(), self.locator)
        elif page := text_of_span(self.source, self.locator, *frame.attributes["srcdoc"]):
            yield from read_inner_page(page, context._replace(depth=context.depth + 1), self.base)

    def stated(self, reference: AttributeReference, link_text: str | None) -> StatedReference:
        """A reference in a tag, as a piece of the document."""
        stated_by, written, start, end = reference
        return StatedReference(written, stated_by, self.base, link_text, self.source, start, end, self.locator)

    def end_link(self) -> list[StatedReference]:
        """The references of the open link, with its text."""
        link_text = self.link_text.text() if self.link else None
        ended = [self.stated(reference, link_text) for reference in self.link]
        self.link, self.link_text = [], LinkText(self.markup, self.dialect)
        return ended


def is_page(text: str) -> bool:
    """Whether a text in another format is a page.

    >>> [is_page(text + " <b>c</b>") for text in ("a", "<http://a.example/>", "<joe@a.example>", '<a href=3D"b">')]
    [True, False, False, False]
    """
    return _HTML_TAG.search(text) is not None and _NO_PAGE.search(text) is None


def read_inner_page(page: Text, context: Context, base: str | None) -> Iterator[Piece]:
    """The pieces of a page that is a text in another source, to which their positions refer. A tag cut off by the end
    of the page is read as text."""
    markup = page.text
    end = len(markup) if markup.rfind(">") >= markup.rfind("<") else markup.rfind("<")  # equal: there is neither
    for piece in read_text(markup[:end], context, page.locator, base):
        yield in_outer_text(piece, page)
    if (unfinished := text_of_span(Source(markup), page.locator, end, len(markup))) is not None:
        yield in_outer_text(unfinished, page)


def in_outer_text(piece: Piece, outer: Text) -> Piece:
    """A piece of a page that was escaped in another text, with its positions mapped to the source of that text.

    >>> outer = Text("<p>a", Source("&lt;p>a"), offsets=(0, 1), source_offsets=(0, 4))
    >>> inner = Text("a", Source("<p>a"), offsets=(0,), source_offsets=(3,))
    >>> in_outer_text(inner, outer).source_offsets
    [6]
    """
    if isinstance(piece, StatedReference):
        span = outer.origin(piece.start), outer.origin_of_end(piece.end)
        return piece._replace(source=outer.source, start=span[0], end=span[1])
    if not isinstance(piece, Text):
        return piece
    offsets: list[int] = []
    source_offsets: list[int] = []
    for start, end in pairwise([*(piece.offsets or (0,)), len(piece.text) + 1]):
        inner = piece.origin(start)
        stretch = outer.part(inner, inner + end - start)
        offsets += [start + offset for offset in stretch.offsets]
        source_offsets += stretch.source_offsets
    return piece._replace(source=outer.source, offsets=offsets, source_offsets=source_offsets)
