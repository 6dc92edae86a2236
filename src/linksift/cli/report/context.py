"""The lines that a link stands in, as HTML: the match marked, with what was dropped and what was put in its place.

Here belongs what a line of the source looks like on the page. What was done to a match is in `marks`.
"""

from linksift.cli.report.html import HIDDEN, shown, without_passwords
from linksift.cli.report.marks import pieces, secrets
from linksift.documents import LinkInContext
from linksift.finding import Match
from linksift.notes import Note

BESIDE = 160
"""So many characters are shown at most of a line in front of a match, behind it, and of the lines next to these."""

MOST = 4_000
"""So many characters of a match are shown in its lines, at most; its URI is whole above."""

BREAK = "↵"
CUT = '<i class="cut">…</i>'


def lines(seen: LinkInContext) -> str:
    """The lines that a match stands in, and one on each side, as an element; "" where the URI alone says it all."""
    text, match = seen.text, seen.found.match.shifted(-seen.start)
    if text == match.text == match.uri:
        return ""
    before, own, behind = _before(text, match.start), _match(text, match), _behind(text, match)
    first = before.count("\n")
    of_match = range(first, first + own.count("\n") + 1)
    line = seen.line_of(seen.found.match.start) if seen.line_of else None
    rows = (
        _row(html, None if line is None or place not in of_match else line + place - first)
        for place, html in enumerate((before + own + behind).split("\n"))
        if html.strip() or place in of_match
    )
    name = "lines" if seen.line_of else "lines unnumbered"
    return f'<pre class="{name}">{"".join(rows)}</pre>'


def _row(html: str, number: int | None) -> str:
    return f"<span>{html}\n</span>" if number is None else f'<span data-n="{number}">{html}\n</span>'


# ---- Beside the match ------------------------------------------------------------------------------------------------


def _before(text: str, end: int) -> str:
    """The line before a match's, and its own up to it; of each what is nearest."""
    start = _start(text, end)
    if text[start - 1 : start] == "\n":
        start = _start(text, start - 1)
    return (CUT if start > 0 and text[start - 1] != "\n" else "") + plain(text[start:end])


def _behind(text: str, match: Match) -> str:
    """The rest of a match's last line, and the next one; of each what is nearest. Or how much of it is not shown."""
    if len(match.text) > MOST:
        return f'<i class="cut">… {len(match.text) - MOST:,} more characters of it are not shown here</i>'
    end = _end(text, match.end)
    if text[end : end + 1] == "\n":
        end = _end(text, end + 1)
    return plain(text[match.end : end]) + (CUT if text[end : end + 1] not in ("", "\n") else "")


def _start(text: str, end: int) -> int:
    least = max(0, end - BESIDE)
    return text.rfind("\n", least, end) + 1 or least


def _end(text: str, start: int) -> int:
    most = min(len(text), start + BESIDE)
    end = text.find("\n", start, most)
    return most if end < 0 else end


def plain(text: str) -> str:
    r"""Text that nothing was done to, line by line.

    >>> plain("a <b>\r\nc")
    'a &lt;b&gt;\nc'
    """
    return "\n".join(shown(line.removesuffix("\r")) for line in without_passwords(text).split("\n"))


# ---- The match -------------------------------------------------------------------------------------------------------


def _match(text: str, match: Match) -> str:
    """The match, line by line: its pieces, each as what became of it."""
    last, hidden = match.start + MOST, secrets(match)
    return "".join(
        kept(masked(text, start, min(end, last), hidden))
        if note is None
        else changed(masked(text, start, min(end, last), hidden), note, start in hidden)
        for start, end, note in pieces(match)
        if start <= last
    )


def masked(text: str, start: int, end: int, hidden: frozenset[int]) -> str:
    """A span of the text, with dots for what is secret."""
    if not hidden:
        return text[start:end]
    return "".join(HIDDEN if place in hidden else text[place] for place in range(start, end))


def kept(text: str) -> str:
    """A piece that is in the URI as it stands.

    >>> kept("a&b")
    '<mark>a&amp;b</mark>'
    """
    return "\n".join(f"<mark>{shown(line)}</mark>" for line in text.split("\n"))


def changed(text: str, note: Note, is_secret: bool = False) -> str:
    r"""A piece that was dropped, and what was put in its place; why is told to a mouse here, and to all below.

    >>> changed("\n> ", Note("a.rule", 3, 6, "", "Because."))
    '<del title="a.rule: Because.">↵</del>\n<del title="a.rule: Because.">&gt; </del>'
    """
    title = f'title="{shown(f"{note.rule}: {note.why}")}"'
    *ended, end = text.split("\n")
    dropped = [f"{shown(line.removesuffix(chr(13)))}{BREAK}" for line in ended] + [shown(end)]
    html = "\n".join(f"<del {title}>{line}</del>" if line else "" for line in dropped)
    became = HIDDEN if is_secret else shown(without_passwords(note.replacement or ""))
    return html + (f"<ins {title}>{became}</ins>" if note.replacement else "")
