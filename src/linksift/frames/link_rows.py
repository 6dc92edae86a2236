"""A row for each link: the long form of the links in a column."""

from collections.abc import Iterable
from typing import TypeAlias, Unpack, cast

from linksift.arguments import listed
from linksift.finding import Finder, FinderOptions, finder_from
from linksift.frames.column_texts import LARGEST_ROW, Column, chunks_of, named
from linksift.frames.found_links import find
from linksift.frames.offset_units import Unit
from linksift.frames.require_pyarrow import compute, pa
from linksift.frames.schema import DEFAULT_FIELDS, FIELDS, Field, field_names, require_distinct

Rows: TypeAlias = "pa.Table | pa.RecordBatch"

ROW_FIELDS = (pa.field("row", pa.int64(), nullable=False), pa.field("number", pa.int64(), nullable=False))
"""The number of the row in which a link was found, and the number of the link in that row; both count from 0."""


def rows(
    table: Rows,
    column: str,
    *,
    keep: str | Iterable[str] = (),
    fields: Field | Iterable[Field] = DEFAULT_FIELDS,
    unit: Unit = "codepoints",
    max_row_bytes: int = LARGEST_ROW,
    finder: Finder | None = None,
    **options: Unpack[FinderOptions],
) -> Rows:
    """A row for each link in a column of a table or record batch.

    The columns of the result are `row` (the number of the row that contains the link), `number` (the number of the link
    in that row), the columns to `keep`, and the `fields` of the link.

    Args:
        table: An Arrow table or record batch.
        column: The name of the column that contains the texts.
        keep: The names of the columns to copy from the row that contains the link.
        fields: The fields of a link, as in `find`.
        unit: The unit of `start` and `end`, as in `find`.
        max_row_bytes: A longer row is not searched, and LongRowsWarning is issued.
        finder: Searches the texts. The default is a finder with `options`.
        options: The options of `Finder`.

    Raises:
        KeyError: If the table lacks a named column.
        TypeError: If `table` is not an Arrow table or record batch, or an option is unknown.
        ValueError: If two columns would have the same name, or the value of an option is invalid.

    >>> table = pa.table({"id": ["a", "b"], "body": ["none", "http://a.example or www.b.example"]})
    >>> rows(table, "body", keep=["id"], fields=["uri"]).to_pylist()[1]
    {'row': 1, 'number': 1, 'id': 'b', 'uri': 'http://www.b.example'}
    """
    kept, names = field_names(keep), field_names(fields)
    require_columns(table, [column, *kept])
    require_distinct([*(field.name for field in ROW_FIELDS), *kept, *names])
    wanted = cast(tuple[Field, ...], names)
    chosen = finder_from(rows, finder, options)
    found = find(table[column], fields=wanted, unit=unit, max_row_bytes=max_row_bytes, finder=chosen)
    schema = pa.schema([*ROW_FIELDS, *map(table.schema.field, kept), *(FIELDS[name] for name in names)])
    parts, first = [], 0
    for lists in chunks_of(found):
        parts.append(rows_of(lists, first, table.slice(first, len(lists)).select(kept), schema))
        first += len(lists)
    return joined(parts) if parts else schema.empty_table()


def rows_of(lists: pa.ListArray, first: int, kept: Rows, schema: pa.Schema) -> Rows:
    """The rows for the links in the lists, which start at row `first`, with the kept columns of the same rows."""
    row = compute.list_parent_indices(lists).cast(pa.int64())
    links = lists.flatten()
    before = compute.subtract(lists.offsets, lists.offsets[0]).cast(pa.int64())
    number = compute.subtract(pa.array(range(len(links)), pa.int64()), before.take(row))
    columns = [compute.add(row, first), number, *(taken(column, row) for column in kept.columns), *links.flatten()]
    return type(kept).from_arrays(columns, schema=schema)


def taken(column: Column, rows: pa.Array) -> Column:
    """The values of a column in these rows. Arrow takes no views and no run-end encoded values.

    >>> taken(pa.array(["a", "b"], pa.string_view()), pa.array([1])).to_pylist()
    ['b']
    """
    try:
        return column.take(rows)
    except pa.ArrowNotImplementedError:
        values = column.to_pylist()
        return pa.array([values[row] for row in rows.to_pylist()], column.type)


def joined(parts: list[Rows]) -> Rows:
    """The tables or record batches, joined into one."""
    concat = pa.concat_tables if isinstance(parts[0], pa.Table) else pa.concat_batches
    return parts[0] if len(parts) == 1 else concat(parts)


def require_columns(table: Rows, names: list[str]) -> None:
    """Raise KeyError unless a table has columns with these names, and TypeError if it is not an Arrow table.

    >>> require_columns(pa.table({"id": [7], "body": ["a"]}), ["bdy"])
    Traceback (most recent call last):
    KeyError: "the table has no column 'bdy', but 'id', 'body'"
    """
    if not isinstance(table, pa.Table | pa.RecordBatch):
        way = {
            "pandas": f"import linksift.integrations.pandas, and use frame[{names[0]!r}].links.rows()",
            "polars": "pass frame.to_arrow()",
            "pyarrow": f"find takes it, or pass pyarrow.table({{{names[0]!r}: array}})",
        }
        raise TypeError(f"rows takes an Arrow table or record batch, not {named(table, way)}")
    for name in names:
        if name not in table.column_names:
            raise KeyError(f"the table has no column {name!r}, but {listed(table.column_names)}")
