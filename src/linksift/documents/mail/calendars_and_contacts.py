"""Reads calendars (.ics) and contact cards (.vcf), with folds and escapes undone (RFC 5545; RFC 6350)."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece
from linksift.documents.mail import span_removal
from linksift.documents.mail.span_removal import Span
from linksift.documents.read_limits import read_beginning
from linksift.documents.text_files.plain_text import text_of

_CONTENT_LINE = re.compile(r"\n[ \t]|\\(?=[,;\\])")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a calendar or card, or of its beginning if it is longer than the limit."""
    octets, cut_off = read_beginning(file, context)
    text = text_of(octets).replace("\r\n", "\n")
    yield span_removal.without(text, content_lines(text), context.locator)
    yield from cut_off


def content_lines(text: str) -> Iterator[Span]:
    r"""The spans of a calendar or card that are not part of its values: folds, and backslashes before `,`, `;` and `\`.

    See RFC 5545, 3.1 and 3.3.11, and RFC 6350, 3.2 and 3.4.

    >>> list(content_lines("URL:http://a.exam\n ple/b\\,c"))
    [(17, 19), (24, 25)]
    """
    return (match.span() for match in _CONTENT_LINE.finditer(text))
