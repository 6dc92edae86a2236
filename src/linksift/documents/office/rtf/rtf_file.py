r"""Reads a Rich Text file (RTF 1.9.1), or the HTML page that Outlook encapsulates in it (MS-OXRTFEX).

The tags of the page are in groups such as `{\*\htmltag84 <a href=...>}`. Its text is that of the file, except the parts
between `\htmlrtf` and `\htmlrtf0`, which only Rich Text programs display.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Piece, StatedReference
from linksift.documents.html.page_reader import read_text
from linksift.documents.office.rtf.rich_text import pieces_of
from linksift.documents.office.rtf.rtf_tokenizer import NO_TEXT, content_of
from linksift.documents.safe_reading import read_beginning

_FROM_HTML = re.compile(rb"\{\\rtf[^{}]{0,1000}?\\fromhtml1(?![0-9])")
"""The control word in the header of a file that encapsulates a page (2.1.1)."""

_LINE_ENDS = ("par", "line")


class Group(NamedTuple):
    """The state within braces: whether the text is skipped, and whether it is only for Rich Text programs."""

    skipped: bool = False
    rich_text_only: bool = False


def page_in(octets: bytes) -> str | None:
    r"""The page encapsulated in a file (2.2), or None if there is none.

    >>> page_in(rb"{\rtf1\fromhtml1{\*\htmltag84 <b>}\htmlrtf{\b\htmlrtf0 Caf\'e9\htmlrtf}\htmlrtf0}")
    '<b>Café'
    >>> page_in(rb"{\rtf1 a}")
    """
    if not _FROM_HTML.match(octets):
        return None
    markup: list[str] = []
    group, outside, starred = Group(), list[Group](), False
    for word, number, text in content_of(octets):
        if word == "{":
            outside.append(group)
        elif word == "}":
            group = outside.pop()
        elif not word or word in _LINE_ENDS:
            if not group.skipped and not group.rich_text_only:
                markup.append(text or "\n")
        else:
            group = _after(group, word, number, starred)
        starred = word == "*"
    return "".join(markup)


def _after(group: Group, word: str, number: int | None, starred: bool) -> Group:
    """The state after a control word."""
    if word == "htmlrtf":
        return group._replace(rich_text_only=number != 0)
    if word == "htmltag" and starred:
        return Group()
    return group._replace(skipped=True) if starred or word in NO_TEXT else group


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    r"""The links and text of a file, or of its beginning if it is longer than the limit. Never raises.

    Outlook displays an encapsulated page, so it is read as a page. Other programs display the Rich Text, so the links
    that only the Rich Text states are added.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> page = rb"{\rtf1\fromhtml1{\*\htmltag84 <a href='http://a.example/'>}here{\*\htmltag92 </a>}}"
    >>> [piece.reference for piece in read(BytesIO(page), context) if isinstance(piece, StatedReference)]
    ['http://a.example/']
    """
    octets, cut_off = read_beginning(file, context)
    page = page_in(octets)
    if page is None:
        yield from pieces_of(octets, context)
    else:
        yield from _pieces_of_page(page, octets, context)
    yield from cut_off


def _pieces_of_page(page: str, octets: bytes, context: Context) -> Iterator[Piece]:
    """The pieces of an encapsulated page, and then the links that only the Rich Text around it states."""
    stated: set[str] = set()
    for piece in read_text(page, context, context.locator, context.base):
        if isinstance(piece, StatedReference):
            stated.add(piece.reference)
        yield piece
    for piece in pieces_of(octets, context):
        if isinstance(piece, StatedReference) and piece.reference not in stated:
            yield piece
