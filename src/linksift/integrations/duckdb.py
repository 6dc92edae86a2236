"""Functions of DuckDB: `find_links`, `clean_uri`, `normalize_uri` and `uri_parts`, for VARCHAR and BLOB.

    linksift.integrations.duckdb.register(connection)
    connection.sql("SELECT id, unnest(find_links(body), recursive := true) FROM mail")

They do what the functions of `linksift.frames` do with a column.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Unpack

import duckdb
import pyarrow

from linksift import frames
from linksift.finding import Finder, FinderOptions


def register(
    connection: "duckdb.DuckDBPyConnection", finder: Finder | None = None, **options: Unpack[FinderOptions]
) -> None:
    """Register the functions in a connection. `find_links` finds with `finder`, or with one that has these `options`.

    Raises TypeError or ValueError for wrong options, and what DuckDB raises if a name is taken.

    >>> connection = duckdb.connect()
    >>> register(connection, profile="document")
    >>> connection.sql("SELECT find_links('See www.a.example.')[1].uri").fetchall()
    [('http://www.a.example',)]
    """
    functions: dict[str, Callable[[Any], Any]] = {
        "find_links": partial(frames.find, finder=finder, **options),
        "clean_uri": frames.clean,
        "normalize_uri": frames.normalize,
        "uri_parts": frames.parts,
    }
    for name, function in functions.items():
        returned = sql_type(function(pyarrow.array([], pyarrow.string())).type)
        # Without types of parameters a function takes VARCHAR and BLOB: DuckDB has no overloads of Python functions.
        connection.create_function(name, of_one_column(function), None, returned, type="arrow", null_handling="special")


def of_one_column(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function with one parameter in its signature, which DuckDB reads."""
    return lambda column: function(column)


def sql_type(kind: "pyarrow.DataType") -> str:
    """Arrow's type as DuckDB's SQL writes it.

    >>> sql_type(frames.list_of_links(("uri", "start")))
    'STRUCT("uri" VARCHAR, "start" BIGINT)[]'
    """
    if pyarrow.types.is_list(kind):
        return f"{sql_type(kind.value_type)}[]"
    if pyarrow.types.is_struct(kind):
        members = ", ".join(f'"{field.name}" {sql_type(field.type)}' for field in kind)
        return f"STRUCT({members})"
    return "BIGINT" if pyarrow.types.is_int64(kind) else "VARCHAR"
