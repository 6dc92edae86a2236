"""The edges of thousands of web archives, in batches; each run skips the batches that an earlier run has written."""

import logging
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from linksift import frames
from linksift.integrations.spark.web_archives import PROBLEM, absolute, size_of, versioned, warc
from linksift.integrations.spark.worker_requirements import Folder

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

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
        raise ValueError(
            f"{output} has {others[0]} of other paths, or of another size of batches: write to a new folder"
        )
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
