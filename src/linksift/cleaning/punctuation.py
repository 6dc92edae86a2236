"""What belongs to the sentence and not to the URI at its end (Appendix C), and what of a sentence may stand before it.

The same as in `finding.trim`, for a text that is one URI.
"""

import re
from collections.abc import Iterator

from linksift.cleaning.delimiters import BRACKETS
from linksift.cleaning.draft import Draft, Edit
from linksift.notes import rule
from linksift.registries import link_bracket, link_term

_SENTENCE = frozenset(".,:;!?'\"\u2026")
_NO_URI = frozenset("<>`|\\^")
_LEADING = re.compile(r"[.,;!?\u2026]+(?=\w)")
_POSSESSIVE = re.compile(r"\u2019s\Z")


@rule
def trailing(draft: Draft) -> Iterator[Edit]:
    """Punctuation at the end belongs to the sentence, and a closer that nothing in the URI opened to what is around it.

    Appendix C; RFC 1738, 2.2; UTS #58, Link_Term=Soft.

    >>> cleaned("http://a.example/x_(y))..."), cleaned("www.a.example/x?!\u201d")
    ('http://a.example/x_(y)', 'http://www.a.example/x')
    """
    text = draft.text
    lone = _lone_brackets(text)
    end = len(text)
    floor = text.find(":") + 1  # a scheme keeps its colon
    while end > max(1, floor) and (_is_soft(text[end - 1]) or end - 1 in lone):
        end -= 1
    if end < len(text):
        yield Edit(end, len(text))


@rule
def possessive(draft: Draft) -> Iterator[Edit]:
    """A final 's is the sentence's genitive (twitter-text-rb#14).

    >>> cleaned("http://a.example/x\u2019s")
    'http://a.example/x'
    """
    found = _POSSESSIVE.search(draft.text)
    if found:
        yield Edit(found.start(), len(draft.text))


@rule
def leading(draft: Draft) -> Iterator[Edit]:
    """Dots and other marks of a sentence in front of a name are none of it (hypothesis/via#632).

    >>> cleaned("...a.example/x"), cleaned("\u2026www.a.example")
    ('http://a.example/x', 'http://www.a.example')
    """
    found = _LEADING.match(draft.text)
    if found:
        yield Edit(0, found.end())


def _is_soft(character: str) -> bool:
    """Whether a character that ends a text is the sentence's, or one that no URI has in it."""
    if character in _SENTENCE or character in _NO_URI:
        return True
    return character > "\x7f" and link_term(character) == "Soft"


def _lone_brackets(text: str) -> set[int]:
    """Where brackets stand that have no partner in the text.

    >>> sorted(_lone_brackets("a(b))c["))
    [4, 6]
    """
    openers: list[int] = []
    lone: set[int] = set()
    for place, character in enumerate(text):
        if character in BRACKETS or link_term(character) == "Open":
            openers.append(place)
        elif partner := link_bracket(character):
            if openers and text[openers[-1]] == partner:
                openers.pop()
            else:
                lone.add(place)
    return lone.union(openers)
