"""Counts lines and columns in a text that comes in chunks, and keeps no more of it than matches still need."""

from collections.abc import Iterable, Iterator

MOST_KEPT = 65_536
"""How many code points before those that answers need are kept, as the context of a link."""


class StreamWindow:
    """The stretch of a text that answers still need, with the context before it.

    `text` begins at code point `start` of the whole. Answers come in the order of the text, each at most
    `max_lookahead` code points before the end of the text that was read. Of a longer line only the place of its start
    is kept, so `text` has at most `max_lookahead`, `2 * MOST_KEPT` and one chunk more, whatever the lines. The chunks
    may be those of a part of the text from `start` on, which begins the line `line`.
    """

    def __init__(self, chunks: Iterable[str], max_lookahead: int, start: int = 0, line: int = 1) -> None:
        self.text = ""
        self.start = start
        self._chunks = chunks
        self._max_lookahead = max_lookahead
        self._line, self._line_start, self._counted = line, start, start

    def chunks(self) -> Iterator[str]:
        """The chunks of the text, each kept before it is passed on."""
        for chunk in self._chunks:
            self._drop_before(self.start + len(self.text) - self._max_lookahead)
            self.text += chunk
            yield chunk

    def lines_and_columns(self, positions: Iterable[int]) -> list[tuple[int, int]]:
        r"""Line and column of code points of the whole, in order, both from 1, the column in code points.

        A line ends at LF, and so at CR LF too.

        >>> window = StreamWindow(["a\nb http://c/"], 100)
        >>> "".join(window.chunks()), window.lines_and_columns([0, 4])
        ('a\nb http://c/', [(1, 1), (2, 3)])
        """
        start, counted, line, line_start = self.start, self._counted, self._line, self._line_start
        count = self.text.count
        places = []
        for position in positions:
            if breaks := count("\n", counted - start, position - start):
                line += breaks
                line_start = start + self.text.rindex("\n", counted - start, position - start) + 1
            counted = position
            places.append((line, position - line_start + 1))
        self._counted, self._line, self._line_start = counted, line, line_start
        return places

    def _drop_before(self, position: int) -> None:
        """Drop the text that is more than `MOST_KEPT` before a code point of the whole, if that is much."""
        start = position - MOST_KEPT
        if start - self.start > MOST_KEPT:
            if start > self._counted:
                self.lines_and_columns([start])
            self.text = self.text[start - self.start :]
            self.start = start
