"""The Parquet format: a row for each link, with typed columns. Needs pyarrow (the extra arrow)."""

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, get_type_hints

import pyarrow as pa
from pyarrow import parquet

from linksift.cli.formats.field_formats import PLACE, values_of
from linksift.cli.formats.jsonl import json_line
from linksift.documents import LinkInContext, Locator
from linksift.frames import FIELDS, string_array

NUMBERS = frozenset(
    {name for name, kind in get_type_hints(Locator).items() if kind == int | None}
    | {"line", "column", "source_start", "source_end"}
)

MOST_ROWS = 65_536
"""The maximum number of rows in a group, which is kept in memory as Arrow until it is written."""

MOST_OBJECTS = 1_024
"""The maximum number of rows that are kept in memory as Python objects, which take ten times as much."""


def link_row(seen: LinkInContext, columns: Sequence[str]) -> bytes:
    """The row for a link as a line of JSON, which can come from another process."""
    return json_line(values_of(seen, columns))


def schema(columns: Sequence[str]) -> pa.Schema:
    """The columns and their types: the fields of a link's location, and those of `linksift.frames`."""
    place = {name: pa.field(name, pa.int64() if name in NUMBERS else pa.string()) for name in PLACE}
    own = {"count": pa.field("count", pa.int64()), "defanged": pa.field("defanged", pa.string())}
    fields = place | FIELDS | own
    return pa.schema([fields[name] for name in columns])


def file_of(lines: Iterable[bytes], columns: Sequence[str]) -> Iterator[bytes]:
    """The bytes of a file with the rows in `lines`, any of which can contain several rows."""
    typed = schema(columns)
    rows = (json.loads(row) for line in lines for row in line.splitlines())
    written = Written()
    with parquet.ParquetWriter(pa.PythonFile(written, mode="w"), typed) as writer:
        while group := list(batches(islice(rows, MOST_ROWS), typed)):
            writer.write_table(pa.Table.from_batches(group))
            yield written.take()
    yield written.take()


def batches(rows: Iterator[dict[str, Any]], columns: pa.Schema) -> Iterator[pa.RecordBatch]:
    """The rows as record batches, each made before the next rows are read."""
    while objects := list(islice(rows, MOST_OBJECTS)):
        yield batch_of(objects, columns)


def batch_of(rows: list[dict[str, Any]], columns: pa.Schema) -> pa.RecordBatch:
    """The rows as a record batch, with null for any field that a row lacks."""
    arrays = []
    for column in columns:
        values = [row.get(column.name) for row in rows]
        arrays.append(string_array(values) if pa.types.is_string(column.type) else pa.array(values, column.type))
    return pa.RecordBatch.from_arrays(arrays, schema=columns)


class Written(io.BytesIO):
    """A file that keeps the bytes written to it until they are taken."""

    taken = 0

    def tell(self) -> int:
        """The total number of bytes written."""
        return self.taken + super().tell()

    def take(self) -> bytes:
        """The bytes written since the last call."""
        octets = self.getvalue()
        self.taken += len(octets)
        self.seek(0)
        self.truncate()
        return octets
