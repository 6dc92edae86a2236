"""The text format: one line for each link, as in grep, with the link's hazards or its explanation below."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from linksift.cli.formats.location_and_hazards import around_line, hazards_of, signs_of, words_around_line
from linksift.cli.streams.terminal_text import Escaper, Palette, display_name, quoted, visible, width

if TYPE_CHECKING:
    from linksift.documents import Found, LinkInContext, LinksInText, Locator
    from linksift.finding import Match
    from linksift.hazards import Hazard
    from linksift.notes import Note

_OF_FILE_NAMES = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
"""The encoding and error handler for lines, so that a name that is not UTF-8 is written unchanged."""

Located = Literal["nowhere", "in line", "in group"]
"""Where the location of a link is written: nowhere, before the URI, or in two parts. In the last case, a line with the
input and message precedes the link's own line, and `choose_writers.grouped` writes it once per message."""


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
        where = around_line(before, after, line, column)
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


# ---- `--explain`: the source lines of a link, its changes and their reasons, and its alternatives --------------------
#
#     mail.txt:1:4:http://a.example/b
#             1 | > <http://a.exam
#               |    ^^^^^^^^^^^^^
#             2 | > ple/b> there
#               | ~~^^^^^
#               = joined over 1 line break
#               = kind: uri, enclosure: angle
#               = rejoin.line_prefix: "\n> " dropped: A line break inside an enclosure is dropped, ...
#
# `^` marks the characters that were kept, and `~` marks those that were dropped or re-encoded.


EXCERPT = 120
"""The maximum number of characters shown from a line."""

BEFORE = 40
"""The maximum number of characters shown from a line before the match."""


def explained_link(seen: "LinkInContext", style: LineStyle) -> bytes:
    """The link's line in the text format, its explanation in UTF-8, and an empty line."""
    match, colours = seen.found.match, style.colours
    warnings = (f"      {row}" for row in warnings_of(seen.found, style))
    explanation = [*_excerpts(seen, colours), *_remarks(seen.text, match.shifted(-seen.start), colours), *warnings]
    rows = "".join(f"    {row}\n" for row in [*explanation, ""]).replace("    \n", "\n")
    return headings([seen.found], style)[0] + rows.encode()


def _excerpts(seen: "LinkInContext", colours: Palette) -> Iterator[str]:
    """The lines that contain the match, each with marks below it, and with its line number if the source has lines."""
    text, match = seen.text, seen.found.match.shifted(-seen.start)
    changed = {i for note in match.notes if note.replacement is not None for i in range(note.start, note.end)}
    start = text.rfind("\n", 0, match.start) + 1
    while start < match.end:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        seen_end = end - text.endswith("\r", start, end)
        shown, marks = _marked(text, range(start, seen_end), match, changed)
        number = seen.line_of(max(start, match.start) + seen.start) if seen.line_of else ""
        yield f"{colours.place}{number:>5}{colours.end} | {shown}"
        if marks:
            yield f"      | {colours.mark}{marks}{colours.end}"
        start = end + 1


def _marked(text: str, line: range, match: "Match", changed: set[int]) -> tuple[str, str]:
    """A line of the text, shortened if it is long, and the marks below it."""
    first = max(line.start, match.start)
    begin = line.start if len(line) <= EXCERPT else max(line.start, min(first - BEFORE, line.stop - EXCERPT))
    shown, marks = ("... ", "    ") if begin > line.start else ("", "")
    for i in range(begin, min(line.stop, begin + EXCERPT)):
        cell = visible(text[i])
        shown += cell
        mark = " " if not match.start <= i < match.end else "~" if i in changed else "^"
        marks += cell if cell == "\t" else mark * width(cell)
    return shown + (" ..." if begin + EXCERPT < line.stop else ""), marks.rstrip()


def _remarks(text: str, match: "Match", colours: Palette) -> Iterator[str]:
    """Remarks on the match: its outcome, its kind, its notes and its alternatives."""
    if outcome := ", ".join(_outcome(text, match)):
        yield f"      = {colours.uri}{outcome}{colours.end}"
    enclosure = f", enclosure: {match.enclosure}" if match.enclosure else ""
    yield f"      = kind: {match.kind}{enclosure}{_confidence(match)}"
    if match.iri != match.uri:
        yield f"      = reads {visible(match.iri)}"
    for note in match.notes:
        yield f"      = {colours.rule}{note.rule}{colours.end}: {describe_edit(text, note)}{note.why}"
    for alternative in match.alternatives:
        sure = match.confidence == 1
        yield f"      = or {colours.uri}{alternative.uri}{colours.end}{'' if sure else _confidence(alternative)}"


def _outcome(text: str, match: "Match") -> Iterator[str]:
    """The outcome of a match in words (joined, changed or cut), shown before the notes that give the reasons."""
    edits = [note for note in match.notes if note.replacement is not None]
    over = [
        note
        for note in edits
        if (not note.replacement and text[note.start : note.end].isspace()) or _breaks(text, note)
    ]
    breaks = sum(_breaks(text, note) for note in over)
    if over:
        yield f"joined over {_counted(breaks, 'line break')}" if breaks else "joined over white space"
    if any(note.rule.startswith("joining.") and not _is_inside(note, over) for note in match.notes):
        yield "not joined with the line after it" if over else "not joined with the next line"
    if len(edits) > len(over):
        yield f"changed in {_counted(len(edits) - len(over), 'place')}"
    ends = (text[note.start : note.end] for note in match.notes if note.start == match.end < note.end)
    if end := next((piece for piece in ends if not piece.isspace()), ""):
        yield f"ends before {quoted(end)}"


def _breaks(text: str, note: "Note") -> int:
    """The number of line breaks that a note removes."""
    return 0 if note.replacement else text.count("\n", note.start, note.end)


def _is_inside(note: "Note", others: "list[Note]") -> bool:
    return any(other.start <= note.start and note.end <= other.end for other in others)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _confidence(match: "Match") -> str:
    """The confidence of a match, or "" if the match is certain."""
    return "" if match.confidence == 1 else f", confidence: {match.confidence:.2f}"


def describe_edit(text: str, note: "Note") -> str:
    """The edit in a note, such as `"x" dropped: `, `"x" added: ` or `"x" as "%78": `; for a remark, only its span."""
    piece = text[note.start : note.end]
    span = quoted(piece) if piece else ""
    if note.replacement is None:
        return f"{span}: " if span else ""
    if not note.replacement:
        return f"{span} dropped: "
    return f"{span} as {quoted(note.replacement)}: " if span else f"{quoted(note.replacement)} added: "
