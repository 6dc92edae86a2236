"""Reads Word documents (.docx): hyperlinks, other external relationships, and the text of all parts.

Section numbers refer to ISO/IEC 29500-1.
"""

import re
from collections import deque
from collections.abc import Callable, Container, Iterator
from functools import lru_cache
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece, ReadError
from linksift.documents.office.paragraphs import OpenLink, Paragraphs
from linksift.documents.office.pptx import Shapes
from linksift.documents.office.properties import PROPERTIES, Properties
from linksift.documents.office.zip_package import Attributes, ContentOf, Package, Relationships, without_namespaces

DEEPEST_FIELD = 256
"""The number of fields within fields that are followed."""

LONGEST_INSTRUCTION = 65_536
"""The maximum number of characters read from a field's instruction."""

_TEXT = re.compile(
    r"word/(?:glossary/)?(?!(?:fontTable|numbering|(?:web)?settings|styles(?:WithEffects)?)\.xml)[^/]+\.xml",
    re.IGNORECASE,
)
"""The parts with the text of the document and of its building blocks (the glossary). They may have any name, so only
parts without text that are often long are left out."""

_SHAPES = re.compile(r"word/(?:diagrams/data|charts/chart)\d*\.xml")
"""The parts with the text of diagrams (SmartArt) and charts."""

_HYPERLINK = re.compile(r'\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]\S*))', re.IGNORECASE)
_LOADED = re.compile(
    r'\s*(?:INCLUDE(?:PICTURE|TEXT)?|IMPORT|RD|LINK\s+\S+)\s+(?:"([^"]*)"|([^\s"\\]\S*))', re.IGNORECASE
)
"""Fields that insert content from elsewhere (17.16.5.27, .28 and .32); some have older names."""

_BOOKMARK = re.compile(r'\s\\l\s+"?([^\s"]+)')

_WORD = re.compile(r"http://(?:schemas|purl)\.\S+/wordprocessingml/(?:2006/)?main ")
"""The namespace of WordprocessingML, transitional or strict."""

WRITTEN = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "\u00ad"}
"""The text of elements that represent a character."""

MARKS = {
    "footnoteReference",
    "endnoteReference",
    "commentReference",
    "sym",
    "object",
    "rt",
    "rubyBase",
    "http://schemas.openxmlformats.org/officeDocument/2006/math oMath",
    "http://purl.oclc.org/ooxml/officeDocument/math oMath",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing inline",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing inline",
}
"""Elements across which no URI continues: marks of notes, symbols (17.3.3.30), readings above words (17.3.3.25), and
objects (17.3.3.19), formulas (22.1.2.77) and pictures (20.4.2.8) in the line."""

RAISED = ("superscript", "subscript")
"""The alignments of a run that is a separate text, such as the number of a footnote (17.3.2.42)."""

LEFT_OUT = ("pPr", "moveFrom", "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback")
"""Elements that are skipped: properties of a paragraph (a tab stop is not a tab), and text that is repeated elsewhere
(moved text and fallbacks for old programs)."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a Word document, part by part. Raises ReadError if nothing can be read."""
    package = Package.of_office(file, context, "a document of Word 97 to 2003")
    texts: dict[str, ContentOf] = {name: Story for name in package.names() if _TEXT.fullmatch(name)}
    if not texts:
        raise ReadError("has no Word document in it")
    contents = texts | {name: Shapes for name in package.names() if _SHAPES.fullmatch(name)}
    contents |= {name: Properties for name in package.names() if PROPERTIES.fullmatch(name)}
    yield from package.pieces_of_parts(contents, context.locator)


def kind_of(name: str) -> str:
    """The name of an element of WordprocessingML without its namespace, or any other name unchanged.

    >>> kind_of("http://schemas.openxmlformats.org/wordprocessingml/2006/main p"), kind_of("http://a.example/ p")
    ('p', 'http://a.example/ p')
    """
    return _WORD.sub("", name, count=1)


def argument(found: re.Match[str]) -> str:
    r"""The argument of a field, in quotes or not, in which each backslash is written twice (17.16.1).

    >>> print(argument(_HYPERLINK.match(r'HYPERLINK "file:///\\\\a.example\\b"')))
    file:///\\a.example\b
    """
    return (found[1] or found[2] or "").replace("\\\\", "\\")


