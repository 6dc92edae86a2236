"""The links in each text of a column."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Unpack

from linksift.arguments import one_of, whole_number
from linksift.finding import Finder, FinderOptions, FindInRows, Match, finder_from, finder_in_rows
from linksift.frames.column_texts import (
    LARGEST_ROW,
    Column,
    array_of,
    mapped_without_long_rows,
    require_texts,
    string_array,
    texts_of,
)
from linksift.frames.offset_units import UNITS, Span, Unit, spans_in
from linksift.frames.require_pyarrow import compute, pa
from linksift.frames.schema import DEFAULT_FIELDS, FIELDS, Field, field_names, list_of_links
from linksift.hazards import hazards, worth_a_look
from linksift.uri import host_of_valid_reference, registered_domain_of, site_of, to_iri

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
    "start": attrgetter("start"),
    "end": attrgetter("end"),
    **{name: attrgetter(name) for name in _IN_ROWS},
    "confidence": attrgetter("confidence"),
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
    unit: Unit = "codepoints",
    max_row_bytes: int = LARGEST_ROW,
    finder: Finder | None = None,
    **options: Unpack[FinderOptions],
) -> Column:
    """The links in each text, as a column of lists of structs with these fields.

    Args:
        texts: An Arrow array or chunked array of strings or bytes, in any of Arrow's layouts. The result is also an
            array or chunked array. Bytes are decoded as UTF-8.
        fields: The fields of a link, such as "uri" and "host", chosen from `FIELDS`.
        unit: The unit of the half-open span from `start` to `end`: "codepoints", "bytes" of UTF-8, or "utf-16" code
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
    one_of("unit", unit, UNITS)
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
    lists, starts, ends, *strings = map(
        pa.py_buffer, find_in_rows(offsets, octets or b"", rows.offset, len(rows), [*UNITS].index(unit))
    )
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


LINKS_AT_ONCE = 100
"""The fields of this many links are read at once; more would not fit in the processor's cache."""


def _from_matches(
    finder: Finder, fields: tuple[str, ...], unit: Unit, batch: pa.Array
) -> tuple[pa.Array, list[pa.Array]]:
    """The offsets of the lists of links in a batch, and the fields of the links, from matches."""
    texts = ["" if text is None else text for text in texts_of(batch)]
    offsets, count = array("i", [0]), 0
    columns: list[tuple[str, list[Any]]] = [(name, []) for name in fields]
    matches, spans = list[Match](), list[Span]()
    for text, found in zip(texts, finder.find_all(texts), strict=True):
        if found:
            count += len(found)
            matches += found
            if unit != "codepoints":
                spans += spans_in(unit, text, [(match.start, match.end) for match in found])
            if len(matches) > LINKS_AT_ONCE:
                append_fields(columns, matches, spans)
                matches, spans = [], []
        offsets.append(count)
    append_fields(columns, matches, spans)
    return pa.array(offsets, pa.int32()), [array_of(FIELDS[name].type, values) for name, values in columns]


def append_fields(columns: Sequence[tuple[str, list[Any]]], matches: Sequence[Match], spans: Sequence[Span]) -> None:
    """Append the fields of matches to the columns with these names; `spans` are the matches' spans in another unit."""
    for name, values in columns:
        values += values_of(name, matches, spans)


def values_of(name: str, matches: Sequence[Match], spans: Sequence[Span]) -> Iterable[Any]:
    """The values of one field of the matches; `spans` are their spans in a unit other than code points."""
    if spans and name in ("start", "end"):
        return [span[name == "end"] for span in spans]
    if name in _OF_URI:
        return [_OF_URI[name](match.uri) for match in matches]
    return map(_OF_MATCH[name], matches)
