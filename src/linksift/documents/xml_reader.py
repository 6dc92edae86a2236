"""Reads XML: sitemaps, feeds, DocBook, KML, OPML, RDF, property lists, project files, and any other kind.

The text of each element and attribute is read with its character references decoded. Attributes and elements with
certain names (such as `href` and `loc`) state links; the HTML in a feed's descriptions, whether escaped or in a CDATA
section, is read as HTML. Namespace names and document type declarations are not links.

The tokenizer of `html`, which splits the markup, reports the position of everything, expands no entities, takes time
proportional to the size of the file, and reads broken XML to its end; Expat, for example, stops at the first error.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Piece, Problem, Source, StatedReference, Text
from linksift.documents.html.page_reader import is_page, read_inner_page
from linksift.documents.html.page_text import TextBlock, text_of_span
from linksift.documents.html.tag_reader import AttributeReference, Tag, absolute_value, holder_of
from linksift.documents.html.tokenizer import Dialect, tokens
from linksift.documents.reading_limits import read_beginning
from linksift.documents.stated_match import uri_of
from linksift.documents.text_files.text_encoding import markup_of

_XML = Dialect(html=False, xml=True)

STATING = frozenset({"href", "src", "url", "uri", "loc", "link", "guid"})
"""The names, without prefixes, of elements and attributes whose whole text is a link: those of sitemaps, feeds (RSS
2.0, Atom), DocBook, KML, Maven's POM and XLink."""

_STATING_ELEMENTS = STATING | {"icon", "logo"}
"""The names of elements whose whole text is a link. Only elements of Atom have the last two names with this meaning;
attributes do not."""

_NAMESPACES = frozenset({"schemalocation", "nonamespaceschemalocation", "targetnamespace", "namespace"})
"""Attributes whose text names namespaces and schemas, besides `xmlns` (XML Schema, part 1)."""

WITH_HTML = frozenset(
    {"description", "encoded", "content", "summary", "title", "subtitle", "body", "rights", "source", "target"}
    | {"comment_content"}
)
"""The names, without prefixes, of elements and attributes that may contain escaped HTML: those of RSS, Atom, KML and
XLIFF, of the exports of WordPress (`wp:comment_content`), and of the dumps of Stack Exchange (`Body`)."""

_ONE_REFERENCE = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*+:|/)[^\s<>]++")
"""The whole text of an element, if it is a link: a URI, or a path from the root. Any other text may be a label."""

_WITH_SPACES = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+://[^\s/<>]++/(?:(?!://)[^<>\r\n])++")
"""A URI with unencoded spaces in its path or query."""

_WHOLE = frozenset({"loc", "guid"})
"""The names of elements that contain nothing but one URI, even if it has spaces: those of sitemaps and RSS. Text in
`link` may be a label, as in DocBook."""

_COMMENT_OR_INSTRUCTION = re.compile(r"<!--(.*?)(?:--!?>|\Z)|<\?(?!xml\s)[^\s?>]*+(.*?)(?:\?>|\Z)", re.DOTALL)
_STYLE_SHEET = re.compile(r"""<\?xml-stylesheet(?=\s)[^>]*?\shref\s*+=\s*+(?:"([^"<>]*+)"|'([^'<>]*+)')""")
"""The instruction that names a style sheet (Associating Style Sheets with XML, 3), with its reference in one of two
groups."""

_DECLARATIONS = re.compile(r"(?:<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?][^>]*+>|\]\]>)*+", re.DOTALL)
"""Comments, declarations and instructions; a comment that nothing ends extends to the end of the file, as in the
tokenizer, so no comment is read twice."""


