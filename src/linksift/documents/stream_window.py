"""Where in a text that comes in pieces a match stands, as people and editors count: lines and columns from 1.

Here belongs what is kept of such a text, and what is let go.
"""

from collections.abc import Iterable, Iterator

MOST_KEPT = 65_536
"""So many code points that no answer needs any more are kept before they are let go."""


class StreamWindow:
    """The stretch of a text that answers still need: it grows as the text is read, and is let go line by line.

    `text` begins at code point `start` of the whole. `lag` is how far behind the end of what has been read an answer
    may be asked for; answers are asked for in the order of the text.
    """

    def __init__(self, chunks: Iterable[str], lag: int) -> None:
        self.text = ""
        self.start = 0
        self._chunks = chunks
        self._lag = lag
        self._line, self._line_start, self._counted = 1, 0, 0

    def chunks(self) -> Iterator[str]:
        """The chunks of the text, each kept before it is handed on."""
        for chunk in self._chunks:
            self._forget(self.start + len(self.text) - self._lag)
            self.text += chunk
            yield chunk

    def line_and_column(self, position: int) -> tuple[int, int]:
        r"""Line and column of a code point of the whole, both from 1, the column in code points.

        A line ends at LF, and so at CR LF too.

        >>> window = StreamWindow(["a\nb http://c/"], 100)
        >>> "".join(window.chunks()), window.line_and_column(4)
        ('a\nb http://c/', (2, 3))
        """
        counted, until = self._counted - self.start, position - self.start
        if breaks := self.text.count("\n", counted, until):
            self._line += breaks
            self._line_start = self.start + self.text.rindex("\n", counted, until) + 1
        self._counted = position
        return self._line, position - self._line_start + 1

    def _forget(self, position: int) -> None:
        """Let go what lies before the line of a code point of the whole, when that is much."""
        if position > self._counted + MOST_KEPT:
            self.line_and_column(position)
        if self._line_start - self.start > MOST_KEPT:
            self.text = self.text[self._line_start - self.start :]
            self.start = self._line_start
