"""The rows of an Arrow column as texts, in batches of a bounded size."""

import re
import warnings
from collections.abc import Callable, Iterator
from typing import TypeAlias

from linksift.frames.require_pyarrow import compute
from linksift.frames.require_pyarrow import pyarrow as pa

_SURROGATES = re.compile("[\ud800-\udfff]")

LARGEST_BATCH = 4 * 1024 * 1024
"""A column of more bytes than this is read in several batches of at least one row each: all links of a batch are in
memory."""

LARGEST_ARRAY = 2**31 - 1
"""A result of more bytes than this is a chunked array: an array of strings can have no more."""

LARGEST_ROW = 256 * 1024 * 1024
"""Rows of more bytes than this are not searched unless the caller says otherwise, as in documents."""


Column: TypeAlias = "pa.Array | pa.ChunkedArray"


class LongRowsWarning(UserWarning):
    """Rows were too long to be searched, and are null."""


def require_texts(function: str, column: object) -> None:
    """Raise TypeError unless a value is an Arrow column of strings or bytes.

    >>> require_texts("find", pa.array([1]))
    Traceback (most recent call last):
    TypeError: find takes a column of strings or bytes, not of int64
    """
    if not isinstance(column, pa.Array | pa.ChunkedArray):
        way = {name: f"import linksift.integrations.{name}, and use series.links.{function}()" for name in ENGINES}
        way["builtins"] = "pyarrow.array(texts) makes one"
        raise TypeError(f"{function} takes an Arrow array or chunked array, not {named(column, way)}")
    kind = column.type
    while pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        kind = kind.value_type
    if not (is_octets(kind) or is_string(kind) or pa.types.is_null(kind)):
        raise TypeError(f"{function} takes a column of strings or bytes, not of {column.type}")


ENGINES = ("pandas", "polars")
"""Libraries whose series people pass to functions of Arrow arrays."""


def named(value: object, way: dict[str, str]) -> str:
    """The name of a value's type. For a type of a module in `way`, advice on what to do instead follows.

    >>> named(3, {"pandas": "use series.links"})
    'int'
    """
    kind = type(value)
    instead = way.get(kind.__module__.partition(".")[0], "")
    return f"{kind.__name__}: {instead}" if instead else kind.__name__


def is_string(kind: pa.DataType) -> bool:
    """Whether a type is one of Arrow's for strings."""
    types = pa.types
    return any(is_type(kind) for is_type in (types.is_string, types.is_large_string, types.is_string_view))


def is_octets(kind: pa.DataType) -> bool:
    """Whether a type is one of Arrow's for bytes."""
    types = pa.types
    return any(
        is_type(kind)
        for is_type in (types.is_binary, types.is_large_binary, types.is_binary_view, types.is_fixed_size_binary)
    )


def mapped(column: Column, function: Callable[[pa.Array], pa.Array]) -> Column:
    """The column in which each batch of texts is replaced by the function's result, row by row.

    A text that a dictionary holds once is passed to the function once. An array gives an array, or a chunked one if the
    result has more than `LARGEST_ARRAY` bytes.
    """
    if isinstance(column, pa.ChunkedArray):
        made = [part for chunk in column.chunks for part in chunks_of(mapped(chunk, function))]
        return pa.chunked_array(made, made[0].type if made else function(pa.array([], pa.string())).type)
    if pa.types.is_dictionary(column.type):
        return mapped(column.dictionary, function).take(column.indices)
    if pa.types.is_run_end_encoded(column.type):
        return mapped(compute.run_end_decode(column), function)
    made = [function(batch) for batch in batches(column)]
    if sum(batch.nbytes for batch in made) > LARGEST_ARRAY:
        return pa.chunked_array(made)
    return made[0] if len(made) == 1 else pa.concat_arrays(made)


def chunks_of(column: Column) -> list[pa.Array]:
    """The chunks of a chunked array; an array is one."""
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def without_long_rows(column: Column, most: int) -> Column:
    """The column with null in place of the rows of more than `most` bytes. Issues LongRowsWarning if there are any.

    A text that a dictionary holds once counts once.

    >>> without_long_rows(pa.array(["a", "abc"]), 3).to_pylist()
    ['a', 'abc']
    """
    if column.nbytes <= most:
        return column
    shorter, long = _shorter_rows(column, most)
    if long:
        message = f"rows of more than {most:,} bytes are not searched, and null: {long:,}"
        warnings.warn(message, LongRowsWarning, stacklevel=3)
    return shorter


def _shorter_rows(column: Column, most: int) -> tuple[Column, int]:
    """The column without its long rows, and the number of those."""
    if isinstance(column, pa.ChunkedArray):
        made = [_shorter_rows(chunk, most) for chunk in column.chunks]
        chunks = [part for chunk, _ in made for part in chunks_of(chunk)]
        return pa.chunked_array(chunks, chunks[0].type), sum(long for _, long in made)
    if pa.types.is_dictionary(column.type):
        dictionary, long = _shorter_rows(column.dictionary, most)
        return pa.DictionaryArray.from_arrays(column.indices, dictionary), long
    if pa.types.is_run_end_encoded(column.type):
        return _shorter_rows(compute.run_end_decode(column), most)
    column = column.cast(_WITHOUT_VIEWS.get(column.type, column.type))
    is_long = compute.greater(compute.binary_length(column), most)
    return compute.if_else(is_long, pa.scalar(None, column.type), column), compute.sum(is_long).as_py() or 0


_WITHOUT_VIEWS = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}


def batches(column: pa.Array) -> Iterator[pa.Array]:
    """An array as slices of at most `LARGEST_BATCH` bytes, or of one row."""
    if column.nbytes <= LARGEST_BATCH or len(column) <= 1:
        yield column
        return
    half = len(column) // 2
    yield from batches(column[:half])
    yield from batches(column[half:])


def texts_of(batch: pa.Array) -> list[str | None]:
    """The rows of an array of strings or bytes.

    Bytes are read as UTF-8. Each byte that is not UTF-8 becomes a lone surrogate (PEP 383), as in the command.

    >>> texts_of(pa.array([b"a", None, b"\\xff"]))
    ['a', None, '\\udcff']
    """
    if pa.types.is_null(batch.type):
        return [None] * len(batch)
    if is_string(batch.type):
        try:
            return batch.to_pylist()  # type: ignore[no-any-return]
        except UnicodeDecodeError:  # nobody has validated the column
            batch = pa.Array.from_buffers(
                pa.large_binary() if pa.types.is_large_string(batch.type) else pa.binary(),
                len(batch),
                batch.buffers(),
                offset=batch.offset,
            )
    return [None if row is None else row.decode("utf-8", "surrogateescape") for row in batch.to_pylist()]


def string_array(values: list[str | None]) -> pa.Array:
    r"""An array of strings, all valid UTF-8: lone surrogates become U+FFFD.

    >>> string_array(["a", None, "b\udcff"]).to_pylist()
    ['a', None, 'b\ufffd']
    """
    try:
        return pa.array(values, pa.string())
    except UnicodeEncodeError:
        valid = [None if value is None else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", value) for value in values]
        return pa.array(valid, pa.string())
