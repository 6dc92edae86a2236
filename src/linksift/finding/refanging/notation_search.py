"""Searches for notations: each is a pattern for one way in which links are defanged, with the rule that undoes it.

Certain marks must be followed by a name: a host of two or more labels, whose dots may also be defanged.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from linksift.finding.match import Step
from linksift.finding.refanging.refang import Rule
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import domain_lookalikes, top_level_domains

MOST_BLANKS = 2
"""The maximum number of spaces on each side of a mark."""

Condition = Callable[[str, int, int], bool]
"""Takes the text and the span of a possible mark, and says whether it is one."""


class Notation(NamedTuple):
    """A notation that a rule undoes. It is looked for at each hit of a pattern that several notations share.

    `pattern` matches the character at the hit and what follows it, with lookbehinds that include the character. `reach`
    is the number of characters before it that belong to the mark; if `spaced` is set, spaces and a backslash before
    them also belong to the mark. If the look-around `around` fails after the character, no pattern that shares it is
    tried.
    """

    rule: Rule
    pattern: str
    reach: int = 0
    spaced: bool = False
    condition: Condition | None = None
    around: str = ""


class Search:
    """A search, in one pass over a text, for notations whose patterns begin with the same character."""

    def __init__(self, notations: Iterable[Notation]) -> None:
        self.notations = tuple(notations)
        first = self.notations[0].pattern[: 2 if self.notations[0].pattern[0] == "\\" else 1]
        assert all(notation.pattern.startswith(first) for notation in self.notations)
        rest = "|".join(
            f"{around}(?:{'|'.join(f'({notation.pattern[len(first) :]})' for notation in group)})"
            for around, group in groupby(self.notations, lambda notation: notation.around)
        )
        self.pattern = re.compile(f"{first}(?:{rest})")  # it begins with a literal, which `re` finds fast
        self.literal = first[-1]

    def steps(self, text: str) -> Iterator[Step]:
        """The steps that undo the notations in a text, in order."""
        for found in hits(text, self.literal, self.pattern):
            notation = self.notations[(found.lastindex or 1) - 1]
            start, end = found.start() - notation.reach, found.end()
            if notation.spaced:
                start = mark_start(text, start)
            if notation.condition is None or notation.condition(text, start, end):
                yield Step(notation.rule, start, end, notation.rule(text[start:end]))


def hits(text: str, literal: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """The hits of a pattern that begins with a literal, in one pass: `str.find`, which is faster than `re`, reads the
    text up to the first literal, and `re` reads the rest.

    >>> [hit.span() for hit in hits("a (b) [.] c", "[", re.compile(r"\\[.\\]"))]
    [(6, 9)]
    """
    first = text.find(literal)
    return pattern.finditer(text, first) if first >= 0 else iter(())


def mark_start(text: str, start: int) -> int:
    r"""The start of a mark, including any spaces or backslash before it.

    >>> mark_start("a  [.]", 3), mark_start(r"a\[.]", 2)
    (1, 1)
    """
    return start - 1 if text[start - 1 : start] == "\\" else before_blanks(text, start)


def before_blanks(text: str, end: int) -> int:
    """The position before the spaces that end at `end`; at most a few of them are left out.

    >>> before_blanks("http  :", 6)
    4
    """
    low = max(0, end - MOST_BLANKS)
    return low + len(text[low:end].rstrip(" "))


# ---- The name that must follow certain marks -------------------------------------------------------------------------

_LABEL = r"[^\W_](?:[\w\-]{0,61}+)?"
_IN_BRACKETS = r"[ ]{0,2}\\?[\[({<] ?(?:[.,]|[dD][oO][tT]) ?\\?[\])}>][ ]{0,2}|\[\.|\.\]"
_DOT = rf"(?:\\?\.|\^\.|{_IN_BRACKETS}|[ ]{{1,2}}DOT[ ]{{1,2}}|(?<=[a-z0-9])DOT(?=[a-z]))"
MOST_LABELS = 8

_PLAIN_LABEL = lazy_pattern(r"([a-z]{2,24}|[A-Za-z]{2})(?![\w\-])")
_NAME = lazy_pattern(rf"\[?{_LABEL}\]?(?:{_DOT}({_LABEL})){{1,{MOST_LABELS}}}")


_MAIL_PROVIDER = r"(?:aol|gmail|gmx|googlemail|hotmail|icloud|protonmail|qq|yahoo|yandex)\.[a-z]{2,3}(?:\.[a-z]{2})?"
MAIL_PROVIDER_AHEAD = rf"(?={_MAIL_PROVIDER}(?![\w\-/]|\.\w))"
"""The name of a mail provider that is open to everybody: before it, even marks that occur in other text count."""


def last_label_ahead(text: str, start: int) -> tuple[str, str]:
    """The last label of the name at `start`, in lowercase, and the character after it; empty if there is no name.

    >>> last_label_ahead("a[.]b.example/x", 0), last_label_ahead("here", 0)
    (('example', '/'), ('', ''))
    """
    found = _NAME.match(text, start)
    return (found[1].lower(), text[found.end() : found.end() + 1]) if found else ("", "")


def is_name_ahead(text: str, start: int) -> bool:
    """Whether a name under a known top-level domain, or an address of four numbers, is at `start`.

    A top-level domain that is a word counts only before a port or path: `http:// here.is` is prose.

    >>> [is_name_ahead(text, 0) for text in ("a.example", "192.0.2.1", "b.c", "here.is", "here.is/x")]
    [True, True, False, False, True]
    """
    last, after = last_label_ahead(text, start)
    if last not in top_level_domains():
        return last.isdigit() and text.count(".", start, start + 16) >= 3
    return after in ("/", ":") or last not in domain_lookalikes("word")


def is_last_label_ahead(text: str, start: int) -> bool:
    """Whether a top-level domain that is not a word is at `start`.

    >>> [is_last_label_ahead(text, 0) for text in ("example/x", "is", "Then")]
    [True, False, False]
    """
    last = plain_label(text, start).lower()
    return last in top_level_domains() and last not in domain_lookalikes("word")


def plain_label(text: str, start: int) -> str:
    """The label at `start` if it might be a top-level domain, in lowercase or of two letters, otherwise ""."""
    found = _PLAIN_LABEL.match(text, start)
    return found[1] if found else ""
