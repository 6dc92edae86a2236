"""Reads a workbook (.xlsx): finds its sheets with their titles, strings and comments, and reads the sheets in order."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, ReadError, Source, StatedReference, Text
from linksift.documents.office.pptx import Shapes
from linksift.documents.office.properties import PROPERTIES, Properties
from linksift.documents.office.xlsx_elements import ElementHandler, SharedStrings, Workbook, sheet_pieces
from linksift.documents.office.zip_package import Attributes, Package, Relationships, member, without_namespaces
from linksift.documents.reading_limits import pieces_or_problem

WORKBOOK = "xl/workbook.xml"
BINARY_WORKBOOK = "xl/workbook.bin"
LONGEST_TITLE = 255
"""The maximum number of characters of a sheet's title that are reported with each cell; Excel allows 31."""

_SHEET = re.compile(r"xl/\w*sheets/([^/]+)\.xml", re.IGNORECASE)
_SHAPES = re.compile(r"xl/(?:drawings/drawing|diagrams/data|charts/chart)\d*\.xml", re.IGNORECASE)
"""The parts with the text boxes, shapes and pictures of a sheet, and with its diagrams and charts."""

_STRINGS = re.compile(r"xl/sharedStrings\.xml", re.IGNORECASE)
_CONNECTIONS = re.compile(r"xl/connections\.xml", re.IGNORECASE)


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a workbook, sheet by sheet. Raises ReadError if nothing can be read."""
    package = Package.of_office(file, context, "a workbook of Excel 97 to 2003")
    names = package.names()
    sheets = {name: found[1] for name in names if (found := _SHEET.fullmatch(name))}
    if BINARY_WORKBOOK in names:
        raise ReadError("is a binary workbook (.xlsb), which is not read")
    if not sheets:
        raise ReadError("has no workbook in it")
    book = Workbook(package, package.relationships(), SharedStrings(context.may_hold_link), {})
    for name in filter(_STRINGS.fullmatch, names):
        yield from book.package.collected(name, book.strings, context.locator)
    yield from read_titles(book, context.locator)
    for name in filter(_CONNECTIONS.fullmatch, names):
        connections = Connections(context.locator.in_member(name))
        yield from pieces_or_problem(
            connections.locator, package.parsed, name, connections, connections.take, connections.take
        )
    book.titles.update({name: stem for name, stem in sheets.items() if name not in book.titles})
    in_order = (part for part in book.titles if part in sheets)
    others = (name for name in names if _SHAPES.fullmatch(name) or PROPERTIES.fullmatch(name))
    parts = dict.fromkeys((*in_order, *others, *book.relationships))
    yield from package.pieces(parts, lambda part, _: part_pieces(book, part, context.locator), context.locator)


class SheetTitles(ElementHandler):
    """Collects the titles of the sheets, by the identifiers of their relationships (18.2.19)."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: dict[str, str] = {}

    def begin_sheet(self, attributes: Attributes) -> None:
        """Add the title of a sheet."""
        known = without_namespaces(attributes)
        self.titles[known.get("id", "")] = known.get("name", "")[:LONGEST_TITLE]


def read_titles(book: Workbook, locator: Locator) -> Iterator[Piece]:
    """Add the titles of the sheets to the book, keyed by member, in order; yield the book's external relationships.

    The workbook part names each sheet by its relationship (18.2.19).
    """
    if WORKBOOK not in book.package.names() or WORKBOOK not in book.relationships:
        return
    sheets, relationships = SheetTitles(), Relationships()
    yield from book.package.collected(WORKBOOK, sheets, locator)
    yield from book.package.collected(book.relationships.pop(WORKBOOK), relationships, locator)
    for identifier, title in sheets.titles.items():
        relationship = relationships.internal.get(identifier)
        if relationship and _SHEET.fullmatch(name := member(WORKBOOK, relationship.target)):
            book.titles[name] = title
    yield from relationships.unused(locator.in_member(WORKBOOK))


class Connections(ElementHandler):
    """Collects the connections to external data, which a workbook loads: web pages, connection files and the text of
    connection strings (18.13)."""

    def __init__(self, locator: Locator) -> None:
        super().__init__()
        self.locator = locator
        self._pieces: list[Piece] = []

    def take(self) -> Iterator[Piece]:
        """The pieces added since the last call."""
        pieces, self._pieces = self._pieces, []
        return iter(pieces)

    def begin_connection(self, attributes: Attributes) -> None:
        """Add the file that describes a connection, or the page that it loads."""
        if target := attributes.get("url") or attributes.get("odcFile"):
            self._pieces.append(StatedReference(target, "relationship", locator=self.locator))

    begin_webPr = begin_connection

    def begin_dbPr(self, attributes: Attributes) -> None:
        """Add a connection string; a semicolon ends each of its settings."""
        if text := attributes.get("connection", "").replace(";", " "):
            self._pieces.append(Text(text, Source(text), locator=self.locator))


def part_pieces(book: Workbook, part: str, locator: Locator) -> Iterator[Piece]:
    """The pieces of one part: cells, hyperlinks and comments of a sheet, the text and hyperlinks of shapes, or
    properties; and its other external relationships."""
    content_of = Properties if PROPERTIES.fullmatch(part) else Shapes if _SHAPES.fullmatch(part) else None
    if content_of is not None:
        related, content = book.relationships.get(part), content_of if part in book.package.names() else None
        yield from book.package.part_pieces(part, related, content, locator.in_member(part))
        return
    relationships = Relationships()
    if part not in book.titles:
        yield from book.package.parsed(book.relationships[part], relationships)
    elif part in book.relationships:
        yield from book.package.collected(book.relationships[part], relationships, locator)
    if part in book.titles:
        yield from sheet_pieces(book, part, relationships, locator)
        yield from book.package.files_in(part, relationships, locator.in_member(part))
    yield from relationships.unused(locator.in_member(part))
