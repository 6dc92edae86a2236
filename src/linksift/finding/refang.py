"""Links that were made dead on purpose, read as they were meant: `hxxps[://]evil[.]example`.

Each rule undoes one way of it: it is handed what is written, and says what that stands for. Where it is written so, the
patterns say, which look no farther than at the characters on both sides.
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
    """A masked scheme is the one that it looks like: hxxp, hXXps, h**p and their like (iocextract#49).

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
    """Slashes in brackets are slashes, with their colon (iocextract, README).

    >>> [match.uri for match in linksift.find("http[://]a.example[/]x", refang=True)]
    ['http://a.example/x']
    """
    return written[1:-1]


@rule
def backslashes(written: str) -> str:
    r"""Two backslashes behind the colon of a scheme are slashes (iocextract, README).

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
    r"""A backslash before a dot between letters or digits goes (iocextract, README).

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


def _masked(name: str) -> str:
    """A masked scheme up to its s and its colon, defanged or not."""
    name = re.escape(name)
    return rf"{name}(?<![A-Za-z0-9]{name})(?=[sS]?(?::|[\[({{<]:))"


def _bracketed(inside: str, before: str, behind: str) -> tuple[str, ...]:
    """What stands in any pair of brackets, between two other things: a pattern for each pair."""
    return tuple(rf"{opener}(?<={before}{opener}){inside}{closer}{behind}" for opener, closer in _PAIRS)


_WRITTEN: dict[Rule, tuple[str, ...]] = {
    scheme: tuple(map(_masked, _MASKED)),
    colon: _bracketed(":", r"[\w\]]", r"(?=\S)"),
    slashes: _bracketed(r"(?:://|:/|//|/(?=.[\w%~?#]))", r"[\w:/\]]", ""),
    backslashes: (r"\\\\(?:(?<=[pPsS]:\\\\)|(?<=:[\])}>]\\\\))(?=[\w\[])",),
    dot: _bracketed(r"(?:\.|[dD][oO][tT])", r"[\w\-/]", r"(?=[\w\-])"),
    escaped_dot: (r"\\\.(?<=[\w\-]\\\.)(?=[\w\-])",),
    at: _bracketed("(?:@|[aA][tT])", r"[^\s\[({<]", r"(?=\w)"),
}
"""What each rule undoes. Each pattern begins with a literal, for which `re` searches fast, and is short."""


@cache
def _patterns() -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    """Compiled when the first text is refanged."""
    return tuple((by, re.compile(pattern)) for by, patterns in _WRITTEN.items() for pattern in patterns)


def undone_in(source: str) -> list[Step]:
    """What is defanged in a text, in order; no two overlap."""
    return sorted(
        (Step(by, *found.span(), by(found[0])) for by, pattern in _patterns() for found in pattern.finditer(source)),
        key=lambda step: step.start,
    )
