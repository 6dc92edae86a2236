"""Reads calendars (.ics) and contact cards (.vcf), with their folds and escapes undone (RFC 5545; RFC 6350)."""

from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece
from linksift.documents.limits import read_beginning
from linksift.documents.mail import calendar_and_pgp_folds, span_removal
from linksift.documents.text_files.plain_text import text_of


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a calendar or card, or of its beginning if it is longer than the limit."""
    octets, cut_off = read_beginning(file, context)
    text = text_of(octets).replace("\r\n", "\n")
    yield span_removal.without(text, calendar_and_pgp_folds.content_lines(text), context.locator)
    yield from cut_off
