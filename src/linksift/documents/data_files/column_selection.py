"""Selects the columns of a table to read: those that the caller named, or all of them."""

from collections.abc import Collection
from itertools import islice

from linksift.documents.document_model import Columns, ReadError

MOST_LISTED = 20
"""The maximum number of columns named in a message."""

LONGEST_FIELD = 255
"""The maximum length, in characters, of a reported column name."""

LONGEST_ID = 1_024
"""The maximum length of a value that identifies a row; a longer value is truncated."""


def require_columns(wanted: Columns, there: Collection[str]) -> None:
    """Raise ReadError unless a table has all columns that the caller named.

    >>> require_columns(Columns(("body",)), ["id", "text"])
    Traceback (most recent call last):
    linksift.documents.document_model.ReadError: has no column 'body', but 'id', 'text'
    """
    for name in wanted.all:
        if name not in there:
            listed = ", ".join(map(repr, islice(there, MOST_LISTED)))
            raise ReadError(f"has no column {name!r}, but {listed or 'none'}{', ...' * (len(there) > MOST_LISTED)}")


def is_read(wanted: Columns, name: str) -> bool:
    """Whether a column is searched; if the caller named none, all are.

    >>> is_read(Columns(("body",)), "id"), is_read(Columns(), "id")
    (False, True)
    """
    return not wanted.names or name in wanted.names


def row_id(value: object) -> str | None:
    """The value that identifies a row, as it is reported; None for null.

    >>> row_id(7), row_id(None)
    ('7', None)
    """
    return None if value is None else str(value)[:LONGEST_ID]
