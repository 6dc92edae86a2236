"""A text with all that is defanged in it undone, and the way back to its source.

The other stages read the refanged text as any other, so that a link is found the same way whether it was defanged or
not; what they found is then put back in its place, with a step for each thing that was undone.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from linksift.finding.encode import not_carried
from linksift.finding.match import Candidate, Match, ResumeAt, SkipTo, Step, details_of, new_match
from linksift.finding.refang import refang_steps


class RefangedSpan(NamedTuple):
    """A span of the refanged text (code points, half-open), and the step that made it from the source."""

    start: int
    end: int
    step: Step


class RefangedText:
    """A text with all that is defanged in it undone, and the way back to its source."""

    __slots__ = ("_source_ends", "_starts", "source", "spans", "text")

    def __init__(self, source: str) -> None:
        parts: list[str] = []
        self.spans: list[RefangedSpan] = []
        position = length = 0
        for step in refang_steps(source):
            replacement = step.replacement or ""
            length += step.start - position
            parts += (source[position : step.start], replacement)
            self.spans.append(RefangedSpan(length, length + len(replacement), step))
            length, position = length + len(replacement), step.end
        self.source = source
        self.text = "".join((*parts, source[position:]))
        self._starts = [span.start for span in self.spans]
        self._source_ends = [span.step.end for span in self.spans]

    def offset(self, place: int) -> int:
        """Where in the refanged text the character at a place of the source is, or what it was a part of."""
        before = bisect_right(self._source_ends, place)
        offset = place if not before else self.spans[before - 1].end + place - self._source_ends[before - 1]
        return min(offset, self._starts[before]) if before < len(self.spans) else offset

    def source_start(self, offset: int) -> int:
        """Where in the source the character at an offset of the refanged text is, or what it was made of."""
        before = bisect_right(self._starts, offset) - 1
        if before < 0:
            return offset
        span = self.spans[before]
        return span.step.start if offset < span.end else span.step.end + offset - span.end

    def source_end(self, offset: int) -> int:
        """The place in the source right behind the character before an offset, or behind what it was made of."""
        before = bisect_left(self._starts, offset) - 1
        if before < 0:
            return offset
        span = self.spans[before]
        return span.step.end + max(0, offset - span.end)

    def spans_between(self, start: int, end: int) -> list[RefangedSpan]:
        """What was undone between two offsets."""
        return self.spans[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def without_plain_domains(self, found: Iterable[Candidate | SkipTo]) -> Iterator[Candidate | SkipTo]:
        """The candidates without those bare domains in which nothing was defanged."""
        for candidate in found:
            if isinstance(candidate, SkipTo) or candidate.kind != "domain" or self._was_defanged(candidate):
                yield candidate

    def _was_defanged(self, candidate: Candidate) -> bool:
        return bool(self.spans_between(candidate.start, candidate.start + len(candidate.text)))

    def matches_in_source(
        self, found: Generator[Match, None, ResumeAt], max_length: int
    ) -> Generator[Match, None, ResumeAt]:
        """Matches in the refanged text as those in the source, but for longer ones; the places that `found` returns."""
        while True:
            try:
                match = self.match_in_source(next(found), max_length)
            except StopIteration as end:
                return ResumeAt(*map(self.source_start, end.value))
            if match.end - match.start <= max_length:
                yield match

    def match_in_source(self, match: Match, max_length: int) -> Match:
        """A match in the refanged text as one in the source, with a step for all that was undone in it.

        Its alternatives are no longer than `max_length` there either.
        """
        told = details_of(match)
        farthest = max([match.end + len(told.rest), *(other.end for other in told.alternatives)])
        if not self.spans or farthest <= self._starts[0]:
            return match
        start, end = self.source_start(match.start), self.source_end(match.end)
        made = sorted((self._step(step) for step in told.steps), key=lambda step: (step.start, step.end))
        refanged = [span.step for span in self.spans_between(match.start, match.end)]
        others = (self.match_in_source(other, max_length) for other in told.alternatives)
        alternatives = tuple(other for other in others if other.end - other.start <= max_length)
        steps = (*made, *not_carried(refanged, [step for step in made if step.replacement is not None]))
        rest = told.rest[: max(0, max_length - (end - start))]
        rest = rest if self.source.startswith(rest, end) else ""
        told = told._replace(steps=steps, alternatives=alternatives, rest=rest)
        return new_match(match.uri, start, end, self.source[start:end], match.kind, match.enclosure, told)

    def _step(self, step: Step) -> Step:
        start = self.source_start(step.start)
        return step._replace(start=start, end=self.source_end(step.end) if step.end > step.start else start)
