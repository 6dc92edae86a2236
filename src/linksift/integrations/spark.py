"""Spark: links in columns of data frames, and in web archives that the Python workers read.

    from linksift.integrations import spark
    spark.rows(frame, "body", keep=["id"])
    spark.warc(session, paths).write.parquet("edges")

`rows` and `warc` run in Spark 3.5 and later; `find` and `register` need Spark 4.1. Each executor needs linksift and
pyarrow. The workers import nothing of Spark for us, so this module imports it when one of its functions is called.
"""

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

try:
    import pyarrow
except ImportError as error:
    raise ImportError(f"{__name__} needs pyarrow: pip install 'linksift[spark]'") from error

from linksift import frames
from linksift.arguments import one_of, require_type
from linksift.documents import Limits, Problem, ReadError
from linksift.finding import Finder, FinderOptions, finder_from
from linksift.integrations.sql_functions import sql_functions

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession
    from pyspark.sql.types import DataType

__all__ = ["find", "register", "rows", "warc"]

SEARCHED = "searched text"
"""The name that the searched column has on its way to the workers."""

ROW = "row"
"""The number of a row in its batch, which depends on the size of the batches: Spark's rows have no numbers."""


KEPT_ROW = "kept row"
"""The name that a kept column named `row` has on its way to the workers."""


def rows(
    frame: "DataFrame", column: "str | Column", *, keep: "str | Iterable[str | Column]" = (), **options: Any
) -> "DataFrame":
    """A data frame with a row for each link in a column: the columns to `keep`, `number`, and the fields of the link.

    Args:
        frame: A data frame.
        column: The column with the texts, of strings or bytes.
        keep: The columns to take over from the row of the link.
        options: Those of `linksift.frames.rows`. `number` counts the links of a text from 0.

    Raises:
        TypeError: At once, for a column without strings or bytes, and an unknown option.
        ValueError: At once, for a wrong value of an option.
    """
    refuse_another_python(frame.sparkSession)
    kept = [keep] if isinstance(keep, str) else list(keep)
    searched = frame.select(*kept, column_of(column).alias(SEARCHED)).withColumnRenamed(ROW, KEPT_ROW)
    *kept, text = searched.schema.fields
    require_texts("rows", text.dataType)
    options["keep"] = [field.name for field in kept]
    empty = pyarrow.table({name: pyarrow.array([], pyarrow.string()) for name in searched.columns})
    found = frames.rows(empty, SEARCHED, **options).schema
    links = spark_type(pyarrow.struct([field for field in found if field.name not in (ROW, *options["keep"])]))
    schema = type(links)([*kept, *links.fields])
    task = partial(_rows_of_batches, schema.names, options)
    return searched.mapInArrow(task, schema).withColumnRenamed(KEPT_ROW, ROW)


def _rows_of_batches(
    names: list[str], options: dict[str, Any], batches: Iterable[pyarrow.RecordBatch]
) -> Iterator[pyarrow.RecordBatch]:
    """The links of a partition's batches, with the columns of these names; runs in a worker."""
    for batch in batches:
        yield frames.rows(batch, SEARCHED, **options).select(names)


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

    Each file is a task, and a Python worker reads it: nothing of it passes through the JVM.

    Args:
        spark: The session.
        paths: Paths of the workers' file systems, or URIs that Arrow opens (`s3://`, `gs://`, `hdfs://`).
        finder: Searches the texts; without one, a finder of the profile "document" with `options`.
        limits: How much of a document is read and unpacked at most.
        fields: The columns. With "problem", each problem is also a row, with `problem` and `file` and null in the other
            columns: the table of problems.
        open: Opens a path in the worker, for file systems that Arrow does not know (fsspec).
        on_error: "report": a file that cannot be opened or read is a problem. "raise": it fails its task.
        on_problem: Called in the worker with the path and each part that could not be read; without it, the worker logs
            them.
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
    return numbers.mapInArrow(task, spark_type(pyarrow.struct(list(schema))))


