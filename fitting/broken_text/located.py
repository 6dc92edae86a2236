"""Locates the URIs of a source in the text that a typesetter produced from it."""

from itertools import takewhile
from operator import eq

import regex

from fitting.broken_text.document import Answer, Setting, Source, Span

FOLLOWED = regex.compile(r"[^\s\w]{0,3}[ \t]*\n(?:[ \t]*[>|#*;%/]+)*[ \t]*[^\s>|#*;%]")
"""The text after a URI that ends its line, if the text continues on the next one."""


class NotThere(ValueError):
    """A typesetter changed more than line ends: a URI of the source is not in the resulting text."""


def located(source: Source, setting: Setting) -> tuple[Answer, ...]:
    """The answers of a document, found link by link in the order of the source.

    A typesetter removes only white space, and its `gap` matches anything that it puts between two characters. So each
    URI is at the first place at which its characters occur in order with nothing but gaps between them.

    >>> from fitting.broken_text.document import Link, Paragraph
    >>> link = Link("", "http://a.example/x-y", ".")
    >>> source = Source((Paragraph(("see", link)),), "en", "")
    >>> located(source, Setting("see http://a.exam-\\nple/x-y.", "-?\\n"))[0].pieces
    (Span(start=4, end=17), Span(start=19, end=26))
    """
    answers = []
    here = 0
    for link in source.links():
        pieces = pieces_of(link.uri, setting, here)
        here = pieces[-1].end
        trap = ""
        if len(pieces) == 1 and FOLLOWED.match(setting.text, here):
            trap = link.trap or f"line end, {source.language}"
        answers.append(Answer(link.uri, pieces, trap))
    return tuple(answers)


def pieces_of(uri: str, setting: Setting, here: int) -> tuple[Span, ...]:
    """The spans of a URI's pieces, at its first occurrence, whole or broken, starting at `here`."""
    gap = regex.compile(setting.gap)
    start = setting.text.find(uri[0], here)
    while start >= 0:
        pieces = pieces_at(uri, setting.text, gap, start)
        if pieces:
            return pieces
        start = setting.text.find(uri[0], start + 1)
    raise NotThere(f"{uri!r} is not in {setting.text[here:][:400]!r}")


def pieces_at(uri: str, text: str, gap: regex.Pattern[str], start: int) -> tuple[Span, ...]:
    r"""The spans of a URI's pieces if it starts at `start`, otherwise ().

    The longest first piece is tried first, and then shorter ones: a hyphen that ends a line may be the typesetter's,
    even if the URI also has a hyphen at that place.

    >>> pieces_at("a/-/b", "a/-\n-/b", regex.compile("-?\n"), 0)
    (Span(start=0, end=2), Span(start=4, end=7))
    """
    longest = start + sum(takewhile(bool, map(eq, uri, text[start : start + len(uri)])))
    if longest == start + len(uri):
        return (Span(start, longest),)
    for end in range(longest, start, -1):
        found = gap.match(text, end)
        rest = pieces_at(uri[end - start :], text, gap, found.end()) if found else ()
        if rest:
            return (Span(start, end), *rest)
    return ()
