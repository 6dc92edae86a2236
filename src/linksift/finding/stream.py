"""A text that comes in pieces: the same matches as in the whole, in bounded memory.

Every rule of finding looks at a stated stretch around a hit and no farther, so that what is found at a hit is known as
soon as that stretch is there, and what lies behind it can go.
"""

from collections.abc import Callable, Generator, Iterable, Iterator

from linksift.arguments import require_str
from linksift.finding.match import Match, ResumeAt

SearchFunction = Callable[[str, ResumeAt, int], Generator[Match, None, ResumeAt]]
"""A text, where the search before it ended, and where hits count to in; matches out, and where this one ended."""

LOOKBEHIND = 32_768
"""So many code points before a hit are kept: no rule looks farther back."""

LOOKAHEAD = 32_768
"""So many code points behind the longest match are waited for: no rule looks farther ahead."""


def max_lookahead(max_length: int, chunk: int) -> int:
    """So much of a text is kept at most, and so far behind the end of what was read a match begins at most, when chunks
    are no longer than `chunk`."""
    return 2 * (max_length + LOOKAHEAD + LOOKBEHIND) + chunk


def matches_in_stream(chunks: Iterable[str], search: SearchFunction, max_length: int) -> Iterator[Match]:
    """The matches in the text that the chunks make, with places in the whole of it."""
    ahead = max_length + LOOKAHEAD
    text, onward, offset = "", ResumeAt(), 0
    for piece in merged_chunks(chunks, ahead):
        text += piece
        known = max(onward.hits, len(text) - ahead)
        onward = yield from shifted(search(text, onward, known), offset)
        dropped = line_start(text, max(0, onward.hits - LOOKBEHIND))
        text, offset = text[dropped:], offset + dropped
        onward = ResumeAt(*(max(0, place - dropped) for place in onward))
    yield from shifted(search(text, onward, len(text) + 1), offset)


def merged_chunks(chunks: Iterable[str], size: int) -> Iterator[str]:
    """Chunks put together until they are at least of a size, so that small ones are not looked at again and again.

    >>> list(merged_chunks(["a", "", "bc", "d"], 2))
    ['abc', 'd']
    """
    waiting: list[str] = []
    length = 0
    for chunk in chunks:
        require_str("stream", chunk)
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
    start = text.rfind("\n", max(0, position - LOOKBEHIND), position) + 1
    return start or (position if position > LOOKBEHIND else 0)


def shifted(found: Generator[Match, None, ResumeAt], by: int) -> Generator[Match, None, ResumeAt]:
    """The matches of a search at their places in the whole; what the search returns."""
    while True:
        try:
            match = next(found)
        except StopIteration as end:
            where_to_go_on: ResumeAt = end.value
            return where_to_go_on
        yield match.shifted(by) if by else match
