"""A text with steps applied to it, and a map back to its source."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from linksift.finding.match import Step


class EditedText:
    """A text with steps applied to it, which are in order and disjoint, and a map back to its source. `starts` and
    `ends` are the offsets in the text between which the replacement of each step is.

    >>> edited = EditedText("a[.]b", [Step(print, 1, 4, ".")])
    >>> edited.text, edited.in_source(Step(repr, 1, 3, None))[1:3]
    ('a.b', (1, 5))
    """

    def __init__(self, source: str, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.starts: list[int] = []
        self.ends: list[int] = []
        pieces: list[str] = []
        position = length = 0
        for _, start, end, replacement in steps:
            made = replacement or ""
            pieces += (source[position:start], made)
            length += start - position
            self.starts.append(length)
            length += len(made)
            self.ends.append(length)
            position = end
        self.text = "".join((*pieces, source[position:]))

    def source_start(self, offset: int) -> int:
        """The position in the source of the character at an offset, or of the start of the text it replaced."""
        before = bisect_right(self.starts, offset) - 1
        if before < 0:
            return offset
        step, end = self.steps[before], self.ends[before]
        return step.start if offset < end else step.end + offset - end

    def source_end(self, offset: int) -> int:
        """The position in the source right after the character before an offset, or after the text it replaced."""
        before = bisect_left(self.starts, offset) - 1
        return offset if before < 0 else self.steps[before].end + max(0, offset - self.ends[before])

    def in_source(self, step: Step) -> Step:
        """A step in the edited text, as a step in the source."""
        start = self.source_start(step.start)
        return step._replace(start=start, end=self.source_end(step.end) if step.end > step.start else start)
