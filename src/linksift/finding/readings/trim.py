"""Trims the text that belongs to the sentence from the end of a URI (Appendix C).

Each rule is a function. The rules are applied until nothing changes.

A rule takes the position where the URI ends so far (`end`, code points of the reading's text) and returns the position
where the URI really ends.
"""

from collections.abc import Callable
from functools import lru_cache

from linksift.delimiters import TRIMMED
from linksift.finding.match import Candidate, Step
from linksift.finding.scan.character_roles import FINAL_DOTS, OPENERS, QUOTES_IN_NAMES, TRIMMED_BY
from linksift.finding.scan.enclosures import COMMENT_END, COMMENT_START
from linksift.finding.scan.escaped_characters import LONGEST_REFERENCE, reference_at
from linksift.finding.scan.scanned_text import closes_bracket
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule, rule_name
from linksift.registries import link_bracket, link_term

_OPENED_BY = {closer: opener for opener, closer in QUOTES_IN_NAMES.items()}

LONGEST_QUOTED = 256
_MAY_BE_BRACKET = lazy_pattern(r"[(\[{}\])]|[^\x00-\x7f]")

Rule = Callable[[Candidate, str, int], int]


@rule
def unbalanced_closer(candidate: Candidate, text: str, end: int) -> int:
    """A closing bracket without an opening one in the URI belongs to the text around it (RFC 1738, 2.2; bleach#190).

    >>> found("(see http://a/x_(y))")
    ['http://a/x_(y)']
    """
    if candidate.verbatim:
        return end - 1 if end - 1 in unpaired_closers(text) else end
    return end - 1 if candidate.ends_in_closing_bracket and end == len(text) else end


@lru_cache(1)
def unpaired_closers(text: str) -> frozenset[int]:
    """The positions of the closing brackets that have no opening bracket in the text, as a scan reads them.

    >>> sorted(unpaired_closers("a)(b)c]"))
    [1, 6]
    """
    open_brackets: list[str] = []
    unpaired: list[int] = []
    for found in _MAY_BE_BRACKET.finditer(text):
        character = found[0]
        if character in OPENERS or _term(character) == "Open":
            open_brackets.append(character)
        elif (opener := link_bracket(character)) and not closes_bracket(open_brackets, opener):
            unpaired.append(found.start())
    return frozenset(unpaired)


@rule
def dangling_opener(candidate: Candidate, text: str, end: int) -> int:
    """An opening bracket at the end of a URI belongs to the text after it (UTS #58, Link_Term=Open).

    >>> found("http://a/x(")
    ['http://a/x']
    """
    return end - 1 if text[end - 1] in OPENERS or _term(text[end - 1]) == "Open" else end


@rule
def sentence_punctuation(candidate: Candidate, text: str, end: int) -> int:
    """Sentence punctuation at the end of a URI belongs to the sentence (Appendix C; UTS #58, Link_Term=Soft).

    The semicolon of a character reference is not punctuation, nor is a quotation mark that closes a quotation in the
    URI (vscode#121438). A middle dot is: it separates items, or is the Greek semicolon.

    >>> found("See http://a/x?y!... and http://a/“x”. http://a/z· http://a/l·l")
    ['http://a/x?y', 'http://a/%E2%80%9Cx%E2%80%9D', 'http://a/z', 'http://a/l%C2%B7l']
    """
    while (text[end - 1] in TRIMMED + FINAL_DOTS or _term(text[end - 1]) == "Soft") and not (
        character_reference(candidate, text, end) < end or closes_quote(text, end)
    ):
        end -= 1
    return end


def closes_quote(text: str, end: int) -> bool:
    """Whether the character before `end` closes a typographic quotation that opens in the text.

    >>> closes_quote("a“b”", 4), closes_quote("a”", 2), closes_quote("“a””", 4)
    (True, False, False)
    """
    opener = _OPENED_BY.get(text[end - 1])
    if opener is None:
        return False
    low = max(0, end - LONGEST_QUOTED)
    return text.rfind(opener, low, end - 1) > text.rfind(text[end - 1], low, end - 1)


