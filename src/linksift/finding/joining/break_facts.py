"""Facts about a break that are quick to determine, and the rules that are 0 without them.

Skipping these rules where their facts are missing does not change any sum.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from linksift.finding.joining.seam import Seam
from linksift.notes import rule

F = TypeVar("F", bound=Callable[..., float])

NEEDS: dict[Callable[..., Any], int] = {}
"""The facts without which each feature is 0. A feature that is not listed may be nonzero at any break."""


def rule_given(facts: int) -> Callable[[F], F]:
    """Register a function as a rule that returns 0 at a break that lacks any of these facts."""

    def registered(feature: F) -> F:
        NEEDS[feature] = facts
        return rule(feature)

    return registered


FACTS = tuple(1 << place for place in range(19))
"""The facts about a break that take less time to determine than the rules that they rule out, one bit each."""

(
    TYPEFACES, ELSEWHERE, LINES_BETWEEN, HOST_ALONE, SLASH, SIGN, IN_RUN, EXTENSION, DOI, NUMBER, CAPITAL, COLON,
    URI_FOLLOWS, ALONE, MORE, DIGIT, SLASHED, AT, ASSIGNS,
) = FACTS  # fmt: skip

_DIGIT = re.compile(r"\d")


def facts_of(seam: Seam) -> int:
    r"""The facts about a break: about the text before it, the text after it, and the next line's first word.

    >>> facts = facts_of(Seam.in_text("http://a.example/b/\nc"))
    >>> [bool(facts & fact) for fact in (SLASH, ALONE, MORE, COLON)]
    [True, True, False, False]
    """
    uri, last, piece, word, rest = seam.uri, seam.last, seam.piece, seam.word, seam.rest
    facts = (
        (TYPEFACES if seam.layout.typefaces else 0)
        | (ELSEWHERE if seam.joined_breaks or seam.elsewhere else 0)
        | (LINES_BETWEEN if seam.lines_between else 0)
        | (HOST_ALONE if "/" not in uri.partition("://")[2] else 0)
        | (SLASH if last == "/" else SIGN if not last.isalnum() or uri[-2:-1] == "%" else 0)
        | (IN_RUN if seam.inside_run else 0)
        | (EXTENSION if "." in uri[-6:] else 0)
        | (DOI if "doi.org/" in uri or uri[:4].lower() == "doi:" else 0)
        | (NUMBER if piece[0].isdigit() else 0)
        | (CAPITAL if word != word.lower() else 0)
        | (COLON if ":" in seam.next.stripped else 0)
        | (URI_FOLLOWS if "://" in rest else 0)
        | (0 if rest else ALONE)
    )
    return facts if seam.is_word else facts | _of_more_than_a_word(piece, word)


def _of_more_than_a_word(piece: str, word: str) -> int:
    """The facts about the next line's first word if it is not letters alone."""
    return (
        MORE
        | (DIGIT if _DIGIT.search(piece) else 0)
        | (SLASHED if "/" in piece else 0)
        | (AT if "@" in word else 0)
        | (ASSIGNS if "=" in piece else 0)
    )
