"""Reads a workbook (.xlsx): finds its sheets with their titles, strings and comments, and reads the sheets in order."""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, Source, StatedReference, Text
from linksift.documents.office.part_with_links import part_pieces as pieces_with_links
from linksift.documents.office.pptx import Shapes
from linksift.documents.office.relationships import Relationships, member, part_of
from linksift.documents.office.xlsx.worksheet import (
    CommentsHandler,
    ElementHandler,
    OutputQuota,
    SharedStrings,
    SheetPieces,
    WorksheetHandler,
)
from linksift.documents.office.xml_parser import Attributes, Handler, without_namespaces
from linksift.documents.office.zip_package import Package, open_office_package
from linksift.documents.reader_bugs import pieces_or_fault, result_or_fault

WORKBOOK = "xl/workbook.xml"
BINARY_WORKBOOK = "xl/workbook.bin"
LONGEST_TITLE = 255
"""The maximum number of characters of a sheet's title that are reported with each cell; Excel allows 31."""

COMMENTS = ("comments", "threadedComment")

_SHEET = re.compile(r"xl/\w*sheets/([^/]+)\.xml", re.IGNORECASE)
_SHAPES = re.compile(r"xl/(?:drawings/drawing|diagrams/data|charts/chart)\d*\.xml", re.IGNORECASE)
"""The parts with the text boxes, shapes and pictures of a sheet, and with its diagrams and charts."""

_STRINGS = re.compile(r"xl/sharedStrings\.xml", re.IGNORECASE)
_CONNECTIONS = re.compile(r"xl/connections\.xml", re.IGNORECASE)


class Workbook(NamedTuple):
    """The data that all sheets of a workbook share: package, members with relationships, strings, titles and quota."""

    package: Package
    relationships: dict[str, str]
    strings: SharedStrings
    titles: dict[str, str]
    quota: OutputQuota


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a workbook, sheet by sheet. Raises ReadError if nothing can be read."""
    package = open_office_package(file, context, "a workbook of Excel 97 to 2003")
    names = package.names()
    sheets = {name: found[1] for name in names if (found := _SHEET.fullmatch(name))}
    if BINARY_WORKBOOK in names:
        raise ReadError("is a binary workbook (.xlsb), which is not read")
    if not sheets:
        raise ReadError("has no workbook in it")
    relationships = {part_of(name): name for name in names if name.endswith(".rels")}
    strings, quota = SharedStrings(context.may_hold_link), OutputQuota(context.limits.size)
    book = Workbook(package, relationships, strings, {}, quota)
    for name in filter(_STRINGS.fullmatch, names):
        yield from parse_or_report(book, name, book.strings, context.locator)
    yield from read_titles(book, context.locator)
    for name in filter(_CONNECTIONS.fullmatch, names):
        yield from read_connections(book, name, context.locator)
    book.titles.update({name: stem for name, stem in sheets.items() if name not in book.titles})
    in_order = (part for part in book.titles if part in sheets)
    parts = dict.fromkeys((*in_order, *filter(_SHAPES.fullmatch, names), *relationships))
    yield from package.pieces(parts, lambda part, _: part_pieces(book, part, context.locator), context.locator)


def parse_or_report(book: Workbook, part: str, handler: Handler, locator: Locator) -> Iterator[Problem]:
    """Pass as much of a part to a handler as can be read; yield a Problem if that is not all of it."""
    inside = locator.in_member(part)
    try:
        found = result_or_fault(inside, book.package.parse_member, part, handler)
    except ReadError as error:
        found = Problem(str(error), inside)
    if found is not None:
        yield found


def read_titles(book: Workbook, locator: Locator) -> Iterator[Piece]:
    """Add the titles of the sheets to the book, keyed by member, in order; yield the book's external relationships.

    The workbook part names each sheet by its relationship (18.2.19).
    """
    if WORKBOOK not in book.package.names() or WORKBOOK not in book.relationships:
        return
    titles: dict[str, str] = {}

    def sheet(attributes: Attributes) -> None:
        known = without_namespaces(attributes)
        titles[known.get("id", "")] = known.get("name", "")[:LONGEST_TITLE]

    relationships = Relationships()
    yield from parse_or_report(book, WORKBOOK, ElementHandler({}, {"sheet": sheet}, {}), locator)
    yield from parse_or_report(book, book.relationships.pop(WORKBOOK), relationships, locator)
    for identifier, title in titles.items():
        relationship = relationships.internal.get(identifier)
        if relationship and _SHEET.fullmatch(name := member(WORKBOOK, relationship.target)):
            book.titles[name] = title
    yield from relationships.unused(locator.in_member(WORKBOOK))


def read_connections(book: Workbook, part: str, locator: Locator) -> Iterator[Piece]:
    """The pieces of the connections to external data, which a workbook loads: web pages, connection files and the text
    of connection strings (18.13)."""
    inside, found = locator.in_member(part), list[Piece]()

    def connection(attributes: Attributes) -> None:
        if target := attributes.get("url") or attributes.get("odcFile"):
            found.append(StatedReference(target, "relationship", locator=inside))

    def database(attributes: Attributes) -> None:
        text = attributes.get("connection", "").replace(";", " ")  # which ends each of its settings
        found.append(Text(text, Source(text), locator=inside))

    begins = {"connection": connection, "webPr": connection, "dbPr": database}
    yield from parse_or_report(book, part, ElementHandler({}, begins, {}), locator)
    yield from found


def part_pieces(book: Workbook, part: str, locator: Locator) -> Iterator[Piece]:
    """The pieces of one part: cells, hyperlinks and comments of a sheet, or the text and hyperlinks of shapes; and its
    other external relationships."""
    if _SHAPES.fullmatch(part):
        related, content = book.relationships.get(part), Shapes if part in book.package.names() else None
        yield from pieces_with_links(book.package, part, related, content, locator.in_member(part))
        return
    relationships = Relationships()
    if part not in book.titles:
        book.package.parse_member(book.relationships[part], relationships)
    elif part in book.relationships:
        yield from parse_or_report(book, book.relationships[part], relationships, locator)
    if part in book.titles:
        yield from sheet_pieces(book, part, relationships, locator)
    yield from relationships.unused(locator.in_member(part))


def sheet_pieces(book: Workbook, part: str, relationships: Relationships, locator: Locator) -> Iterator[Piece]:
    """The pieces of a sheet and of the comments on it."""
    pieces = SheetPieces(book.titles[part], locator, book.quota, book.strings.may_hold_link)
    sheet = WorksheetHandler(book.strings, relationships, pieces)
    yield from pieces_or_fault(locator.in_member(part), handler_pieces, book, part, sheet, pieces)
    for comments in dict.fromkeys(comments_on(part, relationships)):
        inside = locator.in_member(comments)
        try:
            yield from pieces_or_fault(inside, handler_pieces, book, comments, CommentsHandler(pieces), pieces)
        except ReadError as error:
            yield Problem(str(error), inside)


def comments_on(part: str, relationships: Relationships) -> Iterator[str]:
    """The members with the comments on a sheet."""
    for relationship in relationships.internal.values():
        if relationship.kind in COMMENTS:
            yield member(part, relationship.target)


def handler_pieces(book: Workbook, part: str, handler: Handler, pieces: SheetPieces) -> Iterator[Piece]:
    """The pieces of a part, taken as it is parsed, since a sheet may be long. Raises ReadError after yielding them if
    the rest cannot be read."""
    try:
        for _ in book.package.parse_in_steps(part, handler):
            yield from pieces.take()
    except ReadError:
        yield from pieces.take()
        raise
    yield from pieces.take()
