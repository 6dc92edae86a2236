"""Percent-encoding, RFC 3986, 2.1, of UTF-8, as 2.5 and RFC 3987 have it.

Here belongs how characters become escapes and escapes characters. Which of them should does not.
"""

import re
from collections.abc import Callable


def percent_encode(text: str) -> str:
    """Every character of `text` as the percent-encoded octets of its UTF-8, in upper case (RFC 3986, 2.1 and 2.5).

    Raises UnicodeEncodeError, a ValueError, for a lone surrogate, which has no octets.

    >>> percent_encode("é ")
    '%C3%A9%20'
    """
    return "".join([f"%{octet:02X}" for octet in text.encode("utf-8")])


def percent_decode(text: str, wanted: Callable[[str], bool]) -> str:
    """`text` with the characters beyond ASCII in place of their escapes, as far as they are `wanted`.

    Other escapes stay as they are written: those of ASCII, octets that are not UTF-8, characters not wanted
    (RFC 3987, 3.2).

    >>> percent_decode("%C3%A9%20%E9%E2%80%8B", str.isalpha)
    'é%20%E9%E2%80%8B'
    """
    return re.sub("(?:%[89A-Fa-f][0-9A-Fa-f])+", lambda run: _decode_run(run[0], wanted), text)


def _decode_run(run: str, wanted: Callable[[str], bool]) -> str:
    """`percent_decode` for a run of escapes beyond ASCII with nothing between them."""
    pieces = []
    start = 0
    # "surrogateescape" gives each octet that is not UTF-8 as a character of its own, a lone surrogate.
    for character in bytes.fromhex(run.replace("%", "")).decode("utf-8", "surrogateescape"):
        foreign = "\udc80" <= character <= "\udcff"
        end = start + 3 * (1 if foreign else len(character.encode("utf-8")))
        pieces.append(run[start:end] if foreign or not wanted(character) else character)
        start = end
    return "".join(pieces)
