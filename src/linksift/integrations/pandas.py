"""An accessor for pandas: `series.links.find()` and everything else that `linksift.frames` does with a column.

    import linksift.integrations.pandas

The methods take the arguments of the functions in `linksift.frames`. The results have Arrow types and the index of the
series.
"""

from collections.abc import Callable, Iterable
from typing import Any

try:
    import pandas
    import pyarrow
    import pyarrow.compute
except ImportError as error:
    raise ImportError(f"{__name__} needs pandas and pyarrow: pip install 'linksift[pandas]'") from error

from linksift import frames
from linksift.integrations.column_functions import ColumnMethods

__all__ = ["LinksAccessor"]


@pandas.api.extensions.register_series_accessor("links")
class LinksAccessor(ColumnMethods["pandas.Series[Any]", "pandas.DataFrame"]):
    """The links in a series of texts. Structs become a data frame with a column for each field.

    >>> pandas.Series(["See www.a.example."]).links.find(fields=["uri"])[0]
    [{'uri': 'http://www.a.example'}]
    >>> pandas.Series(["htp://a.example", ""]).links.clean()["uri"].tolist()
    ['http://a.example', <NA>]
    """

    def __init__(self, series: "pandas.Series[Any]") -> None:
        self._series = series

    def rows(self, **options: Any) -> "pandas.DataFrame":
        """A row for each link, as `linksift.frames.rows` returns them; `options` are `fields` and those of `Finder`.

        The index has the levels of the series' index and a last level, `number`. If the series' index has only one
        level, without a name, that level is named `row`. Raises ValueError if the series' index has a level `number`.

        >>> found = pandas.Series(["none", "www.a.example or www.b.example"]).links.rows(fields=["uri"])
        >>> found.index.tolist(), found.index.names
        ([(1, 0), (1, 1)], FrozenList(['row', 'number']))
        """
        if options.get("keep"):
            raise TypeError("a Series has no columns to keep: make them its index, which the rows have")
        if "number" in self._series.index.names:
            raise ValueError("two columns would have the name 'number': rename that level of the series' index")
        found = frames.rows(pyarrow.table({"text": self._column()}), "text", **options)
        frame = found.to_pandas(types_mapper=pandas.ArrowDtype)
        place, number = (found.column(name).to_numpy() for name in ("row", "number"))
        index = self._series.index.take(place)
        names = index.names if index.nlevels > 1 else ["row" if index.name is None else index.name]
        levels = map(index.get_level_values, range(index.nlevels))
        frame.index = pandas.MultiIndex.from_arrays([*levels, number], names=[*names, "number"])
        return frame.drop(columns=["row", "number"])

    def _column(self) -> "pyarrow.Array":
        """The series as an Arrow array; a series without values, which pandas may take for numbers, becomes nulls."""
        if self._series.dtype == object:
            return array_of_objects(self._series)
        try:
            column = pyarrow.array(self._series, from_pandas=True)
        except (TypeError, ValueError):  # sparse objects, categories of several types, or a lone surrogate
            return array_of_objects(self._series)
        return pyarrow.nulls(len(column)) if column.null_count == len(column) else column

    def _values(self, function: Callable[[Any], Any]) -> "pandas.Series[Any]":
        array = pandas.arrays.ArrowExtensionArray(function(self._column()))
        return pandas.Series(array, index=self._series.index, name=self._series.name)

    def _structs(self, function: Callable[[Any], Any]) -> "pandas.DataFrame":
        structs = function(self._column())
        fields = {field.name: pyarrow.compute.struct_field(structs, field.name) for field in structs.type}
        columns = {name: pandas.arrays.ArrowExtensionArray(values) for name, values in fields.items()}
        return pandas.DataFrame(columns, index=self._series.index)


def array_of_objects(values: Iterable[object]) -> "pyarrow.Array":
    """Python objects as an Arrow array: of bytes if there are bytes among them, otherwise of strings.

    Anything else is null. A lone surrogate in a string, which Arrow cannot store, becomes U+FFFD.

    >>> array_of_objects(["a", None, 1.5]).to_pylist(), array_of_objects(["a", b"b"]).to_pylist()
    (['a', None, None], [b'a', b'b'])
    """
    rows = [value if isinstance(value, str | bytes) else None for value in values]
    strings = frames.string_array([None if isinstance(row, bytes) else row for row in rows])
    if not any(isinstance(row, bytes) for row in rows):
        return strings
    encoded = strings.cast(pyarrow.binary()).to_pylist()
    return pyarrow.array([row if isinstance(row, bytes) else own for row, own in zip(rows, encoded, strict=True)])
