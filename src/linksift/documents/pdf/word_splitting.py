"""Separates words that PDFium treats as one, at a gap that is a narrow space or at the raised mark of a note."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from linksift.documents.pdf.page_records import Box, WordTypefaces

NARROWEST_SPACE = 0.11
"""The narrowest space between words, as a fraction of the font size, in excess of the space between the letters of the
word. Spaces are 0.25 wide in most fonts, and narrower in lines that typesetters justify; kerning is 0.08 at most."""

MARK_SIZE = 0.85
"""The maximum size of the mark of a note, as a fraction of the size of the word."""

MARK_RISE = 0.15
"""The minimum rise of the mark of a note above the baseline, as a fraction of the size of the word."""


class Character(NamedTuple):
    """The box of a character, the height of its baseline on the page, and the size of its font."""

    box: Box
    baseline: float
    size: float


class Word(NamedTuple):
    """A word, the boxes of its first and last character, and the typefaces of its first and last letter or digit.

    `characters` is empty for words that do not need to be split.
    """

    text: str
    first: Box
    last: Box
    typefaces: WordTypefaces
    characters: Sequence[Character]


def separate_words(word: Word) -> Iterator[Word]:
    """The words into which a word is split, which together contain all of its characters.

    >>> def character(left, baseline=0.0, size=10.0): return Character(Box(left, 0, left + 5, 9), baseline, size)
    >>> def texts(text, *characters):
    ...     word = Word(text, characters[0].box, characters[-1].box, WordTypefaces(1, 1), characters)
    ...     return [part.text for part in separate_words(word)]
    >>> texts("a/(b", character(0), character(5), character(12), character(17))
    ['a/', '(b']
    >>> texts("a/b7", character(0), character(5), character(10), character(15, 4.0, 6.0))
    ['a/b', '7']
    """
    start = 0
    characters = word.characters
    usual = median(map(gap, characters, characters[1:])) if len(characters) > 1 else 0.0
    for end, (before, after) in enumerate(pairwise(characters), 1):
        if is_space(before, after, usual) or is_raised(before, after) or is_raised(after, before):
            yield part(word, start, end)
            start = end
    yield part(word, start, len(word.text)) if start else word


def gap(before: Character, after: Character) -> float:
    """The gap between two characters."""
    return after.box.left - before.box.right


def is_space(before: Character, after: Character, usual: float) -> bool:
    """Whether the gap between two characters is a space, given the `usual` gap between letters."""
    return gap(before, after) - max(usual, 0.0) > NARROWEST_SPACE * max(before.size, after.size)


def is_raised(character: Character, mark: Character) -> bool:
    """Whether the second of two characters is the mark of a note beside the first: smaller and raised."""
    is_smaller = mark.size <= MARK_SIZE * character.size
    return is_smaller and mark.baseline - character.baseline >= MARK_RISE * character.size


def part(word: Word, start: int, end: int) -> Word:
    """A part of a word, with the typefaces of the whole."""
    characters = word.characters[start:end]
    return Word(word.text[start:end], characters[0].box, characters[-1].box, word.typefaces, characters)
