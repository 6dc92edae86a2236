"""What any room did to a text, and why: the one vocabulary that all rooms share.

Here belongs what a note is and how a function becomes a rule. What the rules do never does.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: dict[str, Callable[..., Any]] = {}
"""Every rule that has been imported, by its name."""


class Note(NamedTuple):
    """One thing that was done to, or seen in, a source text.

    `start` and `end` are code points of the source, half-open. `replacement` is the text that takes the span's place in
    the URI, or None for a remark that changes nothing. `why` is the first sentence of the rule's docstring.
    """

    rule: str
    start: int
    end: int
    replacement: str | None
    why: str


def rule(function: F) -> F:
    """Make a function a rule, whose name is its address: module below the room, dot, function.

    >>> from linksift.finding import trim
    >>> rule_name(trim.sentence_punctuation)
    'trim.sentence_punctuation'
    """
    RULES[rule_name(function)] = function
    return function


def rule_name(function: Callable[..., Any]) -> str:
    """The name of a rule: `linksift.finding.trim.emphasis` is "trim.emphasis"."""
    return f"{function.__module__.split('.', 2)[2]}.{function.__name__}"


def why(function: Callable[..., Any]) -> str:
    """The reason a rule gives for what it does: the first sentence of its docstring (none under `python -OO`)."""
    return (function.__doc__ or "").partition("\n")[0].strip()
