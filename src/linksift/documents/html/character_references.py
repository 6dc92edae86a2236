"""Finds and decodes character references such as `&amp;` in markup (HTML, 13.2.5.72-80).

The standard library's `html.unescape` gives no offsets, does not handle the exceptions for attributes, and raises an
exception for a number with 5,000 digits.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html.entities import html5

from linksift.documents.text_files.text_without_escapes import Escape
from linksift.notes import edited

_REFERENCE = re.compile(r"&(?:#(?:[0-9]++|[xX][0-9a-fA-F]++)|[A-Za-z][A-Za-z0-9]*+);?")
LONGEST_BARE = max(len(name) for name in html5 if not name.endswith(";"))
"""The length of the longest name that needs no semicolon ("Agrave")."""

_REPLACEMENT = "\ufffd"


def character_references(markup: str, start: int, end: int) -> Iterator[Escape]:
    """The character references in a span of text; unknown names are not references.

    >>> list(character_references("a&ampx &#x41; &nix;", 0, 19))
    [Escape(start=1, end=5, text='&'), Escape(start=7, end=13, text='A')]
    """
    for written in _REFERENCE.finditer(markup, start, end):
        length, text = _reference_at_start(written[0])
        if length:
            yield Escape(written.start(), written.start() + length, text)


def _reference_at_start(written: str) -> tuple[int, str]:
    """The length and the text of the reference at the start of what looks like one; 0 and "" if its name is unknown.

    >>> _reference_at_start("&ampx"), _reference_at_start("&#65;"), _reference_at_start("&nix;")
    ((4, '&'), (5, 'A'), (0, ''))
    """
    if written[1] == "#":
        return len(written), numeric_character(written)
    name = known_name(written[1:])
    return (1 + len(name), html5[name]) if name else (0, "")


def decoded(markup: str, start: int, end: int) -> str:
    """The text in a span of the markup, with its character references decoded.

    >>> decoded("a &lt; b &nix;", 0, 14)
    'a < b &nix;'
    """
    text = markup[start:end]
    return _REFERENCE.sub(_decoded, text) if "&" in text else text


def _decoded(written: re.Match[str]) -> str:
    length, text = _reference_at_start(written[0])
    return text + written[0][length:]


def references_in_attribute(markup: str, start: int, end: int) -> list[Escape]:
    """The character references in the value of an attribute, which spans that part of the markup.

    In an attribute, a name without its semicolon is not a reference before `=` or a letter, so queries stay unchanged.

    >>> [one.text for one in references_in_attribute("?a=1&amp;b&copy=2&#38;c", 0, 23)]
    ['&', '&']
    """
    if markup.find("&", start, end) < 0:
        return []
    found = character_references(markup, start, end)
    return [one for one in found if not is_literal_in_attributes(markup, one, end)]


def with_texts(markup: str, start: int, end: int, found: Sequence[Escape]) -> str:
    """A span of the markup with its character references replaced by their texts."""
    text = markup[start:end]
    return edited(text, [(one.start - start, one.end - start, one.text) for one in found]) if found else text


def is_literal_in_attributes(markup: str, reference: Escape, end: int) -> bool:
    """Whether a reference is plain text in an attribute, for historical reasons (13.2.5.73)."""
    bare = markup[reference.start + 1] != "#" and markup[reference.end - 1] != ";"
    following = markup[reference.end] if reference.end < end else ""
    return bare and (following == "=" or (following.isascii() and following.isalnum()))


def known_name(written: str) -> str:
    """The longest known name at the start of a text, or "" if there is none.

    >>> known_name("amp;"), known_name("notit;"), known_name("nix;")
    ('amp;', 'not', '')
    """
    if written in html5:
        return written
    lengths = range(min(len(written), LONGEST_BARE), 1, -1)
    return next((written[:length] for length in lengths if written[:length] in html5), "")


LONGEST_KEPT = 16
"""The maximum length of a numeric reference whose character is kept: a page repeats a few, such as `&#160;`."""


def numeric_character(written: str) -> str:
    r"""The character that a numeric reference denotes (13.2.5.80); U+FFFD if there is no such character.

    >>> [numeric_character(written) for written in ("&#65;", "&#x20ac", "&#128;", "&#129;", "&#0;")]
    ['A', '\u20ac', '\u20ac', '\x81', '\ufffd']
    """
    return _short_numeric(written) if len(written) <= LONGEST_KEPT else _numeric(written)


def _numeric(written: str) -> str:
    digits = written[2:].rstrip(";").lower()
    base = 16 if digits.startswith("x") else 10
    digits = digits.lstrip("x").lstrip("0")
    number = int(digits or "0", base) if len(digits) < 8 else 0
    if number > 0x10FFFF or number == 0 or 0xD800 <= number < 0xE000:
        return _REPLACEMENT
    meant = bytes([number]).decode("cp1252", "ignore") if 0x80 <= number < 0xA0 else ""  # pages mean windows-1252
    return meant or chr(number)


_short_numeric = lru_cache(256)(_numeric)
