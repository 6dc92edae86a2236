"""Recognizes and reads files of HTML, and of XML that holds links the way pages do: feeds, SVG, OPML."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece
from linksift.documents.html.encoding import markup_of
from linksift.documents.html.page_reader import read_text
from linksift.documents.size_limit import read_beginning

SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".svg", ".rss", ".atom", ".opml", ".rdf")
_FIRST_TAGS = rb"html|head|title|base|meta|body|div|table|script|style|rss|feed|svg|opml|rdf:rdf"
_BEGINNING = re.compile(rb"(?i)\s*+(?:<!doctype\s++(?:html|svg|rss|opml)|<(?:" + _FIRST_TAGS + rb")[\s>/])")
_BEFORE_IT = re.compile(rb"(?i)\s*+(?:<\?[^>]*+>|<!--)")


def recognizes(head: bytes, name: str) -> bool:
    """Whether a file is a page or such XML, by its beginning or its name.

    >>> recognizes(b"<!-- saved --><!DOCTYPE html>", ""), recognizes(b"a <b", "a.htm"), recognizes(b"a <b", "a.txt")
    (True, True, False)
    """
    if name.endswith(SUFFIXES):
        return True
    text = head.removeprefix(b"\xef\xbb\xbf")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = head.replace(b"\0", b"")[2:]
    return _BEGINNING.match(text, after_comments(text)) is not None


def after_comments(head: bytes) -> int:
    """The beginning of a page after comments and instructions."""
    position = 0
    while (before := _BEFORE_IT.match(head, position)) is not None:
        position = before.end()
        if before[0].endswith(b"<!--"):
            end = head.find(b"-->", position)
            position = len(head) if end < 0 else end + 3
    return position


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
