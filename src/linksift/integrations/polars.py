"""A namespace for Polars: `pl.col("body").links.find()`, and everything else that `linksift.frames` does with a column.

    import linksift.integrations.polars

The methods take the arguments of the functions in `linksift.frames`. Since they are elementwise, the schema of a lazy
query is known before it runs, and the streaming engine need not keep the whole column.
"""

from collections.abc import Callable
from typing import Any

try:
    import polars
    import pyarrow
except ImportError as error:
    raise ImportError(f"{__name__} needs Polars and pyarrow: pip install 'linksift[polars]'") from error

from linksift.integrations.column_functions import ColumnMethods

__all__ = ["LinksExpression", "LinksSeries"]


@polars.api.register_expr_namespace("links")
class LinksExpression(ColumnMethods["polars.Expr", "polars.Expr"]):
    """The links in the texts of an expression. `linkify` yields strings for bytes, too.

    >>> frame = polars.DataFrame({"body": ["See www.a.example."]})
    >>> frame.select(polars.col("body").links.find(fields=["uri"])).item().to_list()
    [{'uri': 'http://www.a.example'}]
    """

    def __init__(self, expression: "polars.Expr") -> None:
        self._expression = expression

    def _values(self, function: Callable[[Any], Any]) -> "polars.Expr":
        of_no_texts = function(pyarrow.array([], pyarrow.string()))  # invalid options raise here, not in the query
        dtype = polars.from_arrow(of_no_texts).dtype  # without it, Polars tries the wrong column and hides the error

        def applied(series: "polars.Series") -> "polars.Series":
            if series.dtype == polars.Object:  # Arrow would show the addresses of the objects, as bytes
                raise TypeError("links takes a column of strings or bytes, not of Python objects")
            return polars.from_arrow(function(series.to_arrow()).cast(of_no_texts.type)).alias(series.name)

        return self._expression.map_batches(applied, dtype, is_elementwise=True)

    _structs = _values


@polars.api.register_series_namespace("links")
class LinksSeries(ColumnMethods["polars.Series", "polars.Series"]):
    """The links in a series of texts, with the methods of the expression."""

    def __init__(self, series: "polars.Series") -> None:
        self._series = series

    def _values(self, function: Callable[[Any], Any]) -> "polars.Series":
        return self._series.to_frame().select(LinksExpression(polars.all())._values(function)).to_series()

    _structs = _values
