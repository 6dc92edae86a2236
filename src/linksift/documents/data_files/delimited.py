"""Reads CSV and TSV: each cell is a text with its row and field (RFC 4180; IANA's text/tab-separated-values)."""

import csv
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import BinaryIO, NamedTuple

from linksift.documents.data_files.column_selection import is_read, require_columns, row_id
from linksift.documents.data_files.line_sources import line_sources
from linksift.documents.document_model import (
    MOST_TOGETHER,
    Columns,
    Context,
    Limits,
    LocatedMatch,
    LocatedMatches,
    Locator,
    Piece,
    Problem,
    Source,
    Text,
)
from linksift.documents.read_limits import size_in_words
from linksift.documents.reader_bugs import each_or_fault
from linksift.documents.text_files.plain_text import detect_encoding, text_chunks
from linksift.finding import Match

LONGEST_ROW = 1_048_576
"""A row whose quotes do not close within this many code points ends with its line, and its quotes count as text."""

MOST_FIELDS = 1_024
"""Cells beyond this many columns are located by column number."""

LONGEST_FIELD = 255
"""The maximum length, in characters, of a reported column name."""

_DELIMITERS = ",;\t|"

_DOUBLED = re.compile('""')


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The matches in the cells of a file, row by row, and a problem for each line that is too long. Raises ReadError if
    the file lacks a column that the caller named."""
    most = context.limits.size
    table: Header | None = None
    number = 0
    for some in rows(line_sources(text_chunks(file, detect_encoding), most)):
        if some is None:
            yield Problem(f"a line is longer than {size_in_words(most)}; it was not read", context.locator)
            continue
        if table is None:
            table = header_of(some.texts[0])
            require_columns(context.columns, table.fields)
        yield from _matches_in_rows(some, number, table, context)
        number += len(some.texts)


def _matches_in_rows(some: "Rows", number: int, table: "Header", context: Context) -> Iterator[Piece]:
    """The matches in rows, of which the first is preceded by `number` others."""
    held = LocatedMatches([], has_lines=True)
    known, line, start = 0, some.line, some.start

    def pieces_of(found: _FoundInRow) -> Iterable[Piece]:
        nonlocal known, line, start
        place, texts, matches = found
        passed = some.texts[known:place]
        known = place
        line += len(passed) + sum([text.count("\n") for text in passed if "\n" in text])
        start += len(passed) + sum(map(len, passed))
        row = Source(some.texts[place], line, start)
        held.matches.extend(_matches_in_row(row, number + place + 1, texts, matches, table, context))
        return held.taken() if len(held.matches) >= MOST_TOGETHER else ()

    def locator_of(found: _FoundInRow) -> Locator:
        return context.locator.in_row(number + found[0] + 1)

    yield from each_or_fault(_found_in_rows(some, number, table, context), pieces_of, locator_of)
    yield from held.taken()


_FoundInRow = tuple[int, list[str], list[tuple[int, list[Match]]]]
"""The place of a row among others, the texts of its cells, and the columns with matches."""


def _found_in_rows(some: "Rows", number: int, table: "Header", context: Context) -> Iterator[_FoundInRow]:
    """The rows with matches. A header is not searched if the caller named columns."""
    whole = "\n".join(some.texts)
    if not context.may_hold_link(whole.replace('""', '"')):  # a doubled quote represents a single one
        return
    find = context.find
    for place, texts in enumerate(_texts_of_rows(some.texts, whole, table.delimiter)):
        found = [(column, matches) for column, matches in enumerate(map(find, texts)) if matches]
        if found and (place or number or not context.columns.all):
            yield place, texts, found


def _texts_of_rows(rows: list[str], whole: str, delimiter: str) -> Iterable[list[str]]:
    """The texts of the cells in each row; `whole` is all the rows. `csv` is fast, but it reads quotes that do not
    enclose a whole cell in another way."""
    if '"' in whole and _quotes_enclose_cells(delimiter).fullmatch(whole):
        with suppress(csv.Error):  # a carriage return, or a long cell
            texts = [*csv.reader(rows, delimiter=delimiter)]
            if len(texts) == len(rows):
                return texts
    return ([*map(unquoted, cells_of(row, delimiter))] for row in rows)


@cache
def _quotes_enclose_cells(delimiter: str) -> re.Pattern[str]:
    """A pattern for rows in which all quotes enclose whole cells or are doubled in such a cell."""
    before, after = re.escape(f"{delimiter}\n"), re.escape(f"{delimiter}\r\n")
    return re.compile(rf'[^"]*+(?:(?<![^{before}])"(?:[^"]++|"")*+"(?![^{after}])[^"]*+)*+')


def column_cells(chunks: Iterable[str], column: str) -> Iterator[str]:
    r"""The cells of a column as people read them, one for each row, including the header; "" if a row is too short.

    Raises ReadError if the first row does not contain this name.

    >>> list(column_cells(['id,"url"\n7,"a,', '"\n8\n'], "url"))
    ['url', 'a,', '']
    """
    table: Header | None = None
    place = 0
    for some in rows(line_sources(chunks, Limits().size)):
        for text in [""] if some is None else some.texts:
            if table is None:
                table = header_of(text)
                require_columns(Columns((column,)), table.fields)
                place = table.fields.index(column)
            yield unquoted("".join(cells_of(text, table.delimiter)[place : place + 1]))
    if table is None:
        require_columns(Columns((column,)), ())


class Header(NamedTuple):
    """The names of the columns, and the delimiter between cells."""

    fields: list[str]
    delimiter: str

    def field(self, column: int) -> str:
        """The name of a column, or its number, counted from 1, if it has no name."""
        return self.fields[column] if column < len(self.fields) else str(column + 1)


def header_of(row: str) -> Header:
    """The header that the first row contains.

    >>> header_of('a;"b";c')
    Header(fields=['a', 'b', 'c'], delimiter=';')
    """
    delimiter = likely_delimiter(row)
    cells = cells_of(row, delimiter)[:MOST_FIELDS]
    return Header([unquoted(cell)[:LONGEST_FIELD] for cell in cells], delimiter)


def _matches_in_row(
    row: Source, number: int, texts: list[str], found: list[tuple[int, list[Match]]], table: Header, context: Context
) -> Iterator[LocatedMatch]:
    """The matches found in the texts of the cells of a row, in the columns that are searched."""
    cells = cells_of(row.text, table.delimiter)
    identity = None if context.columns.id is None else row_id(id_of(texts, table, context.columns.id))
    start = known = 0
    for column, matches in found:
        if is_read(context.columns, field := table.field(column)):
            start += sum(map(len, cells[known:column])) + column - known
            known = column
            text, located = texts[column], context.locator.in_row(number, field, identity)
            yield from cell_text(row, start, cells[column], text, located).located(matches)


def id_of(texts: list[str], table: Header, name: str) -> str | None:
    """The cell of a row in the first column with this name; None if there is no such cell.

    >>> id_of(["7", "8"], Header(["a", "b"], ","), "b")
    '8'
    """
    return next((text for column, text in enumerate(texts) if table.field(column) == name), None)


class Rows(NamedTuple):
    """Consecutive rows of a table, without the line ending of each; the first begins at `start`, on line `line`."""

    texts: list[str]
    line: int
    start: int


def rows(stretches: Iterable[Source | None]) -> Iterator[Rows | None]:
    r"""The rows of a table: single lines, or several lines if quotes close only on a later one; None for a line that is
    too long.

    >>> [some.texts for some in rows([Source('"a\n'), Source('b",c\nd\n')]) if some]
    [['"a\nb",c', 'd']]
    """
    row = _OpenRow()
    line = start = 0
    for stretch in stretches:
        if stretch is None:
            if row.lines:
                yield Rows(row.taken(), line, start)
            yield None
            continue
        if not row.lines:
            line, start = stretch.first_line, stretch.start
        text = stretch.text.removesuffix("\n")
        lines = text.split("\n")
        if complete := row.completed(lines):
            yield Rows(complete, line, start)
        if row.lines:
            line = stretch.first_line + len(lines) - len(row.lines)
            start = stretch.start + len(text) + 1 - len(row.lines) - sum(map(len, row.lines))
    if row.lines:
        yield Rows(row.taken(), line, start)


class _OpenRow:
    """The lines of a row whose quotes have not closed."""

    __slots__ = ("_length", "lines")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._length = 0

    def completed(self, lines: list[str]) -> list[str]:
        """The rows that these lines complete."""
        complete: list[str] = []
        for line in lines:
            changes = '"' in line and line.count('"') % 2 == 1
            if not changes and not self.lines:
                complete.append(line)
                continue
            closes = changes and bool(self.lines)
            self.lines.append(line)
            self._length += len(line) + 1
            if closes:
                complete.append("\n".join(self.taken()))
            elif self._length > LONGEST_ROW:
                complete += self.taken()
        return complete

    def taken(self) -> list[str]:
        """The lines, which are removed from the row."""
        lines, self.lines, self._length = self.lines, [], 0
        return lines


def likely_delimiter(row: str) -> str:
    r"""The delimiter of a table with this first row: whichever of `,`, `;`, tab and `|` occurs in it most often.

    >>> likely_delimiter("a;b;c,d"), likely_delimiter("a\tb")
    (';', '\t')
    """
    return max(_DELIMITERS, key=row.count)


def cells_of(row: str, delimiter: str) -> list[str]:
    """The cells in a row, with their quotes.

    >>> cells_of('a,"b,c",d\\n', ",")
    ['a', '"b,c"', 'd']
    """
    row = row.rstrip("\r\n")
    return _cells(delimiter).findall(row) if '"' in row else row.split(delimiter)


@cache
def _cells(delimiter: str) -> re.Pattern[str]:
    """A pattern for a cell and the delimiter before it. Quotes that close before the end of the cell are text."""
    between = re.escape(delimiter)
    return re.compile(rf'(?:\A|{between})("(?:[^"]++|"")*+"(?={between}|\Z)|[^{between}]*+)')


def unquoted(cell: str) -> str:
    """The text of a cell.

    >>> unquoted('"a ""b"" c"'), unquoted("a")
    ('a "b" c', 'a')
    """
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def cell_text(row: Source, start: int, cell: str, text: str, locator: Locator) -> Text:
    """The text of a cell that begins at `start`, with a map back to its row."""
    quotes = len(cell) - len(text)
    if quotes <= 2:  # none, or those that enclose the cell
        return Text(text, row, (0,), (start + quotes // 2,), locator)
    offsets, origins = [0], [start + 1]
    for count, pair in enumerate(_DOUBLED.finditer(cell[1:-1]), 1):
        offsets.append(pair.end() - count)
        origins.append(start + 1 + pair.end())
    return Text(text, row, offsets, origins, locator)
