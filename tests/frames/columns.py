"""Columns of texts in each of Arrow's layouts, and random texts for them."""

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

import linksift

PIECES = (
    "http://a.example/x",
    "<http://b.example/y-\nz>",
    "www.c.example",
    "joe@d.example",
    "http://bücher.example/ü",
    "see ",
    ", ",
    "é",
    "\N{THUMBS UP SIGN}",
    "\0",
    "",
)
texts = st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join) | st.text(max_size=8)
rows = st.lists(st.none() | texts, max_size=8)

Make = Callable[[list[str | None]], "pa.Array | pa.ChunkedArray"]


def array_of(kind: pa.DataType) -> Make:
    """A function that makes arrays of a type."""
    return lambda rows: pa.array(rows, pa.string()).cast(kind)


def sliced(rows: list[str | None]) -> pa.Array:
    """A slice of a longer array."""
    return pa.array(["http://before.example", *rows, "http://after.example"], pa.string())[1:-1]


def chunked(rows: list[str | None]) -> pa.ChunkedArray:
    """An array in chunks of two rows, with an empty chunk."""
    return pa.chunked_array([rows[place : place + 2] for place in range(0, len(rows) + 1, 2)], pa.string())


def runs(values: pa.Array) -> pa.RunEndEncodedArray:
    """The values, each as a run of one row: Arrow encodes neither views nor dictionaries itself."""
    return pa.RunEndEncodedArray.from_arrays(pa.array(range(1, len(values) + 1), pa.int32()), values)


LAYOUTS: dict[str, Make] = {
    **{
        str(kind): array_of(kind)
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view())
    },
    "dictionary": lambda rows: pa.array(rows, pa.string()).dictionary_encode(),
    "run-end encoded": lambda rows: pa.compute.run_end_encode(pa.array(rows, pa.string())),
    "run-end encoded views": lambda rows: runs(pa.array(rows, pa.string_view())),
    "run-end encoded dictionary": lambda rows: runs(pa.array(rows, pa.string()).dictionary_encode()),
    "dictionary of runs": lambda rows: pa.DictionaryArray.from_arrays(
        pa.array(range(len(rows)), pa.int32()), runs(pa.array(rows, pa.string()))
    ),
    "slice of runs": lambda rows: runs(pa.array(["http://before.example", *rows], pa.string()))[1:],
    "slice": sliced,
    "chunks": chunked,
    "chunks of views": lambda rows: chunked(rows).cast(pa.string_view()),
    "chunks of dictionaries": lambda rows: chunked(rows).dictionary_encode(),
}

_BROKEN = st.lists(st.sampled_from([b"http://a.example/", b" www.b.example ", b"\xed\xa0\x80", b""])).map(b"\xff".join)
octets = st.lists(st.none() | st.text(max_size=8).map(str.encode) | _BROKEN, max_size=8)
"""Rows of bytes, many of which are not UTF-8."""


def plain(given: Sequence[str | bytes | None], **options: Any) -> list[list[dict[str, object]] | None]:
    """The default fields of each text's links, as found in a plain loop."""
    found: list[list[dict[str, object]] | None] = []
    for row in given:
        text = row.decode("utf-8", "surrogateescape") if isinstance(row, bytes) else row
        links = linksift.find(text or "", **options)
        fields = [{name: getattr(link, name) for name in ("uri", "start", "end", "kind")} for link in links]
        found.append(None if row is None else fields)
    return found
