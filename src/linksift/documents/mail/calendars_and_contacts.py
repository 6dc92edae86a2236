"""Reads calendars (.ics) and contact cards (.vcf), with folds and escapes undone (RFC 5545; RFC 6350)."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, Source, Text
from linksift.documents.mail import span_removal
from linksift.documents.mail.span_removal import Span
from linksift.documents.read_limits import read_beginning
from linksift.documents.text_files.plain_text import text_of

_FOLD_OR_ESCAPE = re.compile(r"\n[ \t]|\\(?:\n[ \t])*+(?:([,;:\\])|([nN]))")
"""A fold, or an escaped character, which is a line break in the second group; a fold may come after the backslash."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a calendar or card, or of its beginning if it is longer than the limit."""
    octets, cut_off = read_beginning(file, context)
    yield content_lines(text_of(octets).replace("\r\n", "\n"), context.locator)
    yield from cut_off


def content_lines(text: str, locator: Locator) -> Text:
    r"""The text of a calendar or card without folds, and with its escapes undone: `\,`, `\;`, `\\`, `\n`, and `\:`,
    which some programs write in contact cards.

    See RFC 5545, 3.1 and 3.3.11, and RFC 6350, 3.2 and 3.4.

    >>> content_lines("NOTE:http://a.exam\n ple/b\\,c\\nhttp://d.example", Locator()).text
    'NOTE:http://a.example/b,c\nhttp://d.example'
    """
    removed: list[Span] = []
    breaks = [-1]
    for found in _FOLD_OR_ESCAPE.finditer(text):
        start, end = found.span()
        removed.append((start, end - 1 if found.lastindex else end))
        if found.lastindex == 2:
            breaks.append(end - 1)
    with_breaks = "\n".join([text[before + 1 : after] for before, after in pairwise([*breaks, len(text)])])
    return span_removal.without(with_breaks, removed, locator)._replace(source=Source(text))
