"""The functions that linksift adds to SQL, as functions of Arrow columns."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from linksift import frames
from linksift.finding import Finder


def sql_functions(
    finder: Finder, *, fields: str | Iterable[str], unit: str, max_row_bytes: int, intranet: bool
) -> dict[str, Callable[[Any], Any]]:
    """The functions of columns, keyed by their names in SQL. Each already has its options.

    `clean_uri` adds the same scheme as `find_links`, which is that of the finder.

    >>> options = {"fields": "uri", "unit": "bytes", "max_row_bytes": 9, "intranet": False}
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
