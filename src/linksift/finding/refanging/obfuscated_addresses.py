"""Addresses that authors and list archives obfuscate against harvesters.

Examples are `<joe at a dot example>`, `joe_at_a.example`, `joe -at- a.example`, `joe @ a . example`,
`joe [at] a . example`, HyperKitty's `joe(a)a.example` and MARC's `joe () a ! example`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from linksift.finding.match import Step
from linksift.finding.refanging.notation_search import hits
from linksift.finding.refanging.refang import bare_at, bare_dot
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import common_words, domain_lookalikes, top_level_domains

_FARTHEST_BEFORE = 80
_LONGEST_FIELD, _LONGEST_PREFIX = 40, 48
_LABEL = r"[A-Za-z0-9][A-Za-z0-9\-]{0,62}+"
_WORD = r"[A-Za-z0-9_.+\-]{1,64}+"


class Spelling(NamedTuple):
    """A way to write an address: a pattern for the at sign and the literal that it begins with, patterns for the local
    part before it and the name after it, and a pattern for the dots in both. If `is_proof`, no prose looks like
    this."""

    literal: str
    at: re.Pattern[str]
    dot: re.Pattern[str]
    local: re.Pattern[str]
    name: re.Pattern[str]
    is_proof: bool


def _spelling(*marks: str, dot: str, is_proof: bool = False) -> Spelling:
    """A spelling with one mark, or with several that begin with the same character."""
    return Spelling(
        marks[0][0] if marks[1:] else marks[0],
        lazy_pattern("|".join(map(re.escape, marks))),
        lazy_pattern(dot),
        lazy_pattern(rf"(?<![\w.+\-/=&?%#~@]){_WORD}(?:{dot}{_WORD}){{0,3}}\Z"),
        lazy_pattern(rf"({_LABEL})(?:(?:\.|{dot})({_LABEL})){{1,8}}"),
        is_proof,
    )


_SPELLED_DOT = r" (?:dot|DOT|[(\[](?:dot|DOT)[)\]]) "

_SPELLINGS = (
    _spelling(" at ", dot=_SPELLED_DOT),
    _spelling(" AT ", dot=_SPELLED_DOT),
    _spelling(" @ ", dot=r" \. "),
    _spelling("_at_", "_AT_", dot="_(?:dot|DOT)_"),
    _spelling(" () ", dot=" ! "),
    _spelling("(a)", dot=r"\(dot\)", is_proof=True),
    _spelling(
        *(" [at] ", " (at) ", " <at> ", " <AT> ", " #at# ", " -at- "),
        dot=r" (?:dot|DOT|\.|#dot#|-dot-) ",
        is_proof=True,
    ),
)
"""The spellings. The marks in brackets are undone with other marks; the dots beside them are undone here."""

_FIELDS = "from|to|cc|bcc|sender|reply-to|e-?mail|mail|von|an|van|aan|de|para|da"
_AFTER_FIELD = lazy_pattern(rf"(?:<|&lt;|mailto:|\b(?:{_FIELDS})[ \t]{{0,8}}:\*?[ \t]{{0,16}})\Z", re.IGNORECASE)
"""Text that only an address follows: `<`, `mailto:` or the name of a field, also in German, Dutch and Romance
languages."""

_CLOSERS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'"}
_AT_LINE_START = lazy_pattern(r"(?:\A|\n)(?:From |[>|*/#;%\s]{0,40})\Z")
_AT_LINE_END = lazy_pattern(r"[ \t]{0,8}(?:[\r\n<]|\Z)|[>\]]| mailing list|  [A-Z]")
"""Text that may follow an address at the start of a line: the line's end, a closing bracket, a list's footer, or mbox's
date."""


def steps(text: str) -> Iterator[Step]:
    """The steps at the at sign and the dots of each obfuscated address.

    >>> [(step.start, step.end, step.replacement) for step in steps("<joe at a dot example>")]
    [(4, 8, '@'), (9, 14, '.')]
    """
    for spelling in _SPELLINGS:
        for at in hits(text, spelling.literal, spelling.at):
            local = spelling.local.search(text, max(0, at.start() - _FARTHEST_BEFORE), at.start())
            name = spelling.name.match(text, at.end()) if local else None
            if local and name and is_address(spelling, local, name):
                yield Step(bare_at, *at.span(), "@")
                for first, last in (local.span(), name.span()):
                    yield from (Step(bare_dot, *dot.span(), ".") for dot in spelling.dot.finditer(text, first, last))


def is_address(spelling: Spelling, local: re.Match[str], name: re.Match[str]) -> bool:
    """Whether an address rather than prose is spelled here: only an address may be in this place, the spelling proves
    it, or the dots of its name are spelled too.

    No common word begins an address in prose, and no word ends one: `look at a.example`, `the dot com boom`.
    """
    text, start, end = local.string, local.start(), name.end()
    last, words = name[2].lower(), common_words()
    if last not in top_level_domains() or text.startswith(("@", "_"), end):  # part of a file name or longer address
        return False
    if spelling.is_proof and not (name[2].islower() or name[2].isupper()):
        return False  # a word that begins a sentence: `arrive (at) noon . In`
    if _AFTER_FIELD.search(text, max(0, start - _LONGEST_FIELD), start):
        return True
    if local[0].lower() in words and not spelling.is_proof:
        return False
    spelled = spelling.dot.search(text, *name.span()) and len(name[1]) > 1 and name[1].lower() not in words
    is_proof = spelling.is_proof or is_no_host(spelling, name)
    if (is_proof or spelled) and last not in domain_lookalikes("word"):
        return True
    return spelling.literal != " () " and stands_alone(text, start, end)  # a call in code may stand alone


def is_no_host(spelling: Spelling, name: re.Match[str]) -> bool:
    """Whether the underscores of `joe_at_a.com` would be in a registered domain, which contains none, if this were a
    host; under other top-level domains, it may be an attribute in code: `look_at_point.name`."""
    return spelling.literal == "_" and name[0].count(".") == 1 and name[2].lower() in domain_lookalikes("registry")


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a span is in brackets or quotes, or at the start of a line before its end.

    >>> [stands_alone(text, text.index("b"), text.index("b") + 1) for text in ("a (b) c", "> b", "b, c")]
    [True, True, False]
    """
    if text[start - 1 : start] in _CLOSERS:
        return text[end : end + 1] == _CLOSERS[text[start - 1]]
    at_start = _AT_LINE_START.search(text, max(0, start - _LONGEST_PREFIX), start)
    return at_start is not None and _AT_LINE_END.match(text, end) is not None
