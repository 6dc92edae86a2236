"""The table of ends: the characters in or after a URI in running text, and the rule that decides about each.

Each row gives characters (or a property), their role inside a URI, the rule that ends the URI there or decides about
it, and the rule that trims such a character from the end. Rules are referred to by their addresses. The fast path's
patterns and the dispatch of the scans are both built from these rows, so they cannot disagree about a character.

A URI may also end for reasons that no single character shows: a second scheme, an incomplete host (`authority`) or a
character reference (`escaped_characters`).
"""

import re
import string
import sys
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from linksift.delimiters import ASIAN_PUNCTUATION, WHITE_SPACE
from linksift.lazy_pattern import lazy_pattern
from linksift.registries import link_term, written_without_spaces

BELONGS, DEPENDS, OPENS, CLOSES, ENDS = "belongs", "depends on its rule", "opens", "closes", "ends"

SOFT_HYPHEN = "\N{SOFT HYPHEN}"
PRINTED_HYPHEN = "\N{HYPHEN}"
NON_BREAKING_HYPHEN = "\N{NON-BREAKING HYPHEN}"
TYPESET_HYPHENS = SOFT_HYPHEN + PRINTED_HYPHEN
"""The hyphens that a typesetter adds at a line end (Unicode, 6.2)."""

HYPHENS_BEYOND_ASCII = TYPESET_HYPHENS + NON_BREAKING_HYPHEN
"""All hyphens that a typesetter sets in place of `-` or adds."""

CONTROLS = "".join(character for character in map(chr, (*range(0x20), 0x7F)) if character not in WHITE_SPACE)
ASIAN_OPENERS = frozenset("〈《「『【〔〖〘〚（［｛｟｢")
ASIAN_SEPARATORS = frozenset("〜～／")

MARKS_OF_NOTES_AND_LISTS = frozenset("†‡•‣※")

ASIAN_BRACKETS_IN_NAMES = {"《": "》", "「": "」", "『": "』", "【": "】"}
"""Pairs that belong to a path or query directly after a delimiter, as in wiki titles."""

FULL_WIDTH_PARENTHESES = {"（": "）"}
"""A pair that, directly after a delimiter, belongs only to a path with a segment before the pair."""

QUOTES_IN_NAMES = {"“": "”", "‘": "’", "«": "»", "‹": "›"}
"""Typographic quotes that belong to a name that both opens and closes them, as in page titles."""


def is_symbol(character: str) -> bool:
    """Whether a character is an arrow, a dingbat, a circled number, a line of a table or another mark beside text.

    Symbols of Latin-1 and letter-like symbols do not count, since names contain them: `100°`, `№`.

    >>> [character for character in "→★①│•°№é" if is_symbol(character)]
    ['→', '★', '①', '│', '•']
    """
    return character in MARKS_OF_NOTES_AND_LISTS or (
        character >= "←" and unicodedata.category(character) in ("So", "Sm", "No")
    )


def is_hyphen_in_word(text: str, place: int) -> bool:
    """Whether a typesetter's hyphen at `place` follows a word: no host contains it, and the text after it is only a
    part of a name.

    >>> [is_hyphen_in_word(text, 1) for text in ("a\u2010b", "a-b", "1\u2010b", "日\u2010b")]
    [True, False, False, False]
    """
    return place > 0 and text[place] in HYPHENS_BEYOND_ASCII and bool(_ENDS_SPACED_WORD.match(text, place - 1))


class Row(NamedTuple):
    """ASCII characters with the same role; `rule` and `trimmed_by` are the addresses of rules."""

    characters: str
    role: str
    rule: str | None = None
    trimmed_by: str | None = None


class PropertyRow(NamedTuple):
    """Characters beyond ASCII with a property, their role, and the address of their rule."""

    characters: str
    has: Callable[[str], bool]
    role: str
    rule: str


class TermRow(NamedTuple):
    """The role of the characters with a Link_Term, and the address of their rule."""

    role: str
    rule: str


_SENTENCE, _DANGLES = "trim.sentence_punctuation", "trim.dangling_opener"

