"""The odds that letters give: whether a word is a piece of a URI, and whether two strings are the halves of one word.

Pairs of characters show whether a word looks like a piece of a URI or a word of prose in any language. The letters that
follow each other in words show whether two strings form one.
"""

import itertools
import math
from collections import Counter
from functools import cache, lru_cache

from linksift.registries import character_pairs, common_words

START, END = "^", "$"


def character_class(character: str) -> str:
    """A character's class in the table: ASCII lowercase letters and marks have their own, and others share classes.

    >>> "".join(map(character_class, "aB7-é日"))
    'aA0-éé'
    """
    if "a" <= character <= "z":
        return character
    if not character.isascii():
        return "é"
    if character.isupper():
        return "A"
    return "0" if character.isdigit() else character


@lru_cache(maxsize=4096)
def _log_odds(pair: tuple[str, str]) -> float:
    """The log odds of a pair of characters, by their classes."""
    one, two = map(character_class, pair)
    return character_pairs().get(one + two, 0.0)


@lru_cache(maxsize=256)  # each word is looked up more than once
def uri_log_odds(word: str) -> float:
    """The log odds that a word is a piece of a URI rather than a word of prose, judged by its pairs of characters.

    >>> uri_log_odds("the") < 0 < uri_log_odds("a7f/pot?x=1")
    True
    """
    return sum(map(_log_odds, itertools.pairwise(f"{START}{word}{END}")))


ORDER = 3
"""The number of preceding letters that a letter depends on."""

_SMOOTHING, _ALPHABET = 2.0, 27


@cache
def _counts() -> Counter[str]:
    """How often each string of up to four letters occurs in common words, including their start and end."""
    words = [f"{START}{word}{END}" for word in common_words() if word.isalpha()]
    return Counter(
        word[at : at + size] for word in words for size in range(ORDER + 2) for at in range(len(word) - size + 1)
    )


def _log_probability(letter: str, before: str) -> float:
    """The log probability of a letter after those before it; shorter contexts count if longer ones are rare."""
    counts = _counts()
    probability = 1 / _ALPHABET
    for size in range(min(ORDER, len(before)) + 1):
        context = before[len(before) - size :]
        seen = counts[context]
        probability = (counts[context + letter] + _SMOOTHING * probability) / (seen + _SMOOTHING)
    return math.log(probability)


def halves_log_odds(before: str, after: str) -> float:
    """The log odds that two strings of letters form one word, rather than the end of one word and the start of another.

    >>> halves_log_odds("docu", "mentation") > 0 > halves_log_odds("access", "context")
    True
    """
    word = START + before.lower()
    one = two = 0.0
    for at, letter in enumerate(after.lower()[:ORDER]):
        one += _log_probability(letter, word + after[:at].lower())
        two += _log_probability(letter, START + after[:at].lower())
    return one - two - _log_probability(END, word)
