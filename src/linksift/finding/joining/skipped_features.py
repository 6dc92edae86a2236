"""Which features can be nonzero at a break: most require a fact that is quick to determine, and are skipped without it.

Skipping them does not change any sum.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from linksift.finding.joining.evidence import (
    across_break,
    host,
    line_layout,
    line_widths,
    lines_between,
    next_line,
    next_word,
    same_uri_elsewhere,
    typeface,
    uri_so_far,
    wrapped_again,
)
from linksift.finding.joining.seam import Seam, is_common_word
from linksift.finding.joining.uri_or_prose import uri_log_odds
from linksift.finding.joining.weights import WEIGHTS, Weight

Feature = Callable[[Any], float]

FACTS = tuple(1 << place for place in range(41))
"""The facts about a break that are quick to determine, one bit each."""

(
    TYPEFACES, JOINED_BEFORE, ELSEWHERE, LINES_BETWEEN, BRACKETED, URI_ALONE, HOST_ALONE, SIGN, SLASH, SENTENCE,
    IN_RUN, EXTENSION, DOI, IDENTIFIER, PREFIX, COMMENT, LINE_COMMENT, LETTER, NUMBER, MARK, WORD, MORE, COMMON,
    CAPITAL, BEYOND_ASCII, LIKE_URI, LIKE_PROSE, SLASHED, DOTTED, UNDERSCORE, AT, ASSIGNS, HEXADECIMAL, COLON,
    RECORD, REST, ALONE, CLOSES, BAR, SPREAD, MOVED,
) = FACTS  # fmt: skip

_SENTENCE, _COMMENT_MARKS, _CLOSERS = ".,:;", "#/;%", ").,;]>"
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
    begins = seam.piece[0]
    facts = (
        (SENTENCE if last in _SENTENCE else SLASH if last == "/" else 0 if last.isalnum() else SIGN)
        | (IN_RUN if seam.inside_run else 0)
        | (HEXADECIMAL if last in _HEXADECIMAL and begins in _HEXADECIMAL else 0)
        | (EXTENSION if "." in uri[-6:] else 0)
        | (DOI if "doi.org/" in uri else 0)
        | (IDENTIFIER if "@" in uri else 0)
        | (HOST_ALONE if "/" not in uri.partition("://")[2] else 0)
        | (BRACKETED if seam.bracketed else 0)
        | (TYPEFACES if seam.layout.typefaces else 0)
        | (PREFIX if line.quote_depth or line.comment_mark else 0)
        | (COMMENT if line.comment_mark else 0)
        | (LINE_COMMENT if line.stripped[0] in _COMMENT_MARKS else 0)
        | (LINES_BETWEEN if following.start > line.end + 1 else 0)
        | (MOVED if following.indent != line.indent else 0)
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
        | (SLASHED if "/" in piece else 0)
        | (DOTTED if "." in piece else 0)
        | (UNDERSCORE if "_" in word else 0)
        | (AT if "@" in word else 0)
        | (ASSIGNS if "=" in piece else 0)
    )


def _of_next_line(seam: Seam) -> int:
    """The facts about the whole next line."""
    text, piece, rest = seam.next.stripped, seam.piece, seam.rest
    record = RECORD if piece in _BEFORE_RECORD else 0
    colon = COLON | RECORD if ":" in text else 0
    if not rest:
        return record | colon | ALONE | CLOSES
    gap = text[len(piece) : len(piece) + 2]
    return (
        record
        | colon
        | REST
        | (CLOSES if rest[0] in _CLOSERS else 0)
        | (BAR if rest[0] == "|" else 0)
        | (SPREAD if gap == "  " or "\t" in gap else 0)
    )


NEEDS: Mapping[Feature, int] = {
    typeface.same_typeface: TYPEFACES,
    typeface.other_typeface: TYPEFACES,
    uri_so_far.after_assignment: SIGN,
    uri_so_far.after_hyphen: SIGN,
    uri_so_far.after_typeset_hyphen: SIGN,
    uri_so_far.after_connector: SIGN,
    uri_so_far.after_stop: SENTENCE,
    uri_so_far.entry_missing: SLASH,
    uri_so_far.repository_missing: SLASH,
    uri_so_far.nested_uri_missing: SLASH | MORE | COLON,
    uri_so_far.doi_unfinished: DOI,
    uri_so_far.message_id_unfinished: IDENTIFIER,
    uri_so_far.message_id_goes_on: AT,
    uri_so_far.ends_in_file_extension: EXTENSION,
    host.host_unfinished: HOST_ALONE,
    host.host_goes_on: HOST_ALONE,
    host.host_complete: HOST_ALONE,
    host.port_follows: HOST_ALONE | NUMBER,
    across_break.inside_run: IN_RUN,
    across_break.halves_of_a_word: IN_RUN | LETTER,
    across_break.file_extension_after_stop: SENTENCE,
    across_break.small_after_stop: SENTENCE,
    across_break.two_words: IN_RUN | LETTER,
    across_break.whole_word_after_letter: IN_RUN | WORD,
    across_break.digit_meets_letter: IN_RUN,
    across_break.small_meets_capital: IN_RUN | CAPITAL,
    across_break.bracket_closes: BRACKETED,
    across_break.closes_after_word: BRACKETED | SLASH | WORD,
    next_word.goes_on_like_a_path: SLASHED,
    next_word.has_file_extension: DOTTED,
    next_word.letters_and_digits: MORE,
    next_word.slash_alone: SLASHED,
    next_word.camel_case: CAPITAL,
    next_word.path_segment: SLASH | MORE,
    next_word.common_word: COMMON,
    next_word.characters_of_uri: LIKE_URI,
    next_word.characters_of_prose: LIKE_PROSE,
    next_word.has_underscore: UNDERSCORE,
    next_word.capitalized: WORD | CAPITAL,
    next_word.letters_beyond_ascii: BEYOND_ASCII,
    next_word.whole_hash: MORE,
    next_word.date: MORE | NUMBER,
    next_word.media_type: SLASHED,
    next_word.mostly_signs: MORE,
    next_word.nearby_word: WORD,
    next_line.single_word: CLOSES,
    next_line.paragraph_ends: ALONE,
    next_line.address_follows: AT,
    next_line.field_name: COLON,
    next_line.section_number: NUMBER,
    next_line.assignment_follows: ASSIGNS,
    next_line.same_mark: MARK,
    next_line.numbered_lines: NUMBER,
    next_line.file_of_listing: MORE | ALONE,
    next_line.record_follows: RECORD,
    next_line.row_of_listing: SPREAD,
    next_line.ends_in_uri: REST | COLON,
    next_line.another_host: SLASHED | DOTTED,
    next_line.file_path_follows: SLASHED,
    line_layout.row_follows: BAR,
    line_layout.comment_ends: COMMENT,
    line_layout.comment_of_one_line: LINE_COMMENT,
    line_layout.other_indent: MOVED,
    line_layout.broken_before: JOINED_BEFORE,
    line_layout.short_middle_line: JOINED_BEFORE,
    line_widths.cut_at_terminal_width: ALONE | MOVED,
    lines_between.blank_line_between: LINES_BETWEEN,
    lines_between.other_indent_after_blank_line: LINES_BETWEEN | MOVED,
    lines_between.note_across_blank_line: LINES_BETWEEN,
    lines_between.entry_across_blank_line: LINES_BETWEEN,
    lines_between.prefixed_name: LINES_BETWEEN | COLON,
    lines_between.heading: LINES_BETWEEN | REST,
    lines_between.blank_lines_in_turn: LINES_BETWEEN,
    wrapped_again.sliver: ALONE | URI_ALONE,
    wrapped_again.overflow: PREFIX | ALONE | URI_ALONE,
    wrapped_again.cut_at_same_column: IN_RUN | URI_ALONE,
    wrapped_again.number_alone: MORE,
    wrapped_again.hash_goes_on: IN_RUN | HEXADECIMAL,
    same_uri_elsewhere.joined_uri: ELSEWHERE,
    same_uri_elsewhere.other_followers: ELSEWHERE,
    same_uri_elsewhere.unjoined_uri: ELSEWHERE,
}
"""The facts without which each feature is 0."""


@lru_cache(maxsize=4096)
def possible_weights(facts: int) -> tuple[Weight, ...]:
    """The rows of the table of weights whose features may be nonzero."""
    return tuple(weight for weight in WEIGHTS if not NEEDS.get(weight.feature, 0) & ~facts)
