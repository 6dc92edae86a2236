"""The text format: a line for each match, as grep writes them.

Here belongs what a line says. What stands below it to explain it is for `explain`.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from linksift.cli.colour import Palette
from linksift.cli.place import input_of, words
from linksift.cli.visible import Spell, visible
from linksift.documents import Found, LinkInContext

if TYPE_CHECKING:
    from linksift.hazards import Hazard

Warn = Callable[[Found, Palette], Iterable[str]]
"""What is told of a link below it, row by row: `hazards_of`, or `silence`."""


def line(seen: LinkInContext, named: bool, colours: Palette, warn: Warn, spell: Spell) -> bytes:
    """`name:line:column:uri` for a match, or the URI alone when the input is not to be named; below it warnings."""
    warnings = "".join(f"    {row}\n" for row in warn(seen.found, colours))
    return heading(seen.found, named, colours, spell) + warnings.encode()


def heading(found: Found, named: bool, colours: Palette, spell: Spell) -> bytes:
    """One line of the format. The bytes of a name come out as `spell` has them; the URI is ASCII, as every URI is."""
    paint_name, paint_place, paint_uri, _, _, end = colours
    uri = f"{paint_uri}{found.match.uri}{end}\n"
    if not named:
        return uri.encode()
    place = f"{paint_name}{spell(input_of(found.location))}{end}:{paint_place}{visible(words(found.location))}{end}:"
    return os.fsencode(f"{place}{uri}")


def hazards_of(found: Found, colours: Palette) -> Iterator[str]:
    """A row for each hazard of a link, of which the text counts that is shown for it."""
    from linksift.hazards import hazards  # for those who ask

    return hazard_rows(hazards(found.match, found.link_text), colours)


def hazard_rows(hazards: Iterable["Hazard"], colours: Palette) -> Iterator[str]:
    """A row for each hazard: its name, the sentence and the source."""
    return (f"! {colours.mark}{name}{colours.end}: {why} ({source})" for name, why, source in hazards)


def silence(found: Found, colours: Palette) -> tuple[()]:
    """No row."""
    return ()
