"""Removes the sentence's punctuation before and after a URI (RFC 3986, Appendix C).

`finding.readings.trim` does the same for URIs in running text.
"""

import re
from collections.abc import Iterator

from linksift.cleaning.draft import Draft, Edit
from linksift.cleaning.markup import keep_span
from linksift.cleaning.prose_after import PICTURE, authority_end
from linksift.delimiters import LEADING, TRIMMED
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import link_term
from linksift.uri import lone_brackets

_NO_URI = frozenset("`|\\^")  # and "<" and ">" without a partner
_LEADING = re.compile(rf"[{LEADING}]+(?=\w)")
_MAYBE_BRACKET = re.compile(r"[()\[\]{}<>]|[^\x00-\x7f]")
_UP = lazy_pattern(r"/\.\.(?!\.)")
_PICTURES = lazy_pattern(rf"(?<=[A-Za-z0-9]){PICTURE}+\Z")
_POSSESSIVE = lazy_pattern(r"[^?#]*(\u2019s)\Z")


@rule
def trailing(draft: Draft) -> Iterator[Edit]:
    """Punctuation at the end, and a closing bracket that the URI does not open, belong to the text around the URI.

    So do emoji directly after a host, but not a segment `..` or the end of a quotation in the URI.

    See RFC 3986, Appendix C; RFC 1738, 2.2; UTS #58, Link_Term=Soft.

    >>> cleaned("http://a.example/x_(y))..."), cleaned("www.a.example/x?!\u201d")
    ('http://a.example/x_(y)', 'http://www.a.example/x')
    """
    text = draft.text
    if text[-1:].isalnum() and text.isascii():
        return iter(())
    lone = lone_brackets(text) if _MAYBE_BRACKET.search(text) else set()
    end = len(text)
    floor = text.find(":") + 1  # a scheme keeps its colon
    if "@" in text[:floor]:  # the colon follows an address: `joe@a.example:`
        floor = 0
    if not text.isascii() and (found := _PICTURES.search(text)) and authority_end(text) == end:
        end = found.start()
    while end > max(1, floor) and (_is_soft(text, end - 1) or end - 1 in lone):
        end -= 1
    return keep_span(0, end, draft)


@rule
def possessive(draft: Draft) -> Iterator[Edit]:
    """A final 's belongs to the sentence, not to the URI (twitter-text-rb#14).

    >>> cleaned("http://a.example/x\u2019s")
    'http://a.example/x'
    """
    if found := _POSSESSIVE.match(draft.text):
        yield Edit(*found.span(1))


@rule
def leading(draft: Draft) -> Iterator[Edit]:
    """Dots and other punctuation before a name are not part of it (hypothesis/via#632).

    >>> cleaned("...a.example/x"), cleaned("\u2026www.a.example")
    ('http://a.example/x', 'http://www.a.example')
    """
    if found := _LEADING.match(draft.text):
        yield Edit(0, found.end())


def _is_soft(text: str, place: int) -> bool:
    """Whether a character at the end of a text belongs to the sentence, or is one that no URI contains.

    It does not if it is part of a segment `..` (RFC 3986, 5.2.4) or closes a quotation in the URI. A final U+2010 is a
    hyphenation mark.

    >>> [_is_soft(text, len(text) - 1) for text in ("a/x..", "a/..", "a/x'", "a/'x'", "a/`x`")]
    [True, False, True, False, False]
    """
    character = text[place]
    if character in TRIMMED or character in _NO_URI:
        return not (_UP.match(text, place - 2) or (character in "\"'`" and _is_quoted(text, place)))
    return character > "\x7f" and (character == "\u2010" or link_term(character) == "Soft")


def _is_quoted(text: str, closer: int) -> bool:
    """Whether the last quotation mark like this one opens a quotation after a delimiter: `?q="x y"`."""
    opener = text.rfind(text[closer], 0, closer)
    return 0 < opener < closer - 1 and not text[opener - 1].isalnum()
