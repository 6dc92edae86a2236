"""A text with steps applied to it, and a map back to its source."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from linksift.finding.match import Step
from linksift.notes import edited


class EditedSpan(NamedTuple):
    """A span of an edited text (code points, half-open), and the step that produced it from the source."""

    start: int
    end: int
    step: Step


class EditedText:
    """A text with steps applied to it, which are in order and disjoint, and a map back to its source.

    >>> edited = EditedText("a[.]b", [Step(print, 1, 4, ".")])
    >>> edited.text, edited.in_source(Step(repr, 1, 3, None))[1:3]
    ('a.b', (1, 5))
    """

    def __init__(self, source: str, steps: Sequence[Step]) -> None:
        self.source = source
        self.text = edited(source, [step[1:] for step in steps])
        self.spans: list[EditedSpan] = []
        moved = 0
        for step in steps:
            start = step.start + moved
            end = start + len(step.replacement or "")
            self.spans.append(EditedSpan(start, end, step))
            moved = end - step.end
        self._starts = [span.start for span in self.spans]

    def source_start(self, offset: int) -> int:
        """The position in the source of the character at an offset, or of the start of the text it replaced."""
        before = bisect_right(self._starts, offset) - 1
        if before < 0:
            return offset
        span = self.spans[before]
        return span.step.start if offset < span.end else span.step.end + offset - span.end

    def source_end(self, offset: int) -> int:
        """The position in the source right after the character before an offset, or after the text it replaced."""
        before = bisect_left(self._starts, offset) - 1
        if before < 0:
            return offset
        span = self.spans[before]
        return span.step.end + max(0, offset - span.end)

    def in_source(self, step: Step) -> Step:
        """A step in the edited text, as a step in the source."""
        start = self.source_start(step.start)
        return step._replace(start=start, end=self.source_end(step.end) if step.end > step.start else start)