class Element(NamedTuple):
    """An open element: its name, the base of its references (XML Base), and whether its text may be a link."""

    name: str
    base: str | None
    states_link: bool


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The texts and stated references of an XML file, or of its beginning if it is longer than the limit.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> [piece.reference for piece in read(BytesIO(b"<url><loc>http://a.example/?b&amp;c</loc></url>"), context)]
    ['http://a.example/?b&c']
    """
    octets, cut_off = read_beginning(file, context)
    reader = XMLReader(markup_of(octets), context)
    yield from reader.read()
    yield from cut_off or reader.faults()


class XMLReader:
    """An XML file as it is read: the open elements, and the text since the last tag."""

    def __init__(self, markup: str, context: Context) -> None:
        self.markup = markup
        self.context = context
        self.source = Source(markup)
        self.block = TextBlock(self.source, context.locator)
        self.open: list[Element] = []
        self.open_names: Counter[str] = Counter()
        self.broken_at = -1

    def read(self) -> Iterator[Piece]:
        """The pieces of the file, in order."""
        position = 0
        for token in tokens(self.markup, _XML):
            if position < token.start:
                yield from self.between(position, token.start)
            if isinstance(token, Tag):
                if self.block.length:
                    yield from self.text_of_element()
                yield from self.tag(token)
            elif self.block.length or not self.markup[token.start : token.end].isspace():  # most are indentation
                self.block.add_characters(token.start, token.end, raw=token.raw, kept=True)
            position = token.end
        yield from self.text_of_element()
        yield from self.between(position, len(self.markup))
        yield from self.unfinished_tag(position)

    def faults(self) -> Iterator[Problem]:
        """The problem with the file, if there is one."""
        if self.broken_at < 0 and self.open:
            self.broken_at = len(self.markup)
        if self.broken_at >= 0:
            line, column = self.source.line_and_column(self.broken_at)
            said = f"is broken XML at line {line}, column {column}; it was read to its end as well as possible"
            yield Problem(said, self.context.locator)

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """The comments and instructions between two tokens, as text or as the reference to a style sheet; the rest is
        declarations."""
        for written in _COMMENT_OR_INSTRUCTION.finditer(self.markup, start, end):
            sheet = _STYLE_SHEET.match(self.markup, *written.span())
            if sheet:
                href = {"href": sheet.span(sheet.lastindex or 0)}
                yield from self.tag(Tag(*written.span(), "xml-stylesheet", closes=False, closed=True, attributes=href))
            else:
                yield from self.text_between(*written.span(written.lastindex or 0), raw=written.lastindex == 1)

    def text_between(self, start: int, end: int, *, raw: bool = False) -> Iterator[Text]:
        """The text of a span, if it may contain a link."""
        text = text_of_span(self.source, self.context.locator, start, end, raw=raw)
        if text is not None and self.context.may_hold_link(text.text):
            yield text

    def unfinished_tag(self, position: int) -> Iterator[Text]:
        """The text after the last token, if it is a tag that the end of the file cuts off."""
        declarations = _DECLARATIONS.match(self.markup, position)
        start = declarations.end() if declarations else position
        if self.markup.startswith("<", start) and not self.markup.startswith(("<!", "<?"), start):
            self.broken_at = start if self.broken_at < 0 else self.broken_at
            yield from self.text_between(start, len(self.markup))

    def tag(self, tag: Tag) -> Iterator[Piece]:
        """Open or close the element of a tag, and yield the links and texts in the tag's attributes."""
        if tag.closes:
            self.close(tag)
            return
        base = self.open[-1].base if self.open else self.context.base
        stated = base
        if "xml:base" in tag.attributes:
            stated = uri_of(tag.text(self.markup, "xml:base"), base) or base
            stated = base if stated == base else stated  # keeps one string, since a long base may be stated many times
        for reference in tag.references(self.markup):
            yield self.stated(reference, stated)
        for name, span in tag.attributes.items():
            yield from self.attribute(tag, name, span, base, stated)
        if not tag.closed:
            permanent = "ispermalink" not in tag.attributes or tag.text(self.markup, "ispermalink") != "false"
            self.open.append(Element(tag.name, stated, _local(tag.name) in _STATING_ELEMENTS and permanent))
            self.open_names[tag.name] += 1

    def attribute(
        self, tag: Tag, name: str, span: tuple[int, int], base: str | None, inner: str | None
    ) -> Iterator[Piece]:
        """The link or text in an attribute that does not exist in HTML or similar formats."""
        local, holder = _local(name), holder_of(name, tag.name)
        if holder is absolute_value and not absolute_value(tag.value(self.markup, name), name):
            holder = None  # a value that is not a URI is text, which may contain links
        if holder or name.startswith("xmlns") or local in _NAMESPACES:
            return
        if name == "xml:base" or local in STATING:
            by = base if name == "xml:base" else inner
            for reference in tag.value(self.markup, name).whole(f"{tag.name} {name}"):
                yield self.stated(reference, by)
        elif (text := text_of_span(self.source, self.context.locator, *span)) is not None:
            yield from self.text_or_page(text, local, inner)

    def stated(self, found: AttributeReference, base: str | None) -> StatedReference:
        """A reference in an attribute, as a piece of the document."""
        stated_by, written, start, end = found
        return StatedReference(written, stated_by, base, None, self.source, start, end, self.context.locator)

    def close(self, tag: Tag) -> None:
        """Close the element that an end tag names, and all those inside it. The file is broken if there are such
        elements, or if the named one is not open."""
        if not self.open or self.open[-1].name != tag.name:
            self.broken_at = tag.start if self.broken_at < 0 else self.broken_at
        if not self.open_names[tag.name]:
            return
        while True:
            closed = self.open.pop().name
            self.open_names[closed] -= 1
            if closed == tag.name:
                return

    def text_of_element(self) -> Iterator[Piece]:
        """The text since the last tag: a link, HTML, or text that may contain links."""
        text = self.block.text()
        self.block.begin()
        if text is None:
            return
        element = self.open[-1] if self.open else Element("", self.context.base, states_link=False)
        written = text.text.strip()
        if element.states_link and _is_one_reference(written, element):
            start = text.text.index(written)
            span = text.origin(start), text.origin_of_end(start + len(written))
            yield StatedReference(written, element.name, element.base, None, self.source, *span, self.context.locator)
        else:
            yield from self.text_or_page(text, _local(element.name), element.base)

    def text_or_page(self, text: Text, name: str, base: str | None) -> Iterator[Piece]:
        """The text of an element or attribute with this local name, if it may contain links, or the pieces of the page
        that it is."""
        if name in WITH_HTML and is_page(text.text):
            yield from read_inner_page(text, self.context, base)
        elif self.context.may_hold_link(text.text):
            yield text


def _is_one_reference(written: str, element: Element) -> bool:
    """Whether the text of an element is a link as a whole.

    >>> _is_one_reference("http://a.example/b c.pdf", Element("loc", None, True))
    True
    """
    is_whole = _local(element.name) in _WHOLE and _WITH_SPACES.fullmatch(written)
    return bool(is_whole or _ONE_REFERENCE.fullmatch(written))


def _local(name: str) -> str:
    """A name without its prefix.

    >>> _local("image:loc"), _local("loc")
    ('loc', 'loc')
    """
    return name.rpartition(":")[2]