ASCII = (
    Row(string.ascii_letters + string.digits + "-$+=@/%", BELONGS),
    Row("*_~", BELONGS, trimmed_by="trim.emphasis"),
    Row(".,;!", BELONGS, trimmed_by=_SENTENCE),
    Row("?", BELONGS, "scan.uri_end.query", trimmed_by=_SENTENCE),
    Row("#", BELONGS, "scan.uri_end.fragment"),
    Row("&", DEPENDS, "scan.uri_end.character_reference"),
    Row(":", DEPENDS, "scan.uri_end.second_scheme", trimmed_by=_SENTENCE),
    Row("'", DEPENDS, "scan.uri_end.quote_closer", trimmed_by=_SENTENCE),
    Row("(", OPENS, "scan.uri_end.note_in_parentheses", trimmed_by=_DANGLES),
    Row("[", OPENS, "scan.uri_end.square_bracket", trimmed_by=_DANGLES),
    Row("{", OPENS, "scan.uri_end.unclosed_brace", trimmed_by=_DANGLES),
    Row(")]}", CLOSES, "scan.scanned_text.closing_bracket", trimmed_by="trim.unbalanced_closer"),
    Row(WHITE_SPACE, ENDS, "scan.scanned_text.white_space"),
    Row('<"`|', ENDS, "scan.uri_end.delimiter"),
    Row(">", ENDS, "scan.uri_end.arrow"),
    Row("^", DEPENDS, "scan.uri_end.caret"),
    Row("\\", ENDS, "scan.uri_end.backslash"),
    Row(CONTROLS, ENDS, "scan.uri_end.delimiter"),
)

DEPARTURES = (
    PropertyRow("typeset hyphens", TYPESET_HYPHENS.__contains__, DEPENDS, "scan.beyond_ascii.line_end_hyphen"),
    PropertyRow("Cf", lambda c: unicodedata.category(c) == "Cf", DEPENDS, "scan.beyond_ascii.format_character"),
    PropertyRow("CJK punctuation", ASIAN_PUNCTUATION.__contains__, ENDS, "scan.beyond_ascii.asian_punctuation"),
    PropertyRow("CJK openers", ASIAN_OPENERS.__contains__, DEPENDS, "scan.beyond_ascii.prose_after_ascii"),
    PropertyRow("CJK separators", ASIAN_SEPARATORS.__contains__, DEPENDS, "scan.beyond_ascii.prose_after_ascii"),
    PropertyRow("symbols", is_symbol, DEPENDS, "scan.beyond_ascii.prose_after_ascii"),
    PropertyRow("Han, Kana, ...", written_without_spaces, DEPENDS, "scan.beyond_ascii.prose_after_ascii"),
)
"""The default profile's departures from UTS #58's Link_Term; the first row that covers a character applies."""

LINK_TERMS = {
    "Hard": TermRow(ENDS, "scan.beyond_ascii.hard_character"),
    "Soft": TermRow(BELONGS, "scan.beyond_ascii.soft"),
    "Open": TermRow(OPENS, "scan.scanned_text.opening_bracket"),
    "Close": TermRow(CLOSES, "scan.scanned_text.closing_bracket"),
    "Include": TermRow(BELONGS, "scan.beyond_ascii.included"),
}
"""The rows of all other characters beyond ASCII, by their Link_Term."""

LETTERS = "À-ÖØ-öø-ňŊ-ɏΑ-ΡΣ-Ϋά-ώЀ-џ"
"""Letters beyond ASCII that belong to a URI wherever they are, written as in a pattern's class; letters of scripts
without spaces are not among them, nor is U+0149, which Unicode deprecates and UTS #58 therefore calls Hard."""

UNSPACED_LETTERS = "ぁ-ゖァ-ヺー一-鿋가-힣\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3"
"""The most common Kana, Han and Hangul, and the letters and vowels of Thai, Lao, Burmese and Khmer, which are written
without spaces; written as in a pattern's class."""

OTHER_SCRIPTS = "\u0370-\u1cff"
"""Greek, Cyrillic, Hebrew, Arabic, the scripts of India and others, but not Latin; written as in a pattern's class. A
word or prefix in one of them is not part of a name that begins with `www.`"""

PREFIXED = "\u0590-\u06ff"
"""Hebrew and Arabic, which join prefixes to names with a hyphen; written as in a pattern's class."""

_ENDS_SPACED_WORD = lazy_pattern(rf"(?![{UNSPACED_LETTERS}{PREFIXED}])[^\W\d_]")

FIRST_OF_PARTICLES = "かがくでとなにはへまもよを가과까는도라로를부습에와으은을의이입하"
"""The letters with which the particles and endings in `particles.txt` begin, and Korean ones of one syllable; a rule
decides about them."""

