"""What each piece of evidence is worth: one table.

Where each weight comes from: a guess by what it means, then fitted to breaks with known answers (half of the visible
documents, text of our own set in many ways, and the documentation and sources of a machine), held to the sign it means,
and looked at on the other half. Differences of a half say little.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from linksift.finding.joining.evidence import (
    across_break,
    line_end_hyphens,
    line_layout,
    line_widths,
    next_line,
    next_word,
    same_uri_elsewhere,
    uri_so_far,
)


class Weight(NamedTuple):
    """A piece of evidence, what it is worth at strength 1, and the reason for that."""

    feature: Callable[[Any], float]
    score: float
    reason: str


PRIOR = -2.0
"""Before any evidence: most URIs that end a line end there, and a wrong URI is worse than a short one."""

VETO_SCORE = -100.0
"""What a veto is worth: no evidence outweighs it."""


WEIGHTS: tuple[Weight, ...] = (
    Weight(uri_so_far.after_assignment, 4.25, "no URI ends so, and no sentence does"),
    Weight(uri_so_far.after_hyphen, 3.0, "programs that wrap text break behind hyphens; few URIs end in one"),
    Weight(
        uri_so_far.after_joint,
        2.0,
        "like a hyphen, but _ stands at the end of emphasis too, and ? at that of a question",
    ),
    Weight(uri_so_far.after_stop, -3.0, "most stops before a line end are the sentence's"),
    Weight(across_break.inside_run, -2.25, "programs cut a run only when nothing else helps"),
    Weight(uri_so_far.host_unfinished, 3.25, "no such host can be; that it was cut is the only way to read it"),
    Weight(uri_so_far.entry_missing, 1.75, "people cite entries, seldom the place that lists them"),
    Weight(uri_so_far.doi_unfinished, 4.0, "half a DOI names nothing"),
    Weight(uri_so_far.file_name_ended, -1.75, "what follows the name of a file is a query or a fragment at most"),
    Weight(next_word.goes_on_like_a_query, 3.25, "the surest sign in a piece: prose has none of these characters"),
    Weight(next_word.goes_on_like_a_path, 3.0, "nearly as sure, words with a slash between apart"),
    Weight(next_word.ends_like_a_file, 2.75, "a file is named by itself too, but seldom right behind a URI"),
    Weight(next_word.has_underscore, 0.75, "names in source code have them as well"),
    Weight(next_word.has_hyphens, 2.0, "slugs are longer than the compounds of prose"),
    Weight(next_word.letters_and_digits, 1.75, "versions and codes stand in prose as well"),
    Weight(next_word.camel_case, 1.5, "names of products and classes stand in prose as well"),
    Weight(next_word.a_step_of_a_path, 1.25, "behind a slash the next step is expected"),
    Weight(next_word.word_of_prose, -1.5, "most words behind a URI are among these, and few pieces of one"),
    Weight(next_word.capitalized, -2.25, "a sentence begins where one has ended, with a URI"),
    Weight(next_word.punctuated, -1.25, "it is the sentence's word, which ends there"),
    Weight(next_word.no_word, 1.75, "what is not a word may be a name, so that it does not decide alone"),
    Weight(across_break.halves_of_a_word, 1.5, "two pieces seldom make a word by chance"),
    Weight(across_break.halves_of_an_ending, 1.75, "two pieces seldom make the ending of a file's name by chance"),
    Weight(across_break.ending_after_stop, 5.5, "takes back what the full stop says, and is half a file's name"),
    Weight(across_break.two_words, -1.0, "as prose has them side by side"),
    Weight(across_break.digit_meets_letter, -1.5, "names part there, and URIs often end in a number"),
    Weight(across_break.small_meets_capital, -1.5, "as where a sentence begins, or a name"),
    Weight(
        next_line.alone_on_next_line, 2.25, "a rest that was cut off stands alone; so do headings, hence lonely_word"
    ),
    Weight(next_line.paragraph_ends, 0.75, "the rest of a URI ends what the URI ended"),
    Weight(next_line.lonely_word, -1.5, "takes back most of what standing alone says"),
    Weight(next_line.prose_follows, -0.5, "the line is a sentence's; but URIs are in sentences too"),
    Weight(next_line.list_item, -1.5, "a new item begins a new line"),
    Weight(next_line.odd_start, -2.0, "closers and operators belong to what is not a URI"),
    Weight(next_line.address_follows, -3.0, "contact lines give one after the other"),
    Weight(next_line.attribution, -2.0, "programs write it at the beginning of a line"),
    Weight(next_line.field_name, -4.5, "headers and settings are a line each"),
    Weight(next_line.section_number, -3.75, "numbers that count stand at the beginning of lines"),
    Weight(next_line.assignment_follows, -9.0, "outweighs = in the piece, and that it stands alone"),
    Weight(next_line.lines_alike, -2.75, "lists repeat their beginnings, URIs do not"),
    Weight(next_line.next_line_ends_in_uri, -2.0, "lists of links are label and URI, line by line"),
    Weight(next_line.another_host, -5.0, "outweighs the slashes of its path"),
    Weight(next_line.file_path_follows, -7.0, "outweighs its own slashes, and that licences are listed so"),
    Weight(next_line.reads_as_code, -3.5, "source code wraps no URIs; its comments do, and have a mark"),
    Weight(line_widths.at_the_margin, 0.5, "little, since lines of this width end in words too"),
    Weight(
        line_layout.uri_alone_on_line, 1.25, "writers give a URI that is too long a line of its own, and programs do"
    ),
    Weight(line_layout.comment_after_code, -1.25, "the next line is code as a rule"),
    Weight(line_layout.row_of_table, -2.0, "rows end with the line"),
    Weight(line_layout.other_indent, -1.5, "what goes on keeps its indentation, but for lists and notes that hang"),
    Weight(line_layout.prefix_lost, 1.0, "only programs that cut a quoted line leave that"),
    Weight(line_layout.over_page, -1.0, "few URIs are broken there, and what stands first on a page may be a heading"),
    Weight(line_layout.broken_before, 1.5, "who broke it once breaks it again"),
    Weight(line_layout.shorter_link, -1.0, "a line in the middle is as long as the one before"),
    Weight(across_break.bracket_closes, 2.75, "the bracket's end is the URI's end"),
    Weight(same_uri_elsewhere.whole_elsewhere, 3.0, "that it is said twice proves it, nearly"),
    Weight(line_widths.line_full, 1.75, "the break was forced: the line had no room"),
    Weight(line_widths.far_from_the_margin, -1.75, "the line had room, so that whoever ended it meant to"),
    Weight(line_widths.breaks_uris, 1.75, "the text comes from a program that breaks URIs"),
    Weight(across_break.word_elsewhere, 1.0, "the text knows the word that the halves make"),
    Weight(line_widths.overhangs, -2.25, "a program that breaks URIs had broken it before"),
    Weight(next_word.word_of_this_text, -1.5, "the text uses it as a word"),
    Weight(same_uri_elsewhere.ends_elsewhere, -1.5, "the shorter URI is one that the text means"),
)

"""In reading order: what looks at the break and the two lines, then what looks farther."""


def max_remaining(weights: tuple[Weight, ...]) -> tuple[float, ...]:
    """What the evidence from each place of a table on can add at most: where that is too little, reading stops."""
    return tuple(sum(max(0.0, score) for _, score, _ in weights[place:]) for place in range(len(weights)))


MAX_REMAINING = max_remaining(WEIGHTS)

HYPHEN_PRIOR = -2.0
"""Before any evidence a hyphen is the URI's own (Appendix C)."""

HYPHEN_WEIGHTS: tuple[Weight, ...] = (
    Weight(line_end_hyphens.one_word, 1.5, "a typesetter breaks words, and this is one"),
    Weight(line_end_hyphens.whole_near, 2.5, "the text writes the word without a hyphen"),
    Weight(line_end_hyphens.hyphenated_near, -3.0, "the text writes it with the hyphen"),
    Weight(line_end_hyphens.unhyphenated_near, 3.0, "the URI itself is there without the hyphen"),
    Weight(line_end_hyphens.words_broken, 1.5, "a typesetter at work; but URIs have hyphens of their own"),
)

HYPHEN_MAX_REMAINING = max_remaining(HYPHEN_WEIGHTS)
