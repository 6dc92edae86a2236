"""The rows of an Arrow column as texts, in batches of a bounded size."""

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from linksift.frames.require_pyarrow import compute
from linksift.frames.require_pyarrow import pyarrow as pa

_SURROGATES = re.compile("[\ud800-\udfff]")

LARGEST_BATCH = 16 * 1024 * 1024
"""A column of more bytes is read in several batches, each a row at least."""


Column: TypeAlias = "pa.Array | pa.ChunkedArray"


def require_texts(function: str, column: object) -> None:
    """Raise TypeError unless a value is an Arrow column of strings or octets.

    >>> require_texts("find", pa.array([1]))
    Traceback (most recent call last):
    TypeError: find takes a column of strings or octets, not of int64
    """
    if not isinstance(column, pa.Array | pa.ChunkedArray):
        raise TypeError(f"{function} takes an Arrow array or chunked array, not {type(column).__name__}")
    kind = column.type
    while pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind):
        kind = kind.value_type
    if not (is_octets(kind) or is_string(kind) or pa.types.is_null(kind)):
        raise TypeError(f"{function} takes a column of strings or octets, not of {column.type}")


def is_string(kind: pa.DataType) -> bool:
    """Whether a type is one of Arrow's for strings."""
    types = pa.types
    return any(is_type(kind) for is_type in (types.is_string, types.is_large_string, types.is_string_view))


def is_octets(kind: pa.DataType) -> bool:
    """Whether a type is one of Arrow's for octets."""
    types = pa.types
    return any(
        is_type(kind)
        for is_type in (types.is_binary, types.is_large_binary, types.is_binary_view, types.is_fixed_size_binary)
    )


def mapped(column: Column, function: Callable[[pa.Array], pa.Array]) -> Column:
    """The column in which each batch of texts is what the function makes of it, row by row.

    A text that a dictionary holds once is passed to the function once.
    """
    if isinstance(column, pa.ChunkedArray):
        made = [mapped(chunk, function) for chunk in column.chunks]
        return pa.chunked_array(made, made[0].type if made else function(pa.array([], pa.string())).type)
    if pa.types.is_dictionary(column.type):
        return mapped(column.dictionary, function).take(column.indices)
    if pa.types.is_run_end_encoded(column.type):
        return mapped(compute.run_end_decode(column), function)
    made = [function(batch) for batch in batches(column)]
    return made[0] if len(made) == 1 else pa.concat_arrays(made)


def batches(column: pa.Array) -> Iterator[pa.Array]:
    """An array as slices of at most `LARGEST_BATCH` bytes, or of one row."""
    if column.nbytes <= LARGEST_BATCH or len(column) <= 1:
        yield column
        return
    half = len(column) // 2
    yield from batches(column[:half])
    yield from batches(column[half:])


def texts_of(batch: pa.Array) -> list[str | None]:
    """The rows of an array of strings or octets.

    Octets are read as UTF-8. Each octet that is not UTF-8 becomes a lone surrogate (PEP 383), as in the command.

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
