"""The Parquet format: a row for each link, with typed columns. Needs pyarrow (the extra arrow)."""

import io
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, get_type_hints

import pyarrow as pa
from pyarrow import parquet

from linksift.cli.formats.jsonl import json_line
from linksift.cli.formats.link_hazards import hazards_of, signs_of
from linksift.cli.formats.link_location import location_fields
from linksift.documents import LinkInContext, Locator
from linksift.finding import defang
from linksift.frames import FIELDS, string_array

NUMBERS = frozenset(
    {name for name, kind in get_type_hints(Locator).items() if kind == int | None}
    | {"line", "column", "source_start", "source_end"}
)

LOCATION = (
    "path",
    *Locator._fields,
    "line",
    "column",
    "source_start",
    "source_end",
    "stated_by",
    "opened_by",
    "link_text",
)

MOST_ROWS = 65_536
"""The rows of a group, which are in memory until they are written."""


def link_row(seen: LinkInContext, with_hazards: bool, with_defanged: bool = False) -> bytes:
    """The row of a link as a line of JSON, which can come from another process."""
    match = seen.found.match
    row = location_fields(seen.found) | {
        "uri": match.uri,
        "start": match.start,
        "end": match.end,
        "kind": match.kind,
        "text": match.text,
        "enclosure": match.enclosure,
        "iri": match.iri,
        "scheme": match.uri.partition(":")[0],
        "host": match.host,
        "site": match.site,
        "registered_domain": match.registered_domain,
        "confidence": match.confidence,
        "rules": [note.rule for note in match.notes],
        "alternatives": [other.uri for other in match.alternatives],
        "count": seen.times,
    }
    if with_hazards:
        row["hazards"] = [hazard.name for hazard in hazards_of(seen.found)]
        row["worth_a_look"] = [sign.name for sign in signs_of(seen.found)]
    if with_defanged:
        row["defanged"] = defang(seen.uri)
    return json_line(row)


def schema(with_hazards: bool, with_defanged: bool = False) -> pa.Schema:
    """The columns: the fields of a link's location, and those of `linksift.frames`."""
    location = [pa.field(name, pa.int64() if name in NUMBERS else pa.string()) for name in LOCATION]
    shown = (field for name, field in FIELDS.items() if with_hazards or name not in ("hazards", "worth_a_look"))
    defanged = [pa.field("defanged", pa.string())] if with_defanged else []
    return pa.schema([*location, *shown, pa.field("count", pa.int64()), *defanged])


def file_of(lines: Iterable[bytes], with_hazards: bool, with_defanged: bool = False) -> Iterator[bytes]:
    """The bytes of a file with the rows in some lines; a line may hold several."""
    columns = schema(with_hazards, with_defanged)
    rows = (json.loads(row) for line in lines for row in line.splitlines())
    written = Written()
    with parquet.ParquetWriter(pa.PythonFile(written, mode="w"), columns) as writer:
        while batch := list(islice(rows, MOST_ROWS)):
            writer.write_batch(batch_of(batch, columns))
            yield written.take()
    yield written.take()


def batch_of(rows: list[dict[str, Any]], columns: pa.Schema) -> pa.RecordBatch:
    """Rows as a record batch; a field that a row has not is null."""
    arrays = []
    for column in columns:
        values = [row.get(column.name) for row in rows]
        arrays.append(string_array(values) if pa.types.is_string(column.type) else pa.array(values, column.type))
    return pa.RecordBatch.from_arrays(arrays, schema=columns)


class Written(io.RawIOBase):
    """A file that holds what was written to it until it is taken."""

    def __init__(self) -> None:
        self._octets = bytearray()
        self._before = 0

    def writable(self) -> bool:
        """True: the file can be written."""
        return True

    def write(self, octets: Any) -> int:
        """Add bytes at the end."""
        self._octets += octets
        return len(octets)

    def tell(self) -> int:
        """How many bytes were written in all."""
        return self._before + len(self._octets)

    def take(self) -> bytes:
        """The bytes since the last call."""
        taken = bytes(self._octets)
        self._before += len(taken)
        self._octets.clear()
        return taken
