"""The score of each feature in log odds, in one table.

`python -m fitting.fit --write`, run in a checkout, writes the scores. It fits them to breaks with known answers (text
broken by our own typesetters, real documents, and the documentation and sources on a machine), keeps them near the
values that reasoning gives, and never reverses their sign. Their sum is the log odds that a URI continues after a
break; 0 means even odds.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from linksift.finding.joining.break_facts import NEEDS
from linksift.finding.joining.evidence import (
    across_break,
    host,
    line_end_hyphens,
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


class Weight(NamedTuple):
    """A feature (an evidence rule), its score at strength 1, and the reason for the score."""

    feature: Callable[[Any], float]
    score: float
    reason: str


PRIOR = -1.25
"""The sum before any evidence: most URIs that end a line end there."""

VETO_SCORE = -100.0
"""The score of a veto: no evidence outweighs it."""

PROOF_SCORE = 6.0
"""The score of a proof: no other evidence is needed."""


WEIGHTS: tuple[Weight, ...] = (
    Weight(typeface.same_typeface, 7.0, "of 122 URIs at such line ends, 119 went on"),
    Weight(typeface.other_typeface, -6.0, "of 133 URIs at such line ends, none went on"),
    Weight(uri_so_far.after_assignment, 4.5, "neither a URI nor a sentence ends so"),
    Weight(uri_so_far.after_hyphen, 3.75, "programs that wrap text break after hyphens; few URIs end in one"),
    Weight(uri_so_far.after_typeset_hyphen, 7.0, "nobody types it, and no URI has it: a program broke the line here"),
    Weight(uri_so_far.after_connector, 3.25, "like a hyphen, but _ also closes emphasis, and ? ends a question"),
    Weight(uri_so_far.after_stop, -3.25, "most stops before a line end are the sentence's"),
    Weight(across_break.inside_run, -1.0, "programs break inside a word only if nothing else helps"),
    Weight(host.host_unfinished, 4.25, "there is no such host, so it must have been broken"),
    Weight(host.host_complete, -4.25, "no such host would be registered, and the one before the break may be"),
    Weight(uri_so_far.entry_missing, 3.0, "people cite entries, hardly ever the collection"),
    Weight(uri_so_far.doi_goes_on, 6.25, "a DOI names an article of the journal; outweighs the stop"),
    Weight(uri_so_far.message_id_unfinished, 5.0, "half a message identifier identifies nothing"),
    Weight(uri_so_far.ends_in_file_extension, -2.25, "only a query or a fragment follows a file name"),
    Weight(line_layout.comment_ends, -6.5, "code follows; but mail that was wrapped again loses comment marks too"),
    Weight(
        next_word.goes_on_like_a_path,
        2.25,
        "prose has a slash only between two words, and few file names",
    ),
    Weight(next_word.letters_and_digits, 1.0, "prose has version numbers and codes too"),
    Weight(next_word.slash_alone, 3.5, "nothing else is a line of one slash; drawings have more signs"),
    Weight(next_word.camel_case, 1.75, "prose has names of products and classes too"),
    Weight(next_word.path_segment, 1.0, "after a slash another segment is expected"),
    Weight(next_word.common_word, -1.75, "most words after a URI are common, few parts of a URI are"),
    Weight(next_word.characters_of_uri, 2.5, "prose has few of these pairs of characters"),
    Weight(next_word.characters_of_prose, -1.5, "most words of prose have characters like this, few pieces of URIs"),
    Weight(next_word.has_underscore, 0.75, "no word of prose has one, but names in source code have"),
    Weight(next_word.capitalized, -1.25, "a sentence starts where one has ended with a URI"),
    Weight(next_word.letters_beyond_ascii, -4.5, "who writes a URI in ASCII escapes such letters"),
    Weight(next_word.whole_hash, -5.0, "logs name a repository and a commit, and a hash is not cut so"),
    Weight(next_word.date, -7.5, "dates stand at the foot of pages and in tables; no URI ends in one written so"),
    Weight(next_word.media_type, -6.0, "it names a format; few URIs end before it"),
    Weight(next_word.mostly_signs, -4.25, "no program breaks a URI before a run of signs"),
    Weight(across_break.halves_of_a_word, 1.5, "two parts seldom make a word by chance"),
    Weight(across_break.file_extension_after_stop, 4.0, "half a file name, and no sentence begins so"),
    Weight(across_break.small_after_stop, 2.5, "no sentence starts so; but names and commands may"),
    Weight(across_break.question_ended, -5.0, "people ask about URIs; few queries are a word without digits"),
    Weight(across_break.whole_word_after_letter, -0.75, "pieces of URIs seldom are whole words"),
    Weight(across_break.unlike_characters_meet, -2.5, "names part there, and sentences and names start there"),
    Weight(next_line.single_word, 1.75, "the rest of a broken URI is alone; but so are headings"),
    Weight(next_line.paragraph_ends, 0.5, "the paragraph would have ended with the URI"),
    Weight(next_line.address_follows, -4.5, "contact lines list one after the other"),
    Weight(next_line.field_name, -4.75, "headers and settings take a line each"),
    Weight(next_line.section_number, -3.5, "such numbers are at the start of lines"),
    Weight(next_line.assignment_follows, -4.0, "settings take a line each"),
    Weight(next_line.setting_follows, -8.25, "settings take a line each, whatever their values look like"),
    Weight(next_line.lines_alike, -2.5, "the lines of a list start alike, the parts of a URI do not"),
    Weight(next_line.same_mark, -5.0, "the mark is of the line, not of the URI"),
    Weight(next_line.numbered_lines, -5.0, "a listing counts its lines"),
    Weight(next_line.file_of_listing, -4.75, "the file is an entry like the others"),
    Weight(next_line.command_follows, -5.5, "commands take a line each"),
    Weight(next_line.directive_follows, -6.0, "such a comment is a line of its own"),
    Weight(next_line.record_follows, -9.0, "each record begins a line, also where the terminal cuts lines"),
    Weight(next_line.row_of_listing, -5.25, "a URI stands above a listing; outweighs file extensions and hyphens"),
    Weight(next_line.ends_in_uri, -1.5, "lists of links have a label and a URI in each line"),
    Weight(next_line.uri_in_same_column, -7.0, "the rows of a table have a URI each"),
    Weight(next_line.another_host, -4.25, "a second host begins another URI"),
    Weight(next_line.file_path_follows, -5.75, "URIs of files are seldom broken there; lists of licences name both"),
    Weight(next_line.reads_as_code, -3.0, "source code does not wrap URIs; its comments do, and have a mark"),
    Weight(line_layout.other_indent, -1.5, "a continuation keeps its indentation, except in hanging lists and notes"),
    Weight(wrapped_again.sliver, 5.0, "prose has no line of a few characters below a full one"),
    Weight(wrapped_again.overflow, 5.25, "only a program that wrapped a quotation again leaves that"),
    Weight(wrapped_again.cut_at_same_column, 3.5, "two URIs of one width are seldom whole; but hashes make them alike"),
    Weight(wrapped_again.number_alone, -4.25, "page numbers and numbers of lines stand alone"),
    Weight(wrapped_again.hash_goes_on, 4.75, "half a hash identifies nothing; two hashes side by side are rare"),
    Weight(lines_between.blank_line_between, -5.0, "a paragraph ends there"),
    Weight(lines_between.other_indent_after_blank_line, -1.5, "other paragraphs have another indentation"),
    Weight(lines_between.note_across_blank_line, 7.5, "extractors put the lines of a note apart"),
    Weight(lines_between.entry_across_blank_line, 3.75, "a line that is not an entry belongs to the one before it"),
    Weight(lines_between.heading, -5.0, "headings, and names of properties in tables, stand apart"),
    Weight(lines_between.blank_lines_in_turn, 4.0, "takes back half: it may be a list whose entries are apart"),
    Weight(line_layout.short_middle_line, -1.75, "a line in the middle is as long as the one before it"),
    Weight(across_break.repeats_label, 4.5, "people name a thing as its URI does"),
    Weight(across_break.bracket_closes, 3.25, "the URI ends where its bracket or its element does"),
    Weight(same_uri_elsewhere.joined_uri, 5.25, "a second appearance is a proof where the window has it whole"),
    Weight(line_widths.line_full, 2.0, "the break was forced: the line had no room"),
    Weight(line_widths.room_left, -1.75, "the line had room, so the break was intended"),
    Weight(line_widths.whole_word_had_room, -6.0, "nothing forced the break, and nothing is missing"),
    Weight(line_widths.cut_at_column, 6.5, "nothing but the width of the terminal ends such a line"),
    Weight(line_widths.breaks_uris, 1.25, "what breaks one URI breaks others, and the same one again"),
    Weight(next_word.nearby_word, -2.0, "the text uses it as a word"),
    Weight(same_uri_elsewhere.other_followers, -4.25, "a list names one URI for several things"),
    Weight(same_uri_elsewhere.unjoined_uri, -1.5, "the text also means the shorter URI"),
)
"""In reading order: first the features that few texts have, then those that look at the break and its two lines, and
then those that look farther."""


HYPHEN_PRIOR = -2.0
"""The sum before any evidence: a hyphen is the URI's own (Appendix C)."""

