"""A row for each link: the long form of the links in a column."""

from collections.abc import Iterable
from typing import TypeAlias, Unpack

from linksift.finding import Finder, FinderOptions
from linksift.frames.found_links import find
from linksift.frames.offset_units import Unit
from linksift.frames.require_pyarrow import compute
from linksift.frames.require_pyarrow import pyarrow as pa
from linksift.frames.schema import DEFAULT_FIELDS, Field

Rows: TypeAlias = "pa.Table | pa.RecordBatch"

ROW_FIELDS = (pa.field("row", pa.int64(), nullable=False), pa.field("number", pa.int64(), nullable=False))
"""The number of the row in which a link was found, and of the link in its row; both begin with 0."""


def rows(
    table: Rows,
    column: str,
    *,
    keep: Iterable[str] = (),
    fields: Iterable[Field] = DEFAULT_FIELDS,
    unit: Unit = "codepoints",
    finder: Finder | None = None,
    **options: Unpack[FinderOptions],
) -> Rows:
    """A row for each link in a column of a table or record batch.

    The columns are `row` (the number of the row that has the link), `number` (of the link in that row), those to
    `keep`, and the `fields` of the link. The rest is as in `find`. Raises KeyError for a column that the table does
    not have, and ValueError for a name that two columns would have.

    >>> table = pa.table({"id": ["a", "b"], "body": ["none", "http://a.example or www.b.example"]})
    >>> rows(table, "body", keep=["id"], fields=["uri"]).to_pylist()[1]
    {'row': 1, 'number': 1, 'id': 'b', 'uri': 'http://www.b.example'}
    """
    kept, names = tuple(keep), tuple(fields)
    require_distinct([*(field.name for field in ROW_FIELDS), *kept, *names])
    found = find(table[column], fields=names, unit=unit, finder=finder, **options)
    lists = found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found
    row = compute.list_parent_indices(lists).cast(pa.int64())
    links = lists.flatten()
    before = compute.subtract(lists.offsets, lists.offsets[0]).cast(pa.int64())
    number = compute.subtract(pa.array(range(len(links)), pa.int64()), before.take(row))
    columns = [row, number, *(table[name].take(row) for name in kept), *links.flatten()]
    schema = pa.schema([*ROW_FIELDS, *map(table.schema.field, kept), *links.type.fields])
    return type(table).from_arrays(columns, schema=schema)


def require_distinct(names: list[str]) -> None:
    """Raise ValueError if two columns would have the same name.

    >>> require_distinct(["row", "uri", "uri"])
    Traceback (most recent call last):
    ValueError: two columns would have the name 'uri'
    """
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ValueError(f"two columns would have the name {name!r}")
