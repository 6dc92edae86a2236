"""Reads the rows of an Arrow column as text, in batches of bounded size."""

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from linksift.frames.require_pyarrow import compute, pa

_SURROGATES = re.compile("[\ud800-\udfff]")

LARGEST_BATCH = 4 * 1024 * 1024
"""A column larger than this many bytes is read in several batches of at least one row each, since all links of a batch
are kept in memory."""

LARGEST_ARRAY = 2**31 - 1
"""A result larger than this many bytes is a chunked array, since an array of strings cannot be larger."""

LARGEST_ROW = 256 * 1024 * 1024
"""Rows longer than this many bytes are not searched unless the caller sets another limit, as with documents."""


Column: TypeAlias = "pa.Array | pa.ChunkedArray"


class LongRowsWarning(UserWarning):
    """Warns that some rows were too long to be searched and are therefore null."""


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
    if not (is_octets(kind) or kind in STRINGS or pa.types.is_null(kind)):
        raise TypeError(f"{function} takes a column of strings or bytes, not of {column.type}")


ENGINES = ("pandas", "polars")
"""Libraries whose series people pass to functions that take Arrow arrays."""


def named(value: object, way: dict[str, str]) -> str:
    """The name of a value's type, followed by advice on what to do instead if the type is from a module in `way`.

    >>> named(3, {"pandas": "use series.links"})
    'int'
    """
    kind = type(value)
    instead = way.get(kind.__module__.partition(".")[0], "")
    return f"{kind.__name__}: {instead}" if instead else kind.__name__


STRINGS = frozenset({pa.string(), pa.large_string(), pa.string_view()})
"""Arrow's string types."""

OCTETS = frozenset({pa.binary(), pa.large_binary(), pa.binary_view()})
"""Arrow's types for bytes of any number."""


def is_octets(kind: pa.DataType) -> bool:
    """Whether a type is one of Arrow's types for bytes."""
    return kind in OCTETS or pa.types.is_fixed_size_binary(kind)


def mapped(column: Column, function: Callable[[pa.Array], pa.Array]) -> Column:
    """The column with each batch of texts replaced by the function's result, row by row.

    Text that is stored once in a dictionary is passed to the function only once. An array yields an array, or a chunked
    array if the result is larger than `LARGEST_ARRAY` bytes.
    """
    if isinstance(column, pa.ChunkedArray):
        made = [part for chunk in column.chunks for part in chunks_of(mapped(chunk, function))]
        return pa.chunked_array(made, made[0].type if made else function(pa.array([], pa.string())).type)
    if pa.types.is_dictionary(column.type):
        return mapped_dictionary(column, function)
    if pa.types.is_run_end_encoded(column.type):
        return mapped(runs_in_dictionary(column), function)
    batches = in_parts(without_views(column), lambda part: part.nbytes <= LARGEST_BATCH)
    made = [*map(function, batches)]
    if sum(batch.nbytes for batch in made) > LARGEST_ARRAY:
        return pa.chunked_array(made)
    return made[0] if len(made) == 1 else pa.concat_arrays(made)


def mapped_dictionary(column: pa.DictionaryArray, function: Callable[[pa.Array], pa.Array]) -> Column:
    """The rows of a dictionary as `mapped` returns them."""
    texts, places = texts_in_use(column)
    made = mapped(texts, function)
    taken = [made.take(part) for part in in_parts(places, lambda part: greatest_size(made, part) <= LARGEST_ARRAY)]
    return taken[0] if len(taken) == 1 else pa.chunked_array([chunk for part in taken for chunk in chunks_of(part)])


def greatest_size(values: Column, places: pa.Array) -> int:
    """The greatest size in bytes of the values at these places; it is exact only if it exceeds `LARGEST_ARRAY`.

    >>> greatest_size(pa.array(["ab", "c"]), pa.array([0, 0, 1]))
    33
    """
    bound: int = values.nbytes * len(places)
    if bound <= LARGEST_ARRAY:
        return bound
    used, counts = (part.to_pylist() for part in places.value_counts().flatten())
    return sum(values[place : place + 1].nbytes * count for place, count in zip(used, counts, strict=True))


def texts_in_use(column: pa.DictionaryArray) -> tuple[pa.Array, pa.Array]:
    """The texts of the dictionary that the rows of an array use, each once, and the place of each row's text among
    them. The chunks of a column often share a large dictionary.

    >>> texts, places = texts_in_use(pa.array(["a", "b", "c", "b"]).dictionary_encode()[1:2])
    >>> texts.to_pylist(), places.to_pylist()
    (['b'], [0])
    """
    used = column.indices.unique()
    return without_views(column.dictionary).take(used), compute.index_in(column.indices, used)


def runs_in_dictionary(column: pa.RunEndEncodedArray) -> pa.DictionaryArray:
    """A run-end encoded array as a dictionary of its runs: Arrow decodes the runs of numbers, but not those of views or
    of dictionaries. Only the array's own runs are read: the slices of a column share all runs.

    >>> runs_in_dictionary(compute.run_end_encode(pa.array(["a", "a", "b"]))[1:]).to_pylist()
    ['a', 'b']
    """
    first, count = column.find_physical_offset(), column.find_physical_length()
    ends = compute.subtract(column.run_ends[first : first + count], pa.scalar(column.offset, column.run_ends.type))
    ends = compute.min_element_wise(ends, pa.scalar(len(column), ends.type))  # a slice may end inside a run
    places = compute.run_end_decode(pa.RunEndEncodedArray.from_arrays(ends, pa.array(range(count), pa.int64())))
    return pa.DictionaryArray.from_arrays(places, column.values[first : first + count])


