"""Reads files of HTML and SVG."""

from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece
from linksift.documents.html.encoding import markup_of
from linksift.documents.html.page_reader import read_text
from linksift.documents.limits import read_beginning


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The references and text of a page, or of its beginning if it is longer than the limit. Never raises.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> [piece.text for piece in read(BytesIO(b"<p>a<b>b</b> &amp; c"), context)]
    ['ab & c']
    """
    octets, cut_off = read_beginning(file, context)
    yield from read_text(markup_of(octets), context, context.locator, context.base)
    yield from cut_off
