"""Reads CSV and TSV: each cell is a text with its row and field (RFC 4180; IANA's text/tab-separated-values)."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import BinaryIO, NamedTuple

from linksift.documents.data_files.values_with_markup import pieces_of_value
from linksift.documents.document_model import Columns, Context, Limits, Locator, Piece, Problem, ReadError, Source, Text
from linksift.documents.reading_limits import each_or_fault, size_in_words
from linksift.documents.text_files.plain_text import detect_encoding, source_lines, text_chunks
from linksift.finding import Match

LONGEST_ROW = 1_048_576
"""A row whose quotes do not close within this many code points ends with its line, and its quotes count as text."""

MOST_FIELDS = 1_024
"""Cells beyond this many columns are located by column number."""

_DELIMITERS = ",;\t|"

_STATED_DELIMITER = re.compile(r'(?i)"?sep=([^"\w])"?')
"""The first row of many exports: it tells Excel the delimiter, and is not a row of the table."""

_DOUBLED = re.compile('""')


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The cells of a file, row by row. Raises ReadError if it lacks a column that the caller named."""
    numbered = _numbered_rows(file, context)
    return each_or_fault(numbered, lambda row: cell_pieces(*row, context), lambda row: context.locator.in_row(row[1]))


def _numbered_rows(file: BinaryIO, context: Context) -> Iterator["_NumberedRow | Problem"]:
    """The rows, except those skipped since they contain no link, and a problem for each line that is too long."""
    most = context.limits.size
    table = Header([], "")
    held: list[Source] = []
    not_rows = 0  # line ends inside rows, and lines that were not read

    def wanted(text: str) -> Iterable[int] | None:
        if not table.fields or held or not lines_are_rows(text):
            return None
        return context.lines_with_hits(text.replace('""', '"'))  # a doubled quote represents a single one

    chunks = header_apart(text_chunks(file, detect_encoding))
    for row in rows(source_lines(chunks, most, wanted=wanted), held):
        if row is None:
            not_rows += 1
            yield Problem(f"a line is longer than {size_in_words(most)}; it was not read", context.locator)
            continue
        number = row.first_line - not_rows  # each skipped row before it is a single line
        not_rows += row.text.count("\n", 0, -1)
        if not table.fields:
            table = header_of(row.text, table.delimiter)
            if not table.fields:
                not_rows += 1
                continue
            context.columns.require(table.fields)
            if context.columns.all:
                continue
        yield row, number, table


def header_apart(chunks: Iterator[str]) -> Iterator[str]:
    r"""Chunks of text, with the first line of the first chunk as a chunk by itself.

    >>> list(header_apart(iter(["a,b\n1,2\n", "3,4\n"])))
    ['a,b\n', '1,2\n', '3,4\n']
    """
    first = next(chunks, "")
    end = first.find("\n") + 1
    return chain(filter(None, (first[:end], first[end:])), chunks)


def lines_are_rows(text: str) -> bool:
    r"""Whether each line is a complete row, since all its quotes close.

    >>> lines_are_rows('a,"b"\nc\n'), lines_are_rows('"a\nb"\n')
    (True, False)
    """
    return "\n" not in "".join(text.split('"')[1::2])


def column_cells(chunks: Iterable[str], column: str) -> Iterator[str]:
    r"""The cells of a column as people read them, one for each row, including the header; "" if a row is too short.

    Raises ReadError if the first row does not contain this name, or if the text is JSON, which has no header.

    >>> list(column_cells(['id,"url"\n7,"a,', '"\n8\n'], "url"))
    ['url', 'a,', '']
    """
    table = Header([], "")
    place = 0
    for row in rows(source_lines(chunks, Limits().size), []):
        text = "" if row is None else row.text
        if not table.fields:
            if text.startswith(("{", "[{")):
                raise ReadError("is JSON, not CSV or TSV: extract the column first, as with jq -r .NAME")
            table = header_of(text, table.delimiter)
            if not table.fields:
                continue
            Columns((column,)).require(table.fields)
            place = table.fields.index(column)
        yield unquoted("".join(cells_of(text, table.delimiter)[place : place + 1]))
    if not table.fields:
        Columns((column,)).require(())


