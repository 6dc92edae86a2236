r"""Finds and decodes backslash escapes and character references such as `\_` and `&amp;` (CommonMark, 2.4 and 2.5)."""

import re
from collections.abc import Iterable, Iterator
from html.entities import html5

from linksift.documents.html.character_references import numeric_character
from linksift.documents.text_files.escape_removal import Escape, Span

_NAME = r"#[0-9]{1,7}+;|#[xX][0-9a-fA-F]{1,6}+;|[A-Za-z][A-Za-z0-9]{0,31}+;"
_ESCAPE = re.compile(rf"\\([!-/:-@\[-`{{-~])|&({_NAME})")
_REFERENCE = re.compile(rf"()&({_NAME})")
"""Like `_ESCAPE`, with the same groups, but only for character references, since HTML has no backslash escapes."""


def unescaped(written: str) -> str:
    r"""Text with its backslash escapes and character references decoded.

    >>> unescaped(r"a\_b&amp;c\d&copy=")
    'a_b&c\\d&copy='
    """
    if "\\" not in written and "&" not in written:
        return written
    return _ESCAPE.sub(lambda escape: escape[1] or decoded_reference(escape[2]), written)


def decoded_reference(reference: str) -> str:
    """The text of a character reference, given without its `&`."""
    return numeric_character("&" + reference) if reference.startswith("#") else html5.get(reference, "&" + reference)


def escapes(text: str, start: int, end: int, in_html: bool) -> Iterator[Escape]:
    r"""The escapes in a span of text, in order.

    >>> list(escapes(r"\_&amp;", 0, 7, in_html=False))
    [Escape(start=0, end=1, text=''), Escape(start=2, end=7, text='&')]
    """
    for written in (_REFERENCE if in_html else _ESCAPE).finditer(text, start, end):
        if written[1]:
            yield Escape(written.start(), written.start() + 1, "")
        else:
            yield Escape(*written.span(), decoded_reference(written[2]))


def outside_spans(some: Iterable[Escape], spans: Iterable[Span]) -> Iterator[Escape]:
    """The escapes outside all spans; only the escapes must be in order.

    >>> list(outside_spans([Escape(0, 1, ""), Escape(4, 5, ""), Escape(8, 9, "")], [(6, 7), (3, 5)]))
    [Escape(start=0, end=1, text=''), Escape(start=8, end=9, text='')]
    """
    ahead = sorted(spans, reverse=True)
    covered = 0
    for escape in some:
        while ahead and ahead[-1][0] <= escape.start:
            covered = max(covered, ahead.pop()[1])
        if covered <= escape.start:
            yield escape
