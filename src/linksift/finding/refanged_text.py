"""A text with all that is defanged in it undone, and the way back to its source.

The other stages read the refanged text as any other, so that a link is found the same way whether it was defanged or
not; what they found is then put back in its place, with a step for each thing that was undone.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from linksift.finding.encode import uncovered
from linksift.finding.match import Candidate, Match, ResumeAt, SkipTo, Step, details_of, new_match
from linksift.finding.refang import undone_in


class Undone(NamedTuple):
    """A span of the refanged text (code points, half-open), and the step that made it from the source."""

    start: int
    end: int
    step: Step


class Refanged:
    """A text with all that is defanged in it undone, and the way back to its source."""

    __slots__ = ("_ends", "_starts", "source", "text", "undone")

    def __init__(self, source: str) -> None:
        parts: list[str] = []
        self.undone: list[Undone] = []
        position = length = 0
        for step in undone_in(source):
            replacement = step.replacement or ""
            length += step.start - position
            parts += (source[position : step.start], replacement)
            self.undone.append(Undone(length, length + len(replacement), step))
            length, position = length + len(replacement), step.end
        self.source = source
        self.text = "".join((*parts, source[position:]))
        self._starts = [undone.start for undone in self.undone]
        self._ends = [undone.step.end for undone in self.undone]

    def offset(self, place: int) -> int:
        """Where in the refanged text the character at a place of the source is, or what it was a part of."""
        before = bisect_right(self._ends, place)
        offset = place if not before else self.undone[before - 1].end + place - self._ends[before - 1]
        return min(offset, self._starts[before]) if before < len(self.undone) else offset

    def place(self, offset: int) -> int:
        """Where in the source the character at an offset of the refanged text is, or what it was made of."""
        before = bisect_right(self._starts, offset) - 1
        if before < 0:
            return offset
        undone = self.undone[before]
        return undone.step.start if offset < undone.end else undone.step.end + offset - undone.end

    def place_behind(self, offset: int) -> int:
        """The place in the source right behind the character before an offset, or behind what it was made of."""
        before = bisect_left(self._starts, offset) - 1
        if before < 0:
            return offset
        undone = self.undone[before]
        return undone.step.end + max(0, offset - undone.end)

    def among(self, start: int, end: int) -> list[Undone]:
        """What was undone between two offsets."""
        return self.undone[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def without_domains_as_they_stood(self, found: Iterable[Candidate | SkipTo]) -> Iterator[Candidate | SkipTo]:
        """The candidates without those bare domains in which nothing was defanged."""
        for candidate in found:
            if isinstance(candidate, SkipTo) or candidate.kind != "domain" or self._was_defanged(candidate):
                yield candidate

    def _was_defanged(self, candidate: Candidate) -> bool:
        return bool(self.among(candidate.start, candidate.start + len(candidate.text)))

    def restored(self, found: Generator[Match, None, ResumeAt], max_length: int) -> Generator[Match, None, ResumeAt]:
        """Matches in the refanged text as those in the source, but for longer ones; the places that `found` returns."""
        while True:
            try:
                match = self.put_back(next(found), max_length)
            except StopIteration as end:
                return ResumeAt(*map(self.place, end.value))
            if match.end - match.start <= max_length:
                yield match

    def put_back(self, match: Match, max_length: int) -> Match:
        """A match in the refanged text as one in the source, with a step for all that was undone in it.

        Its alternatives are no longer than `max_length` there either.
        """
        told = details_of(match)
        farthest = max([match.end + len(told.rest), *(other.end for other in told.alternatives)])
        if not self.undone or farthest <= self._starts[0]:
            return match
        start, end = self.place(match.start), self.place_behind(match.end)
        made = sorted((self._step(step) for step in told.steps), key=lambda step: (step.start, step.end))
        undone = [undone.step for undone in self.among(match.start, match.end)]
        others = (self.put_back(other, max_length) for other in told.alternatives)
        alternatives = tuple(other for other in others if other.end - other.start <= max_length)
        steps = (*made, *uncovered(undone, [step for step in made if step.replacement is not None]))
        rest = told.rest[: max(0, max_length - (end - start))]
        rest = rest if self.source.startswith(rest, end) else ""
        told = told._replace(steps=steps, alternatives=alternatives, rest=rest)
        return new_match(match.uri, start, end, self.source[start:end], match.kind, match.enclosure, told)

    def _step(self, step: Step) -> Step:
        start = self.place(step.start)
        return step._replace(start=start, end=self.place_behind(step.end) if step.end > step.start else start)
