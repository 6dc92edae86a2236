"""Converts spans to the units that other engines use: code points, UTF-8 bytes or UTF-16 code units."""

from collections.abc import Callable, Iterable
from typing import Literal

Unit = Literal["codepoints", "bytes", "utf-16"]
"""The unit of `start` and `end`: code points (as in Python), UTF-8 bytes, or UTF-16 code units."""

Span = tuple[int, int]


def utf8_octets(text: str) -> int:
    """The number of UTF-8 bytes in a text. A surrogate for a byte that is not UTF-8 counts as one byte.

    >>> utf8_octets("é\\udcff")
    3
    """
    return len(text.encode("utf-8", "surrogateescape"))


def utf16_units(text: str) -> int:
    """The number of UTF-16 code units in a text.

    >>> utf16_units("\\N{THUMBS UP SIGN}")
    2
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


UNITS: dict[str, Callable[[str], int]] = {"codepoints": len, "bytes": utf8_octets, "utf-16": utf16_units}
"""The length of a text in each unit."""


def spans_in(unit: str, text: str, spans: Iterable[Span]) -> list[Span]:
    """The spans of a text (in code points, ordered and disjoint), converted to another unit. The text is read once.

    >>> spans_in("bytes", "é b", [(0, 1), (2, 3)])
    [(0, 2), (3, 4)]
    """
    if unit == "codepoints" or text.isascii():
        return list(spans)
    length, position, offset, converted = UNITS[unit], 0, 0, []
    for start, end in spans:
        first = offset + length(text[position:start])
        offset = first + length(text[start:end])
        position = end
        converted.append((first, offset))
    return converted
