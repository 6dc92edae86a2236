r"""How far a text that still grows is settled: no text that follows changes a match before there.

White space ends a URI, except in angle brackets and quotes, which may close in a later line (Appendix C). So all lines
are settled but those from an enclosure on that may still close. What could be one is taken for one.
"""

from linksift.finding.scan.delimiter_table import LINE_BREAKS
from linksift.finding.scan.enclosures import ENCLOSURES
from linksift.patterns import lazy_pattern

MOST_LINES = 17
"""Quotes that do not close within so many lines enclose no URI; `scan.quotes` has the limit."""

_LAST_WORDS = lazy_pattern(rf"(?<!\S)(\S++)[^\S{LINE_BREAKS}]*+(?:\r\n|[{LINE_BREAKS}])")
_LINE_END = lazy_pattern(rf"\r\n|[{LINE_BREAKS}]")
_EMPTY_LINE = lazy_pattern(rf"\n[^\S{LINE_BREAKS}]*+\r?\n\s*+\S[^{LINE_BREAKS}]*+[{LINE_BREAKS}]")
"""An empty line, and another line after it: the two words of a label may be on both sides of it."""

_PREFIX = lazy_pattern(r"[\s>|#*/;%\-]*+")
_CLOSES = lazy_pattern(
    r"<(?:(?=[\s!\"#$&'()*+,\-./:;<=>?@\[\\\]^`{|}~])"
    rf"|[^{LINE_BREAKS}]*?[>|]|[\s\S]*?[{LINE_BREAKS}][\s>|#*/;%\-]*+[^{LINE_BREAKS}>|]++[>|])"
)
"""An angle bracket that opens nothing, or closes on its line or later, after more than a prefix."""

_QUOTES = {opener: enclosure.closers for opener, enclosure in ENCLOSURES.items() if enclosure.joins and opener != "<"}


def settled_end(text: str, start: int, max_length: int) -> int:
    r"""Where the settled lines end, from `start`, a line's start that is settled itself.

    >>> settled_end("see http://a.example\nmore", 0, 100), settled_end("a\n<http://a.exam\nmore", 0, 100)
    (21, 2)
    """
    end = text.rfind("\n", start) + 1
    if end <= start:
        return start
    begun = [_open_angle(text, start, end), _open_quote(text, max(start, end - max_length), end)]
    opened = min((place for place in begun if place >= max(0, end - max_length - 1)), default=end)
    return max(start, text.rfind("\n", start, opened) + 1)


def _open_angle(text: str, start: int, end: int) -> int:
    r"""The last `<` before `end`, if angle brackets that it opens may still close; or -1.

    A `>` at the head of a line may be a quote prefix, so it does not count.

    >>> _open_angle("<http://a/\n", 0, 11), _open_angle("<http://a/>\n", 0, 12), _open_angle("<http://a/\n> b\n", 0, 15)
    (0, -1, 0)
    """
    opener = text.rfind("<", start, end)
    if opener < 0 or _CLOSES.match(text, opener, end) or _EMPTY_LINE.search(text, opener, end):
        return -1
    return opener


def _open_quote(text: str, start: int, end: int) -> int:
    r"""The start of the first word at a line end after whose quotes a URI may continue in lines to come; or -1.

    Only the last lines are read, since in earlier ones too many lines follow.

    >>> _open_quote('a "http://a/\n', 0, 13), _open_quote('a "http://a/\nb c\n', 0, 17), _open_quote('don\'t.\n', 0, 7)
    (2, -1, -1)
    """
    for found in _LAST_WORDS.finditer(text, _last_lines(text, start, end), end):
        quotes = [quote for quote in _QUOTES if quote in found[1]]
        if quotes and _may_hold_uri(found[1]) and any(_goes_on(text, found.end(), end, _QUOTES[q]) for q in quotes):
            return found.start()
    return -1


def _last_lines(text: str, start: int, end: int) -> int:
    r"""The start of the first line before `end` that fewer than `MOST_LINES` lines follow, or `start` if that is later.

    >>> _last_lines("a\n" * 20, 0, 40), _last_lines("a\n" * 20, 10, 40), _last_lines("a\n", 0, 2)
    (6, 10, 0)
    """
    place = end
    for _ in range(MOST_LINES + 1):
        place = text.rfind("\n", start, place)
        if place < 0:
            return start
    return place + 1


def _may_hold_uri(word: str) -> bool:
    """Whether a word may hold a URI or a name that continues in the next line: others have neither a colon nor a slash.

    >>> [_may_hold_uri(word) for word in ("'http:", "'a.example/", "'www.", "don't.")]
    [True, True, True, False]
    """
    return ":" in word or "/" in word or "www." in word.lower() or "ftp." in word.lower()


def _goes_on(text: str, start: int, end: int, closers: str) -> bool:
    r"""Whether quotes that opened before these lines may still close: each line is one word without a closer.

    >>> [_goes_on(lines, 0, len(lines), "'") for lines in ("", "> b\n", "b c\n", "b'\n", "\n", "b\n" * 17)]
    [True, True, False, False, False, False]
    """
    place, lines = start, 0
    for line_end in _LINE_END.finditer(text, start, end):
        line, place = text[place : line_end.start()], line_end.end()
        word = line[_PREFIX.match(line).end() :]  # type: ignore[union-attr]
        if not line.strip() or len(word.split()) > 1 or any(closer in line for closer in closers):
            return False
        lines += 1
    return lines < MOST_LINES
