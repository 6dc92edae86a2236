"""Finds the folds and escapes of calendars, contact cards and OpenPGP cleartext signatures, a function each."""

import re
from collections.abc import Iterator

from linksift.documents.mail.span_removal import Span

_CONTENT_LINE = re.compile(r"\n[ \t]|\\(?=[,;\\])")
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "\n-----BEGIN PGP SIGNATURE-----"
_DASH = re.compile(r"^- ", re.MULTILINE)


def content_lines(text: str) -> Iterator[Span]:
    r"""The spans of a calendar or card that are not part of its values: folds, and backslashes before `,` `;` `\`.

    RFC 5545, 3.1 and 3.3.11; RFC 6350, 3.2 and 3.4.

    >>> list(content_lines("URL:http://a.exam\n ple/b\\,c"))
    [(17, 19), (24, 25)]
    """
    return (match.span() for match in _CONTENT_LINE.finditer(text))


def dash_escapes(text: str) -> list[Span]:
    r"""The `- ` before lines that begin with a dash, in text with a cleartext signature (RFC 9580, 7.2).

    >>> dash_escapes("-----BEGIN PGP SIGNED MESSAGE-----\n\n- -a\n-----BEGIN PGP SIGNATURE-----\n- b")
    [(36, 38)]
    """
    found: list[Span] = []
    end = 0
    while (start := text.find(_SIGNED, end)) >= 0:
        end = text.find(_SIGNATURE, start)
        end = len(text) if end < 0 else end
        found += (match.span() for match in _DASH.finditer(text, start, end))
    return found
