"""Links in columns of data frames: rows, columns of arrays, and SQL functions."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

try:
    import pyarrow
except ImportError as error:  # the first module of the package says what all of them need
    raise ImportError("linksift.integrations.spark needs pyarrow: pip install 'linksift[spark]'") from error

from linksift import frames
from linksift.finding import Finder, FinderOptions, finder_from
from linksift.integrations.column_functions import sql_functions
from linksift.integrations.spark.worker_requirements import refuse_another_python, spark_type

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession
    from pyspark.sql.types import DataType

SEARCHED = "searched text"
"""The name that the searched column has on its way to the workers."""

ROW = "row"
"""The number of a row in its batch, which depends on the size of the batches, since Spark's rows have no numbers."""


KEPT_ROW = "kept row"
"""The name that a kept column named `row` has on its way to the workers."""


def rows(
    frame: "DataFrame", column: "str | Column", *, keep: "str | Iterable[str | Column]" = (), **options: Any
) -> "DataFrame":
    """A data frame with a row for each link in a column: the columns to `keep`, `number`, and the fields of the link.

    Args:
        frame: A data frame.
        column: The column with the texts, of strings or bytes.
        keep: The columns to copy from the row of the link.
        options: Those of `linksift.frames.rows`. `number` counts the links of a text from 0.

    Raises:
        TypeError: Immediately, for a column without strings or bytes, or for an unknown option.
        ValueError: Immediately, for an invalid value of an option.
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
    """The links of a partition's batches, with the columns of these names. A worker runs this function."""
    for batch in batches:
        yield frames.rows(batch, SEARCHED, **options).select(names)


def find(column: "str | Column", **options: Any) -> "Column":
    """The links in each text of a column, as `linksift.frames.find` returns them: a column of arrays of structs.

    Spark raises an error when it analyzes the query if the column does not contain strings or bytes.

    Args:
        column: The column with the texts.
        options: Those of `linksift.frames.find`.

    Raises:
        RuntimeError: Before Spark 4.1.
        TypeError: For an unknown option.
        ValueError: For an invalid value of an option.
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
    unit: frames.Unit = "code-points",
    max_row_bytes: int = frames.LARGEST_ROW,
    intranet: bool = False,
    **options: Unpack[FinderOptions],
) -> None:
    """Register functions in a session, for STRING and BINARY: `find_links`, `clean_uri`, `normalize_uri`, `uri_parts`,
    `unwrap_uri`, `uri_hazards` and `refang_text`.

    Spark does not check what a query passes to a Python function, so an argument of another type raises an error when
    the query runs.

    Args:
        spark: The session.
        finder: The finder of `find_links`; by default, a finder with `options`.
        fields: The fields that `find_links` returns, as in `linksift.frames.find`.
        unit: The unit of `start` and `end`, as in `linksift.frames.find`.
        max_row_bytes: A row longer than this yields null, and LongRowsWarning is issued.
        intranet: Whether `clean_uri` takes any name before a port or path for a host (`nas/photo`).
        options: The options of `Finder`. `clean_uri` uses their `default_scheme`, too.

    Raises:
        RuntimeError: Before Spark 4.1.
        TypeError: For an unknown option.
        ValueError: For an invalid value of an option.
    """
    chosen = finder_from(register, finder, options)
    functions = sql_functions(chosen, fields=fields, unit=unit, max_row_bytes=max_row_bytes, intranet=intranet)
    refuse_another_python(spark)
    for name, function in functions.items():
        spark.udf.register(name, user_function("register", name, function))


def user_function(caller: str, name: str, function: Callable[[Any], Any]) -> Any:
    """A function of columns for Spark that applies a function of Arrow arrays to each batch.

    The function is first applied to an empty array, which raises an error for invalid options and yields the type.
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


def column_of(column: "str | Column") -> "Column":
    """A column, given by its name or as a column."""
    from pyspark.sql import functions

    return functions.col(column) if isinstance(column, str) else column


def require_texts(function: str, kind: "DataType") -> None:
    """Raise TypeError unless a Spark type is a type of strings or bytes, or the type of nulls."""
    from pyspark.sql import types

    texts = (types.StringType, types.CharType, types.VarcharType, types.BinaryType, types.NullType)
    if not isinstance(kind, texts):
        raise TypeError(f"{function} takes a column of strings or bytes, not of {kind.simpleString()}")
