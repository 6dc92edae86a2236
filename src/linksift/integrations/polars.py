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

from linksift.cleaning import NotAURI
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
        arrow_type = _arrow_type(function)
        dtype = polars.Series(pyarrow.array([], arrow_type)).dtype  # else Polars tries a wrong column, without errors

        def applied(series: "polars.Series") -> "polars.Series":
            try:
                return _applied(function, series, arrow_type)
            except NotAURI as error:
                error.add_note("Polars passes a long column in batches: the row is that of its batch.")
                raise _kept(error) from None

        return self._expression.map_batches(applied, dtype, is_elementwise=True)

    _structs = _values


@polars.api.register_series_namespace("links")
class LinksSeries(ColumnMethods["polars.Series", "polars.Series"]):
    """The links in a series of texts, with the methods of the expression."""

    def __init__(self, series: "polars.Series") -> None:
        self._series = series

    def _values(self, function: Callable[[Any], Any]) -> "polars.Series":
        return _applied(function, self._series, _arrow_type(function))

    _structs = _values


def _arrow_type(function: Callable[[Any], Any]) -> Any:
    """The Arrow type of what a function of columns returns. It raises for invalid options, before a query runs."""
    return function(pyarrow.array([], pyarrow.string())).type


def _applied(function: Callable[[Any], Any], series: "polars.Series", arrow_type: Any) -> "polars.Series":
    """The result of a function of Arrow columns for a series, as a series of the same name."""
    if series.dtype == polars.Object:  # Arrow would show the addresses of the objects, as bytes
        raise TypeError("links takes a column of strings or bytes, not of Python objects")
    made = polars.from_arrow(function(series.to_arrow()).cast(arrow_type))
    return made.alias(series.name)


def _kept(error: NotAURI) -> NotAURI:
    """The error, which its class now returns whatever it is called with.

    To add the expression to a message, Polars calls the class of an error with one string, and raises what it gets:
    https://github.com/pola-rs/polars/issues/28535.
    """
    pickled = error.__reduce__()
    methods = {"__new__": lambda *_: error, "__init__": lambda *_: None, "__reduce__": lambda _: pickled}
    error.__class__ = type(NotAURI.__name__, (NotAURI,), {"__module__": NotAURI.__module__, **methods})
    return error