def without_views(column: pa.Array) -> pa.Array:
    """The array with a type that Arrow handles everywhere: a slice of views counts the bytes of the whole array as its
    own, and neither a view nor a run can be taken by its index.

    >>> without_views(pa.array(["a"], pa.string_view())).type
    DataType(large_string)
    """
    if pa.types.is_run_end_encoded(column.type):
        return runs_in_dictionary(column)
    return column.cast(_WITHOUT_VIEWS.get(column.type, column.type))


_WITHOUT_VIEWS = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}


def chunks_of(column: Column) -> list[pa.Array]:
    """The chunks of a chunked array; a plain array counts as one chunk."""
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def mapped_without_long_rows(column: Column, function: Callable[[pa.Array], pa.Array], most: int) -> Column:
    """The column as `mapped` returns it, with null in place of rows longer than `most` bytes before the function sees
    them. Issues LongRowsWarning if there are any.

    Text that is stored once in a dictionary is counted only once.

    >>> mapped_without_long_rows(pa.array(["a", "abc"]), lambda batch: batch, 3).to_pylist()
    ['a', 'abc']
    """
    long = 0

    def of_shorter_rows(batch: pa.Array) -> pa.Array:
        nonlocal long
        if batch.nbytes > most:
            is_long = compute.greater(compute.binary_length(batch), most)
            long += compute.sum(is_long).as_py() or 0
            batch = compute.if_else(is_long, pa.scalar(None, batch.type), batch)
        return function(batch)

    made = mapped(column, of_shorter_rows)
    if long:
        message = f"rows of more than {most:,} bytes are not searched, and null: {long:,}"
        warnings.warn(message, LongRowsWarning, stacklevel=3)
    return made


def in_parts(array: pa.Array, fits: Callable[[pa.Array], bool]) -> Iterator[pa.Array]:
    """The array as slices that fit or have only one row: a slice that does not fit is halved.

    >>> [part.to_pylist() for part in in_parts(pa.array([1, 2, 3]), lambda part: len(part) < 3)]
    [[1], [2, 3]]
    """
    if len(array) <= 1 or fits(array):
        yield array
        return
    half = len(array) // 2
    yield from in_parts(array[:half], fits)
    yield from in_parts(array[half:], fits)


def texts_of(batch: pa.Array) -> list[str | None]:
    """The rows of an array of strings or bytes.

    Bytes are decoded as UTF-8. Each byte that is not UTF-8 becomes a lone surrogate (PEP 383), as in the command.

    >>> texts_of(pa.array([b"a", None, b"\\xff"]))
    ['a', None, '\\udcff']
    """
    if pa.types.is_null(batch.type):
        return [None] * len(batch)
    if batch.type in STRINGS:
        try:
            return batch.to_pylist()  # type: ignore[no-any-return]
        except UnicodeDecodeError:  # the column has not been validated
            octets = pa.large_binary() if pa.types.is_large_string(batch.type) else pa.binary()
            batch = pa.Array.from_buffers(octets, len(batch), batch.buffers(), offset=batch.offset)
    return [None if row is None else row.decode("utf-8", "surrogateescape") for row in batch.to_pylist()]


def each_text(function: Callable[[str], Any], batch: pa.Array) -> list[Any]:
    """The result of a function for each text of a batch, or None for null.

    >>> each_text(str.upper, pa.array(["a", None]))
    ['A', None]
    """
    return [None if text is None else function(text) for text in texts_of(batch)]


def string_array(values: list[str | None]) -> pa.Array:
    r"""An array of strings that are all valid UTF-8, since lone surrogates become U+FFFD.

    >>> string_array(["a", None, "b\udcff"]).to_pylist()
    ['a', None, 'b\ufffd']
    """
    try:
        return pa.array(values, pa.string())
    except UnicodeEncodeError:
        valid = [None if value is None else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", value) for value in values]
        return pa.array(valid, pa.string())


def array_of(kind: pa.DataType, values: list[Any]) -> pa.Array:
    """The values as an array of the given type, with strings made valid UTF-8. The values of structs are tuples.

    The fields of a struct that is null are null or empty, too, since callers also read them without the struct.

    >>> array_of(pa.struct([("a", pa.string())]), [("b",), None]).field("a").to_pylist()
    ['b', None]
    """
    if pa.types.is_string(kind):
        return string_array(values)
    if not pa.types.is_struct(kind):
        return pa.array(values, kind)
    missing: tuple[Any, ...] = tuple(None if field.nullable else [] for field in kind)
    fields = pa.array([missing if value is None else value for value in values], kind).flatten()
    is_null = pa.array([value is None for value in values], pa.bool_())
    return pa.StructArray.from_arrays(fields, fields=list(kind), mask=is_null)