class Field:
    """A field: the pieces of its instruction, and its result, which is a link if the instruction is a hyperlink.

    `around` is the field whose instruction contains this one, and therefore its result.
    """

    def __init__(self, around: "Field | None" = None) -> None:
        self.around = around
        self.instruction: list[str] = []
        self.has_result = False
        self.link: OpenLink | None = None

    @property
    def open_instruction(self) -> "Field | None":
        """The innermost field whose instruction contains this place: this one, or the one around it."""
        return self.around if self.has_result else self

    @property
    def target(self) -> str:
        r"""The external target of a hyperlink, or "" if there is none (17.16.5.25).

        >>> field = Field()
        >>> field.instruction += [' HYPERLINK "http://a.example/', 'b" \\l "c" ']
        >>> field.target
        'http://a.example/b#c'
        """
        instruction = self._instruction()
        hyperlink = _HYPERLINK.match(instruction)
        if not hyperlink:
            return ""
        bookmark = _BOOKMARK.search(instruction, hyperlink.end())
        return argument(hyperlink) + (f"#{bookmark[1]}" if bookmark else "")

    @property
    def loaded(self) -> str:
        r"""The file that a field inserts when the document is opened or updated, or "" if there is none (17.16.5.27).

        >>> field = Field()
        >>> field.instruction += [' INCLUDEPICTURE "http://a.example/b.png" \\d']
        >>> field.loaded
        'http://a.example/b.png'
        """
        loaded = _LOADED.match(self._instruction())
        return argument(loaded) if loaded else ""

    def _instruction(self) -> str:
        return "".join(self.instruction)[:LONGEST_INSTRUCTION]

    def begin_result(self, paragraphs: Paragraphs) -> None:
        """Begin the result, which is the text of the link if the instruction is a hyperlink; there is only one."""
        if not self.has_result:
            self.has_result = True
            self.link = paragraphs.link(self.target) if self.target else None

    def end(self, paragraphs: Paragraphs, stated: Container[str] = ()) -> None:
        """State the link of the field, with its result as text, and the file that it loads, unless that is among those
        `stated` elsewhere."""
        self.begin_result(paragraphs)  # a hyperlink without a result is also a link
        if self.link:
            paragraphs.close(self.link)
        if self.loaded and self.loaded not in stated:
            paragraphs.state(self.loaded, "relationship")


class Story:
    """Handles the elements of a part with text, and collects its paragraphs and links."""

    def __init__(self, relationships: Relationships) -> None:
        self.paragraphs = Paragraphs()
        self._relationships = relationships
        self._related = frozenset(related.target for related in relationships.external.values())
        self._fields: deque[Field] = deque(maxlen=DEEPEST_FIELD)
        self._links: list[OpenLink | None] = []
        self._steps_of_field = {"begin": self._field_begins, "separate": self._result, "end": self._field_ends}
        self._takes: Callable[[str], object] | None = None
        self._kind_of = lru_cache(maxsize=1_000)(kind_of)  # kept only as long as this object, since names can be long
        self._left_out = 0
        self._raised = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""
        kind = self._kind_of(name)
        if self._left_out or kind in LEFT_OUT:
            self._left_out += 1
        elif kind in WRITTEN:
            self.paragraphs.write(WRITTEN[kind])
        elif kind == "p":
            self.paragraphs.begin()
        elif kind == "t":
            self._takes = self._text
        elif kind in MARKS:
            self.paragraphs.edge()
        elif kind == "vertAlign" and without_namespaces(attributes).get("val") in RAISED:
            self.paragraphs.edge()
            self._raised = True
        else:
            if "href" in attributes:  # the link of a shape in VML (ISO/IEC 29500-4, 19.1.2.19)
                self.paragraphs.state(attributes["href"], "hyperlink")
            self._start_of_link(kind, without_namespaces(attributes))

    def _start_of_link(self, kind: str, attributes: Attributes) -> None:
        if kind == "hyperlink":
            self._links.append(self._hyperlink(attributes))
        elif kind == "fldSimple":
            self._field_begins()
            self._instruction(attributes.get("instr", ""))
            self._result()
        elif kind == "fldChar":
            if step := self._steps_of_field.get(attributes.get("fldCharType", "")):
                step()
        elif kind == "instrText":
            self._takes = self._instruction
        elif kind.endswith(" docPr"):  # a picture or shape (20.4.2.5)
            self.paragraphs.describe(attributes)

    def end(self, name: str) -> None:
        """Called when an element ends."""
        kind = self._kind_of(name)
        if self._left_out:
            self._left_out -= 1
        elif kind == "p":
            self.paragraphs.end()
        elif kind in ("t", "instrText"):
            self._takes = None
        elif kind == "r" and self._raised:
            self.paragraphs.edge()
            self._raised = False
        elif kind == "hyperlink":
            if link := self._links.pop():
                self.paragraphs.close(link)
        elif kind == "fldSimple":
            self._field_ends()

    def data(self, text: str) -> None:
        """Called with text in an element."""
        if self._takes and not self._left_out:
            self._takes(text)

    def _hyperlink(self, attributes: Attributes) -> OpenLink | None:
        target = self._relationships.use(attributes.get("id", ""))
        if target is None:
            return None
        anchor = attributes.get("anchor")
        return self.paragraphs.link(f"{target}#{anchor}" if anchor and "#" not in target else target)

    def _text(self, text: str) -> None:
        self.paragraphs.write(text)
        if self._fields and (field := self._fields[-1].open_instruction):
            field.instruction.append(text)

    def _field_begins(self) -> None:
        self._fields.append(Field(self._fields[-1].open_instruction if self._fields else None))

    def _instruction(self, text: str) -> None:
        if self._fields:
            self._fields[-1].instruction.append(text)

    def _result(self) -> None:
        if self._fields:
            self._fields[-1].begin_result(self.paragraphs)

    def _field_ends(self) -> None:
        if self._fields:
            self._fields.pop().end(self.paragraphs, self._related)
