r"""Escaped characters in running text: those that are written as an escape sequence or a character reference.

Escape sequences are left from source code, markup and terminals. They matter directly before a scheme, whose letters
they seem to extend (`\nhttp:`), and inside a URI, whose characters JSON and JavaScript write as numbers (`\u0026`:
RFC 8259, 7), and LaTeX, Markdown and shells after a backslash (`\_`).

References such as `&nbsp;` or `&#x27;` are left from text that was escaped as HTML. A reference counts only with its
semicolon, so `&copy=2` is part of a query. The names are those of HTML, 13.5.
"""

import re
from functools import lru_cache

from linksift.finding.scan.character_roles import belongs_written_out, ends_as_reference
from linksift.lazy_pattern import lazy_pattern

# ---- Escape sequences ------------------------------------------------------------------------------------------------

_BEFORE_SCHEME = lazy_pattern(r"\\(?:[nNrt]|f[A-Z0-9]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|=[0-9A-F]{2}|\[[0-9;]*m")
"""An escape of a string, roff's change of font (`\\fB`), an octet in quoted-printable, or a terminal's colour, whose
control character may be gone. Subtitles, calendars and contact cards also write a line end as `\\N` (RFC 5545, 3.3.11;
RFC 6350, 4)."""

ENDS_ESCAPE = frozenset("\\[;0123456789")
"""The characters that may precede a letter at which an escape ends and a run begins."""

LONGEST_ESCAPE = 24
"""The maximum length of an escape up to the last of `ENDS_ESCAPE` in it: `\\033[38;2;255;255;255m`."""

ESCAPED_CHARACTER = r"\\{1,8}+(?:u[0-9A-Fa-f]{4}|x[0-7][0-9A-Fa-f])"
"""A character of a string that is written as its number; in nested strings, the backslashes are escaped, too."""

_PUNCTUATION = "_~-.!*&%#$+=?;"
"""The punctuation of a URI that may be escaped. A comma, colon or at sign after a backslash means something else: `\\,`
is a space in LaTeX, `\\:` a place for a break in roff, and the text after `\\@` could pass for a host."""

NO_WIDTH = r"\\&(?=\.[A-Za-z0-9])(?!\.[\w\-]{1,32}+=)"
"""What roff prints before a dot: a character without width, so that no line of its source begins with one. Before a
parameter of a query (`?a=b\\&.submit=c`), it is an escaped ampersand."""

_ESCAPED = rf"\\[{re.escape(_PUNCTUATION)}](?:\{{\}})?+"
_IN_PARENTHESES = r"(?:[A-Za-z0-9\-._~%,]|\\[_~\-.!]){1,256}+"
_ESCAPE = lazy_pattern(
    rf"{ESCAPED_CHARACTER}|{NO_WIDTH}|{_ESCAPED}(?=(?:{_ESCAPED}){{0,8}}+(?:[A-Za-z0-9/%]|\\\())|\\\({_IN_PARENTHESES}\\\)"
)
"""A character by number; punctuation after a backslash, if the URI continues; or two parentheses (`\\(b\\)`).

In LaTeX, empty braces may follow (`\\~{}`).
"""

BEGINS_ESCAPE = frozenset(f"\\ux({_PUNCTUATION}")
"""The characters after the backslash of an escape."""


def past_escape(text: str, start: int, colon: int) -> int:
    r"""The start of a run after an escape; or else `start`.

    >>> past_escape(r"a\nhttp:", 2, 7), past_escape("\x1b[34mhttp:", 4, 9), past_escape(r"\u003chttp:", 1, 10)
    (3, 5, 6)
    """
    if text[start - 1 : start] not in ENDS_ESCAPE:
        return start
    for escape in _BEFORE_SCHEME.finditer(text, max(0, start - LONGEST_ESCAPE), colon):
        start = escape.end()
    return start


def escape_at(text: str, position: int) -> str:
    r"""The escape sequence of a character, or of a pair of parentheses, at a position; "" if there is none.

    >>> escape_at(r"?a\u0026b", 2), escape_at(r"a\_b", 1), escape_at(r"a_\(b\)", 2), escape_at(r"a\nb", 1)
    ('\\u0026', '\\_', '\\(b\\)', '')
    """
    found = _ESCAPE.match(text, position)
    return found[0] if found else ""


@lru_cache(1024)
def escaped_in_uri(escape: str) -> str:
    r"""The first character that an escape represents, if it belongs to a URI; "" if it ends one.

    >>> [escaped_in_uri(escape) for escape in (r"\u0026", r"\u00e9", r"\_", r"\x22", r"\ud83d")]
    ['&', 'é', '_', '', '']
    """
    written = escape.lstrip("\\")
    one = chr(int(written[1:], 16)) if written[0] in "ux" else written[0]
    return one if written[0] in "(%" or belongs_written_out(one) else ""


# ---- Character references --------------------------------------------------------------------------------------------

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
