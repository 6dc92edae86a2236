"""Whether a word looks like a piece of a URI or a word of prose in any language, judged by its pairs of characters."""

import itertools
from functools import lru_cache

from linksift.registries import character_pairs

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


_CLASSES = {code: character_class(chr(code)) for code in range(128)}


def pairs(word: str) -> list[str]:
    """The pairs of character classes in a word, including its start and its end.

    >>> pairs("a1")
    ['^a', 'a0', '0$']
    """
    classes = word.translate(_CLASSES) if word.isascii() else "".join(map(character_class, word))
    return list(map("".join, itertools.pairwise(START + classes + END)))


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
