"""Links in web archives: each file is a task that a Python worker reads.

The edges of thousands of archives are written in batches; each run skips the batches that an earlier run has written.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

import pyarrow

from linksift import frames
from linksift.arguments import one_of, require_type
from linksift.documents import Limits, Problem, ReadError
from linksift.finding import Finder, FinderOptions, finder_from
from linksift.integrations.spark.worker_requirements import Folder, refuse_another_python, spark_type

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def warc(
    spark: "SparkSession",
    paths: Iterable[str | os.PathLike[str]],
    *,
    finder: Finder | None = None,
    limits: Limits = Limits(),  # noqa: B008 - immutable
    fields: str | Iterable[str] = frames.EDGES.names,
    open: Callable[[str], Any] | None = None,
    on_error: Literal["report", "raise"] = "report",
    on_problem: Callable[[str, Problem], object] | None = None,
    **options: Unpack[FinderOptions],
) -> "DataFrame":
    """A data frame of the links in web archives (WARC and WET): these `fields` of `frames.EDGE_FIELDS`.

    Each file is a task, and a Python worker reads it, so none of it passes through the JVM.

    Args:
        spark: The session.
        paths: Paths in the workers' file systems, or URIs that Arrow opens (`s3://`, `gs://`, `hdfs://`).
        finder: The finder that searches the texts; by default, a finder with the profile "document" and `options`.
        limits: Limits on how much of a document is read and unpacked.
        fields: The columns. With "problem", each problem is also a row, with `problem`, `file` and null in the other
            columns; these rows form the table of problems.
        open: Opens a path in the worker, for file systems that Arrow does not know (fsspec).
        on_error: With "report", a file that cannot be opened or read is a problem; with "raise", its task fails.
        on_problem: Called in the worker with the path and each part that could not be read; by default, the worker logs
            those parts.
        options: The options of `Finder`.
    """
    require_type("warc", "paths, not one of them", (list, tuple, Iterator), paths)
    one_of("on_error", on_error, ("report", "raise"))
    names = [fields] if isinstance(fields, str) else list(fields)
    schema = warc_schema(names)
    files = [absolute(os.fspath(path)) for path in paths]
    finder = finder_from(warc, finder, options, "document")
    refuse_another_python(spark)
    reading = Reading(finder, limits, schema, open or open_file, on_error == "raise", on_problem or log_problem)
    task = partial(_edges_of_files, files, reading)
    numbers = spark.range(0, len(files), numPartitions=max(1, len(files)))
    return numbers.mapInArrow(task, versioned(schema))


PROBLEM = "problem"
"""The field that contains the message of a problem."""


def warc_schema(names: list[str]) -> pyarrow.Schema:
    """The schema of the rows of `warc`. With "problem" a row may have no edge, so each column may be null.

    >>> warc_schema(["target", "file", "problem"]).field("target").nullable, warc_schema(["target"]).field(0).nullable
    (True, False)
    """
    edges = frames.edge_schema([name for name in names if name != PROBLEM])
    if PROBLEM not in names:
        return edges
    fields = [pyarrow.field(name, edges.field(name).type if name != PROBLEM else pyarrow.string()) for name in names]
    return pyarrow.schema(fields)


def versioned(schema: pyarrow.Schema) -> Any:
    """The schema of edges as a Spark schema. The metadata of each field contains the version, which Parquet keeps.

    >>> versioned(warc_schema(["target"]))[0].metadata
    {'linksift.edges': '1'}
    """
    struct = spark_type(pyarrow.struct(list(schema)))
    for field in struct:
        field.metadata = {"linksift.edges": frames.EDGES_VERSION}
    return struct


class Reading(NamedTuple):
    """The way in which a worker reads files."""

    finder: Finder
    limits: Limits
    schema: pyarrow.Schema
    open: Callable[[str], Any]
    raises: bool
    on_problem: Callable[[str, Problem], object]


def _edges_of_files(
    files: list[str], reading: Reading, batches: Iterable[pyarrow.RecordBatch]
) -> Iterator[pyarrow.RecordBatch]:
    """The rows of the files with these numbers. A worker runs this function."""
    for batch in batches:
        for number in batch.column(0).to_pylist():
            yield from edges_of_file(files[number], reading)


def edges_of_file(path: str, reading: Reading) -> Iterator[pyarrow.RecordBatch]:
    """The edges of a file, and its problems as rows if the schema includes them."""
    names, problems = reading.schema.names, list[str]()

    def tell(problem: Problem) -> None:
        reading.on_problem(path, problem)
        problems.append(problem.message)

    fields: Any = [name for name in names if name != PROBLEM]
    given: Any = {"finder": reading.finder, "limits": reading.limits, "fields": fields, "open": reading.open}
    try:
        for batch in frames.edges(path, on_problem=tell, **given):
            yield rows_of(batch, reading.schema)
    except (ReadError, OSError) as error:
        if reading.raises and isinstance(error, OSError):
            raise
        tell(Problem(error.reason if isinstance(error, ReadError) else str(error)))
    if PROBLEM in names and problems:
        told = pyarrow.RecordBatch.from_pydict({PROBLEM: problems, "file": [path] * len(problems)})
        yield rows_of(told, reading.schema)


def rows_of(batch: pyarrow.RecordBatch, schema: pyarrow.Schema) -> pyarrow.RecordBatch:
    """A batch with the columns of a schema; columns that the batch lacks are null."""
    columns = [
        batch.column(field.name) if field.name in batch.schema.names else pyarrow.nulls(len(batch), field.type)
        for field in schema
    ]
    return pyarrow.RecordBatch.from_arrays(columns, schema=schema)


def absolute(path: str) -> str:
    """A path as workers, which run in other folders, know it; a URI stays as it is.

    >>> absolute("s3://bucket/a.warc.gz"), absolute("a.warc.gz") == os.path.join(os.getcwd(), "a.warc.gz")
    ('s3://bucket/a.warc.gz', True)
    """
    return path if "://" in path else os.path.abspath(path)


def open_file(path: str) -> Any:
    """A file open for reading bytes, in the local file system or in the one that a URI names."""
    if "://" not in path:
        return open(path, "rb")
    from pyarrow.fs import FileSystem

    system, name = FileSystem.from_uri(path)
    return system.open_input_stream(name, compression=None)


def size_of(path: str) -> int:
    """The size of a file that Arrow knows by its path or URI; 0 for any other, such as a missing file."""
    from pyarrow.fs import FileSystem

    try:
        system, name = FileSystem.from_uri(path)
        return system.get_file_info(name).size or 0
    except (OSError, ValueError):
        return 0


def log_problem(path: str, problem: Problem) -> None:
    """Warn in the executor's log about a part of a file that could not be read."""
    logging.getLogger("linksift").warning("%s: %s", path, problem.message)


