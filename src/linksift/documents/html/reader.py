"""HTML pages, and XML that holds links as they do: feeds, SVG, OPML.

Here belongs what is read of a file, and which files. What is in the markup never does.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.html.encoding import markup_of
from linksift.documents.html.page import read_text
from linksift.documents.source import Context, Piece, Problem

SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".svg", ".rss", ".atom", ".opml", ".rdf")

FIRST_TAGS = rb"html|head|title|base|meta|body|div|table|script|style|rss|feed|svg|opml|rdf:rdf"
BEGINNING = re.compile(rb"(?i)\s*+(?:<!doctype\s++(?:html|svg|rss|opml)|<(?:" + FIRST_TAGS + rb")[\s>/])")

BEFORE_IT = re.compile(rb"(?i)\s*+(?:<\?[^>]*+>|<!--)")


def recognizes(head: bytes, name: str) -> bool:
    """Whether a file is for this reader: by how it begins, or by its name.

    >>> recognizes(b"<!-- saved --><!DOCTYPE html>", ""), recognizes(b"a <b", "a.htm"), recognizes(b"a <b", "a.txt")
    (True, True, False)
    """
    if name.endswith(SUFFIXES):
        return True
    text = head.removeprefix(b"\xef\xbb\xbf")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = head.replace(b"\0", b"")[2:]
    return BEGINNING.match(text, after_comments(text)) is not None


def after_comments(head: bytes) -> int:
    """Where a page begins behind comments and instructions."""
    position = 0
    while (before := BEFORE_IT.match(head, position)) is not None:
        position = before.end()
        if before[0].endswith(b"<!--"):
            end = head.find(b"-->", position)
            position = len(head) if end < 0 else end + 3
    return position


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """What a page states and says; of one longer than the limit, what its beginning does. Never raises on any octets.

    >>> from io import BytesIO
    >>> from linksift.documents.source import Limits, Place
    >>> context = Context(None, None, Limits(), Place(), lambda file, context: iter(()))
    >>> [piece.text for piece in read(BytesIO(b"<p>a<b>b</b> &amp; c"), context)]
    ['ab & c']
    """
    size = context.limits.size
    octets = file.read(size + 1)
    yield from read_text(markup_of(octets[:size]), context, context.place, context.base)
    if len(octets) > size:
        yield Problem(f"only the first {size:,} octets were read", context.place)
