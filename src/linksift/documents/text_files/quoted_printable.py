r"""Reads quoted-printable text without the header field that states its encoding (RFC 2045, 6.7).

Mail archives contain, and `get_payload()` returns, the body of a mail in this form.

In such text, every `=` begins an escape: an octet (`?id=3D5`), or a soft line break (`=` at a line end).
"""

import re
from collections.abc import Iterator

from linksift.documents.text_files.text_encoding import decoded
from linksift.documents.text_files.text_without_escapes import Escape, reader_without_escapes

_ESCAPES = re.compile(r"(?:=(?:[0-9A-Fa-f]{2}|[ \t]*+(?:\r\n|\n)))++")
"""Escapes in a row, which may be the octets of one character."""


def escapes(text: str) -> Iterator[Escape]:
    r"""The escapes in a text, in order; those in a row count as one.

    >>> list(escapes("a=3D=\nb=E2=80=\n=99"))
    [Escape(start=1, end=6, text='='), Escape(start=7, end=18, text='’')]
    """
    for found in _ESCAPES.finditer(text):
        octets = bytes.fromhex(found[0].replace("=", ""))  # this skips the white space of soft breaks
        yield Escape(*found.span(), decoded(octets, None))


read = reader_without_escapes(escapes)
"""The text of a file, or of its beginning if it is longer than the limit."""
