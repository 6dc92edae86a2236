"""Reads Parquet: each string in each row is a text with its row and column. Needs pyarrow (the extra "arrow").

Rows are read in batches, and the pages of a column one by one, so memory use is limited to one page and one batch.
Columns of bytes are read only if the caller names them.
"""

import io
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from linksift.documents.data_files.json_strings import pointer_to
from linksift.documents.data_files.values_with_markup import pieces_of_value
from linksift.documents.document_model import LONGEST_FIELD, Context, Piece, Problem, ReadError, Source, Text
from linksift.documents.reading_limits import pieces_or_fault, size_in_words

BATCH = 4 * 1024 * 1024
"""The approximate number of bytes in a batch of rows."""

MOST_ROWS = 4_096
"""The maximum number of rows in a batch."""

BUFFER = 65_536
"""The number of bytes of a column read at a time in a large file."""

LARGE = 16 * 1024 * 1024
"""A file with more bytes than this is large. In smaller files, each column of a group is read in one step, since a
buffer takes up as much memory as a page claims to need, which can be 2 GiB in a file of one kilobyte."""

DEEPEST = 32
"""Values nested in more lists and structs than this are not read."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The texts of a file, row by row. A damaged group of rows is a Problem, and reading continues with the next group.

    Raises ReadError if nothing can be read, if a column that the caller named is missing, or if there is no pyarrow.
    """
    try:
        import pyarrow
    except ImportError as error:
        raise ReadError("reading Parquet needs pyarrow: pip install 'linksift[arrow]'") from error
    faults = (pyarrow.ArrowException, OSError, ValueError, OverflowError)
    try:
        table = open_table(file, context)
    except ReadError:
        raise
    except faults as error:
        raise ReadError(f"is Parquet that cannot be read: {first_line(error)}") from error
    row = 1
    for group in range(table.file.num_row_groups):
        rows = table.file.metadata.row_group(group).num_rows
        try:
            yield from group_texts(table, group, row, context)
        except ReadError as error:
            yield Problem(f"{error}; the rest was not read", context.locator)
            return
        except faults as error:
            message = f"the rows {row:,} to {row + rows - 1:,} cannot be read to their end: {first_line(error)}"
            yield Problem(message, context.locator)
        row += rows


class Table(NamedTuple):
    """An open file, the same file with its strings read as dictionaries, the columns to read, the positions of their
    leaves, and the columns that are searched."""

    file: Any
    as_dictionaries: Any
    columns: list[str]
    leaves: list[int]
    searched: frozenset[str]


def open_table(file: BinaryIO, context: Context) -> Table:
    """The table in a file. Raises ReadError if a column that the caller named is missing or contains no text."""
    from pyarrow import parquet

    wanted = context.columns
    buffer_size = BUFFER if file.seek(0, io.SEEK_END) > LARGE else 0
    opened = parquet.ParquetFile(file, pre_buffer=False, buffer_size=buffer_size)
    fields = list(opened.schema_arrow)
    wanted.require([field.name for field in fields])
    with_texts = {field.name for field in fields if has_texts(field.type, field.name in wanted.names)}
    for field in fields:
        if field.name in wanted.names and field.name not in with_texts:
            raise ReadError(f"has {field.type}, not text, in the column {field.name!r}")
    searched = frozenset(name for name in with_texts if wanted.is_searched(name))
    leaves = [opened.schema.column(place) for place in range(len(opened.schema.names))]
    strings = [leaf.path for leaf in leaves if leaf.logical_type.type == "STRING"]
    columns = [field.name for field in fields if field.name in searched or field.name == wanted.id]
    dictionaries = parquet.ParquetFile(file, pre_buffer=False, buffer_size=buffer_size, read_dictionary=strings)
    to_read = [place for place, leaf in enumerate(leaves) if not path_prefixes(leaf.path).isdisjoint(columns)]
    return Table(opened, dictionaries, columns, to_read, searched)


def path_prefixes(path: str) -> set[str]:
    """The possible names of a leaf's column, since names may also contain dots. Arrow reads whatever they select.

    >>> sorted(path_prefixes("a.list.element"))
    ['a', 'a.list', 'a.list.element']
    """
    return {path, *(path[: dot.start()] for dot in re.finditer(r"\.", path))}


