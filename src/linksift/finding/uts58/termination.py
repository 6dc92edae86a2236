"""Finds where links end, by the Link_Term of each character in the path, query and fragment (UTS #58, Termination)."""

import re
from collections.abc import Callable

from linksift.finding.match import Step
from linksift.notes import rule
from linksift.registries import link_bracket, link_term

PARTS = {"": "/?#", "/": "?#", "?": "#", "#": ""}
"""Path, query and fragment by their first character, and the first characters of the parts that may follow each."""

_DIVIDERS = {"/": ("/",), "?": ("=", "&"), "#": (":~:",)}
"""The dividers inside each part; brackets do not pair across them."""

_ORDINARY = re.compile(r"[A-Za-z0-9\-_~$*+@%^|`\\]++")


class LinkScan:
    """The state while a link is read: the text up to `end` belongs to the link, whatever follows."""

    __slots__ = ("end", "ended_by", "openers", "part", "text")

    def __init__(self, text: str, end: int) -> None:
        self.text = text
        self.end = end
        self.part = ""
        self.openers: list[str] = []
        self.ended_by: Callable[..., None] | None = None


def include(scan: LinkScan, position: int) -> None:
    """An Include character belongs to the link, along with all characters before it."""
    scan.end = position + 1


def opener(scan: LinkScan, position: int) -> None:
    """An Open character belongs to the link too; its closer may follow."""
    scan.openers.append(scan.text[position])
    scan.end = position + 1


@rule
def hard_character(scan: LinkScan, position: int) -> None:
    """A Hard character always ends a link (UTS #58, Link_Term=Hard).

    >>> found("http://a.example/b\\ue000c", profile="uts58")
    ['http://a.example/b']
    """
    scan.ended_by = hard_character


@rule
def soft_character(scan: LinkScan, position: int) -> None:
    """A Soft character at the end belongs to the sentence; inside, it belongs to the link (UTS #58, Link_Term=Soft).

    >>> found("http://a.example/b,c. http://a.example/d?!", profile="uts58")
    ['http://a.example/b,c', 'http://a.example/d']
    """


@rule
def unmatched_closer(scan: LinkScan, position: int) -> None:
    """A closer ends a link unless it matches the last open bracket of the same part (UTS #58, Link_Term=Close).

    >>> found("(http://a.example/b(c)) http://a.example/b(/c)", profile="uts58")
    ['http://a.example/b(c)', 'http://a.example/b(/c']
    """
    if scan.openers and scan.openers.pop() == link_bracket(scan.text[position]):
        scan.end = position + 1
    else:
        scan.ended_by = unmatched_closer


TERMS: dict[str, Callable[[LinkScan, int], None]] = {
    "Include": include,
    "Soft": soft_character,
    "Hard": hard_character,
    "Open": opener,
    "Close": unmatched_closer,
}


def end_of_link(text: str, start: int, limit: int) -> tuple[int, tuple[Step, ...]]:
    """The end of the link whose path, query or fragment starts at `start`, and the remarks on what ended it.

    >>> end_of_link("foo.example/a(b) c", 11, 18)[0], end_of_link("foo.example, c", 11, 14)
    (16, (11, ()))
    """
    scan = LinkScan(text, start)
    position = start
    while position < limit and scan.ended_by is None:
        ordinary = _ORDINARY.match(text, position, limit) if scan.part else None
        if ordinary:
            position = scan.end = ordinary.end()
        elif begins_part(scan, position) or scan.part:
            TERMS[link_term(text[position])](scan, position)
            position += scan.ended_by is None
        else:
            break
    return scan.end, remarks(scan, position)


def begins_part(scan: LinkScan, position: int) -> bool:
    """Whether a part starts at `position`; inside a part, a divider clears the open brackets."""
    character = scan.text[position]
    if character in PARTS[scan.part]:
        scan.part = character
        return True
    if scan.part and scan.text.startswith(_DIVIDERS[scan.part], position):
        scan.openers.clear()
    return False


def remarks(scan: LinkScan, position: int) -> tuple[Step, ...]:
    """The remarks on the end of a link that was read up to `position`; white space needs none."""
    soft = (Step(soft_character, scan.end, position, None),) if scan.end < position else ()
    if scan.ended_by is None or scan.text[position].isspace():
        return soft
    return (*soft, Step(scan.ended_by, position, position + 1, None))
