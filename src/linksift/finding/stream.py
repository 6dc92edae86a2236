"""A text that comes in pieces: the same matches as in the whole, in bounded memory.

Every rule of finding looks at a stated stretch around a hit and no farther, so that what is found at a hit is known as
soon as that stretch is there, and what lies behind it can go.
"""

from collections.abc import Callable, Generator, Iterable, Iterator

from linksift.finding.match import Match, Onward

Search = Callable[[str, Onward, int], Generator[Match, None, Onward]]
"""A text, where the search before it ended, and where hits count to in; matches out, and where this one ended."""

BEHIND = 32_768
"""So many code points before a hit are kept: no rule looks farther back."""

AHEAD = 32_768
"""So many code points behind the longest match are waited for: no rule looks farther ahead."""


def lag(max_length: int, chunk: int) -> int:
    """So much of a text is kept at most, and so far behind the end of what was read a match begins at most, when chunks
    are no longer than `chunk`."""
    return 2 * (max_length + AHEAD + BEHIND) + chunk


def streamed(chunks: Iterable[str], search: Search, max_length: int) -> Iterator[Match]:
    """The matches in the text that the chunks make, with places in the whole of it."""
    ahead = max_length + AHEAD
    text, onward, cut = "", Onward(), 0
    for piece in pieces(chunks, ahead):
        text += piece
        known = max(onward.hits, len(text) - ahead)
        onward = yield from shifted(search(text, onward, known), cut)
        gone = line_start(text, max(0, onward.hits - BEHIND))
        text, cut = text[gone:], cut + gone
        onward = Onward(*(max(0, place - gone) for place in onward))
    yield from shifted(search(text, onward, len(text) + 1), cut)


def pieces(chunks: Iterable[str], size: int) -> Iterator[str]:
    """Chunks put together until they are at least of a size, so that small ones are not looked at again and again.

    >>> list(pieces(["a", "", "bc", "d"], 2))
    ['abc', 'd']
    """
    waiting: list[str] = []
    length = 0
    for chunk in chunks:
        waiting.append(chunk)
        length += len(chunk)
        if length >= size:
            yield "".join(waiting)
            waiting, length = [], 0
    if length:
        yield "".join(waiting)


def line_start(text: str, position: int) -> int:
    r"""Where the line begins that `position` is in, or `position` when that is too far away to matter.

    >>> line_start("a\nbc", 3), line_start("abc", 2)
    (2, 0)
    """
    start = text.rfind("\n", max(0, position - BEHIND), position) + 1
    return start or (position if position > BEHIND else 0)


def shifted(found: Generator[Match, None, Onward], by: int) -> Generator[Match, None, Onward]:
    """The matches of a search at their places in the whole; what the search returns."""
    while True:
        try:
            match = next(found)
        except StopIteration as end:
            where_to_go_on: Onward = end.value
            return where_to_go_on
        yield match.shifted(by) if by else match
