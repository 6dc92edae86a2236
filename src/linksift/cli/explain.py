"""`--explain`: under each match the lines it stands in, what was done to it and why, and what else it could be.

    mail.txt:1:4:http://a.example/b
            1 | > <http://a.exam
              |    ^^^^^^^^^^^^^
            2 | > ple/b> there
              | ~~^^^^^
              = uri, enclosure: angle
              = rejoin.line_prefix: "\\n> " dropped: A line break inside an enclosure is ignored, ...

`^` stands under what was kept, `~` under what was dropped or re-encoded.
"""

from collections.abc import Iterable, Iterator

from linksift.cli.colour import Palette
from linksift.cli.place import Window, placed
from linksift.cli.source import Source
from linksift.cli.text import heading
from linksift.cli.visible import quoted, visible, width
from linksift.finding import Match
from linksift.notes import Note

EXCERPT = 120
"""How many characters of a line are shown at most."""

BEFORE = 40
"""How many of them stand before the match, at most."""


def blocks(source: Source, window: Window, matches: Iterable[Match], named: bool, colours: Palette) -> Iterator[bytes]:
    """For each match its line of the text format, the explanation in UTF-8, and an empty line."""
    name = source.name if named else None
    for match, line, column in placed(window, matches):
        yield heading(name, match.uri, line, column, colours)
        here = match.moved(-window.start)
        explanation = [*_excerpts(window.text, here, line, colours), *_remarks(window.text, here, colours)]
        yield "".join(f"    {row}\n" for row in [*explanation, ""]).replace("    \n", "\n").encode()


def _excerpts(text: str, match: Match, line: int, colours: Palette) -> Iterator[str]:
    """Each line that the match stands in, under its number, and the marks below it."""
    changed = {i for note in match.notes if note.became is not None for i in range(note.start, note.end)}
    start = text.rfind("\n", 0, match.start) + 1
    while start < match.end:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        seen_end = end - text.endswith("\r", start, end)
        shown, marks = _marked(text, range(start, seen_end), match, changed)
        yield f"{colours.place}{line:5}{colours.end} | {shown}"
        if marks:
            yield f"      | {colours.mark}{marks}{colours.end}"
        start, line = end + 1, line + 1


def _marked(text: str, line: range, match: Match, changed: set[int]) -> tuple[str, str]:
    """A line of the text as it is shown, cut where it is long, and the marks that go below it."""
    first = max(line.start, match.start)
    begin = line.start if len(line) <= EXCERPT else max(line.start, min(first - BEFORE, line.stop - EXCERPT))
    shown, marks = ("... ", "    ") if begin > line.start else ("", "")
    for i in range(begin, min(line.stop, begin + EXCERPT)):
        cell = visible(text[i])
        shown += cell
        mark = " " if not match.start <= i < match.end else "~" if i in changed else "^"
        marks += cell if cell == "\t" else mark * width(cell)
    return shown + (" ..." if begin + EXCERPT < line.stop else ""), marks.rstrip()


def _remarks(text: str, match: Match, colours: Palette) -> Iterator[str]:
    """What the match is, each of its notes, and its other readings."""
    enclosure = f", enclosure: {match.enclosure}" if match.enclosure else ""
    yield f"      = {match.kind}{enclosure}"
    if match.iri != match.uri:
        yield f"      = reads {visible(match.iri)}"
    for note in match.notes:
        yield f"      = {colours.rule}{note.rule}{colours.end}: {_done(text, note)}{note.why}"
    for alternative in match.alternatives:
        yield f"      = or {colours.uri}{alternative.uri}{colours.end}"


def _done(text: str, note: Note) -> str:
    """What a note says was done: `"x" dropped: `, `"x" added: `, `"x" as "%78": `, or of a remark only its span."""
    piece = text[note.start : note.end]
    span = quoted(piece) if piece else ""
    if note.became is None:
        return f"{span}: " if span else ""
    if not note.became:
        return f"{span} dropped: "
    return f"{span} as {quoted(note.became)}: " if span else f"{quoted(note.became)} added: "