@rule
def character_reference(candidate: Candidate, text: str, end: int) -> int:
    """Anything written like a character reference at the end of a URI belongs to the text after it (GFM, 6.9).

    >>> found("http://a/x&amp; http://a/?b&amp;c http://a/?b&c=1;")
    ['http://a/x', 'http://a/?b&amp;c', 'http://a/?b&c=1']
    """
    if text[end - 1] != ";":
        return end
    start = text.rfind("&", max(0, end - LONGEST_REFERENCE), end)
    return start if start >= 0 and len(reference_at(text, start)) == end - start else end


@rule
def emphasis(candidate: Candidate, text: str, end: int) -> int:
    """Emphasis marks at the end of a URI may close emphasis that opens before it (CommonMark, 6.2; linkify#11).

    >>> found("**http://a/x** http://a/y_ and **see http://a/z**")
    ['http://a/x', 'http://a/y_', 'http://a/z']
    """
    marks = candidate.emphasis_before[::-1]
    return end - len(marks) if marks and text.endswith(marks, 0, end) else end


@rule
def comment_end(candidate: Candidate, text: str, end: int) -> int:
    """`*/` at the end of a URI closes the comment that `/*` opens before it (C11, 6.4.9).

    >>> found("/* see http://a/x*/ http://a/y*/")
    ['http://a/x', 'http://a/y*/']
    """
    if candidate.emphasis_before != COMMENT_START or not text.endswith(COMMENT_END, 0, end):
        return end
    return end if candidate.enclosure else len(text[: end - 1].rstrip("*"))


@rule
def possessive(candidate: Candidate, text: str, end: int) -> int:
    """A final 's is a genitive that belongs to the sentence, except inside quotes (twitter-text-rb#14).

    >>> found("http://a/x's author")
    ['http://a/x']
    """
    return end - 2 if candidate.enclosure is None and text.endswith(("'s", "’s"), 0, end) else end


RULES: tuple[Rule, ...] = (
    unbalanced_closer,
    dangling_opener,
    character_reference,
    sentence_punctuation,
    emphasis,
    comment_end,
    possessive,
)

_NOT_IN_TABLE: tuple[tuple[Rule, str], ...] = (
    (character_reference, ";"),
    (sentence_punctuation, '"'),
    (comment_end, "/"),
    (possessive, "s"),
)


@lru_cache(4096)
def rules_at(character: str) -> tuple[Rule, ...]:
    """The rules that may trim a character; there are none for a letter beyond ASCII. At most one of these rules trims
    at any place.

    >>> [[rule_name(by) for by in rules_at(character)] for character in "a;é"]
    [[], ['trim.character_reference', 'trim.sentence_punctuation'], []]
    """
    if character > "\x7f":
        return () if character.isalpha() and link_term(character) == "Include" else RULES
    address = TRIMMED_BY.get(character)
    return tuple(by for by in RULES if rule_name(by) == address or (by, character) in _NOT_IN_TABLE)


def trim(candidate: Candidate, text: str) -> tuple[int, tuple[Step, ...]]:
    """Where the URI ends in the text of a reading, and what was trimmed there, from the end backwards."""
    end = len(text)
    if not rules_at(text[-1:]):
        return end, ()
    trimmed: list[Step] = []
    floor = text.find(":") + 1 if candidate.kind == "uri" else 0
    while end > floor:
        for by in rules_at(text[end - 1]):
            shorter = by(candidate, text, end)
            if shorter != end and not (by is emphasis and any(by is done.rule for done in trimmed)):
                trimmed.append(Step(by, shorter, end, None))
                end = shorter
                break
        else:
            break
    return end, tuple(trimmed)


def _term(character: str) -> str:
    return link_term(character) if character > "\x7f" else ""
