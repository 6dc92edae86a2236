"""The prefilter: shows that a short text has no link before anything is set up to search it.

Every built-in trigger begins with a literal, such as `:` or `@`. A text without the literal has no hit of the trigger,
and most short texts have none of the others.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from linksift.finding.matchers.custom_hits import first_literal

if TYPE_CHECKING:
    from linksift.finding.matchers.own_matches import OwnMatchers

LONGEST_FILTERED = 1024
"""Longer texts, in code points, are searched at once: setting that up costs little compared with the search."""

LONGEST_WITH_KERNEL = 100
"""`LONGEST_FILTERED` with the kernel, which searches a longer text in less time than it takes to look for literals."""

_SEARCHED = (":", "::", "<")
"""The literals whose triggers do not require anything to be absent: no part of a text has a hit that the whole
lacks."""


class Prefilter(NamedTuple):
    """The literal that each trigger begins with, and its search; there are none if nothing can be ruled out. `longest`
    is the length of the longest text, in code points, for which the prefilter pays off."""

    triggers: tuple[tuple[str, Callable[[str], object]], ...]
    longest: int


def prefilter(triggers: Iterable[re.Pattern[str]], own: "OwnMatchers | None", has_kernel: bool) -> Prefilter:
    """The prefilter for triggers and own matchers; without triggers, it cannot rule anything out."""
    longest = LONGEST_WITH_KERNEL if has_kernel else LONGEST_FILTERED
    filters = tuple((first_literal(trigger.pattern), trigger.search) for trigger in triggers)
    if own is None or not filters:
        return Prefilter(filters, longest)
    from linksift.finding.matchers.own_matches import has_own_match  # lazily: see tests/test_import.py

    return Prefilter((*filters, ("", partial(has_own_match, own))), longest)


def has_no_link(filters: Prefilter, text: str) -> bool:
    """Whether no trigger has a hit in a text; False if that is not known.

    >>> from linksift import Finder
    >>> filters = Finder()._prefilter
    >>> has_no_link(filters, "Note: ready at 12:30."), has_no_link(filters, "http://"), has_no_link(filters, "a" * 9999)
    (True, False, False)
    """
    triggers, longest = filters
    if len(text) > longest or "://" in text:  # the latter is in most texts with a link
        return False
    for literal, search in triggers:
        if literal in text and search(text):
            return False
    return bool(triggers)


def may_hold_link(filters: Prefilter, text: str) -> bool:
    """Whether a link may be in a text, or in a part of it that is searched on its own; True if that is not known.

    Where a part ends, the text next to a literal is missing. So only the triggers that do not require anything to be
    absent are searched for. For the others, the literal and something right after it are enough.

    >>> from linksift import Finder
    >>> filters = Finder()._prefilter
    >>> [may_hold_link(filters, text) for text in ("Note: std::list<b> now.", "see http://a.example", "awww.b")]
    [False, True, True]
    """
    for literal, search in filters.triggers:
        if literal in text and (search if literal in _SEARCHED else search_before_text(literal))(text):
            return True
    return not filters.triggers


@cache
def search_before_text(literal: str) -> Callable[[str], object]:
    """The search for a literal with something other than white space after it; every text has the empty literal.

    >>> bool(search_before_text(".")("a.b")), bool(search_before_text(".")("a. b")), bool(search_before_text("")(""))
    (True, False, True)
    """
    return re.compile(re.escape(literal) + (r"\S" if literal else "")).search
