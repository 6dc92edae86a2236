"""Whether two strings of letters are the halves of one word, judged by which letters follow each other in common
words."""

import math
from collections import Counter
from functools import cache

from linksift.registries import common_words

ORDER = 3
"""The number of preceding letters that a letter depends on."""

_START, _END = "^", "$"
_SMOOTHING, _ALPHABET = 2.0, 27


@cache
def _counts() -> Counter[str]:
    """How often each string of up to four letters occurs in common words, including their start and end."""
    words = [f"{_START}{word}{_END}" for word in common_words() if word.isalpha()]
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
    word = _START + before.lower()
    one = two = 0.0
    for at, letter in enumerate(after.lower()[:ORDER]):
        one += _log_probability(letter, word + after[:at].lower())
        two += _log_probability(letter, _START + after[:at].lower())
    return one - two - _log_probability(_END, word)
