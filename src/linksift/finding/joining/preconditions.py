"""Which features can be other than 0 at a break: most need something that is quickly known, and are skipped without it.

Skipping changes no sum, and the rest of the table can add less, so that reading stops earlier.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from linksift.finding.joining.evidence import (
    across_break,
    host,
    line_layout,
    lines_between,
    next_line,
    next_word,
    same_uri_elsewhere,
    typeface,
    uri_so_far,
    wrapped_again,
)
from linksift.finding.joining.seam import Seam, trimmed
from linksift.finding.joining.weights import WEIGHTS, Weight, max_remaining

Feature = Callable[[Any], float]


class Facts(NamedTuple):
    """What is quickly known of a break.

    The character before it is a `sign`, a `slash` or a mark of a `sentence`; there is only a `host` so far; the next
    line starts with a `word` of letters, or with `more`, and has a `rest` or is the piece `alone`. The URI may be on
    other lines nearby, `elsewhere`.
    """

    typefaces: bool
    sign: bool
    slash: bool
    sentence: bool
    host: bool
    at: bool
    inside_run: bool
    word: bool
    more: bool
    rest: bool
    alone: bool
    bracketed: bool
    text_before: bool
    prefix: bool
    lines_between: bool
    joined_before: bool
    elsewhere: bool

    @classmethod
    def of(cls, seam: Seam) -> "Facts":
        r"""The facts of a break.

        >>> facts = Facts.of(Seam.in_text("http://a.example/b/\nc"))
        >>> [name for name, holds in facts._asdict().items() if holds]
        ['slash', 'word', 'alone']
        """
        uri, last, line, first = seam.uri, seam.last, seam.line, seam.first
        sentence, slash = last in ".,:;", last == "/"
        return cls(
            typefaces=bool(seam.layout.typefaces),
            sign=not (sentence or slash or last.isalnum()),
            slash=slash,
            sentence=sentence,
            host="/" not in uri.partition("://")[2],
            at="@" in uri or "@" in seam.word,
            inside_run=seam.inside_run,
            word=seam.is_word,
            more=not seam.is_word,
            rest=seam.rest != "",
            alone=seam.rest == "",
            bracketed=seam.bracketed,
            text_before=seam.start > first.text_end - len(first.stripped),
            prefix=line.quote_depth > 0 or line.comment_mark != "",
            lines_between=seam.lines_between,
            joined_before=seam.joined_breaks > 0,
            elsewhere=seam.joined_breaks > 0 or is_elsewhere(seam),
        )


NEEDS: Mapping[Feature, tuple[str, ...]] = {
    typeface.same_typeface: ("typefaces",),
    typeface.other_typeface: ("typefaces",),
    uri_so_far.after_assignment: ("sign",),
    uri_so_far.after_hyphen: ("sign",),
    uri_so_far.after_typeset_hyphen: ("sign",),
    uri_so_far.after_connector: ("sign",),
    uri_so_far.after_stop: ("sentence",),
    uri_so_far.entry_missing: ("slash",),
    uri_so_far.repository_missing: ("slash",),
    uri_so_far.nested_uri_missing: ("slash", "more"),
    uri_so_far.message_id_unfinished: ("at",),
    uri_so_far.message_id_goes_on: ("at", "more"),
    host.host_unfinished: ("host",),
    host.host_goes_on: ("host",),
    host.host_complete: ("host",),
    host.port_follows: ("host", "more"),
    host.path_follows: ("host", "more"),
    across_break.inside_run: ("inside_run",),
    across_break.halves_of_a_word: ("inside_run",),
    across_break.halves_of_a_file_extension: ("inside_run",),
    across_break.file_extension_after_stop: ("sentence",),
    across_break.small_after_stop: ("sentence",),
    across_break.two_words: ("inside_run",),
    across_break.whole_word_after_letter: ("inside_run", "word"),
    across_break.digit_meets_letter: ("inside_run",),
    across_break.small_meets_capital: ("inside_run",),
    across_break.bracket_closes: ("bracketed",),
    across_break.closes_after_word: ("bracketed", "slash", "word"),
    across_break.halves_of_a_nearby_word: ("inside_run",),
    next_word.goes_on_like_a_path: ("more",),
    next_word.has_file_extension: ("more",),
    next_word.letters_and_digits: ("more",),
    next_word.slash_alone: ("more",),
    next_word.path_segment: ("slash", "more"),
    next_word.common_word: ("word",),
    next_word.has_underscore: ("more",),
    next_word.capitalized: ("word",),
    next_word.whole_hash: ("more",),
    next_word.date: ("more",),
    next_word.media_type: ("more",),
    next_word.mostly_signs: ("more",),
    next_word.nearby_word: ("word",),
    next_line.paragraph_ends: ("alone",),
    next_line.odd_start: ("more",),
    next_line.address_follows: ("at", "more"),
    next_line.section_number: ("more",),
    next_line.assignment_follows: ("more",),
    next_line.same_mark: ("more",),
    next_line.numbered_lines: ("more",),
    next_line.file_of_listing: ("more", "alone"),
    next_line.argument_of_command: ("text_before",),
    next_line.option_follows: ("more",),
    next_line.row_of_listing: ("rest",),
    next_line.ends_in_uri: ("rest",),
    next_line.another_host: ("more",),
    next_line.file_path_follows: ("more",),
    line_layout.comment_after_code: ("text_before",),
    line_layout.row_of_table: ("text_before",),
    line_layout.row_follows: ("rest",),
    line_layout.prefix_lost: ("prefix",),
    line_layout.comment_ends: ("prefix",),
    lines_between.page_between: ("lines_between",),
    lines_between.blank_line_between: ("lines_between",),
    lines_between.other_indent_after_blank_line: ("lines_between",),
    lines_between.note_across_blank_line: ("lines_between",),
    lines_between.entry_across_blank_line: ("lines_between",),
    lines_between.prefixed_name: ("lines_between", "more"),
    lines_between.heading: ("lines_between", "rest"),
    lines_between.blank_lines_in_turn: ("lines_between",),
    lines_between.blank_lines_in_sentences: ("lines_between",),
    line_layout.broken_before: ("joined_before",),
    line_layout.short_middle_line: ("joined_before",),
    wrapped_again.sliver: ("alone",),
    wrapped_again.after_sliver: ("joined_before", "alone"),
    wrapped_again.overflow: ("prefix", "alone"),
    wrapped_again.cut_at_same_column: ("inside_run",),
    wrapped_again.number_alone: ("more",),
    wrapped_again.hash_goes_on: ("inside_run",),
    same_uri_elsewhere.joined_uri: ("elsewhere",),
    same_uri_elsewhere.another_follower: ("elsewhere",),
    same_uri_elsewhere.other_followers: ("elsewhere",),
    same_uri_elsewhere.unjoined_uri: ("elsewhere",),
}
"""The facts without which a feature is 0."""


def is_elsewhere(seam: Seam) -> bool:
    """Whether the URI so far, without punctuation at its end, is on other lines nearby."""
    text, uri, (low, high) = seam.layout.text, trimmed(seam.uri), seam.layout.window(seam.line)
    above, below = seam.first.start - 1 + len(uri), seam.next.end + 1
    return text.find(uri, low, above) >= 0 or text.find(uri, below, high) >= 0


@lru_cache(maxsize=1024)
def possible_weights(facts: Facts) -> tuple[tuple[Weight, float], ...]:
    """The rows of the table of weights whose features may be other than 0, each with the most that it and the rows
    after it can add."""
    rows = tuple(weight for weight in WEIGHTS if all(getattr(facts, need) for need in NEEDS.get(weight.feature, ())))
    return tuple(zip(rows, max_remaining(rows), strict=True))
