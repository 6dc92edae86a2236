"""Formatters of documentation: xml2rfc, and FOP and dblatex for DocBook, which draw hyphens that no URI contains."""

import re
from collections.abc import Sequence
from random import Random

from fitting.broken_text.document import Link, Paragraph, Setting, Source, Word
from fitting.broken_text.line_filling import Breaker, Unit, cut_after, filled, touching, unbroken
from fitting.broken_text.typesetters.family import GAP, Family, lines_of, text_of
from fitting.broken_text.typesetters.tex import measured, printed

DRAWN_HYPHEN = r"[-\u00ad‐]?[ \t]*\n(?:[ \t]*\n)?[ \t]*"


# ---- xml2rfc ---------------------------------------------------------------------------------------------------------

_WORD_AND_SLASH = re.compile(r"\w/\Z")
_WORD_AND_HYPHEN = re.compile(r"\w[^\W\d]-\Z")


def xml2rfc_break(text: str, at: int) -> bool:
    """xml2rfc: after a word and `/` before a letter, and after a word and `-` before letters (`utils.TextWrapper`)."""
    so_far, rest = text[max(0, at - 3) : at], text[at : at + 2]
    return bool(_WORD_AND_SLASH.search(so_far) and rest[:1].isalpha()) or bool(
        _WORD_AND_HYPHEN.search(so_far) and rest.isalpha()
    )


def by_xml2rfc(word: Word) -> Sequence[Unit]:
    """A word's units in xml2rfc: a URI that fits on a line stays whole, as its `urlkeep` does."""
    if isinstance(word, Link) and len(word.uri) > 69:
        return touching([unbroken(word.before), cut_after(word.uri, xml2rfc_break), unbroken(word.after)])
    return unbroken(word)


def xml2rfc_everywhere(word: Word) -> Sequence[Unit]:
    """A word's units in older versions of xml2rfc, which break every URI."""
    if isinstance(word, Link):
        return touching([unbroken(word.before), cut_after(word.uri, xml2rfc_break), unbroken(word.after)])
    return unbroken(word)


def xml2rfc(source: Source, random: Random) -> Setting:
    """An Internet-Draft, with 72 columns, of which three are indentation."""
    units = random.choice([by_xml2rfc, xml2rfc_everywhere])

    def fill(paragraph: Paragraph) -> list[str]:
        left = "   " + " " * paragraph.hang
        return filled(paragraph.words, 72, units, first="   " + paragraph.mark, later=left)

    return Setting(text_of(lines_of(source, fill, indent="      ")), GAP)


# ---- Hyphens drawn at a break ----------------------------------------------------------------------------------------


def hyphen_after(characters: str, mark: str) -> Breaker:
    """A rule that breaks URIs after some characters and draws a hyphen there."""

    def units(word: Word) -> Sequence[Unit]:
        if not isinstance(word, Link):
            return unbroken(word)
        cut = cut_after(word.uri, lambda text, at: text[at - 1] in characters and text[at] not in characters)
        marked = [Unit(unit.text, mark) for unit in cut[:-1]] + cut[-1:]
        return touching([unbroken(word.before), marked, unbroken(word.after)])

    return units


_VOWELS = "aeiouy"


def syllable_end(text: str, at: int) -> bool:
    """Whether hyphenation would break here: between two letters, before a consonant with a vowel on each side.

    At least two letters stay before the break and at least three follow it, as with TeX's `\\lefthyphenmin` and
    `\\righthyphenmin` for English. (Real patterns are more refined, but break words in much the same places.)
    """
    near = text[max(0, at - 2) : at + 3]
    if len(near) < 5 or not near.isascii() or not near.isalpha() or not near.islower():
        return False
    return near[1] in _VOWELS and near[2] not in _VOWELS and near[3] in _VOWELS


def hyphenated_words(mark: str) -> Breaker:
    """A rule that breaks all words and URIs at syllables, and URIs also after `/`, and draws a hyphen there."""

    def units(word: Word) -> Sequence[Unit]:
        if not isinstance(word, Link):
            return with_mark(unbroken(word) if not str(word).isascii() else cut_after(word, syllable_end), mark)
        cut = cut_after(word.uri, lambda text, at: syllable_end(text, at) or (text[at - 1] == "/" and text[at] != "/"))
        return touching([unbroken(word.before), with_mark(cut, mark), unbroken(word.after)])

    return units


def with_mark(units: Sequence[Unit], mark: str) -> list[Unit]:
    """The units with a mark after each except the last; Han and Kana break without a mark."""
    marked = [Unit(unit.text, "" if unit.text[-1:] > "\u2e7f" else mark) for unit in units[:-1]]
    return [*marked, *units[-1:]]


def drawn(units: Breaker, source: Source, random: Random) -> Setting:
    """A source in proportional or fixed-width type, with its hyphens drawn."""
    measure, width = measured(random)
    lines = lines_of(source, lambda paragraph: filled(paragraph.words, width, units, measure, paragraph.mark))
    return Setting(printed(lines, random).text, DRAWN_HYPHEN)


def fop(source: Source, random: Random) -> Setting:
    """DocBook's `ulink.hyphenate` with U+00AD, set by FOP: a hyphen after `/`, or after any of `/@&?.#`.

    (DocBook XSL Stylesheets, reference, "ulink.hyphenate" and "ulink.hyphenate.chars".)
    """
    return drawn(
        hyphen_after(random.choice(["/", "/", "/@&?.#"]), random.choice(["-", "-", "\u00ad", "‐"])), source, random
    )


def fop_zero_width(source: Source, random: Random) -> Setting:
    """Like `fop`, but with U+200B: breaks come after the same characters, and nothing is drawn."""
    return drawn(hyphen_after(random.choice(["/", "/@&?.#"]), ""), source, random)


def dblatex(source: Source, random: Random) -> Setting:
    """dblatex: URIs hyphenated like words and after slashes, with a hyphen each time (Debian's manuals in PDF)."""
    return drawn(hyphenated_words(random.choice(["-", "-", "‐"])), source, random)


FAMILIES = (
    Family("formatters.xml2rfc", xml2rfc),
    Family("formatters.fop", fop),
    Family("formatters.fop_zero_width", fop_zero_width),
    Family("formatters.dblatex", dblatex),
)
