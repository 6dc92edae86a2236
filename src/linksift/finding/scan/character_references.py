"""Character references in running text, such as `&nbsp;` or `&#x27;`, left from text that was escaped as HTML.

A reference counts only with its semicolon, so `&copy=2` is part of a query. The names are those of HTML, 13.5.
"""

from functools import lru_cache

from linksift.finding.scan.character_roles import belongs_written_out, ends_as_reference
from linksift.lazy_pattern import lazy_pattern

LONGEST_REFERENCE = len("&CounterClockwiseContourIntegral;") + 3 * len("amp;")
"""The longest name, in text that was escaped four times."""

REFERENCE = r"&(?:amp;){0,3}(?:#(?:[0-9]{1,7}+|[xX][0-9A-Fa-f]{1,6}+)|[A-Za-z][A-Za-z0-9]{1,30}+);"
"""Text that may be a reference, escaped up to four times; `character` decides whether it is one."""

_REFERENCE = lazy_pattern(REFERENCE)


def reference_at(text: str, position: int) -> str:
    """The reference at a position, known or not; "" if there is none.

    >>> reference_at("a&nbsp;b", 1), reference_at("?a&copy=2", 2)
    ('&nbsp;', '')
    """
    found = _REFERENCE.match(text, position)
    return found[0] if found else ""


@lru_cache(1024)
def character(reference: str) -> str:
    """The text that a reference represents, nearly always one character; "" if the reference is not known.

    Numbers of C1 controls are interpreted as windows-1252 (HTML, 13.2.5.80).

    >>> character("&nbsp;"), character("&#x27;"), character("&#151;"), character("&nix;"), character("&amp;quot;")
    ('\\xa0', "'", '—', '', '"')
    """
    name = reference[1:]
    while name.startswith("amp;") and name != "amp;":
        name = name.removeprefix("amp;")
    if not name.startswith("#"):
        from html.entities import html5  # imported lazily: see tests/test_import.py

        return html5.get(name, "")
    number = int(name[2:-1], 16) if name[1] in "xX" else int(name[1:-1])
    if 0x80 <= number < 0xA0:
        return bytes([number]).decode("cp1252", "ignore")
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else ""


@lru_cache(1024)
def reference_ends(reference: str) -> bool:
    """Whether a reference represents a character that ends a URI.

    >>> [reference_ends(reference) for reference in ("&nbsp;", "&hellip;", "&#39;", "&amp;", "&eacute;")]
    [True, True, True, False, False]
    """
    return ends_as_reference(character(reference))


@lru_cache(1024)
def stands_in_uri(reference: str) -> str:
    """The character of a URI that a reference represents; "" if it represents something else, or stays as it is.

    >>> stands_in_uri("&eacute;"), stands_in_uri("&#038;"), stands_in_uri("&amp;"), stands_in_uri("&copy;")
    ('é', '&', '', '')
    """
    one = character(reference)
    return one if len(one) == 1 and reference != "&amp;" and belongs_written_out(one) else ""