PROBLEM = "problem"
"""The field with the message of a problem."""


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


class Reading(NamedTuple):
    """How a worker reads files."""

    finder: Finder
    limits: Limits
    schema: pyarrow.Schema
    open: Callable[[str], Any]
    raises: bool
    on_problem: Callable[[str, Problem], object]


def _edges_of_files(
    files: list[str], reading: Reading, batches: Iterable[pyarrow.RecordBatch]
) -> Iterator[pyarrow.RecordBatch]:
    """The rows of the files with these numbers; runs in a worker."""
    for batch in batches:
        for number in batch.column(0).to_pylist():
            yield from edges_of_file(files[number], reading)


def edges_of_file(path: str, reading: Reading) -> Iterator[pyarrow.RecordBatch]:
    """The edges of a file, and its problems as rows if the schema has them."""
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
        tell(Problem(str(error)))
    if PROBLEM in names and problems:
        told = pyarrow.RecordBatch.from_pydict({PROBLEM: problems, "file": [path] * len(problems)})
        yield rows_of(told, reading.schema)


def rows_of(batch: pyarrow.RecordBatch, schema: pyarrow.Schema) -> pyarrow.RecordBatch:
    """A batch with the columns of a schema; those that it lacks are null."""
    columns = [
        batch.column(field.name) if field.name in batch.schema.names else pyarrow.nulls(len(batch), field.type)
        for field in schema
    ]
    return pyarrow.RecordBatch.from_arrays(columns, schema=schema)


def absolute(path: str) -> str:
    """A path as it is known to workers, which run in other folders; a URI as it is.

    >>> absolute("s3://bucket/a.warc.gz"), absolute("a.warc.gz") == os.path.join(os.getcwd(), "a.warc.gz")
    ('s3://bucket/a.warc.gz', True)
    """
    return path if "://" in path else os.path.abspath(path)


def open_file(path: str) -> Any:
    """A file open for reading octets: of the local file system, or of the one that a URI names."""
    if "://" not in path:
        return open(path, "rb")
    from pyarrow.fs import FileSystem

    system, name = FileSystem.from_uri(path)
    return system.open_input_stream(name, compression=None)


def log_problem(path: str, problem: Problem) -> None:
    """Log a part of a file that could not be read, where the executor has its log."""
    logging.getLogger("linksift").warning("%s: %s", path, problem.message)


def find(column: "str | Column", **options: Any) -> "Column":
    """The links in each text of a column, as `linksift.frames.find` returns them: a column of arrays of structs.

    Spark raises when it analyzes the query if the column has no strings or bytes.

    Args:
        column: The column with the texts.
        options: Those of `linksift.frames.find`.

    Raises:
        RuntimeError: Before Spark 4.1.
        TypeError: For an unknown option.
        ValueError: For a wrong value of an option.
    """
    from pyspark.sql import SparkSession

    if session := SparkSession.getActiveSession():
        refuse_another_python(session)
    return user_function("find", "find_links", partial(frames.find, **options))(column_of(column).cast("binary"))