# ---- Batches that can be resumed -------------------------------------------------------------------------------------

PROBLEMS, READING = "_problems", "_reading"
"""Folders beside the batches. Spark, Arrow and DuckDB ignore such names when they read the parent folder as a table."""


class Counts(NamedTuple):
    """Counts of what a folder contains for some paths, from this run and earlier runs."""

    files: int
    batches: int
    skipped: int
    """The number of batches that an earlier run had written."""
    edges: int
    problems: int


def write_batches(
    spark: "SparkSession",
    paths: Iterable[str | os.PathLike[str]],
    output: str,
    *,
    batch: int = 500,
    fields: str | Iterable[str] = frames.EDGES.names,
    **options: Any,
) -> Counts:
    """Write the links in web archives into a folder, as Parquet with these `fields` of `frames.EDGE_FIELDS`.

    If a run dies, the same call resumes it, and skips the batches that are complete; the edges are those of a single
    run, without duplicates.

    Args:
        spark: The session.
        paths: Paths in the workers' file systems, or URIs that Arrow opens.
        output: A folder in Spark's file systems. Each batch becomes a folder `batch=<hash of its paths>` in it, which
            is complete once it contains Spark's `_SUCCESS`; `_problems/batch=<hash>` contains the problems of the
            batch, as rows of `file` and `problem`.
        batch: The number of consecutive paths that are written at once.
        fields: The columns.
        options: Those of `warc`.

    Raises:
        ValueError: If `output` contains batches with other fields or another `frames.EDGES_VERSION`, or batches of
            other paths or of another size, whose links would be there twice.
    """
    names = frames.edge_schema(fields).names
    given = list(dict.fromkeys(absolute(os.fspath(path)) for path in paths))
    cut = (given[start : start + batch] for start in range(0, len(given), batch))
    batches = {batch_name(files): files for files in cut}
    folder = Folder(spark, output)
    if others := sorted(name for name in folder.names() if name.startswith("batch=") and name not in batches):
        what = f"{others[0]} of other paths, or of another size of batches"
        raise ValueError(f"{output} has {what}: write to a new folder")
    done = [name for name in batches if folder.has(f"{name}/_SUCCESS")]
    for name in done:
        refuse_other_fields(spark.read.parquet(f"{output}/{name}").schema, names, f"{output}/{name}")
    log = logging.getLogger("linksift")
    for number, (name, files) in enumerate(batches.items(), 1):
        log.info("%s (%s of %s): %s", name, number, len(batches), "skipped" if name in done else f"{len(files)} files")
        if name not in done:
            write_batch(spark, files, output, name, names, options)
    folder.remove(READING)
    edges = spark.read.parquet(*(f"{output}/{name}" for name in batches)).count() if batches else 0
    problems = spark.read.parquet(*(f"{output}/{PROBLEMS}/{name}" for name in batches)).count() if batches else 0
    return Counts(len(given), len(batches), len(done), edges, problems)