def has_texts(kind: Any, octets: bool, depth: int = 0) -> bool:
    """Whether values of an Arrow type contain strings, or bytes if those count."""
    from pyarrow import BaseExtensionType, types

    if depth > DEEPEST:
        return False
    if isinstance(kind, BaseExtensionType):
        return has_texts(kind.storage_type, octets, depth + 1)
    if types.is_dictionary(kind):
        return has_texts(kind.value_type, octets, depth + 1)
    if types.is_nested(kind):
        return any(has_texts(kind.field(place).type, octets, depth + 1) for place in range(kind.num_fields))
    if types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind):
        return octets
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def group_texts(table: Table, group: int, first: int, context: Context) -> Iterator[Piece]:
    """The texts in a group of rows; `first` is the number of its first row.

    Raises ReadError if the rows unpack to too much. Each row and each text counts as one byte more, since a file
    of one kilobyte can contain millions of rows, all with the same text or none.
    """
    if not table.searched:
        return
    rows = rows_of_batch(table, group)
    for batch in table.file.iter_batches(rows, row_groups=[group], columns=table.columns, use_threads=False):
        for place in range(batch.num_rows):
            context.account.unpack(1)
            inside = context._replace(locator=context.locator._replace(row=first))
            yield from pieces_or_fault(inside.locator, row_pieces, table, batch, place, inside)
            first += 1


def rows_of_batch(table: Table, group: int) -> int:
    """The number of rows of a group that take up about `BATCH` bytes, even if each contains the longest string of a
    dictionary.

    One row is read first: if the metadata of these columns is damaged, reading a row raises an exception, whereas
    requesting the metadata directly makes Arrow terminate the whole process.
    """
    head = table.as_dictionaries.iter_batches(1, row_groups=[group], columns=table.columns, use_threads=False)
    longest = max((longest_string(column) for batch in islice(head, 1) for column in batch.columns), default=0)
    metadata = table.file.metadata.row_group(group)
    chunks = [metadata.column(place) for place in table.leaves]
    rows = max(1, metadata.num_rows)
    octets = sum(chunk.total_uncompressed_size for chunk in chunks) / rows
    values = max((chunk.num_values for chunk in chunks), default=0) / rows
    if any("DICTIONARY" in encoding for chunk in chunks for encoding in chunk.encodings):
        octets = max(octets, values * longest)
    return max(1, min(MOST_ROWS, int(BATCH / max(1, octets))))


def longest_string(column: Any) -> int:
    """The size in bytes of the longest string in the dictionaries of an Arrow array.

    >>> import pyarrow
    >>> longest_string(pyarrow.array(["a", "bcd"]).dictionary_encode())
    3
    """
    from pyarrow import compute, types

    if types.is_dictionary(column.type):
        lengths = compute.binary_length(column.dictionary.cast("large_binary"))
        return int(compute.max(lengths).as_py() or 0)
    if types.is_struct(column.type):
        return max(map(longest_string, column.flatten()), default=0)
    return longest_string(column.values) if hasattr(column, "values") else 0


def row_pieces(table: Table, batch: Any, place: int, context: Context) -> Iterator[Piece]:
    """The pieces in a row of a batch."""
    wanted, most = context.columns, context.limits.size
    cells = [(name, column[place]) for name, column in zip(batch.schema.names, batch.columns, strict=True)]
    ids = (id_of(cell) for name, cell in cells if name == wanted.id)
    locator = context.locator.with_id(next(ids, None))
    for name, cell in cells:
        for pointer, octets in strings(cell, bool(wanted.names)) if name in table.searched else ():
            found = locator._replace(field=name[:LONGEST_FIELD], pointer=pointer or None)
            context.account.unpack(1 + octets.size)
            if octets.size > most:
                yield Problem(f"is longer than {size_in_words(most)}; it was not read", found)
            elif context.may_hold_link(text := octets.to_pybytes().decode("utf-8", "surrogateescape")):
                yield from pieces_of_value(Text(text, Source(text), locator=found), context)


def strings(value: Any, with_octets: bool, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """The strings in an Arrow scalar, as UTF-8 buffers, each with the pointer to it (RFC 6901).

    >>> import pyarrow
    >>> [(pointer, text.to_pybytes()) for pointer, text in strings(pyarrow.scalar({"a": ["b", None]}), False)]
    [('/a/0', b'b')]
    """
    import pyarrow

    if not value.is_valid:
        return
    if isinstance(value, pyarrow.DictionaryScalar | pyarrow.ExtensionScalar):
        yield from strings(value.value, with_octets, pointer)
    elif isinstance(value, pyarrow.StructScalar):
        for name, member in value.items():
            yield from strings(member, with_octets, pointer_to(pointer, name))
    elif isinstance(value, pyarrow.ListScalar):
        for number, element in enumerate(value.values):
            yield from strings(element, with_octets, pointer_to(pointer, number))
    elif has_texts(value.type, with_octets):
        yield pointer, value.as_buffer()


def id_of(value: Any) -> object:
    """The value of a cell that identifies a row."""
    text = next((octets for _, octets in strings(value, with_octets=True)), None)
    return value.as_py() if text is None else text.to_pybytes().decode("utf-8", "replace")


def first_line(error: Exception) -> str:
    """The first line of an error message; Arrow's messages continue with a trace.

    >>> first_line(ValueError("a\\nb")), first_line(ValueError())
    ('a', 'ValueError')
    """
    return str(error).partition("\n")[0] or type(error).__name__
