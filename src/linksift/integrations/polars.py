"""A namespace for Polars: `pl.col("body").links.find()`, and everything else that `linksift.frames` does with a column.

    import linksift.integrations.polars

The methods take the arguments of the functions in `linksift.frames`. Since they are elementwise, the schema of a lazy
query is known before it runs, and the streaming engine need not keep the whole column.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

try:
    import polars
    import pyarrow
except ImportError as error:
    raise ImportError(f"{__name__} needs Polars and pyarrow: pip install 'linksift[polars]'") from error

from linksift import frames

__all__ = ["LinksExpression", "LinksSeries"]


@polars.api.register_expr_namespace("links")
class LinksExpression:
    """The links in the texts of an expression."""

    def __init__(self, expression: "polars.Expr") -> None:
        self._expression = expression

    def find(self, **options: Any) -> "polars.Expr":
        """The links in each text, as `linksift.frames.find` returns them: lists of structs, or null for null.

        >>> frame = polars.DataFrame({"body": ["See www.a.example."]})
        >>> frame.select(polars.col("body").links.find(fields=["uri"])).item().to_list()
        [{'uri': 'http://www.a.example'}]
        """
        return self._map(partial(frames.find, **options))

    def clean(self, **options: Any) -> "polars.Expr":
        """A struct of `uri`, `error` and `rules` for each reference, as `linksift.frames.clean` returns them."""
        return self._map(partial(frames.clean, **options))

    def normalize(self) -> "polars.Expr":
        """Each reference normalized, as by `linksift.frames.normalize`; null if a row is not a reference."""
        return self._map(frames.normalize)

    def parts(self) -> "polars.Expr":
        """A struct of the components of each reference, as `linksift.frames.parts` returns them."""
        return self._map(frames.parts)

    def unwrap(self, **options: Any) -> "polars.Expr":
        """The URI that others have wrapped in each reference, as by `linksift.frames.unwrap`; null if there is none."""
        return self._map(partial(frames.unwrap, **options))

    def hazards(self) -> "polars.Expr":
        """The names of the hazards of each reference, as `linksift.frames.hazards` lists them."""
        return self._map(frames.hazards)

    def refang(self, **options: Any) -> "polars.Expr":
        """Each text with its defanged links restored, as `linksift.frames.refang` writes them."""
        return self._map(partial(frames.refang, **options))

    def linkify(self, to: Any = "html", **options: Any) -> "polars.Expr":
        """Each text with its links, as `linksift.frames.linkify` writes them; strings for bytes, too."""
        return self._map(lambda column: frames.linkify(column, to, **options).cast(pyarrow.string()))

    def _map(self, function: Callable[[Any], Any]) -> "polars.Expr":
        def applied(series: "polars.Series") -> "polars.Series":
            if series.dtype == polars.Object:  # Arrow would show the addresses of the objects, as bytes
                raise TypeError("links takes a column of strings or bytes, not of Python objects")
            return polars.from_arrow(function(series.to_arrow())).alias(series.name)

        of_no_texts = function(pyarrow.array([], pyarrow.string()))  # invalid options raise here, not in the query
        dtype = polars.from_arrow(of_no_texts).dtype  # without it, Polars tries the wrong column and hides the error
        return self._expression.map_batches(applied, dtype, is_elementwise=True)


@polars.api.register_series_namespace("links")
class LinksSeries:
    """The links in a series of texts, with the methods of the expression."""

    def __init__(self, series: "polars.Series") -> None:
        self._series = series

    def find(self, **options: Any) -> "polars.Series":
        """Like `LinksExpression.find`."""
        return self._select(LinksExpression(_COLUMN).find(**options))

    def clean(self, **options: Any) -> "polars.Series":
        """Like `LinksExpression.clean`."""
        return self._select(LinksExpression(_COLUMN).clean(**options))

    def normalize(self) -> "polars.Series":
        """Like `LinksExpression.normalize`."""
        return self._select(LinksExpression(_COLUMN).normalize())

    def parts(self) -> "polars.Series":
        """Like `LinksExpression.parts`."""
        return self._select(LinksExpression(_COLUMN).parts())

    def unwrap(self, **options: Any) -> "polars.Series":
        """Like `LinksExpression.unwrap`."""
        return self._select(LinksExpression(_COLUMN).unwrap(**options))

    def hazards(self) -> "polars.Series":
        """Like `LinksExpression.hazards`."""
        return self._select(LinksExpression(_COLUMN).hazards())

    def refang(self, **options: Any) -> "polars.Series":
        """Like `LinksExpression.refang`."""
        return self._select(LinksExpression(_COLUMN).refang(**options))

    def linkify(self, to: Any = "html", **options: Any) -> "polars.Series":
        """Like `LinksExpression.linkify`."""
        return self._select(LinksExpression(_COLUMN).linkify(to, **options))

    def _select(self, expression: "polars.Expr") -> "polars.Series":
        return self._series.to_frame().select(expression).to_series()


_COLUMN = polars.all()
"""The only column of a frame that is made from a series."""
