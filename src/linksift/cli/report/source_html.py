"""Text from outside as HTML: escaped, without passwords, and with a match marked in its lines and its changes shown.

Every string from outside passes through `safe_html` once.
"""

import re
from collections.abc import Iterator
from html import escape

from linksift.cli.streams.terminal_text import visible
from linksift.documents import LinkInContext
from linksift.finding import Match
from linksift.notes import Note
from linksift.uri import masked

_PASSWORD = re.compile(r"(//[^\s/?#:@]*+:)([^\s/?#@]++)(?=@)")
HIDDEN = "•"


def safe_html(text: str) -> str:
    r"""The text as the content of an element or the value of an attribute, with invisible characters shown as escapes.

    >>> safe_html('<b title="x">&\u202e\n')
    '&lt;b title=&quot;x&quot;&gt;&amp;\\u202e\\n'
    """
    return escape(visible(text))


def dot_passwords(text: str) -> str:
    """The text with a dot for each character of a password, so that all other characters keep their positions.

    >>> dot_passwords("see http://joe:pw@a.example/, or: joe@a.example")
    'see http://joe:••@a.example/, or: joe@a.example'
    """
    return _PASSWORD.sub(lambda found: found[1] + HIDDEN * len(found[2]), text)


# ---- The pieces of a match -------------------------------------------------------------------------------------------

Piece = tuple[int, int, Note | None]
"""The start and end of a span of the searched text, and the note that changed it, or None if the span was kept."""


def match_pieces(match: Match) -> Iterator[Piece]:
    """The pieces of a match's span, in order. An empty piece is an insertion.

    >>> from linksift.finding import find
    >>> match, = find("<http://a.example/b\\n c>")
    >>> [(start, end, note and note.rule) for start, end, note in match_pieces(match)]
    [(1, 19, None), (19, 21, 'rejoin.line_break'), (21, 22, None)]
    """
    at = match.start
    for note in match.notes:
        if note.replacement is None:
            continue
        if note.start > at:
            yield at, note.start, None
        yield note.start, note.end, note
        at = note.end
    if at < match.end:
        yield at, match.end, None


def password_positions(match: Match) -> frozenset[int]:
    """The positions of a password's characters in the searched text.

    >>> from linksift.finding import find
    >>> match, = find("http://joe:pw@a.example/")
    >>> sorted(password_positions(match))
    [11, 12]
    """
    hidden = masked(match.uri)
    if hidden == match.uri:
        return frozenset()
    found: set[int] = set()
    at = 0
    for start, end, note in match_pieces(match):
        written = match.uri[at : at + end - start] if note is None else note.replacement or ""
        shown = hidden[at : at + len(written)]
        if note is None:
            found.update(start + i for i in range(end - start) if shown[i : i + 1] != written[i])
        elif shown != written:
            found.update(range(start, end))
        at += len(written)
    return frozenset(found)


# ---- Lines -----------------------------------------------------------------------------------------------------------

CONTEXT = 160
"""The maximum number of characters of a line shown before and after a match, and of each adjacent line."""

LONGEST_MATCH = 4_000
"""The maximum number of characters of a match shown in its lines; the whole URI is shown above them."""

BREAK = "↵"
CUT = '<i class="cut">…</i>'


def context_lines(seen: LinkInContext) -> str:
    """The lines of a match and one line on each side, as an element, or "" if the text is only the URI."""
    text, match = seen.text, seen.found.match.shifted(-seen.start)
    if text == match.text == match.uri:
        return ""
    before, own, after = _before(text, match.start), _match(text, match), _after(text, match)
    first = before.count("\n")
    of_match = range(first, first + own.count("\n") + 1)
    line = seen.line_of(seen.found.match.start) if seen.line_of else None
    rows = (
        _row(html, None if line is None or place not in of_match else line + place - first)
        for place, html in enumerate((before + own + after).split("\n"))
        if html.strip() or place in of_match
    )
    name = "lines" if seen.line_of else "lines unnumbered"
    return f'<pre class="{name}">{"".join(rows)}</pre>'


def _row(html: str, number: int | None) -> str:
    return f"<span>{html}\n</span>" if number is None else f'<span data-n="{number}">{html}\n</span>'


# ---- Around the match ------------------------------------------------------------------------------------------------


def _before(text: str, end: int) -> str:
    """The line before the match's first line, and that line up to the match, each cut to the part nearest the match."""
    start = _start(text, end)
    if text[start - 1 : start] == "\n":
        start = _start(text, start - 1)
    return (CUT if start > 0 and text[start - 1] != "\n" else "") + plain_lines(text[start:end])


def _after(text: str, match: Match) -> str:
    """The rest of the match's last line and the next line, each cut to the part nearest the match.

    If part of the match is not shown, the number of omitted characters is given instead.
    """
    if len(match.text) > LONGEST_MATCH:
        return f'<i class="cut">… {len(match.text) - LONGEST_MATCH:,} more characters of it are not shown here</i>'
    end = _end(text, match.end)
    if text[end : end + 1] == "\n":
        end = _end(text, end + 1)
    return plain_lines(text[match.end : end]) + (CUT if text[end : end + 1] not in ("", "\n") else "")


def _start(text: str, end: int) -> int:
    least = max(0, end - CONTEXT)
    return text.rfind("\n", least, end) + 1 or least


def _end(text: str, start: int) -> int:
    most = min(len(text), start + CONTEXT)
    end = text.find("\n", start, most)
    return most if end < 0 else end


def plain_lines(text: str) -> str:
    r"""Text around the match as HTML.

    >>> plain_lines("a <b>\r\nc")
    'a &lt;b&gt;\nc'
    """
    return "\n".join(safe_html(line.removesuffix("\r")) for line in dot_passwords(text).split("\n"))


# ---- The match -------------------------------------------------------------------------------------------------------


def _match(text: str, match: Match) -> str:
    """The pieces of the match as HTML, with dots in place of a password."""
    last, hidden = match.start + LONGEST_MATCH, password_positions(match)
    html = ""
    for start, end, note in match_pieces(match):
        if start <= last:
            piece = "".join(HIDDEN if place in hidden else text[place] for place in range(start, min(end, last)))
            html += kept_piece(piece) if note is None else changed_piece(piece, note, start in hidden)
    return html


def kept_piece(text: str) -> str:
    """A piece that the URI keeps.

    >>> kept_piece("a&b")
    '<mark>a&amp;b</mark>'
    """
    return "\n".join(f"<mark>{safe_html(line)}</mark>" for line in text.split("\n"))


def changed_piece(text: str, note: Note, is_secret: bool = False) -> str:
    r"""A piece that was dropped or replaced. The reason is a tooltip here, and is also listed below for all readers.

    >>> changed_piece("\n> ", Note("a.rule", 3, 6, "", "Because."))
    '<del title="a.rule: Because.">↵</del>\n<del title="a.rule: Because.">&gt; </del>'
    """
    title = f'title="{safe_html(f"{note.rule}: {note.why}")}"'
    *ended, end = text.split("\n")
    dropped = [f"{safe_html(line.removesuffix(chr(13)))}{BREAK}" for line in ended] + [safe_html(end)]
    html = "\n".join(f"<del {title}>{line}</del>" if line else "" for line in dropped)
    replacement = HIDDEN if is_secret else safe_html(dot_passwords(note.replacement or ""))
    return html + (f"<ins {title}>{replacement}</ins>" if note.replacement else "")
