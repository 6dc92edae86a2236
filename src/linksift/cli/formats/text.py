"""The text format: one line for each link, as grep writes them, and its hazards below. `explain` writes more."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from linksift.cli.formats.link_location import around_line, input_name, words_around_line
from linksift.cli.streams.colour import Palette
from linksift.cli.streams.open_input import display_name
from linksift.cli.streams.terminal_safe import Escaper, visible

if TYPE_CHECKING:
    from linksift.documents import Found, LinkInContext, LinksInText
    from linksift.hazards import Hazard

_OF_FILE_NAMES = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
"""The encoding of lines, so that a name that is not UTF-8 is written as it is."""

Warn = Callable[["Found", Palette], Iterable[str]]
"""Gives the rows below a link: `hazard_warnings` or `no_warnings`."""


def link_lines(
    links: Sequence["LinkInContext"],
    named: bool,
    colours: Palette,
    escape: Escaper,
    write_uri: Callable[[str], str] = str,
) -> list[bytes]:
    """`name:line:column:uri` for each link of an input, or only the URI if inputs are not named."""
    if isinstance(links, list):
        return headings([link.found for link in links], named, colours, escape, write_uri)
    return lines_in_text(cast("LinksInText", links), named, colours, escape, write_uri)


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
    """The line of a link itself."""
    return headings([found], named, colours, escape, write_uri)[0]


def headings(
    links: Sequence["Found"], named: bool, colours: Palette, escape: Escaper, write_uri: Callable[[str], str] = str
) -> list[bytes]:
    """The lines of links of one input. `escape` is applied to its name, `write_uri` to the URIs, which are ASCII.

    The words for a locator are made once for all links of a text, which share it.
    """
    if not named:
        return [f"{colours.uri}{write_uri(link.match.uri)}{colours.end}\n".encode() for link in links]
    name = f"{colours.name}{escape(input_name(links[0].location))}{colours.end}:{colours.place}"
    end = f"{colours.end}:{colours.uri}"
    locator, stated_by, before, after = None, None, "", ""
    lines = []
    for match, (_, its_locator, its_stated_by, line, column, _, _), _ in links:
        if its_locator is not locator or its_stated_by != stated_by:
            locator, stated_by = its_locator, its_stated_by
            before, after = (visible(words) for words in words_around_line(locator, stated_by))
        where = around_line(before, after, line, column) if line is None else f"{before}{line}:{column}{after}"
        lines.append(f"{name}{where}{end}{write_uri(match.uri)}{colours.end}\n".encode(*_OF_FILE_NAMES))
    return lines


def lines_in_text(
    links: "LinksInText", named: bool, colours: Palette, escape: Escaper, write_uri: Callable[[str], str] = str
) -> list[bytes]:
    """The same of links in a plain text, of which no records are made."""
    end = f"{colours.end}\n"
    if not named:
        return [f"{colours.uri}{write_uri(match.uri)}{end}".encode() for match in links.matches]
    before, after = (visible(words) for words in words_around_line(links.locator, None))
    name = f"{colours.name}{escape(display_name(links.path))}{colours.end}:{colours.place}{before}"
    middle = f"{after}{colours.end}:{colours.uri}"
    return [
        f"{name}{line}:{column}{middle}{write_uri(match.uri)}{end}".encode(*_OF_FILE_NAMES)
        for match, line, column in zip(links.matches, links.lines, links.columns, strict=True)
    ]


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
