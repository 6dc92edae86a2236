"""The links in each text of a column, and their long form: a row for each link."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Literal, TypeAlias, Unpack, cast

from linksift.arguments import listed, one_of, whole_number
from linksift.finding import Finder, FinderOptions, FindInRows, Match, finder_from, finder_in_rows
from linksift.frames.column_texts import (
    LARGEST_ROW,
    Column,
    array_of,
    chunks_of,
    mapped_without_long_rows,
    named,
    require_texts,
    string_array,
    texts_of,
)
from linksift.frames.require_pyarrow import compute, pa
from linksift.frames.schema import DEFAULT_FIELDS, FIELDS, Field, field_names, list_of_links, require_distinct
from linksift.hazards import hazards, worth_a_look
from linksift.uri import host_of_valid_reference, registered_domain_of, site_of, to_iri

# ---- Spans in the units of other engines -----------------------------------------------------------------------------

Unit = Literal["code-points", "utf-8", "utf-16", "codepoints", "bytes"]
"""The unit of `start` and `end`: code points (as in Python), UTF-8 bytes, or UTF-16 code units, named as in
`linksift.entities`. "codepoints" and "bytes" are earlier names of the first two."""

Span = tuple[int, int]


def utf8_octets(text: str) -> int:
    """The number of UTF-8 bytes in a text. A surrogate for a byte that is not UTF-8 counts as one byte.

    >>> utf8_octets("é\\udcff")
    3
    """
    return len(text.encode("utf-8", "surrogateescape"))


def utf16_units(text: str) -> int:
    """The number of UTF-16 code units in a text.

    >>> utf16_units("\\N{THUMBS UP SIGN}")
    2
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


UNITS: dict[str, Callable[[str], int]] = {"code-points": len, "utf-8": utf8_octets, "utf-16": utf16_units}
"""The length of a text in each unit."""

EARLIER_NAMES: dict[str, Unit] = {"codepoints": "code-points", "bytes": "utf-8"}
"""Earlier names of units, and their names in `UNITS`."""


def spans_in(unit: str, text: str, spans: Iterable[Span]) -> list[Span]:
    """The spans of a text (in code points, ordered and disjoint), converted to another unit. The text is read once.

    >>> spans_in("utf-8", "é b", [(0, 1), (2, 3)])
    [(0, 2), (3, 4)]
    """
    if unit == "code-points" or text.isascii():
        return list(spans)
    length, position, offset, converted = UNITS[unit], 0, 0, []
    for start, end in spans:
        first = offset + length(text[position:start])
        offset = first + length(text[start:end])
        position = end
        converted.append((first, offset))
    return converted


# ---- The links in each text ------------------------------------------------------------------------------------------

_OF_URI: dict[str, Callable[[str], Any]] = {
    "iri": to_iri,
    "scheme": lambda uri: uri.partition(":")[0],
    "host": host_of_valid_reference,
    "site": lambda uri: site_of(host_of_valid_reference(uri)),
    "registered_domain": lambda uri: registered_domain_of(host_of_valid_reference(uri)),
}
"""The fields that the URI of a link determines."""

_IN_ROWS = ("uri", "kind", "text", "enclosure")
"""The fields, besides the span, that the kernel returns for the links in rows, in the kernel's order."""

_OF_MATCH: dict[str, Callable[[Match], Any]] = {
    **{name: attrgetter(name) for name in ("start", "end", *_IN_ROWS, "confidence")},
    "rules": lambda match: [note.rule for note in match.notes],
    "alternatives": lambda match: [other.uri for other in match.alternatives],
    "hazards": lambda match: [hazard.name for hazard in hazards(match)],
    "worth_a_look": lambda match: [sign.name for sign in worth_a_look(match)],
}
"""The remaining fields, which are taken from the match."""


def find(
    texts: Column,
    *,
    fields: Field | Iterable[Field] = DEFAULT_FIELDS,
    unit: Unit = "code-points",
    max_row_bytes: int = LARGEST_ROW,
    finder: Finder | None = None,
    **options: Unpack[FinderOptions],
) -> Column:
    """The links in each text, as a column of lists of structs with these fields.

    Args:
        texts: An Arrow array or chunked array of strings or bytes, in any of Arrow's layouts. The result is also an
            array or chunked array. Bytes are decoded as UTF-8.
        fields: The fields of a link, such as "uri" and "host", chosen from `FIELDS`.
        unit: The unit of the half-open span from `start` to `end`: "code-points", "utf-8" bytes, or "utf-16" code
            units.
        max_row_bytes: A longer row yields null, and LongRowsWarning is issued.
        finder: Searches the texts. The default is a finder with `options`.
        options: The options of `Finder`.

    Raises:
        TypeError: If the column contains neither strings nor bytes, or an option is unknown.
        ValueError: If the value of an option is invalid. No row raises an error.

    >>> find(pa.array(["See www.a.example.", None, "no link"]), fields=("uri", "start")).to_pylist()
    [[{'uri': 'http://www.a.example', 'start': 4}], None, []]
    """
    require_texts("find", texts)
    unit = one_of("unit", EARLIER_NAMES.get(str(unit), unit), UNITS)
    names = field_names(fields)
    list_of_links(names)
    most = whole_number("max_row_bytes", max_row_bytes)
    chosen = finder_from(find, finder, options)
    return mapped_without_long_rows(texts, partial(_lists_of_links, chosen, names, unit), most)


