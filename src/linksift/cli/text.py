"""The text format: a line for each match, as grep writes them."""

import os
from collections.abc import Iterable, Iterator

from linksift.cli.colour import Palette
from linksift.cli.place import Window, placed
from linksift.cli.source import Source
from linksift.finding import Match


def lines(source: Source, window: Window, matches: Iterable[Match], named: bool, colours: Palette) -> Iterator[bytes]:
    """`name:line:column:uri` for each match, or the URI alone when the source is not to be named."""
    name = source.name if named else None
    for match, line, column in placed(window, matches):
        yield heading(name, match.uri, line, column, colours)


def heading(name: str | None, uri: str, line: int, column: int, colours: Palette) -> bytes:
    """One line of the format. The bytes of a name come out as they went in; the rest is ASCII, as every URI is."""
    paint_name, paint_place, paint_uri, _, _, end = colours
    if name is None:
        return f"{paint_uri}{uri}{end}\n".encode()
    place = f"{paint_name}{name}{end}:{paint_place}{line}:{column}{end}:"
    return os.fsencode(f"{place}{paint_uri}{uri}{end}\n")