def batch_name(files: list[str]) -> str:
    """The name of a batch's folder, which contains the hash of its paths.

    >>> batch_name(["/crawl/a.warc.gz", "/crawl/b.warc.gz"])
    'batch=92ada6229c63462d'
    """
    return "batch=" + sha256("\n".join(files).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def refuse_other_fields(schema: Any, names: list[str], folder: str) -> None:
    """Raise ValueError unless the edges already written have these fields in the current version."""
    written, wanted = fields_of(schema), fields_of(versioned(frames.edge_schema(names)))
    if written != wanted:
        raise ValueError(f"{folder} has the fields {written}, not {wanted}: write to a new folder")


def fields_of(schema: Any) -> str:
    """The fields of edges and the version of their meanings, as listed in a message: "source, target (version 1)"."""
    versions = {field.metadata.get("linksift.edges", "none") for field in schema}
    return f"{', '.join(schema.names)} (version {', '.join(sorted(versions))})"


def write_batch(
    spark: "SparkSession", files: list[str], output: str, name: str, fields: list[str], options: dict[str, Any]
) -> None:
    """Write a batch: first the results of the files, then the problems, then the edges, whose `_SUCCESS` comes last.

    Files are read only once, so edges and problems come from the same reading even if a network fails now and then.
    """
    read, all_fields = f"{output}/{READING}/{name}", dict.fromkeys([*fields, "file", PROBLEM])
    warc(spark, largest_first(files), fields=all_fields, **options).write.mode("overwrite").parquet(read)
    rows = spark.read.parquet(read)
    problems = rows.where(rows[PROBLEM].isNotNull()).select("file", PROBLEM).coalesce(1)
    problems.write.mode("overwrite").parquet(f"{output}/{PROBLEMS}/{name}")
    rows.where(rows[PROBLEM].isNull()).select(*fields).write.mode("overwrite").parquet(f"{output}/{name}")


def largest_first(files: list[str]) -> list[str]:
    """The files, largest first. Spark starts tasks in this order, so no large file is left alone at the end."""
    with ThreadPoolExecutor(16) as pool:  # an object store takes some time for each
        sizes = dict(zip(files, pool.map(size_of, files), strict=True))
    return sorted(files, key=lambda file: -sizes[file])