def _lists_of_links(finder: Finder, fields: tuple[str, ...], unit: Unit, batch: pa.Array) -> pa.Array:
    """The links in the texts of one batch, from the kernel if it provides the fields."""
    in_rows = finder_in_rows(finder)
    if in_rows is not None and {"start", "end", *_IN_ROWS, *_OF_URI}.issuperset(fields):
        offsets, arrays = _from_kernel(in_rows, fields, unit, batch)
    else:
        offsets, arrays = _from_matches(finder, fields, unit, batch)
    links = pa.StructArray.from_arrays(arrays, fields=[FIELDS[name] for name in fields])
    mask = batch.is_null() if batch.null_count else None
    return pa.ListArray.from_arrays(offsets, links, list_of_links(fields), mask=mask)


def _from_kernel(
    find_in_rows: FindInRows, fields: Iterable[str], unit: Unit, batch: pa.Array
) -> tuple[pa.Array, list[pa.Array]]:
    """The offsets of the lists of links in a batch, and the fields of the links, from one call to the kernel."""
    rows = batch.cast(pa.large_binary())
    if rows.null_count:
        rows = rows.fill_null(b"")
    _, offsets, octets = rows.buffers()
    found = find_in_rows(offsets, octets or b"", rows.offset, len(rows), [*UNITS].index(unit))
    lists, starts, ends, *strings = map(pa.py_buffer, found)
    count = starts.size // 8
    made = {
        "start": pa.Array.from_buffers(pa.int64(), count, [None, starts]),
        "end": pa.Array.from_buffers(pa.int64(), count, [None, ends]),
    }
    for name, places, characters in zip(_IN_ROWS, strings[::2], strings[1::2], strict=True):
        made[name] = pa.StringArray.from_buffers(count, places, characters)
    made["enclosure"] = compute.if_else(compute.not_equal(made["enclosure"], ""), made["enclosure"], None)
    uris = made["uri"].to_pylist() if not _OF_URI.keys().isdisjoint(fields) else []
    arrays = [made[name] if name in made else string_array([*map(_OF_URI[name], uris)]) for name in fields]
    return pa.Array.from_buffers(pa.int32(), len(rows) + 1, [None, lists]), arrays


def _from_matches(
    finder: Finder, fields: tuple[str, ...], unit: Unit, batch: pa.Array
) -> tuple[pa.Array, list[pa.Array]]:
    """The offsets of the lists of links in a batch, and the fields of the links, from matches."""
    texts = ["" if text is None else text for text in texts_of(batch)]
    offsets, matches, spans = array("i", [0]), list[Match](), list[Span]()
    for text, found in zip(texts, finder.find_all(texts), strict=True):
        matches += found
        if unit != "code-points":
            spans += spans_in(unit, text, [(match.start, match.end) for match in found])
        offsets.append(len(matches))
    arrays = [array_of(FIELDS[name].type, values_of(name, matches, spans)) for name in fields]
    return pa.array(offsets, pa.int32()), arrays


def values_of(name: str, matches: Sequence[Match], spans: Sequence[Span]) -> list[Any]:
    """A field of each match; `spans` are the spans of the matches in a unit other than code points."""
    if spans and name in ("start", "end"):
        return [span[name == "end"] for span in spans]
    if name in _OF_URI:
        return [_OF_URI[name](match.uri) for match in matches]
    return [*map(_OF_MATCH[name], matches)]


# ---- The links as rows -----------------------------------------------------------------------------------------------

Rows: TypeAlias = "pa.Table | pa.RecordBatch"

ROW_FIELDS = (pa.field("row", pa.int64(), nullable=False), pa.field("number", pa.int64(), nullable=False))
"""The number of the row in which a link was found, and the number of the link in that row; both count from 0."""


def rows(
    table: Rows,
    column: str,
    *,
    keep: str | Iterable[str] = (),
    fields: Field | Iterable[Field] = DEFAULT_FIELDS,
    unit: Unit = "code-points",
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
    KeyError: "the table has no column 'bdy', only 'id', 'body'"
    """
    if not isinstance(table, pa.Table | pa.RecordBatch):
        way = {
            "pandas": f"import linksift.integrations.pandas, and use frame[{names[0]!r}].links.rows()",
            "polars": "pass frame.to_arrow()",
            "pyarrow": f"pass pyarrow.table({{{names[0]!r}: array}}) for an array, and read_all() of a reader",
        }
        raise TypeError(f"rows takes an Arrow table or record batch, not {named(table, way)}")
    for name in names:
        if name not in table.column_names:
            raise KeyError(f"the table has no column {name!r}, only {listed(table.column_names)}")
