"""Where links end: the Link_Term of each character of path, query and fragment says so (UTS #58, Termination)."""

import re
from collections.abc import Callable

from linksift.finding.match import Step
from linksift.notes import rule
from linksift.registries import link_bracket, link_term

PARTS = {"": "/?#", "/": "?#", "?": "#", "#": ""}
"""The parts behind a host by what they begin with, and which may follow each: path, query, fragment."""

_DIVIDERS = {"/": ("/",), "?": ("=", "&"), "#": (":~:",)}
"""What divides each part inside, so that no brackets pair across it."""

_ORDINARY = re.compile(r"[A-Za-z0-9\-_~$*+@%^|`\\]++")


class Link:
    """A link while it is read: its text up to `end` is sure, whatever follows."""

    __slots__ = ("end", "ended_by", "openers", "part", "text")

    def __init__(self, text: str, end: int) -> None:
        self.text = text
        self.end = end
        self.part = ""
        self.openers: list[str] = []
        self.ended_by: Callable[..., None] | None = None


def included(link: Link, position: int) -> None:
    """An Include character belongs to the link, with all before it."""
    link.end = position + 1


def opener(link: Link, position: int) -> None:
    """An Open character belongs to the link too, and is kept in mind for its closer."""
    link.openers.append(link.text[position])
    link.end = position + 1


@rule
def hard_character(link: Link, position: int) -> None:
    """A Hard character ends a link wherever it stands (UTS #58, Link_Term=Hard).

    >>> found("http://a.example/b\\ue000c", profile="uts58")
    ['http://a.example/b']
    """
    link.ended_by = hard_character


@rule
def soft_character(link: Link, position: int) -> None:
    """A Soft character at the end is the sentence's; within a link it belongs to it (UTS #58, Link_Term=Soft).

    >>> found("http://a.example/b,c. http://a.example/d?!", profile="uts58")
    ['http://a.example/b,c', 'http://a.example/d']
    """


@rule
def unmatched_closer(link: Link, position: int) -> None:
    """A closer ends a link when the last opener before it in the same part is not its own (UTS #58, Link_Term=Close).

    >>> found("(http://a.example/b(c)) http://a.example/b(/c)", profile="uts58")
    ['http://a.example/b(c)', 'http://a.example/b(/c']
    """
    if link.openers and link.openers.pop() == link_bracket(link.text[position]):
        link.end = position + 1
    else:
        link.ended_by = unmatched_closer


TERMS: dict[str, Callable[[Link, int], None]] = {
    "Include": included,
    "Soft": soft_character,
    "Hard": hard_character,
    "Open": opener,
    "Close": unmatched_closer,
}


def end_of_link(text: str, start: int, limit: int) -> tuple[int, tuple[Step, ...]]:
    """Where the link ends whose path, query or fragment begins at `start`, and what ended it.

    >>> end_of_link("foo.example/a(b) c", 11, 18)[0], end_of_link("foo.example, c", 11, 14)
    (16, (11, ()))
    """
    link = Link(text, start)
    position = start
    while position < limit and link.ended_by is None:
        ordinary = _ORDINARY.match(text, position, limit) if link.part else None
        if ordinary:
            position = link.end = ordinary.end()
        elif begins_part(link, position) or link.part:
            TERMS[link_term(text[position])](link, position)
            position += link.ended_by is None
        else:
            break
    return link.end, remarks(link, position)


def begins_part(link: Link, position: int) -> bool:
    """Whether a part begins at `position`; within one, what divides it forgets the openers before."""
    character = link.text[position]
    if character in PARTS[link.part]:
        link.part = character
        return True
    if link.part and link.text.startswith(_DIVIDERS[link.part], position):
        link.openers.clear()
    return False


def remarks(link: Link, position: int) -> tuple[Step, ...]:
    """What ended a link that was read up to `position`; white space speaks for itself."""
    soft = (Step(soft_character, link.end, position, None),) if link.end < position else ()
    if link.ended_by is None or link.text[position].isspace():
        return soft
    return (*soft, Step(link.ended_by, position, position + 1, None))
