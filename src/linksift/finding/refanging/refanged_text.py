"""A text after refanging, with a map back to its source.

The other stages read it like any other text, so they find a link in the same way whether or not it was defanged. The
matches are then mapped to the source, each with the steps that refanged its text.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence

from linksift.finding.match import Candidate, Ending, Match, ResumeAt, SkipTo, Step, details_of, known_reach, new_match
from linksift.finding.readings.encode import uncovered
from linksift.finding.readings.rejoin import EditedText
from linksift.finding.refanging import bare_words, brackets, obfuscated_addresses, refang, scheme_starts
from linksift.finding.scan.scanned_text import FARTHEST_READ_ON, ScannedText

_AFTER_SCHEME = (refang.colon, refang.slashes, refang.backslashes)


def refang_steps(source: str) -> list[Step]:
    """The steps that refang a text, in order; no two overlap.

    >>> [(step.start, step.end, step.replacement) for step in refang_steps("hxxp[:]//a[.]b")]
    [(0, 4, 'http'), (4, 7, ':'), (10, 13, '.')]
    """
    marks = [*brackets.steps(source)]
    masked = (step for mark in marks if mark.rule in _AFTER_SCHEME for step in before_mark(source, mark))
    others = (*scheme_starts.steps(source), *bare_words.steps(source), *obfuscated_addresses.steps(source))
    found = sorted((*marks, *masked, *others), key=lambda step: (step.start, -step.end))
    return list(disjoint(found))


def before_mark(source: str, mark: Step) -> Iterator[Step]:
    """The step for a masked scheme before a defanged separator: `hxxp[:]//`, `hxxp:[//]`, `hxxp:\\\\\\\\`."""
    low = max(0, mark.start - 2)
    end = low + len(source[low : mark.start].rstrip(":/"))
    return scheme_starts.scheme_steps(source, end)


def disjoint(found: list[Step]) -> Iterator[Step]:
    """The steps, in order, except those that begin inside an earlier step."""
    position = 0
    for step in found:
        if step.start >= position:
            position = step.end
            yield step


_FARTHEST_BEFORE = 128
"""Another reading of a match begins no farther than this before the match."""

_NEAR = 2_048
"""The number of code points around a refanged span within which the search checks what was refanged. The check concerns
the dots of a host, so no rule needs it at a hit that is farther away."""


class RefangedText(EditedText):
    """A text after refanging, with a map back to its source.

    `dots_in_brackets` holds the offsets of the dots that were in brackets without spaces, which nobody writes in a file
    name, and `escaped_dots` those of the dots after backslashes and carets, which also occur in regular expressions.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source, refang_steps(source))
        self.source = source
        self._block, self._block_start = "", 0
        self.dots_in_brackets = frozenset(
            start
            for start, step in zip(self.starts, self.steps, strict=True)
            if step.rule is refang.dot and source[step.start] != " "
        )
        self.escaped_dots = frozenset(
            start for start, step in zip(self.starts, self.steps, strict=True) if step.rule is refang.escaped_dot
        )

    def offset(self, place: int) -> int:
        """The offset, in the refanged text, of the character at a position in the source, or of its replacement."""
        before = bisect_right(self.steps, place, key=lambda step: step.end)
        offset = place if not before else self.ends[before - 1] + place - self.steps[before - 1].end
        return min(offset, self.starts[before]) if before < len(self.starts) else offset

    def steps_between(self, start: int, end: int) -> Sequence[Step]:
        """The steps that refanged the text between two offsets."""
        return self.steps[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def stretches(self, start: int, end: int) -> Iterator[tuple[int, bool]]:
        """The stretches of the text between two offsets, in order: where each ends, and whether it is near a refanged
        span. Spans that are not far apart share a stretch, so the number of stretches is small.

        >>> list(RefangedText("a" * 3000 + "[.]b and c[.]d").stretches(0, 9000))
        [(952, False), (5057, True), (9000, False)]
        """
        position = start
        for near_start, near_end in self._near_spans():
            if near_end > position and near_start < end:
                if near_start > position:
                    yield near_start, False
                position = min(near_end, end)
                yield position, True
        if position < end:
            yield end, False

    def _near_spans(self) -> list[tuple[int, int]]:
        """The spans of the text that are near a refanged span, in order and disjoint."""
        near: list[tuple[int, int]] = []
        for first, last in zip(self.starts, self.ends, strict=True):
            start, end = max(0, first - _NEAR), last + _NEAR
            if near and start <= near[-1][1] + _NEAR:
                start, _ = near.pop()
            near.append((start, end))
        return near

    def without_plain_names(
        self, found: Iterable[Candidate | SkipTo], source: ScannedText, kinds: Collection[str]
    ) -> Iterator[Candidate | SkipTo]:
        """The candidates, except those of unrequested kinds in which nothing was defanged, such as bare domains.

        `source` records where the last of these ends.
        """
        for candidate in found:
            if isinstance(candidate, SkipTo) or candidate.kind in kinds:
                yield candidate
                continue
            end = candidate.start + len(candidate.text)
            if self.steps_between(candidate.start, end):
                yield candidate
            else:
                source.pass_plain_name(end)

    def matches_in_source(
        self, found: Generator[Match, None, ResumeAt], max_length: int
    ) -> Generator[Match, None, ResumeAt]:
        """The matches with positions in the source, except those that are longer there than `max_length`."""
        ending = Ending(found)
        for match in ending:
            in_source = self.match_in_source(match, max_length)
            if in_source.end - in_source.start <= max_length:
                yield in_source
        return ending.value.mapped(self.source_start)

    def match_in_source(self, match: Match, max_length: int) -> Match:
        """A match with positions in the source, and with the steps that refanged its text.

        Its alternatives are no longer than `max_length` there either. A match far from all refanged spans is only
        shifted, and its details need not be computed.
        """
        near = bisect_left(self.starts, match.start - _FARTHEST_BEFORE)
        if near == len(self.starts) or self.starts[near] > (known_reach(match) or match.end + max_length):
            return match.shifted(self.source_start(match.start) - match.start)
        details = details_of(match)
        farthest = max([match.end + len(details.rest), *(other.end for other in details.alternatives)])
        if not self.starts or farthest <= self.starts[0]:
            return match
        start, end = self.source_start(match.start), self.source_end(match.end)
        moved = sorted(map(self.in_source, details.steps), key=lambda step: (step.start, step.end))
        refanged = self.steps_between(match.start, match.end)
        others = (self.match_in_source(other, max_length) for other in details.alternatives)
        alternatives = tuple(other for other in others if other.end - other.start <= max_length)
        steps = (*moved, *uncovered(refanged, [step for step in moved if step.replacement is not None]))
        rest = details.rest[: max(0, max_length - (end - start))]
        rest = rest if self.source.startswith(rest, end) else ""
        details = details._replace(steps=steps, alternatives=alternatives, rest=rest)
        return new_match(match.uri, start, end, self.source_text(start, end), match.kind, match.enclosure, details)

    def source_text(self, start: int, end: int) -> str:
        """The text between two positions in the source.

        The alternatives of neighbouring matches overlap, so text is cut from a block with room for the longest
        alternative, and the next block begins after most of it.
        """
        if not self._block_start <= start <= end <= self._block_start + len(self._block):
            self._block, self._block_start = self.source[start : end + FARTHEST_READ_ON], start
        return self._block[start - self._block_start : end - self._block_start]