class Header(NamedTuple):
    """The names of the columns, and the delimiter between cells."""

    fields: list[str]
    delimiter: str

    def field(self, column: int) -> str:
        """The name of a column, or its number, counted from 1, if it has no name."""
        return self.fields[column] if column < len(self.fields) else str(column + 1)


_NumberedRow = tuple[Source, int, Header]
"""A row, its number, counted from 1, and the header of its table."""


def header_of(row: str, delimiter: str = "") -> Header:
    """The header that the first row contains. If that row only states the delimiter, as Excel reads it, there are no
    fields: the header is the next row, and `delimiter` is the stated one.

    >>> header_of('a;"b";c'), header_of("sep=;")
    (Header(fields=['a', 'b', 'c'], delimiter=';'), Header(fields=[], delimiter=';'))
    """
    stated = None if delimiter else _STATED_DELIMITER.fullmatch(row.rstrip("\r\n"))
    if stated:
        return Header([], stated[1])
    delimiter = delimiter or max(_DELIMITERS, key=row.count)
    cells = cells_of(row, delimiter)[:MOST_FIELDS]
    return Header([unquoted(cell) for cell in cells], delimiter)


def cell_pieces(row: Source, number: int, table: Header, context: Context) -> Iterator[Piece]:
    """The pieces of the searched cells with a match in the row with the given number."""
    has_quotes = '"' in row.text
    cells = cells_of(row.text, table.delimiter)
    texts = [unquoted(cell) if cell[:1] == '"' else cell for cell in cells] if has_quotes else cells
    start = known = 0
    for column, text in enumerate(texts):
        matches = context.find(text) if text else []  # tables have many empty cells, and setting up a search takes time
        if matches and context.columns.is_searched(field := table.field(column)):
            start += sum(map(len, cells[known:column])) + column - known
            known = column
            located = context.locator.in_row(number, field)
            if context.columns.id is not None:
                located = located.with_id(id_of(texts, table, context.columns.id))
            yield from pieces_of_value(cell_text(row, start, cells[column], text, matches, located), context)


def id_of(texts: list[str], table: Header, name: str) -> str | None:
    """The cell of a row in the first column with this name; None if there is no such cell.

    >>> id_of(["7", "8"], Header(["a", "b"], ","), "b")
    '8'
    """
    return next((text for column, text in enumerate(texts) if table.field(column) == name), None)


def rows(lines: Iterator[Source | None], held: list[Source]) -> Iterator[Source | None]:
    r"""The rows of a table: single lines, or several lines if quotes close only on a later one. While quotes are open,
    `held` contains the lines so far.

    >>> [row.text for row in rows(iter([Source('"a\n'), Source('b",c\n')]), []) if row]
    ['"a\nb",c\n']
    """
    length = quotes = 0
    for line in lines:
        if not held and line is not None and line.text.count('"') % 2 == 0:
            yield line
            continue
        if line is not None:
            held.append(line)
            length += len(line.text)
            quotes += line.text.count('"')
            if quotes % 2 and length <= LONGEST_ROW:
                continue
        whole = list(held)
        if held and quotes % 2 == 0:
            whole = [Source("".join(line.text for line in held), held[0].first_line, held[0].start)]
        held.clear()
        length = quotes = 0
        yield from whole
        if line is None:
            yield None
    yield from held


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


def cell_text(row: Source, start: int, cell: str, text: str, matches: list[Match], locator: Locator) -> Text:
    """The text of a cell that begins at `start`, with a map back to its row."""
    offsets, origins = [0], [start + (len(text) < len(cell))]
    if len(text) < len(cell) - 2:
        for count, pair in enumerate(_DOUBLED.finditer(cell[1:-1]), 1):
            offsets.append(pair.end() - count)
            origins.append(start + 1 + pair.end())
    return Text(text, row, offsets, origins, locator, (), None, None, matches)  # keyword arguments take longer
