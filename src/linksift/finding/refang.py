"""Refanging: links that were defanged on purpose, such as `hxxps[://]evil[.]example`, read as they were meant.

Each rule undoes one notation: it takes the text as written and returns what it stands for. The patterns say where a
notation applies; they look no farther than at the characters next to it.
"""

import re
from collections.abc import Callable
from functools import cache

from linksift.finding.match import Step
from linksift.notes import rule

Rule = Callable[[str], str]

_MASKED = ("hxxp", "hXXp", "HXXP", "Hxxp", "HXXp", "hxtp", "htxp", "hXtp", "htXp", "h**p", "H**P", "meow", "fxp", "FXP")
_PAIRS = (r"\[", r"\]"), (r"\(", r"\)"), (r"\{", r"\}"), ("<", ">")


@rule
def scheme(written: str) -> str:
    """A masked scheme is the scheme it resembles: hxxp, hXXps, h**p and the like (iocextract#49).

    >>> [match.uri for match in linksift.find("hxxps://a.example hXXp://b.example", refang=True)]
    ['https://a.example', 'http://b.example']
    """
    meant = "ftp" if written[0] in "fF" else "http"
    return meant.upper() if written.isupper() else meant


@rule
def colon(written: str) -> str:
    """A colon in brackets is a colon (iocextract#42).

    >>> [match.uri for match in linksift.find("http[:]//a.example[:]80/", refang=True)]
    ['http://a.example:80/']
    """
    return ":"


@rule
def slashes(written: str) -> str:
    """Slashes in brackets are slashes, with or without their colon (iocextract, README).

    >>> [match.uri for match in linksift.find("http[://]a.example[/]x", refang=True)]
    ['http://a.example/x']
    """
    return written[1:-1]


@rule
def backslashes(written: str) -> str:
    r"""Two backslashes after the colon of a scheme are slashes (iocextract, README).

    >>> [match.uri for match in linksift.find(r"hxxp:\\a.example", refang=True)]
    ['http://a.example']
    """
    return "//"


@rule
def dot(written: str) -> str:
    """A dot in brackets is a dot, and so is the word "dot" in brackets (iocextract, README).

    >>> [match.uri for match in linksift.find("http://a[.]b(dot)example/", refang=True)]
    ['http://a.b.example/']
    """
    return "."


@rule
def escaped_dot(written: str) -> str:
    r"""A backslash before a dot between letters or digits is dropped (iocextract, README).

    >>> [match.uri for match in linksift.find(r"http://a\.example/", refang=True)]
    ['http://a.example/']
    """
    return "."


@rule
def at(written: str) -> str:
    """An at sign in brackets is an at sign, and so is the word "at" in brackets (iocextract, README).

    >>> [match.uri for match in linksift.find("mailto:joe[at]a.example", refang=True)]
    ['mailto:joe@a.example']
    """
    return "@"


_IN_BRACKETS: dict[Rule, tuple[str, str, str]] = {
    colon: (":", r"[\w\]]", r"(?=\S)"),
    slashes: (r"(?:://|:/|//|/(?=.[\w%~?#]))", r"[\w:/\]]", ""),
    dot: (r"(?:\.|[dD][oO][tT])", r"[\w\-/]", r"(?=[\w\-])"),
    at: ("(?:@|[aA][tT])", r"[^\s\[({<]", r"(?=\w)"),
}
"""The notations in any pair of brackets, by rule: patterns for the text inside, before and after them."""

_AFTER_BACKSLASH: dict[Rule, str] = {
    backslashes: r"\\(?:(?<=[pPsS]:\\\\)|(?<=:[\])}>]\\\\))(?=[\w\[])",
    escaped_dot: r"\.(?<=[\w\-]\\\.)(?=[\w\-])",
}
"""The notations that start with a backslash, by rule: what follows it."""


def _after_first_letter(first: str) -> str:
    """The rest of masked schemes with this first letter, up to their s and their colon, defanged or not."""
    rest = "|".join(re.escape(name[1:]) for name in _MASKED if name[0] == first)
    return rf"(?<![A-Za-z0-9]{first})(?:{rest})(?=[sS]?(?::|[\[({{<]:))"


def _after_opener(opener: str, closer: str) -> dict[Rule, str]:
    """The patterns of what follows the opener of a pair, by rule."""
    return {
        by: rf"(?<={before}{opener}){inside}{closer}{after}" for by, (inside, before, after) in _IN_BRACKETS.items()
    }


def _any_of(first: str, after: dict[Rule, str]) -> tuple[re.Pattern[str], tuple[Rule, ...]]:
    """One pattern with a group for each rule; it starts with a literal character, for which `re` searches fast."""
    return re.compile(f"{first}(?:{'|'.join(f'({pattern})' for pattern in after.values())})"), tuple(after)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], tuple[Rule, ...]], ...]:
    """One pattern for each first character, so that few passes go over the text; compiled at the first call."""
    masked = [
        _any_of(first, {scheme: _after_first_letter(first)}) for first in dict.fromkeys(name[0] for name in _MASKED)
    ]
    bracketed = [_any_of(opener, _after_opener(opener, closer)) for opener, closer in _PAIRS]
    return (*masked, *bracketed, _any_of(r"\\", _AFTER_BACKSLASH))


def refang_steps(source: str) -> list[Step]:
    """The steps that refang a text, in order; no two overlap."""
    return sorted(
        (
            Step(by, *found.span(), by(found[0]))
            for pattern, rules in _patterns()
            for found in pattern.finditer(source)
            for by in [rules[(found.lastindex or 1) - 1]]
        ),
        key=lambda step: step.start,
    )
