"""Functions for VARCHAR and BLOB in DuckDB, from `find_links` to `refang_text`.

They are `find_links`, `clean_uri`, `normalize_uri`, `uri_parts`, `unwrap_uri`, `uri_hazards` and `refang_text`.

    linksift.integrations.duckdb.register(connection)
    connection.sql("SELECT id, unnest(find_links(body), recursive := true) FROM mail")

These functions do the same as those of `linksift.frames`, which take a column.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Unpack

try:
    import duckdb
    import pyarrow
except ImportError as error:
    raise ImportError(f"{__name__} needs DuckDB and pyarrow: pip install 'linksift[duckdb]'") from error

from linksift import frames
from linksift.finding import Finder, FinderOptions, finder_from
from linksift.integrations.column_functions import sql_functions

__all__ = ["register"]


def register(
    connection: "duckdb.DuckDBPyConnection",
    finder: Finder | None = None,
    *,
    fields: frames.Field | Iterable[frames.Field] = frames.DEFAULT_FIELDS,
    unit: frames.Unit = "code-points",
    max_row_bytes: int = frames.LARGEST_ROW,
    intranet: bool = False,
    **options: Unpack[FinderOptions],
) -> None:
    """Register the functions in a connection; those of an earlier call are replaced.

    Args:
        connection: A connection, or the module `duckdb` for its default one.
        finder: The finder of `find_links`; by default, a finder with `options`.
        fields: The fields that `find_links` returns, as in `linksift.frames.find`.
        unit: The unit of `start` and `end`, as in `linksift.frames.find`.
        max_row_bytes: A row longer than this yields null, and LongRowsWarning is issued.
        intranet: Whether `clean_uri` takes any name before a port or path for a host (`nas/photo`).
        options: The options of `Finder`. `clean_uri` uses their `default_scheme`, too.

    Raises:
        TypeError: For an unknown option, or for the path of a database.
        ValueError: For an invalid value of an option.

    >>> connection = duckdb.connect()
    >>> register(connection, profile="document", fields=["uri", "host"])
    >>> connection.sql("SELECT find_links('See www.a.example.')[1].host").fetchall()
    [('www.a.example',)]
    """
    if isinstance(connection, str):
        raise TypeError(f"register takes a connection, not a str: duckdb.connect({connection!r}) makes one")
    chosen = finder_from(register, finder, options)
    functions = sql_functions(chosen, fields=fields, unit=unit, max_row_bytes=max_row_bytes, intranet=intranet)
    for name, function in functions.items():
        returned = sql_type(function(pyarrow.array([], pyarrow.string())).type)
        with suppress(duckdb.Error):  # there is no such function yet
            connection.remove_function(name)
        # Without parameter types, a function takes VARCHAR and BLOB; DuckDB does not overload Python functions.
        connection.create_function(name, of_one_column(function), None, returned, type="arrow", null_handling="special")


def of_one_column(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function, with a single parameter in its signature, since DuckDB reads the signature."""
    return lambda column: function(column)


def sql_type(kind: "pyarrow.DataType") -> str:
    """An Arrow type as DuckDB's SQL writes it.

    >>> sql_type(frames.list_of_links(("uri", "start")))
    'STRUCT("uri" VARCHAR, "start" BIGINT)[]'
    """
    if pyarrow.types.is_list(kind):
        return f"{sql_type(kind.value_type)}[]"
    if pyarrow.types.is_struct(kind):
        members = ", ".join(f'"{field.name}" {sql_type(field.type)}' for field in kind)
        return f"STRUCT({members})"
    return SQL_TYPES[kind]


SQL_TYPES = {pyarrow.string(): "VARCHAR", pyarrow.int64(): "BIGINT", pyarrow.float64(): "DOUBLE"}