def register(
    spark: "SparkSession",
    finder: Finder | None = None,
    *,
    fields: frames.Field | Iterable[frames.Field] = frames.DEFAULT_FIELDS,
    unit: frames.Unit = "codepoints",
    max_row_bytes: int = frames.LARGEST_ROW,
    intranet: bool = False,
    **options: Unpack[FinderOptions],
) -> None:
    """Register functions in a session, for STRING and BINARY: `find_links`, `clean_uri`, `normalize_uri`, `uri_parts`,
    `unwrap_uri`, `uri_hazards` and `refang_text`.

    Spark does not check what a query passes to a Python function, so an argument of another type raises when the query
    runs.

    Args:
        spark: The session.
        finder: Finds the links of `find_links`; without one, a finder with `options`.
        fields: The fields that `find_links` returns, as in `linksift.frames.find`.
        unit: What `start` and `end` count, as in `linksift.frames.find`.
        max_row_bytes: A longer row gives null, and LongRowsWarning is issued.
        intranet: Whether a single word may be a host for `clean_uri`.
        options: The options of `Finder`. `clean_uri` has its `default_scheme`, too.

    Raises:
        RuntimeError: Before Spark 4.1.
        TypeError: For an unknown option.
        ValueError: For a wrong value of an option.
    """
    chosen = finder_from(register, finder, options)
    functions = sql_functions(chosen, fields=fields, unit=unit, max_row_bytes=max_row_bytes, intranet=intranet)
    refuse_another_python(spark)
    for name, function in functions.items():
        spark.udf.register(name, user_function("register", name, function))


def user_function(caller: str, name: str, function: Callable[[Any], Any]) -> Any:
    """A function of columns for Spark that applies a function of Arrow arrays to each batch.

    The function is applied to an empty array first: this raises for wrong options, and gives the type.
    """
    import pyspark

    returned = spark_type(function(pyarrow.array([], pyarrow.string())).type)
    try:
        from pyspark.sql.functions import arrow_udf
    except ImportError:
        sentence = f"{caller} needs Spark 4.1 or later, and this is {pyspark.__version__}: use rows(frame, column)"
        raise RuntimeError(sentence) from None

    def applied(texts: pyarrow.Array) -> pyarrow.Array:
        return function(texts)

    applied.__name__ = name
    return arrow_udf(applied, returned)


def refuse_another_python(spark: "SparkSession") -> None:
    """Raise RuntimeError if the workers of a local Spark run a Python that has no linksift.

    They run `PYSPARK_PYTHON`, or the `python3` of the path. Which one that is on a cluster, the driver does not know.
    """
    try:
        context = spark.sparkContext
    except (AttributeError, NotImplementedError):  # a session of Spark Connect has none
        return
    if context.master.startswith("local") and not has_linksift(context.pythonExec):
        raise RuntimeError(
            f"Spark's workers run {context.pythonExec}, which has no linksift with pyarrow: set PYSPARK_PYTHON to "
            f"{sys.executable} before the session starts"
        )


@lru_cache
def has_linksift(python: str) -> bool:
    """Whether a Python imports linksift and pyarrow: one in the folder of this one does, and another one is run."""
    found = shutil.which(python)
    if found is None or Path(found).absolute().parent == Path(sys.executable).absolute().parent:
        return found is not None
    return subprocess.run([found, "-c", "import linksift.frames"], capture_output=True).returncode == 0


def column_of(column: "str | Column") -> "Column":
    """A column, by its name or as it is."""
    from pyspark.sql import functions

    return functions.col(column) if isinstance(column, str) else column


def require_texts(function: str, kind: "DataType") -> None:
    """Raise TypeError unless a type of Spark is one of strings or bytes, or that of nulls."""
    from pyspark.sql import types

    texts = (types.StringType, types.CharType, types.VarcharType, types.BinaryType, types.NullType)
    if not isinstance(kind, texts):
        raise TypeError(f"{function} takes a column of strings or bytes, not of {kind.simpleString()}")


def spark_type(kind: "pyarrow.DataType") -> Any:
    """Arrow's type as Spark has it.

    >>> spark_type(frames.list_of_links(("uri", "start"))).simpleString()
    'array<struct<uri:string,start:bigint>>'
    """
    from pyspark.sql import types

    if pyarrow.types.is_list(kind):
        return types.ArrayType(spark_type(kind.value_type))
    if pyarrow.types.is_struct(kind):
        return types.StructType([types.StructField(part.name, spark_type(part.type), part.nullable) for part in kind])
    if pyarrow.types.is_int64(kind):
        return types.LongType()
    return types.DoubleType() if pyarrow.types.is_float64(kind) else types.StringType()
