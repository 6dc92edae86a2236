"""The functions of `linksift.frames` as methods of columns in pandas and Polars, and by their names in SQL."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Generic, TypeVar

from linksift import frames
from linksift.finding import Finder

Values = TypeVar("Values")
"""The engine's type for a column with one value in each row."""

Structs = TypeVar("Structs")
"""The engine's type for a column with several fields in each row."""


class ColumnMethods(ABC, Generic[Values, Structs]):
    """The methods of a column of texts; `options` are those of the functions in `linksift.frames`."""

    @abstractmethod
    def _values(self, function: Callable[[Any], Any]) -> Values:
        """The result of a function of Arrow columns that returns one value for each row."""

    @abstractmethod
    def _structs(self, function: Callable[[Any], Any]) -> Structs:
        """The result of a function of Arrow columns that returns a struct for each row."""

    def find(self, **options: Any) -> Values:
        """The links in each text, as `linksift.frames.find` returns them: lists of structs, or null for null."""
        return self._values(partial(frames.find, **options))

    def clean(self, **options: Any) -> Structs:
        """The `uri`, `error` and `rules` of each reference, as `linksift.frames.clean` returns them."""
        return self._structs(partial(frames.clean, **options))

    def normalize(self) -> Values:
        """Each reference as `linksift.frames.normalize` returns it: normalized, or null if a row is not a reference."""
        return self._values(frames.normalize)

    def parts(self) -> Structs:
        """The components of each reference, as `linksift.frames.parts` returns them."""
        return self._structs(frames.parts)

    def unwrap(self, **options: Any) -> Values:
        """The URI that others have wrapped in each reference, as `linksift.frames.unwrap` returns it, or null."""
        return self._values(partial(frames.unwrap, **options))

    def hazards(self) -> Values:
        """The names of the hazards of each reference, as `linksift.frames.hazards` lists them."""
        return self._values(frames.hazards)

    def refang(self, **options: Any) -> Values:
        """Each text with its defanged links restored, as `linksift.frames.refang` writes them."""
        return self._values(partial(frames.refang, **options))

    def linkify(self, to: Any = "html", **options: Any) -> Values:
        """Each text with its links, as `linksift.frames.linkify` writes them."""
        return self._values(partial(frames.linkify, to=to, **options))


def sql_functions(
    finder: Finder, *, fields: str | Iterable[str], unit: str, max_row_bytes: int, intranet: bool
) -> dict[str, Callable[[Any], Any]]:
    """The functions of columns, keyed by their names in SQL. Each already has its options.

    `clean_uri` adds the same scheme as `find_links`, which is that of the finder.

    >>> options = {"fields": "uri", "unit": "utf-8", "max_row_bytes": 9, "intranet": False}
    >>> sql_functions(Finder(default_scheme="ftp"), **options)["clean_uri"].keywords
    {'default_scheme': 'ftp', 'intranet': False}
    """
    names = (fields,) if isinstance(fields, str) else tuple(fields)
    find: Any = frames.find
    return {
        "find_links": partial(find, fields=names, unit=unit, max_row_bytes=max_row_bytes, finder=finder),
        "clean_uri": partial(frames.clean, default_scheme=finder.default_scheme, intranet=intranet),
        "normalize_uri": frames.normalize,
        "uri_parts": frames.parts,
        "unwrap_uri": frames.unwrap,
        "uri_hazards": frames.hazards,
        "refang_text": frames.refang,
    }
