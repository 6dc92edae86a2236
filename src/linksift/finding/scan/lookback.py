"""Reading backwards from a hit: a few characters first, and farther only where these do not suffice.

So hits that stand close together do not each read the greatest length.
"""

from collections.abc import Iterator

FIRST = 8
"""So many code points are looked at first."""


def windows(text: str, end: int, most: int) -> Iterator[str]:
    """What ends before `end`: first the last few characters, then each time four times as many, `most` at most.

    The last window is the widest there is, so that its beginning is the text's, or `most` code points away.

    >>> list(windows("abcdefgh" * 4, 20, 18)), list(windows("abc", 2, 18))
    (['efghabcd', 'cdefghabcdefghabcd'], ['ab'])
    """
    width = FIRST
    while width < min(most, end):
        yield text[end - width : end]
        width *= 4
    yield text[max(0, end - most) : end]


def run_of(text: str, end: int, most: int, characters: str) -> str:
    """The run of these characters that ends before `end`, and of it no more than `most`.

    >>> run_of("a-bc:", 4, 64, "abc")
    'bc'
    """
    window = text[max(0, end - FIRST) : end]  # most runs are short, so that they need no loop
    run = window[len(window.rstrip(characters)) :]
    if len(run) < len(window):
        return run
    for window in windows(text, end, most):
        run = window[len(window.rstrip(characters)) :]
        if len(run) < len(window):
            break
    return run