HYPHEN_WEIGHTS: tuple[Weight, ...] = (
    Weight(line_end_hyphens.after_delimiter, 5.0, "programs break there; two of 1,439 URIs have a hyphen there"),
    Weight(line_end_hyphens.one_word, 1.5, "a typesetter breaks words, and this is one"),
    Weight(line_end_hyphens.unhyphenated_word_near, 2.5, "the text writes the word without a hyphen"),
    Weight(line_end_hyphens.hyphenated_word_near, -6.0, "the word is written with the hyphen, whoever broke the line"),
    Weight(line_end_hyphens.unhyphenated_uri_near, 3.0, "the text has the URI itself without the hyphen"),
    Weight(line_end_hyphens.other_words_broken, 1.5, "a typesetter was at work; but URIs have hyphens of their own"),
    Weight(line_end_hyphens.other_hyphens_in_segment, -1.0, "who writes words with hyphens writes this one too"),
    Weight(line_end_hyphens.letters_run_on, 2.0, "names have such letters too, so it needs a typesetter at work"),
)

HYPHEN_MAX_REMAINING = tuple(accumulate(max(0.0, weight.score) for weight in reversed(HYPHEN_WEIGHTS)))[::-1]
"""The most that each row and those after it can add to the sum; if that is too little, evaluation stops."""


@lru_cache(maxsize=4096)
def possible_weights(facts: int) -> tuple[Weight, ...]:
    """The rows of the table whose features may be nonzero at a break with these facts."""
    return tuple(weight for weight in WEIGHTS if not NEEDS.get(weight.feature, 0) & ~facts)
