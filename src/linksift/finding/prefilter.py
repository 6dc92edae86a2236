"""The prefilter: before anything is set up for a search, it shows that a short text contains no link.

Every built-in trigger begins with a literal, such as `:` or `@`. A text without the literal contains no hit of that
trigger, and most short texts contain no hit of the other triggers either.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from typing import cast

from linksift.finding.matchers.own_matches import first_literal
from linksift.finding.scan.triggers import colon_trigger
from linksift.finding.search_loop import Plan

SHORT_TEXT = 1024
"""A text with at most this many code points is short: setting up a search takes long compared with searching it."""

_SEARCHED = (":", "<")
"""The literals whose triggers do not require anything to be absent: no part of a text contains a hit that the whole
text lacks."""

_AFTER = {"": "", "::": r"(?:[0-9A-Fa-f/]|(?<=[0-9A-Fa-f]::)(?![a-zA-Z:]))"}
"""What follows a literal of another trigger in every hit, if that is not just anything other than white space."""

Prefilter = tuple[tuple[str, Callable[[str], object]], ...]
"""The literal that each trigger begins with, and the trigger's search; empty if nothing can be ruled out."""

PartSearches = tuple[tuple[str, Callable[..., re.Match[str] | None]], ...]
"""Literals, each with the search of a pattern that begins with it."""


def prefilter(plan: Plan) -> Prefilter:
    """The prefilter of a plan; it rules nothing out if the plan refangs, since links then take too many forms."""
    if plan.options.refang:
        return ()
    triggers = plan.triggers if plan.pattern is None else (colon_trigger(plan.schemes), *plan.triggers[1:])
    filters: Prefilter = tuple((first_literal(one.pattern), partial(_first_hit, one)) for one in triggers)
    return (*filters, ("", plan.own.has_match)) if plan.own else filters


def _first_hit(trigger: re.Pattern[str], text: str, position: int = 0) -> re.Match[str] | None:
    """The first hit of a trigger after a position. The trigger is compiled only for a text with its literal."""
    return trigger.search(text, position)


def has_no_link(filters: Prefilter, text: str) -> bool:
    """Whether a text certainly contains no hit of any trigger.

    >>> from linksift import Finder
    >>> filters = Finder()._prefilter
    >>> has_no_link(filters, "Note: ready at 12:30."), has_no_link(filters, "http://"), has_no_link(filters, "a" * 9999)
    (True, False, False)
    """
    if len(text) > SHORT_TEXT or "://" in text:  # the latter is in most texts with a link
        return False
    for literal, search in filters:
        if literal in text and search(text):
            return False
    return bool(filters)


@lru_cache(64)
def part_filter(filters: Prefilter) -> PartSearches:
    """The searches of `may_hold_link`; there are none if nothing can be ruled out.

    At the end of a part, the text next to a literal may be missing, so only the triggers that do not require anything
    to be absent are searched for. For the others, the literal and the character after it are enough.
    """
    searched = cast(PartSearches, tuple(trigger for trigger in filters if trigger[0] in _SEARCHED))
    endings: dict[str, list[str]] = {}
    for literal, _ in filters:
        if literal not in _SEARCHED:
            endings.setdefault(literal[-1:], []).append(literal)
    others = [
        (literals[0] if len(literals) == 1 else ending, search_before_text(tuple(literals)))
        for ending, literals in endings.items()
    ]
    return *searched, *others


def may_hold_link(searches: PartSearches, text: str) -> bool:
    """Whether a text, or a part of it that is searched separately, might contain a link; True if this is not known.

    >>> from linksift import Finder
    >>> searches = part_filter(Finder()._prefilter)
    >>> [may_hold_link(searches, text) for text in ("Note: std::list<b> now.", "see http://a.example", "awww.b")]
    [False, True, True]
    """
    for literal, search in searches:
        if literal in text and search(text):
            return True
    return not searches


def lines_with_hits(searches: PartSearches, text: str, line_end: str = "\n") -> Iterable[int]:
    r"""The lines of a text in which `may_hold_link` might be true, in order, counted from 0; all if this is not known.

    Each search goes through the text once, so a line without a hit takes only the time to pass over its characters.

    >>> from linksift import Finder
    >>> list(lines_with_hits(part_filter(Finder()._prefilter), "a: b\nhttp://a.example\nwww.b.example http:\n"))
    [1, 2]
    """
    if not searches:
        return range(text.count(line_end) + 1)
    starts: set[int] = set()
    for literal, search in searches:
        place = text.find(literal)
        while place >= 0 and (hit := search(text, place)) is not None:
            place = hit.start()
            starts.add(text.rfind(line_end, 0, place) + 1)
            end = text.find(line_end, place) + 1
            place = text.find(literal, end) if end else -1
    line = counted = 0
    lines = []
    for start in sorted(starts):
        line += text.count(line_end, counted, start)
        counted = start
        lines.append(line)
    return lines


@cache
def search_before_text(literals: tuple[str, ...]) -> Callable[..., re.Match[str] | None]:
    """The search for one of these literals, which end in the same character, followed by something other than white
    space, or after `::` by a character that may follow in an IPv6 address, or by its end; every text contains the empty
    literal. One search for `w.`, `W.`, `p.` and `P.` takes a fifth of the time of four.

    >>> search = search_before_text(("w.", "p."))
    >>> bool(search("w.b")), bool(search("w. b, a.b")), bool(search_before_text(("",))(""))
    (True, False, True)
    """
    if len(literals) == 1:
        return re.compile(re.escape(literals[0]) + _AFTER.get(literals[0], r"\S")).search
    before = "|".join(f"(?<={re.escape(literal)})" for literal in literals)
    return re.compile(rf"{re.escape(literals[0][-1])}(?:{before})\S").search
