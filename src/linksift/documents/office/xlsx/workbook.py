"""Workbooks (.xlsx): hyperlinks, formulas that are such, the text of cells and comments, each with its cell.

Here belongs which parts a workbook has, and which belong together (ISO/IEC 29500-1, 12.3). What is in them never does.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, StatedReference
from linksift.documents.office.relationships import Relationships, member, part_of
from linksift.documents.office.xlsx.spreadsheetml import ElementHandler, OutputQuota, SharedStrings, SheetPieces
from linksift.documents.office.xlsx.worksheet import CommentsHandler, WorksheetHandler
from linksift.documents.office.xml_parser import Attributes, Handler, without_namespaces
from linksift.documents.office.zip_package import COMPOUND_FILE, SIGNATURE, Package, open_office_package

SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
WORKBOOK = "xl/workbook.xml"
BINARY_WORKBOOK = "xl/workbook.bin"
LONGEST_TITLE = 255
"""So many characters of a title are told with each cell; Excel takes 31."""

COMMENTS = ("comments", "threadedComment")

_MEMBER = re.compile(rb"PK\x03\x04.{26}xl/(?:workbook\.xml|worksheets/|_rels/|theme/|styles|sharedStrings)", re.DOTALL)
_SHEET = re.compile(r"xl/\w*sheets/([^/]+)\.xml", re.IGNORECASE)
_STRINGS = re.compile(r"xl/sharedStrings\.xml", re.IGNORECASE)


def recognizes(head: bytes, name: str) -> bool:
    r"""Whether a file is a workbook: a package with a workbook's folder, or a file that is named like one.

    >>> recognizes(b"PK\x03\x04" + bytes(26) + b"xl/workbook.xml", ""), recognizes(b"PK\x03\x04", "a.xlsx")
    (True, True)
    """
    if head.startswith(SIGNATURE) and _MEMBER.search(head):
        return True
    return name.endswith(SUFFIXES) and head.startswith((SIGNATURE, COMPOUND_FILE))


class Workbook(NamedTuple):
    """What all sheets of a workbook share: their package, the members with relations, the strings, the titles."""

    package: Package
    relations: dict[str, str]
    strings: SharedStrings
    titles: dict[str, str]
    quota: OutputQuota


class SheetTitles(ElementHandler):
    """The workbook itself: the titles of its sheets by the relations to them, in their order (18.2.19)."""

    def __init__(self) -> None:
        super().__init__({}, {"sheet": self._sheet}, {})
        self.by_relation: dict[str, str] = {}

    def _sheet(self, attributes: Attributes) -> None:
        known = without_namespaces(attributes)
        self.by_relation[known.get("id", "")] = known.get("name", "")[:LONGEST_TITLE]


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a workbook, sheet by sheet. Raises ReadError where nothing can be read."""
    package = open_office_package(file, context.limits, "a workbook of Excel 97 to 2003")
    names = package.names()
    sheets = {name: found[1] for name in names if (found := _SHEET.fullmatch(name))}
    if BINARY_WORKBOOK in names:
        raise ReadError("is a binary workbook (.xlsb), which is not read")
    if not sheets:
        raise ReadError("has no workbook in it")
    relations = {part_of(name): name for name in names if name.endswith(".rels")}
    book = Workbook(package, relations, SharedStrings(), {}, OutputQuota(context.limits.size))
    for name in filter(_STRINGS.fullmatch, names):
        yield from parse_or_report(book, name, book.strings, context.locator)
    yield from titles(book, context.locator)
    book.titles.update({name: stem for name, stem in sheets.items() if name not in book.titles})
    parts = dict.fromkeys((*(part for part in book.titles if part in sheets), *relations))
    yield from package.pieces(parts, lambda part, _: part_pieces(book, part, context.locator), context.locator)


def parse_or_report(book: Workbook, part: str, handler: Handler, locator: Locator) -> Iterator[Problem]:
    """A handler is told what is in a part, as far as it can be read; where that ends too soon, that is a problem."""
    try:
        book.package.parse_member(part, handler)
    except ReadError as error:
        yield Problem(str(error), locator._replace(part=part))


def titles(book: Workbook, locator: Locator) -> Iterator[Piece]:
    """The book learns the titles of its sheets, by their members, in their order; and what it is related to outside."""
    if WORKBOOK not in book.package.names() or WORKBOOK not in book.relations:
        return
    workbook, relations = SheetTitles(), Relationships()
    yield from parse_or_report(book, WORKBOOK, workbook, locator)
    yield from parse_or_report(book, book.relations.pop(WORKBOOK), relations, locator)
    for identifier, title in workbook.by_relation.items():
        inside = relations.internal.get(identifier)
        if inside and _SHEET.fullmatch(name := member(WORKBOOK, inside.target)):
            book.titles[name] = title
    yield from unused_relationships(relations, set(), WORKBOOK, locator)


def part_pieces(book: Workbook, part: str, locator: Locator) -> Iterator[Piece]:
    """What one part holds: cells, hyperlinks and comments if it is a sheet; and what else it is related to outside."""
    relations = Relationships()
    if part not in book.titles:
        book.package.parse_member(book.relations[part], relations)
    elif part in book.relations:
        yield from parse_or_report(book, book.relations[part], relations, locator)
    used: set[str] = set()
    if part in book.titles:
        yield from sheet_pieces(book, part, relations, used, locator)
    yield from unused_relationships(relations, used, part, locator)


def unused_relationships(
    relations: Relationships, used: set[str], part: str, locator: Locator
) -> Iterator[StatedReference]:
    """What a part is related to outside the workbook, but for its hyperlinks."""
    for identifier, target in relations.external.items():
        if identifier not in used:
            yield StatedReference(target, "relation", locator=locator._replace(part=part))


def sheet_pieces(
    book: Workbook, part: str, relations: Relationships, used: set[str], locator: Locator
) -> Iterator[Piece]:
    """What a sheet holds, and the comments on it; the relations that are hyperlinks of it are put among those used."""
    pieces = SheetPieces(book.titles[part], locator, book.quota)
    yield from handler_pieces(book, part, WorksheetHandler(book.strings, relations.external, used, pieces), pieces)
    for comments in dict.fromkeys(comments_on(part, relations)):
        try:
            yield from handler_pieces(book, comments, CommentsHandler(pieces), pieces)
        except ReadError as error:
            yield Problem(str(error), locator._replace(part=comments))


def comments_on(part: str, relations: Relationships) -> Iterator[str]:
    """The members that hold the comments on a sheet."""
    for inside in relations.internal.values():
        if inside.kind in COMMENTS:
            yield member(part, inside.target)


def handler_pieces(book: Workbook, part: str, handler: Handler, pieces: SheetPieces) -> Iterator[Piece]:
    """What a handler makes of a part, while it is read: a sheet may be long. Raises ReadError behind it."""
    fault = None
    try:
        for _ in book.package.parse_in_steps(part, handler):
            yield from pieces.taken()
    except ReadError as error:
        fault = error
    yield from pieces.taken()
    if fault:
        raise fault
