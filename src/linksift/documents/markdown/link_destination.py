"""Parses the destination of a link, as in `(dest "title")` and `[label]: dest` (CommonMark, 4.7 and 6.3)."""

import re
from collections.abc import Callable
from typing import NamedTuple

SPACE = re.compile(r"[ \t]*+(?:\n[ \t]*+)?")
"""White space with at most one line break."""

_IN_ANGLES = re.compile(r"<((?:[^<>\n\\]++|\\.)*)>")
_STRETCH = re.compile(r"[^ ()\\\x00-\x1f\x7f]++|\\[!-/:-@\[-`{-~]|\\|[()]")
_MARK = re.compile(r"\\[!-/:-@\[-`{-~]|[()]|[ \x00-\x1f\x7f]")
_PLAIN = r"[^ ()<\\\x00-\x1f\x7f]++"
COMMON_DESTINATION = rf"""\(({_PLAIN})(?:[ \t]++(?:"[^"\\]*+"|'[^'\\]*+')[ \t]*+)?\)"""
"""The destination and any title of most links: without escapes, parentheses or angle brackets."""

_COMMON_DESTINATION = re.compile(COMMON_DESTINATION)
_COMMON_DEFINITION = re.compile(rf"""\[([^\[\]\\]++)\]:[ \t]*+({_PLAIN})[ \t]*+(?:\n(?![ \t]*+["'(])|\Z)""")
"""A definition without escapes, parentheses, angle brackets or a title, as most are."""

_TITLE = re.compile(r"""(?s)"(?:[^"\\]++|\\.)*"|'(?:[^'\\]++|\\.)*'|\((?:[^()\\]++|\\.)*\)""")
LABEL = re.compile(r"(?s)\[((?:[^\[\]\\]++|\\.)*)\]")
LONGEST_LABEL = 999
_LINE_END = re.compile(r"[ \t]*+(?:\n|\Z)")


class Destination(NamedTuple):
    """A destination from `start` to `end` of the text, half-open, without brackets; `after` is the end of the construct
    around it."""

    start: int
    end: int
    after: int


def destination_at(text: str, position: int) -> Destination | None:
    """The destination that begins at a position.

    >>> destination_at("<a b> c", 0), destination_at("a(b)) c", 0), destination_at(" a", 0)
    (Destination(start=1, end=4, after=5), Destination(start=0, end=4, after=4), None)
    """
    if text.startswith("<", position):
        inside = _IN_ANGLES.match(text, position)
        return None if inside is None else Destination(*inside.span(1), inside.end())
    start, depth = position, 0
    while (stretch := _STRETCH.match(text, position)) is not None:
        depth += (stretch[0] == "(") - (stretch[0] == ")")
        if depth < 0:
            break
        position = stretch.end()
    return Destination(start, position, position) if start < position and depth <= 0 else None


def destination_ends(text: str) -> dict[int, int]:
    """The end of each destination that directly follows a parenthesis, keyed by the offset of that parenthesis.

    A destination ends at its closing parenthesis or at white space, with its parentheses balanced. Since destinations
    may be nested, a single pass finds all of them.

    >>> destination_ends("(a(b)) ((c d")
    {2: 4, 0: 5, 8: 10}
    """
    ends: dict[int, int] = {}
    opened: list[int] = []
    for mark in _MARK.finditer(text):
        if mark[0] == "(":
            opened.append(mark.start())
        elif mark[0] == ")" or not mark[0].startswith("\\"):
            if opened:
                ends[opened.pop()] = mark.start()
            if mark[0] != ")":
                opened.clear()
    return ends


def inline_destination(text: str, position: int, ends: Callable[[], dict[int, int]]) -> Destination | None:
    """The destination, possibly empty, in `(dest "title")` at a position, and the end of the parentheses. `ends`
    returns the `destination_ends` of the text, which few links need.

    >>> inline_destination('[a](b() "c") d', 3, lambda: {3: 7})
    Destination(start=4, end=7, after=12)
    """
    if (plain := _COMMON_DESTINATION.match(text, position)) is not None:
        return Destination(*plain.span(1), plain.end())
    if not text.startswith("(", position):
        return None
    start = end_of(SPACE, text, position + 1)
    if start == position + 1 and not text.startswith("<", start):
        end = ends().get(position)
        destination = None if end is None else Destination(start, end, end)
    else:
        destination = destination_at(text, start) or Destination(start, start, start)
    if destination is None:
        return None
    after = end_of(SPACE, text, destination.after)
    if destination.after < after and (title := _TITLE.match(text, after)) is not None:
        after = end_of(SPACE, text, title.end())
    return destination._replace(after=after + 1) if text.startswith(")", after) else None


def definition_at(text: str, position: int) -> tuple[str, Destination] | None:
    r"""The label and destination of the definition at a position, and the end of its last line.

    >>> definition_at("[a b]: <c>\n'd'\ne", 0)
    ('a b', Destination(start=8, end=9, after=15))
    """
    if (plain := _COMMON_DEFINITION.match(text, position)) is not None and normalized(plain[1]):
        return plain[1], Destination(*plain.span(2), plain.end())
    label = LABEL.match(text, position)
    if label is None or not normalized(label[1]) or not text.startswith(":", label.end()):
        return None
    destination = destination_at(text, end_of(SPACE, text, label.end() + 1))
    if destination is None:
        return None
    after = end_of(SPACE, text, destination.after)
    if destination.after < after and (title := _TITLE.match(text, after)) is not None:
        ending = _LINE_END.match(text, title.end())
        if ending is not None:
            return label[1], destination._replace(after=ending.end())
    ending = _LINE_END.match(text, destination.after)
    return None if ending is None else (label[1], destination._replace(after=ending.end()))


def end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    """The end of the match of a pattern that always matches."""
    match = pattern.match(text, position)
    return position if match is None else match.end()


def normalized(label: str) -> str:
    r"""A label in the form in which labels are compared; "" if it is not a label (6.3).

    >>> normalized(" A\n b")
    'a b'
    """
    return " ".join(label.split()).casefold() if len(label) <= LONGEST_LABEL else ""
