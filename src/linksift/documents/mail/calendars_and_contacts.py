"""Reads calendars (.ics) and contact cards (.vcf), with folds, escapes and encodings undone (RFC 5545; RFC 6350)."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, Source, Text
from linksift.documents.html.page_reader import is_page, read_inner_page
from linksift.documents.mail.mime import base64, quoted_printable
from linksift.documents.reading_limits import read_beginning
from linksift.documents.text_files.plain_text import text_of
from linksift.documents.text_files.text_encoding import decoded
from linksift.documents.text_files.text_without_escapes import Escape, text_without_escapes

_FOLD_OR_ESCAPE = re.compile(r"\r?\n[ \t]|\\(?:\r?\n[ \t])*+(?:([,;:\\])|[nN])|(\r?\n)(?=(?s:..))")
"""A fold, an escaped character (in the first group, unless it is a line break), or the end of a line (in the second
group), except before the last character, so that its replacement is not longer than the rest of the source. A fold may
come after the backslash."""

_ENCODED_VALUE = re.compile(
    r"""(?imx)
    ^ [^:;\n]*+ (?: ; (?! (?:encoding=)? (?:quoted-printable|base64|b) [:;]) [^:;\n]*+ )*+  # the name and parameters
    ; (?:encoding=)? (?:
        quoted-printable (?: ; [^:\n]*+ )? :
            (?P<quoted> [^\r\n]*+ (?: \r?\n (?: [ \t] | (?<==\n) | (?<==\r\n) ) [^\r\n]*+ )*+ )
      | (?:base64|b)     (?: ; [^:\n]*+ )? : (?P<base64> (?: \r?\n[ \t] | [A-Za-z0-9+/= \t] )*+ ) \r?$
    )"""
)
"""A line whose value is encoded, as in old calendars and cards (vCard 2.1; RFC 2426, 2.4.1), and its value. A value
with characters other than those of Base64 is not encoded."""

_CARRIAGE_RETURN = re.compile(r"\r(?!\n)")
"""A line end of old Macs. Every other line end stays, so that offsets are those of the file."""

_QUOTED = re.compile(r"=?\r?\n[ \t]?|(?:=[0-9A-Fa-f]{2})++")

BETWEEN_LINES = "\n\n\n"
"""Replaces the end of a line that is not folded, since no URI continues on the next one."""

_DESCRIPTION = re.compile(
    r"""(?im)^(?:X-ALT-DESC|DESCRIPTION)((?:;(?:[^":\n]++|"[^"\n]*+")*+)?):((?:[^\n]++|\n(?!\n\n))*+)"""
)
"""The description of an appointment, in text without folds and escapes: its parameters, and its value."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a calendar or card, or of its beginning if it is longer than the limit."""
    octets, cut_off = read_beginning(file, context)
    yield from pieces_of_lines(_CARRIAGE_RETURN.sub("\n", text_of(octets)), context)
    yield from cut_off


def pieces_of_lines(lines: str, context: Context) -> Iterator[Piece]:
    """The text of a calendar or card, and the descriptions of appointments that are pages: Outlook states that they
    are, and Google Calendar writes tags in any description."""
    text = content_lines(lines, context.locator)
    pages = [
        found.span(2)
        for found in _DESCRIPTION.finditer(text.text)
        if "text/html" in found[1].lower() or is_page(found[2])
    ]
    if context.may_hold_link(text.text):
        yield text._replace(skip=pages)
    for start, end in pages:
        yield from read_inner_page(text.part(start, end), context, context.base)


def content_lines(text: str, locator: Locator) -> Text:
    r"""The text of a calendar or card without folds, and with its escapes undone: `\,`, `\;`, `\\`, `\n`, and `\:`,
    which some programs write in contact cards.

    See RFC 5545, 3.1 and 3.3.11, and RFC 6350, 3.2 and 3.4.

    >>> content_lines("NOTE:http://a.exam\n ple/b\\,c\\nhttp://d.example", Locator()).text
    'NOTE:http://a.example/b,c\nhttp://d.example'
    >>> content_lines("URL;ENCODING=QUOTED-PRINTABLE:http=3A//a.exam=\nple/b", Locator()).text
    'URL;ENCODING=QUOTED-PRINTABLE:http://a.example/b'
    """
    return text_without_escapes(Source(text), _escapes(text), (), locator)


def _escapes(text: str) -> Iterator[Escape]:
    """The folds, escapes, line ends and encoded characters of a calendar or card, in order."""
    position = 0
    for line in _ENCODED_VALUE.finditer(text):
        start, end = line.span(line.lastgroup or 0)
        yield from _escapes_between(text, position, start)
        if line["base64"] is not None:
            octets = base64(text[start:end].encode("utf-8", "replace"))
            yield Escape(start, end, "" if b"\0" in octets else decoded(octets, None))
        else:
            for found in _QUOTED.finditer(text, start, end):
                octets = quoted_printable(found[0].encode("ascii"))
                yield Escape(*found.span(), decoded(octets, None) if found[0][-1] > " " else "")
        position = end
    yield from _escapes_between(text, position, len(text))


def _escapes_between(text: str, start: int, end: int) -> Iterator[Escape]:
    """The folds, escapes and line ends of a stretch without encoded values; an escaped character itself is kept."""
    for found in _FOLD_OR_ESCAPE.finditer(text, start, end):
        first, last = found.span()
        if found[1]:
            yield Escape(first, last - 1, "")
        else:
            yield Escape(first, last, BETWEEN_LINES if found[2] else "\n" if found[0][-1] in "nN" else "")
