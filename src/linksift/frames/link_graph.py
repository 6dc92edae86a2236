"""The links of a document as the edges of a graph, each with the link's page, target URI and text."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, BinaryIO, Literal, Unpack, get_args

from linksift.arguments import some_of
from linksift.documents import MEBI, Found, Limits, Problem, edge_host, edge_source, edge_text, read
from linksift.finding import Finder, FinderOptions, finder_from
from linksift.frames.column_texts import array_of
from linksift.frames.require_pyarrow import pa
from linksift.frames.schema import field_names, require_distinct
from linksift.uri import site_of

EdgeField = Literal[
    "source",
    "target",
    "text",
    "file",
    "record",
    "offset",
    "date",
    "kind",
    "stated_by",
    "opened_by",
    "source_host",
    "source_site",
    "target_host",
    "target_site",
]
"""The name of a field of an edge."""

EDGES_VERSION = "1"
"""The version of the fields' names, types and meanings, which is stored in the metadata of each schema as
`linksift.edges`."""

EDGE_FIELDS = {
    name: pa.field(
        name, pa.int64() if name in ("record", "offset") else pa.string(), nullable=name not in ("target", "kind")
    )
    for name in get_args(EdgeField)
}
"""The fields of an edge. `source` is the URI of the page as recorded in a web archive, the value that identifies a row
(`id_column`), the `base` that the caller gives, or the path of the file; it is null if all of these are missing.
`target` is the URI that the link leads to. `text` is the text that people see for the link, or null for a link without
text, such as the link of an image. `file` is the path that was read, `record` is the number of the record in a web
archive (starting at 1), `offset` is the position of the link, in code points, in the part that contains it, and `date`
is the date of the message. `kind`, `stated_by` and `opened_by` describe the link. The hosts are in lowercase, and the
sites are their registrable domains."""


def edge_schema(fields: Iterable[str]) -> pa.Schema:
    """The schema of edges with these fields. Raises ValueError for any other name, for one given twice, or if
    there are no names.

    >>> edge_schema(["source", "target_site"]).names
    ['source', 'target_site']
    """
    names = field_names(fields)
    some_of("fields", names, EDGE_FIELDS)
    require_distinct(names)
    return pa.schema([EDGE_FIELDS[name] for name in names], metadata={"linksift.edges": EDGES_VERSION})


DEFAULT_EDGE_FIELDS: tuple[EdgeField, ...] = ("source", "target", "text")
"""The fields of an edge if the caller names none."""

EDGES = edge_schema(DEFAULT_EDGE_FIELDS)
"""The schema of edges with the default fields: the page that contains a link, the URI that the link leads to, and the
text that people see for the link."""

LARGEST_BATCH = 4 * MEBI
"""The approximate number of characters in the edges of a batch."""


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
    fields: EdgeField | Iterable[EdgeField] = DEFAULT_EDGE_FIELDS,
    open: Callable[[str], BinaryIO] | None = None,
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[FinderOptions],
) -> Iterator["pa.RecordBatch"]:
    r"""The links in a document, as `linksift.read` finds them, in batches with these `fields` (`EDGE_FIELDS`).

    The links are in the order of the document, so the batches are the same each time.

    Args:
        document: A path, the content of a file, or a file open for reading bytes.
        finder: Searches the texts. The default is a finder with the profile "document" and `options`.
        base: The URI that the document came from, which is also the `source` of its edges.
        limits: Limits on how much of a document is read and unpacked.
        skip_code: Whether to leave out the code in Markdown.
        password: The password for encrypted PDFs and for encrypted files in zip archives.
        columns: The names of the columns of a table to search.
        id_column: The column whose values identify the rows of a table and are the `source` of their edges.
        fields: The fields of an edge, chosen from `EDGE_FIELDS`.
        open: Opens a path, which can then be a URI of any file system (fsspec). Without it, paths are local, and
            nothing is ever fetched.
        on_problem: Called for each part that could not be read.
        options: The options of `Finder`.

    Raises:
        ValueError: If `fields` contains an unknown name. See `linksift.read` for other exceptions.

    >>> page = b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://a.example\r\nContent-Type: text/plain\r\n"
    >>> [batch] = edges(page + b"Content-Length: 17\r\n\r\nSee www.b.example")
    >>> batch.to_pylist()
    [{'source': 'http://a.example', 'target': 'http://www.b.example', 'text': 'www.b.example'}]
    """
    schema = edge_schema(fields)
    path = document if isinstance(document, str | os.PathLike) else None
    reading = partial(
        read,
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
    if open is None or path is None:
        return _batches(base, path, schema, reading(document))
    finder_from(edges, finder, options, "document")  # invalid options raise immediately

    def of_opened(name: str) -> Iterator["pa.RecordBatch"]:
        with open(name) as file:
            yield from _batches(base or name, name, schema, reading(file))

    return of_opened(os.fspath(path))


def _batches(
    base: str | None, path: str | os.PathLike[str] | None, schema: pa.Schema, found: Iterator[Found]
) -> Iterator["pa.RecordBatch"]:
    file = None if path is None else os.fspath(path)
    for some in parts_by_size(found):
        links = [(one, edge_source(one, base), file) for one in some]
        arrays = [array_of(field.type, [_GET[field.name](*link) for link in links]) for field in schema]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


_GET: dict[str, Callable[[Found, str | None, str | None], Any]] = {
    "source": lambda found, source, file: source,
    "target": lambda found, source, file: found.match.uri,
    "text": lambda found, source, file: edge_text(found),
    "file": lambda found, source, file: file,
    "record": lambda found, source, file: found.location.locator.record,
    "offset": lambda found, source, file: found.location.start,
    "date": lambda found, source, file: found.location.locator.date,
    "kind": lambda found, source, file: found.match.kind,
    "stated_by": lambda found, source, file: found.location.stated_by,
    "opened_by": lambda found, source, file: found.opened_by,
    "source_host": lambda found, source, file: edge_host(source),
    "source_site": lambda found, source, file: site_of(edge_host(source)),
    "target_host": lambda found, source, file: (found.match.host or "").lower() or None,
    "target_site": lambda found, source, file: found.match.site,
}
"""Functions that return each field of an edge, given a link, its source and its file."""


def parts_by_size(found: Iterator[Found]) -> Iterator[list[Found]]:
    """The links in lists of about `LARGEST_BATCH` characters each; the last list may be shorter."""
    some, size = [], 0
    for one in found:
        some.append(one)
        size += len(one.match.uri) + len(edge_text(one) or "") + len(one.location.locator.target or "")
        if size > LARGEST_BATCH:
            yield some
            some, size = [], 0
    if some:
        yield some
