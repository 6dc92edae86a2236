"""The text format: one line for each link, as grep writes them, and its hazards below. `explain` writes more."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from linksift.cli.formats.link_location import input_name, location_words
from linksift.cli.streams.colour import Palette
from linksift.cli.streams.terminal_safe import Escaper, visible

if TYPE_CHECKING:
    from linksift.documents import Found, LinkInContext
    from linksift.hazards import Hazard

Warn = Callable[["Found", Palette], Iterable[str]]
"""Gives the rows below a link: `hazard_warnings` or `no_warnings`."""


def link_line(
    seen: "LinkInContext",
    named: bool,
    colours: Palette,
    warn: Warn,
    escape: Escaper,
    write_uri: Callable[[str], str] = str,
) -> bytes:
    """`name:line:column:uri` for a link, or only the URI if inputs are not named, and the warnings below it."""
    warnings = "".join(f"    {row}\n" for row in warn(seen.found, colours))
    return heading(seen.found, named, colours, escape, write_uri) + warnings.encode()


def heading(
    found: "Found", named: bool, colours: Palette, escape: Escaper, write_uri: Callable[[str], str] = str
) -> bytes:
    """The line of a link itself. `escape` is applied to the input's name, `write_uri` to the URI, which is ASCII."""
    uri = f"{colours.uri}{write_uri(found.match.uri)}{colours.end}\n"
    if not named:
        return uri.encode()
    name = f"{colours.name}{escape(input_name(found.location))}{colours.end}"
    location = f"{colours.place}{visible(location_words(found.location))}{colours.end}"
    return os.fsencode(f"{name}:{location}:{uri}")


def hazard_warnings(found: "Found", colours: Palette) -> Iterator[str]:
    """A row for each hazard of a link, its link text included, and for each sign that makes it worth a look."""
    from linksift.cli.formats.link_hazards import hazards_of, signs_of  # only if requested

    yield from hazard_rows(hazards_of(found), colours)
    yield from (f"? {name}: {why} ({source})" for name, why, source in signs_of(found))


def hazard_rows(hazards: Iterable["Hazard"], colours: Palette) -> Iterator[str]:
    """A row for each hazard: its name, its sentence and the source."""
    return (f"! {colours.mark}{name}{colours.end}: {why} ({source})" for name, why, source in hazards)


def no_warnings(found: "Found", colours: Palette) -> tuple[()]:
    """No rows."""
    return ()