MIDDLE_DOTS = "·・･"
"""Dots that separate the items of a list, mostly in Japanese and Korean."""

FINAL_DOTS = "\u00b7\u0387\u30fb\uff65"
"""Middle dots that belong to the sentence at a URI's end: those of lists, for example Japanese ones, and the Greek
semicolon. Between letters, they belong to the word, as in Catalan (`l·l`)."""

TRIMMED_BEYOND_ASCII = "…’”»›"
"""The characters that, like ASCII punctuation, also end a host with a single label."""

RULE_OF = {character: row.rule for row in ASCII if row.rule for character in row.characters}
"""The address of the rule for each ASCII character that is not ordinary."""

TRIMMED_BY = {character: row.trimmed_by for row in ASCII for character in row.characters}
"""The address of the rule that trims each ASCII character from the end; None for those that are never trimmed."""


@cache
def rule_at(address: str) -> Callable[..., int]:
    """The function at an address in this table, whose module imports this one."""
    module, _, name = address.rpartition(".")
    found: Callable[..., int] = getattr(sys.modules[f"linksift.finding.{module}"], name)
    return found


def _characters(test: Callable[[Row], bool]) -> str:
    return "".join(row.characters for row in ASCII if test(row))


def in_class(characters: str) -> str:
    r"""Characters as in a pattern's class, with the alphabet and all digits as ranges, which `re` compiles much faster.

    >>> in_class("abcdefghijklmnopqrstuvwxyz-_")
    'a-z\\-_'
    """
    escaped = re.escape(characters)
    for run in (string.ascii_lowercase, string.ascii_uppercase, string.digits):
        escaped = escaped.replace(run, f"{run[0]}-{run[-1]}")
    return escaped


ORDINARY = _characters(lambda row: row.role == BELONGS and row.rule is None)
"""The characters that belong to a URI wherever they are."""

NEVER_TRIMMED = _characters(lambda row: row.role in (BELONGS, DEPENDS) and row.trimmed_by is None)
"""The characters that remain part of a URI at its end."""

GOES_ON = "".join(character for character in NEVER_TRIMMED if character not in "#&")
"""Characters that no rule trims, so they show that a path continues."""

CLOSERS = _characters(lambda row: row.role == CLOSES)
OPENERS = _characters(lambda row: row.role == OPENS)
PUNCTUATION = _characters(lambda row: row.trimmed_by == _SENTENCE)
_WRITTEN_OUT = _characters(lambda row: row.role == BELONGS).replace("%", "") + "&:"
"""The ASCII characters that belong to a URI even if they are written as an escape or a reference."""

EMPHASIS = _characters(lambda row: row.trimmed_by == "trim.emphasis")
ENDING = _characters(lambda row: row.role == ENDS)
DELIMITERS = _characters(lambda row: row.role == ENDS and row.characters not in (WHITE_SPACE, CONTROLS))
"""Visible characters that end a URI."""


@lru_cache(4096)
def row_beyond_ascii(character: str) -> PropertyRow | TermRow:
    """The row of a character beyond ASCII.

    >>> [row_beyond_ascii(character).role for character in "é。（"]
    ['belongs', 'ends', 'depends on its rule']
    """
    departure = next((row for row in DEPARTURES if row.has(character)), None)
    return departure or LINK_TERMS[link_term(character)]


def belongs_written_out(character: str) -> bool:
    """Whether a character, written as an escape or a reference, belongs to a URI.

    Percent signs do not, since what is written after them would have to be escaped as well.

    >>> [character for character in "&é/=<' …%x" if belongs_written_out(character)]
    ['&', 'é', '/', '=', 'x']
    """
    if character < "\x80":
        return character in _WRITTEN_OUT
    category = unicodedata.category(character)
    return not ends_as_reference(character) and (category[0] in "LM" or category == "Nd")


def ends_as_reference(character: str) -> bool:
    """Whether a character, written as a character reference, ends a URI or begins the text that is trimmed there.

    >>> [character for character in "<' …»é&.x" if ends_as_reference(character)]
    ['<', "'", ' ', '…', '»']
    """
    if len(character) != 1:
        return False
    if character < "\x80":
        return character in ENDING or character in "'^"
    row = row_beyond_ascii(character)
    trimmed = character in TRIMMED_BEYOND_ASCII or link_term(character) != "Include"
    return row.role == ENDS or row.rule == "scan.beyond_ascii.format_character" or trimmed
