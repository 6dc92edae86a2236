"""Bare domains: names of two labels or more under a known top-level domain, found at the last dot.

Most of what looks like one is a file name, two sentences run together, or code. A name that reads as one of these
counts only if a path follows. What is not a domain makes no match, so no note.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache

from linksift.finding.match import Candidate
from linksift.finding.scan.authority import LONGEST_HOST, in_host
from linksift.finding.scan.lookback import run_of, windows
from linksift.finding.scan.scanned_text import ScannedText
from linksift.finding.scan.schemes import SCHEME_CHARACTERS
from linksift.finding.scan.suffix_references import candidate_of_name
from linksift.registries import common_words, domain_lookalikes, written_without_spaces
from linksift.uri import plain_letters

_DOT = r"\.(?<=[0-9A-Za-z\x80-\U0010ffff]\.)"
_LAST_LABEL = r"(?:[A-Za-z\x80-\U0010ffff]{2,63}+|[Xx][Nn]--[A-Za-z0-9\-]{1,59}+)"
_NOT_BEFORE = r"(?![\w\-@(\[{$%=]|\.[^\W_])"
TRIGGER = rf"{_DOT}{_LAST_LABEL}{_NOT_BEFORE}"
"""The last dot of what looks like a name. If a call, a subscript or an assignment follows, it is code."""

_IN_NAME = SCHEME_CHARACTERS.replace("+", "_")
_BACKWARDS = re.compile(r"[^\x00-,/:-@\[-^`{-\x7f]*+")
"""Letters, digits, `-`, `_`, `.` and all beyond ASCII. Written as the other characters, it compiles fast."""

_BEFORE_ASCII = re.compile(r"[^\x00-\x7f](?=[A-Za-z0-9])")

_NOT_AFTER = ("@", "/", "\\", "$", "#")
_SUFFIXES = ("www.", "ftp.")
"""A name with such a start is a suffix reference, even if these are not looked for."""

_PATH = re.compile(r"\.?(?::[0-9]{1,5}+)?/")


def triggers(top_level_domains: Iterable[str]) -> Iterator[str]:
    """The trigger, and another one for top-level domains that it does not match: `k8s`, `my-corp`, `x`.

    >>> len([*triggers(["com", "corp"])]), len([*triggers(["com", "k8s"])])
    (1, 2)
    """
    yield TRIGGER
    others = sorted(label for label in top_level_domains if not re.fullmatch(_LAST_LABEL, label))
    if others:
        yield rf"{_DOT}(?i:{'|'.join(map(re.escape, others))}){_NOT_BEFORE}"


def domains(source: ScannedText, hit: re.Match[str]) -> Iterator[Candidate]:
    """The bare domain whose last dot a trigger hit, with its port, path and so on."""
    start = start_at(source, hit) if source.schemes.may_default_to(source.default_scheme) else -1
    candidate = candidate_of_name(source, start, "domain", source.default_scheme) if start >= 0 else None
    if candidate is not None:
        yield candidate


def start_at(source: ScannedText, hit: re.Match[str]) -> int:
    """The start of the domain whose last dot a trigger hit (see `domain_start`), found once for each hit."""
    if source.domain[0] != hit.start():
        source.domain = hit.start(), domain_start(source.text, *hit.span(), source.schemes.top_level_domains)
    return source.domain[1]


def domain_start(text: str, dot: int, end: int, known: frozenset[str]) -> int:
    """The start of the domain whose last dot and label are `text[dot:end]`; -1 if it is not a domain.

    >>> domain_start("See a.example", 5, 13, frozenset({"example"})), domain_start("See a.py", 5, 8, frozenset({"py"}))
    (4, -1)
    """
    label = text[dot + 1 : end]
    if label.isascii() and label.lower() not in known:
        return -1
    start = name_start(text, dot)
    if start < 0 or text[start : start + 4].lower() in _SUFFIXES:
        return -1
    return -1 if reads_otherwise(text[start:end]) and not _PATH.match(text, end) else start


def name_start(text: str, dot: int) -> int:
    """The start of the name around the dot at `dot`; -1 if it is too long, or part of something else.

    >>> name_start("a b.c.example", 5), name_start("a@b.c.example", 5)
    (2, -1)
    """
    name = run_of(text, dot, LONGEST_HOST + 1, _IN_NAME)
    if text[dot - len(name) - 1 : dot - len(name)] > "\x7f" and len(name) <= LONGEST_HOST:
        name = _beyond_ascii(text, dot)
        if follows_prose(name):
            return -1
    start = dot - len(name)
    whole = len(name) <= LONGEST_HOST and name[:1].isalnum()
    return start if whole and text[start - 1 : start] not in _NOT_AFTER else -1


def _beyond_ascii(text: str, dot: int) -> str:
    """The part of a name before a dot, if it is not all ASCII."""
    name = ""
    for window in windows(text, dot, LONGEST_HOST + 1):
        found = _BACKWARDS.match(window[::-1])
        name = found[0] if found else ""
        if not plain_letters().sub("", name).isascii():
            stop = next((place for place, each in enumerate(name) if each > "\x7f" and not in_host(each)), len(name))
            name = name[:stop]
        name = name[::-1]
        if len(name) < len(window):
            break
    return name


def follows_prose(name: str) -> bool:
    """Whether Han, Kana or Hangul is directly before ASCII, as prose is before a name without a space between.

    >>> follows_prose("訪問www.a"), follows_prose("www.訪問.a")
    (True, False)
    """
    return any(written_without_spaces(found[0]) for found in _BEFORE_ASCII.finditer(name))


@lru_cache(4096)
def reads_otherwise(name: str) -> bool:
    """Whether what looks like a name is more likely something else.

    >>> [name for name in ("setup.py", "a.example", "end.The", "self.name") if not reads_otherwise(name)]
    ['a.example']
    """
    labels = name.split(".")
    first, last = labels[0].lower(), labels[-1]
    if last.islower() and last not in _suspect_last() and first not in _suspect_first() and len(first) > 2:
        return False
    return any(guard(labels) for guard in GUARDS)


@cache
def _suspect_last() -> frozenset[str]:
    """The last labels that guards object to; with another one in lower case, most names pass at once."""
    return domain_lookalikes("file") | domain_lookalikes("word")


@cache
def _suspect_first() -> frozenset[str]:
    """The first labels that guards object to."""
    return domain_lookalikes("object") | domain_lookalikes("package")


def file_name(labels: list[str]) -> bool:
    """A name with a file's ending: `plan.md`, `coverage.py`, but not `a.com.pl` (markdown-it#674).

    >>> file_name(["plan", "md"]), file_name(["a", "com", "pl"])
    (True, False)
    """
    return labels[-1].lower() in domain_lookalikes("file") and labels[-2].lower() not in domain_lookalikes("registry")


def sentences(labels: list[str]) -> bool:
    """A full stop without a space after it: a capital follows, or both sides are words (Autolinker#116).

    >>> sentences(["end", "The"]), sentences(["ok", "so"]), sentences(["EXAMPLE", "COM"])
    (True, True, False)
    """
    last = labels[-1]
    if last[0].isupper() and last[1:].islower():
        return True
    return len(labels) == 2 and last.lower() in domain_lookalikes("word") and labels[0].lower() in common_words()


def numbers(labels: list[str]) -> bool:
    """Numbers of a list or a version before a word: `2.ao`, `1.2.so`, but not `163.com` (Autolinker#110).

    >>> numbers(["2", "ao"]), numbers(["163", "com"])
    (True, False)
    """
    return len(labels[0]) < 3 and all(label.isdecimal() for label in labels[:-1])


def abbreviation(labels: list[str]) -> bool:
    """A single letter before two: `B.Sc`, `i.am`, but not `x.com` (Autolinker#125).

    >>> abbreviation(["B", "Sc"]), abbreviation(["x", "com"])
    (True, False)
    """
    return len(labels) == 2 and len(labels[0]) == 1 and len(labels[1]) == 2


def code(labels: list[str]) -> bool:
    """An attribute of a common name in code, `self.name`, or a package, `org.example` (jupyter-book#1393).

    >>> code(["self", "name"]), code(["com", "example", "app"]), code(["a", "name"])
    (True, True, False)
    """
    first = labels[0].lower()
    return first in domain_lookalikes("object") or first in domain_lookalikes("package")


GUARDS: tuple[Callable[[list[str]], bool], ...] = (file_name, sentences, numbers, abbreviation, code)
