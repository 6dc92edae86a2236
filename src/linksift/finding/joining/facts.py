"""Facts about a break that are quick to determine, and the rules that are 0 without them.

Skipping these rules where their facts are missing does not change any sum.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from linksift.finding.joining.letter_odds import uri_log_odds
from linksift.finding.joining.seam import Seam, is_common_word
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


FACTS = tuple(1 << place for place in range(44))
"""The facts about a break that are quick to determine, one bit each."""

(
    TYPEFACES, JOINED_BEFORE, ELSEWHERE, LINES_BETWEEN, BRACKETED, URI_ALONE, HOST_ALONE, SIGN, SLASH, SENTENCE,
    IN_RUN, EXTENSION, DOI, IDENTIFIER, PREFIX, COMMENT, LINE_COMMENT, LETTER, NUMBER, MARK, WORD, MORE, COMMON,
    CAPITAL, BEYOND_ASCII, LIKE_URI, LIKE_PROSE, SLASHED, DOTTED, UNDERSCORE, AT, ASSIGNS, HEXADECIMAL, COLON,
    RECORD, REST, ALONE, CLOSES, BAR, SPREAD, MOVED, DIGIT, URI_FOLLOWS, TAG,
) = FACTS  # fmt: skip

_SENTENCE, _COMMENT_MARKS, _CLOSERS = ".,:;", "#/;%", ").,;]>"
_DIGIT = re.compile(r"\d")
_HEXADECIMAL = "0123456789abcdef"
_BEFORE_RECORD = frozenset({"commit", "diff", "index", "@@"})


def facts_of(seam: Seam) -> int:
    r"""The facts about a break.

    >>> facts = facts_of(Seam.in_text("http://a.example/b/\nc"))
    >>> [bool(facts & fact) for fact in (SLASH, ALONE, WORD, SLASHED, COLON)]
    [True, True, True, False, False]
    """
    return _of_uri(seam) | _of_next_word(seam) | _of_next_line(seam)


def _of_uri(seam: Seam) -> int:
    """The facts about the text before the break, and about both sides of it."""
    uri, last, line, following = seam.uri, seam.last, seam.line, seam.next
    begins, cut = seam.piece[0], uri[-2:-1] == "%"
    ends_sentence = last in _SENTENCE and not seam.urn_goes_on
    facts = (
        (SENTENCE if ends_sentence else SLASH if last == "/" else SIGN if not last.isalnum() or cut else 0)
        | (IN_RUN if seam.inside_run else 0)
        | (HEXADECIMAL if last in _HEXADECIMAL and begins in _HEXADECIMAL else 0)
        | (EXTENSION if "." in uri[-6:] else 0)
        | (DOI if "doi.org/" in uri or uri[:4].lower() == "doi:" else 0)
        | (IDENTIFIER if "@" in uri else 0)
        | (HOST_ALONE if "/" not in uri.partition("://")[2] else 0)
        | (BRACKETED if seam.bracketed else 0)
        | (TYPEFACES if seam.layout.typefaces else 0)
        | (PREFIX if line.quote_depth or line.comment_mark else 0)
        | (COMMENT if line.comment_mark else 0)
        | (LINE_COMMENT if line.stripped[0] in _COMMENT_MARKS else 0)
        | (LINES_BETWEEN if following.start > line.end + 1 else 0)
        | (MOVED if following.indent != line.indent or "    " in line.stripped else 0)
    )
    if seam.joined_breaks:
        return facts | JOINED_BEFORE | URI_ALONE | ELSEWHERE
    alone = line.stripped.lstrip("([<") == uri
    return facts | (URI_ALONE if alone else 0) | (ELSEWHERE if seam.elsewhere else 0)


def _of_next_word(seam: Seam) -> int:
    """The facts about the next line's first word."""
    piece, word = seam.piece, seam.word
    begins, odds = piece[0], uri_log_odds(word)
    facts = (
        (LIKE_URI if odds > 0 else LIKE_PROSE if odds < 0 else 0)
        | (LETTER if begins.isalpha() else NUMBER if begins.isdigit() else MARK)
        | (CAPITAL if word != word.lower() else 0)
        | (0 if word.isascii() else BEYOND_ASCII)
    )
    if seam.is_word:
        return facts | WORD | (COMMON if is_common_word(word) else 0)
    return (
        facts
        | MORE
        | (COMMON if seam.is_prose_with_slash else 0)
        | (DIGIT if _DIGIT.search(piece) else 0)
        | (SLASHED if "/" in piece else 0)
        | (DOTTED if "." in piece else 0)
        | (UNDERSCORE if "_" in word else 0)
        | (AT if "@" in word else 0)
        | (ASSIGNS if "=" in piece else 0)
    )


def _of_next_line(seam: Seam) -> int:
    """The facts about the whole next line."""
    text, piece, rest = seam.next.stripped, seam.piece, seam.rest
    record = RECORD if piece in _BEFORE_RECORD or rest[:2] == '("' else 0
    colon = COLON | RECORD if ":" in text else 0
    if not rest:
        return record | colon | ALONE | CLOSES
    gap = text[len(piece) : len(piece) + 2]
    return (
        record
        | colon
        | REST
        | (CLOSES if rest[0] in _CLOSERS else 0)
        | (BAR if rest[0] == "|" else TAG if rest[0] == "<" else 0)
        | (URI_FOLLOWS if "://" in rest else 0)
        | (SPREAD if gap == "  " or "\t" in gap else 0)
    )
