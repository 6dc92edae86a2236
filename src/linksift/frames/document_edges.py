"""The links of a document as edges of a graph: the page that has the link, the URI that it leads to, and its text."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Unpack

from linksift.documents import MEBI, Found, Limits, Problem, edge_source, edge_text, read
from linksift.finding import Finder, FinderOptions
from linksift.frames.column_texts import string_array
from linksift.frames.require_pyarrow import pyarrow as pa

EDGES = pa.schema(
    [
        pa.field("source", pa.string()),
        pa.field("target", pa.string(), nullable=False),
        pa.field("text", pa.string()),
    ]
)
"""An edge: the page that has a link, the URI that it leads to, and what people see for it.

`source` is the URI of the page, as a web archive has it, the value that identifies a row (`id_column`), the `base` that
the caller gives, or the path of the file, and null without any of them. `text` is null for a link that has no text,
such as that of a picture."""

LARGEST_BATCH = 4 * MEBI
"""The edges of a batch have about this many characters."""


def edges(
    document: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    finder: Finder | None = None,
    base: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 - immutable
    skip_code: bool = False,
    password: str | None = None,
    columns: str | Iterable[str] = (),
    id_column: str | None = None,
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[FinderOptions],
) -> Iterator["pa.RecordBatch"]:
    r"""The links in a document, as `linksift.read` finds them: batches with the columns of `EDGES`.

    They come in the order of the document, so the batches are the same each time. The parameters are those of `read`,
    which also says what is raised.

    >>> page = b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://a.example\r\nContent-Type: text/plain\r\n"
    >>> [batch] = edges(page + b"Content-Length: 17\r\n\r\nSee www.b.example")
    >>> batch.to_pylist()
    [{'source': 'http://a.example', 'target': 'http://www.b.example', 'text': 'www.b.example'}]
    """
    found = read(
        document,
        finder=finder,
        base=base,
        limits=limits,
        skip_code=skip_code,
        password=password,
        columns=columns,
        id_column=id_column,
        on_problem=on_problem,
        **options,
    )
    return _batches(base, found)


def _batches(base: str | None, found: Iterator[Found]) -> Iterator["pa.RecordBatch"]:
    for some in parts_by_size(found):
        columns = [
            string_array([edge_source(one, base) for one in some]),
            string_array([one.match.uri for one in some]),
            string_array([edge_text(one) for one in some]),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=EDGES)


def parts_by_size(found: Iterator[Found]) -> Iterator[list[Found]]:
    """The links in lists, each of about `LARGEST_BATCH` characters; the last may have fewer."""
    some, size = [], 0
    for one in found:
        some.append(one)
        size += len(one.match.uri) + len(edge_text(one) or "") + len(one.location.locator.target or "")
        if size > LARGEST_BATCH:
            yield some
            some, size = [], 0
    if some:
        yield some
