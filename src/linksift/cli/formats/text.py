"""The text format: one line for each link, as in grep, with the link's hazards below it. `explain` writes more."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from linksift.cli.formats.link_details import around_line, hazards_of, signs_of, words_around_line
from linksift.cli.streams.terminal_text import Escaper, Palette, display_name, visible

if TYPE_CHECKING:
    from linksift.documents import Found, LinkInContext, LinksInText, Locator
    from linksift.hazards import Hazard

_OF_FILE_NAMES = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
"""The encoding and error handler for lines, so that a name that is not UTF-8 is written unchanged."""

Located = Literal["nowhere", "in line", "in group"]
"""Where the location of a link is written: nowhere, before the URI, or in two parts. In the last case, a line with the
input and message precedes the link's own line, and `output_options.grouped` writes it once per message."""


class LineStyle(NamedTuple):
    """How the line for a link is written: `escape` is applied to the input's name, and `write_uri` to the URI, which is
    ASCII. `warns` indicates whether the link's hazards follow."""

    located: Located
    colours: Palette
    escape: Escaper
    write_uri: Callable[[str], str]
    warns: bool


def link_lines(links: Sequence["LinkInContext"], style: LineStyle) -> list[bytes]:
    """`name:line:column:uri` for each link of an input, or only the URI if no location is written."""
    if isinstance(links, list):
        return headings([link.found for link in links], style)
    return lines_in_text(cast("LinksInText", links), style)


def link_line(seen: "LinkInContext", style: LineStyle) -> bytes:
    """The line for a link, as `link_lines` writes it, with the warnings below it."""
    warnings = "".join(f"    {row}\n" for row in warnings_of(seen.found, style))
    return headings([seen.found], style)[0] + warnings.encode()


def headings(links: Sequence["Found"], style: LineStyle) -> list[bytes]:
    """The lines for links of one input, without warnings.

    The words for a locator are produced only once for all links of a text, which share the locator.
    """
    located, colours, escape, write_uri, _ = style
    if located == "nowhere":
        return [f"{colours.uri}{write_uri(link.match.uri)}{colours.end}\n".encode() for link in links]
    name = escape(display_name(links[0].location.path))
    end = f"{colours.end}:{colours.uri}"
    locator, stated_by, start, before, after = None, None, "", "", ""
    lines = []
    for match, (_, its_locator, its_stated_by, line, column, _, _), _ in links:
        if its_locator is not locator or its_stated_by != stated_by:
            locator, stated_by = its_locator, its_stated_by
            start, before, after = _around_place(name, locator, stated_by, style)
        where = around_line(before, after, line, column) if line is None else f"{before}{line}:{column}{after}"
        lines.append(f"{start}{where}{end}{write_uri(match.uri)}{colours.end}\n".encode(*_OF_FILE_NAMES))
    return lines


def lines_in_text(links: "LinksInText", style: LineStyle) -> list[bytes]:
    """The lines that `headings` would return, for links in plain text, without creating a record for each link."""
    located, colours, escape, write_uri, _ = style
    end = f"{colours.end}\n"
    if located == "nowhere":
        return [f"{colours.uri}{write_uri(match.uri)}{end}".encode() for match in links.matches]
    start, before, after = _around_place(escape(display_name(links.path)), links.locator, None, style)
    before, after = f"{start}{before}", f"{after}{colours.end}:{colours.uri}"
    return [
        f"{before}{line}:{column}{after}{write_uri(match.uri)}{end}".encode(*_OF_FILE_NAMES)
        for match, line, column in zip(links.matches, links.lines, links.columns, strict=True)
    ]


def _around_place(name: str, locator: "Locator", stated_by: str | None, style: LineStyle) -> tuple[str, str, str]:
    """The texts around a link's line and column: the input (on a separate line for a group), the words that precede the
    line, and the words that follow the column."""
    document, before, after = (visible(words) for words in words_around_line(locator, stated_by))
    colours = style.colours
    if style.located == "in group":
        return f"{colours.name}{f'{name}:{document}'[:-1]}{colours.end}\n{colours.place}", before, after
    return f"{colours.name}{name}{colours.end}:{colours.place}", document + before, after


def warnings_of(found: "Found", style: LineStyle) -> Iterator[str]:
    """A row for each hazard of a link, including those of its text, and for each sign that makes it worth a look, if
    the style `warns`."""
    if style.warns:
        yield from hazard_rows(hazards_of(found), style.colours)
        yield from (f"? {name}: {why} ({source})" for name, why, source in signs_of(found))


def hazard_rows(hazards: Iterable["Hazard"], colours: Palette) -> Iterator[str]:
    """A row for each hazard, with its name, reason and source."""
    return (f"! {colours.mark}{name}{colours.end}: {why} ({source})" for name, why, source in hazards)
