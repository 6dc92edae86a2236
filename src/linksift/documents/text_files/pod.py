"""Reads POD, the format of Perl's documentation, and Perl: their text with its escapes decoded (perlpod).

In the source, escapes stand for the brackets around an address: `Joe E<lt>joe@a.exampleE<gt>`.
"""

import re
from collections.abc import Iterator
from html.entities import html5

from linksift.documents.text_files.text_without_escapes import Escape, reader_without_escapes

_ESCAPE = re.compile("E<([A-Za-z]{2,31})>")
"""A character by its name, one of those of HTML."""


def escapes(text: str) -> Iterator[Escape]:
    """The escapes in a text, in order; a name that HTML does not know is left as it is.

    >>> list(escapes("E<lt>aE<nix>"))
    [Escape(start=0, end=5, text='<')]
    """
    for found in _ESCAPE.finditer(text):
        if (character := html5.get(f"{found[1]};")) is not None:
            yield Escape(*found.span(), character)


read = reader_without_escapes(escapes)
"""The text of a file, or of its beginning if it is longer than the limit."""
