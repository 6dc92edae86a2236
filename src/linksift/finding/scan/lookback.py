"""Looks backwards from a hit: at a few characters first, and farther only if they do not suffice.

That way, hits close to each other do not each cause the maximum length to be read.
"""

from collections.abc import Iterator

FIRST = 16
"""The number of code points that are looked at first."""


def windows(text: str, end: int, most: int) -> Iterator[str]:
    """The text before `end`: first a few characters, then four times as many each time, up to `most`.

    The last window is the widest: it begins at the start of the text, or `most` code points before `end`.

    >>> list(windows("abcdefgh" * 4, 20, 18)), list(windows("abc", 2, 18))
    (['efghabcdefghabcd', 'cdefghabcdefghabcd'], ['ab'])
    """
    width = FIRST
    while width < min(most, end):
        yield text[end - width : end]
        width *= 4
    yield text[max(0, end - most) : end]


def run_of(text: str, end: int, most: int, characters: str) -> str:
    """The run of these characters that ends at `end`, or its last `most` characters.

    >>> run_of("a-bc:", 4, 64, "abc")
    'bc'
    """
    width = min(FIRST, most)
    while True:
        window = text[max(0, end - width) : end]
        run = window[len(window.rstrip(characters)) :]
        if len(run) < len(window) or width >= min(end, most):
            return run
        width = min(4 * width, most)
