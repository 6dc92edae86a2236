"""Words without brackets, `joe AT a DOT example`, `a-dot-de`, and other characters in place of a host's dots.

The words may also be in lower case after an at sign in brackets, `joe (at) a dot example`. Other characters count in a
host after a scheme: `http://a,example/`, `http://a・example`.
"""

import re
from collections.abc import Iterator
from functools import cache

from linksift.finding.match import Step
from linksift.finding.refanging import refang
from linksift.finding.refanging.notation_search import (
    MAIL_PROVIDER_AHEAD,
    Notation,
    Search,
    hits,
    is_last_label_ahead,
    is_name_ahead,
    plain_label,
)
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import domain_lookalikes, top_level_domains

_FARTHEST_BEFORE = 40
_AT_AHEAD = lazy_pattern(r"[a-z0-9.\-]{1,32}(?: {1,2}AT {1,2}|@)[a-z0-9]")
_PLAIN_BEFORE = lazy_pattern(r"(?:\A|[\s\"'`<>(\[{|,;:@])[A-Za-z0-9_.+\-]{1,32}\Z|://[A-Za-z0-9_.\-]{1,32}\Z")
"""A word at the end of a text that may be the name before ` dot `, without marks: `see example`, `http://example`."""

_MARK_BEFORE = lazy_pattern(
    r"""
    (?: [\[({<](?i:at|@|dot|\.)[\])}>][ ]? | (?i:hxxps?):// | (?<![ ]dot[ ])(?<![\w.+\-])[\w.+\-]{1,32}@ )
    [A-Za-z0-9\-]{1,32} (?: [ ]dot[ ][A-Za-z0-9\-]{1,32} ){0,2} \Z
    """,
    re.VERBOSE,
)
"""A word at the end of a text, after a mark or in an address: `joe[at]example`, `joe@example`, `hxxp://a dot b`; but
not in `amy dot joe@example`, which is not the whole address."""

_LOCAL_PART_BEFORE = lazy_pattern(r"(?:\A|[\s\"'`<>(\[{|,;])[\w.+]{1,64}\Z")
_LABELS_AHEAD = lazy_pattern(r"(?:[A-Za-z0-9\-]{1,32} dot ){1,2}+")

_SUBSTITUTE = "[,・]"
_HOST = lazy_pattern(rf"//[\])}}]?(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{1,5}}")
_BETWEEN_LABELS = lazy_pattern(rf"{_SUBSTITUTE}(?=\w)")
_FARTHEST_HOST_BEFORE = 80
_HOST_BEFORE = lazy_pattern(rf":[\])}}]?\[?//[\])}}]?(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{0,4}}[\w\-]{{1,40}}\Z")
_HOST_AHEAD = lazy_pattern(rf"(?:[\w\-]{{1,40}}{_SUBSTITUTE}){{0,4}}([A-Za-z0-9\-]{{1,40}})(?=[/:?#\s]|\Z)")


@cache
def searches() -> tuple[Search, ...]:
    """The searches for bare words, compiled on the first call."""
    groups = (
        (
            Notation(refang.bare_at, r"AT(?<=[a-z0-9]AT)(?=[a-z0-9])", condition=is_before_name),
            Notation(
                refang.bare_at,
                r"AT(?:(?<=[a-z0-9] AT)|(?<=[a-z0-9]  AT))[ ]{1,2}(?=[A-Za-z0-9])",
                spaced=True,
                condition=is_before_name,
            ),
        ),
        (
            Notation(refang.bare_dot, r"DOT(?<=[a-z0-9]DOT)(?=[a-z])", condition=is_before_last_label),
            Notation(
                refang.bare_dot,
                r"DOT(?:(?<=[a-z0-9] DOT)|(?<=[a-z0-9]  DOT))[ ]{1,2}(?=[a-z])",
                spaced=True,
                condition=is_before_last_label,
            ),
        ),
        (
            Notation(refang.bare_at, r"-at-(?<=\w-at-)(?=(?:[a-z0-9]{1,40}+-dot-){1,4}[a-z]{2,24}(?![\w\-]))"),
            Notation(refang.bare_at, rf"-(?:at|AT)-{MAIL_PROVIDER_AHEAD}", condition=is_after_local_part),
            Notation(refang.bare_dot, r"-dot-(?<=\w-dot-)(?=[a-z])", condition=is_before_plain_domain),
        ),
        (Notation(refang.bare_dot, r"dot (?<=\w dot )(?=[a-z])", spaced=True, condition=is_after_mark),),
    )
    return tuple(map(Search, groups))


def steps(text: str) -> Iterator[Step]:
    """The steps that undo bare words, and those that put dots in place of other characters in a host."""
    for search in searches():
        yield from search.steps(text)
    for host in hits(text, "//", _HOST):
        for found in _BETWEEN_LABELS.finditer(text, host.start(), host.end() + 1):
            if is_in_host(text, *found.span()):
                yield Step(refang.dot_substitute, *found.span(), ".")


def is_before_name(text: str, start: int, end: int) -> bool:
    """Whether a single word precedes an AT, and a name under a known top-level domain follows it."""
    return is_name_ahead(text, end) and is_after_plain_word(text, start)


def is_before_last_label(text: str, start: int, end: int) -> bool:
    """Whether a plain word precedes a DOT, and the rest of a name or of a local part follows it."""
    goes_on = is_last_label_ahead(text, end) or is_name_ahead(text, end) or _AT_AHEAD.match(text, end) is not None
    return goes_on and is_after_plain_word(text, start)


def is_before_plain_domain(text: str, start: int, end: int) -> bool:
    """Whether a country's top-level domain, or another common one, follows a -dot-: `a-dot-de`, but not
    `icon-dot-red`."""
    last = plain_label(text, end)
    common = len(last) == 2 or last in domain_lookalikes("registry")
    return common and is_before_last_label(text, start, end)


def is_after_mark(text: str, start: int, end: int) -> bool:
    """Whether a word follows a name that began after a mark in brackets, an at sign or a masked scheme: `(at) a dot
    example`.

    The name continues to its last label: `(at) a dot b dot example`.
    """
    before = text[max(0, start - _FARTHEST_BEFORE) : start]
    if _MARK_BEFORE.search(before) is None:
        return False
    more = _LABELS_AHEAD.match(text, end)
    return is_last_label_ahead(text, end) or (more is not None and is_last_label_ahead(text, more.end()))


def is_after_local_part(text: str, start: int, end: int) -> bool:
    """Whether a local part without hyphens precedes -at-: `joe-at-gmail.com`, not `sign-in-at-gmail.com` or a path."""
    return _LOCAL_PART_BEFORE.search(text[max(0, start - 65) : start]) is not None


def is_after_plain_word(text: str, start: int) -> bool:
    """Whether the text before a word is not part of a path."""
    return _PLAIN_BEFORE.search(text[max(0, start - _FARTHEST_BEFORE) : start]) is not None


def is_in_host(text: str, start: int, end: int) -> bool:
    """Whether slashes and labels precede a character and the rest of a host follows it: the last labels under a known
    top-level domain, or the last numbers of an IP address. A host that contains any dot already has all its dots.

    >>> texts = ("http://a,example/", "http://a,and so", "http://a,b.example", "http://1,2,3,4")
    >>> [is_in_host(text, 8, 9) for text in texts]
    [True, False, False, True]
    """
    ahead = _HOST_AHEAD.match(text, end)
    if ahead is None or not (ahead[1].isdigit() or ahead[1].lower() in top_level_domains()):
        return False
    return _HOST_BEFORE.search(text[max(0, start - _FARTHEST_HOST_BEFORE) : start]) is not None
