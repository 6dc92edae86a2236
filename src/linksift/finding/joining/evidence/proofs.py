"""Proofs: cases in which only a URI explains the text on both sides of a break. A single proof decides.

One is a string in source code that continues on the next line, as in gettext catalogues, C, Python, Java and other
languages. Two adjacent strings count as one only if the surrounding text is evidently code. In CSV, dialogue and lists
of quoted words, they are two.
"""

from typing import NamedTuple

from linksift.finding.joining.layout import Layout, Line
from linksift.finding.joining.seam import Seam, joined
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule

CLOSES = r"[\"'][ \t]{0,8}[+.\\]{0,2}[ \t]{0,8}"
OPENS = r"[ \t]{0,99}[+.]{0,2}[ \t]{0,8}[A-Za-z]{0,2}[\"']"
AT_STRING_END = rf"[.,:;\-]{{0,8}}{CLOSES}\r?\n{OPENS}"
"""The text after a URI that ends a string, if another string begins the next line."""

_CLOSER = lazy_pattern(r"(?P<quote>[\"'])[ \t]{0,8}(?P<operator>[+.\\]{0,2})[ \t]{0,8}\Z")
_OPENER = lazy_pattern(r"[ \t]*(?P<operator>[+.]{0,2})[ \t]*[A-Za-z]{0,2}(?P<quote>[\"'])")
_CATALOGUE = lazy_pattern(r"(?:#~ ?)?msg(?:id|str|ctxt|id_plural|str\[\d\]) ?\Z")
_BEFORE_VALUE = lazy_pattern(r"(?:[(\[{=]|\breturn)[ \t]*[A-Za-z]{0,2}\Z")
MOST_STRINGS = 50
"""The maximum number of lines read upwards to find where the first string of a value begins."""


class StringBreak(NamedTuple):
    """The break between two strings that count as one: where the first one's text ends and the second one's begins."""

    start: int
    end: int


def string_break(layout: Layout, line: Line, following: Line) -> StringBreak | None:
    r"""The break between the string that ends a line and the one that starts the next, if the code joins them.

    >>> layout = Layout('msgid "See http://a.example/b/"\n"c.html"', frozenset())
    >>> string_break(layout, layout.line_of(0), layout.line_of(40))
    StringBreak(start=30, end=33)
    """
    closer = _CLOSER.search(line.text)
    opener = _OPENER.match(following.text)
    if closer is None or opener is None or closer["quote"] != opener["quote"]:
        return None
    if not (closer["operator"] or opener["operator"] or _begins_value(layout, line, closer["quote"])):
        return None
    return StringBreak(line.body + closer.start(), following.body + opener.end())


def _begins_value(layout: Layout, line: Line, quote: str) -> bool:
    """Whether the first of the strings above is a value in a catalogue entry, an assignment or a call."""
    for _ in range(MOST_STRINGS):
        before, opened, _ = line.text.partition(quote)
        if f"{quote}," in line.text or not opened:
            return False
        if before.strip():
            is_value = _BEFORE_VALUE.search(before) is not None or before.count("(") > before.count(")")
            return is_value or _CATALOGUE.match(before) is not None
        above = layout.before(line)
        if above is None or not above.stripped:
            return False
        if not _CLOSER.search(above.text):
            return _BEFORE_VALUE.search(above.text) is not None
        line = above
    return False


_SCHEME = lazy_pattern(r"(?i:https?|ftp)://")


@rule
def scheme_goes_on(seam: Seam) -> float:
    r"""The line ends in part of http, https or ftp, and the next line starts with the rest and `://`.

    >>> [linksift.find(f"See ht\n{rest}://a.example", rejoin="auto")[0].uri for rest in ("tp", "tps")]
    ['http://a.example', 'https://a.example']
    """
    return float("://" not in seam.uri and _SCHEME.match(joined(seam.uri, seam.piece)) is not None)


@rule
def string_goes_on(seam: Seam) -> float:
    r"""The line ends in a string in source code, and the next line starts with another that the code appends to it.

    >>> linksift.find('f("See http://a.example/b/"\n  "c.html")', rejoin="auto")[0].uri
    'http://a.example/b/c.html'
    """
    return float(string_break(seam.layout, seam.line, seam.next) is not None)
