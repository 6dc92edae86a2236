"""Notes, which record what a rule did to a text and why, and the decorator that makes a function a rule.

The text after its edits is here, too; the rules themselves are in the rooms.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: dict[str, Callable[..., Any]] = {}
"""Every rule that has been imported, by name."""


class Note(NamedTuple):
    """An edit of a source text, or a remark on it.

    `start` and `end` are offsets in the source, in code points, half-open. `replacement` is the text that replaces this
    span in the URI, or None for a remark. `why` is the first line of the rule's docstring.
    """

    rule: str
    start: int
    end: int
    replacement: str | None
    why: str


def edited(text: str, edits: Iterable[tuple[int, int, str | None]]) -> str:
    """The text after its edits: the start and end of each span, and what replaces it. They are in order and disjoint.

    >>> edited("abcd", [(1, 2, "B"), (3, 3, "-")])
    'aBc-d'
    """
    pieces: list[str] = []
    position = 0
    for start, end, replacement in edits:
        pieces += (text[position:start], replacement or "")
        position = end
    return "".join((*pieces, text[position:]))


GROUPS = frozenset({"readings", "matchers", "refanging", "enclosed", "names"})
"""Packages that only group modules. A rule's public name omits them, so regrouping does not change it."""


def rule(function: F) -> F:
    """Register a function as a rule. Its name is its address: module and function, without the room and groups.

    >>> from linksift.finding.readings import trim
    >>> rule_name(trim.sentence_punctuation)
    'trim.sentence_punctuation'
    """
    RULES[rule_name(function)] = function
    return function


@lru_cache(1024)
def rule_name(function: Callable[..., Any]) -> str:
    """The name of a rule: "trim.emphasis" for `linksift.finding.readings.trim.emphasis`."""
    _, _, *packages = function.__module__.split(".")
    return ".".join([*(name for name in packages if name not in GROUPS), function.__name__])


@lru_cache(1024)
def why(function: Callable[..., Any]) -> str:
    """The reason that a rule gives: the first line of its docstring ("" under `python -OO`)."""
    return (function.__doc__ or "").partition("\n")[0].strip()
