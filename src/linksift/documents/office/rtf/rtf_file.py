"""Reads a Rich Text file (RTF 1.9.1), or the page that is encapsulated in it (MS-OXRTFEX)."""

from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece, StatedReference
from linksift.documents.html.page_reader import read_text
from linksift.documents.office.rtf.encapsulated_page import page_in
from linksift.documents.office.rtf.rich_text import pieces_of
from linksift.documents.read_limits import read_beginning


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
