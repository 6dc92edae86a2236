"""Scores how linksift reads generated text: rightly and falsely joined URIs, by typesetter and by kind of trap."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import linksift
from fitting.broken_text.document import Answer, Document

FINDER = linksift.Finder(profile="document", kinds=frozenset({"uri"}))


class Reading(NamedTuple):
    """How linksift read one answer.

    `outcome` is "right"; "alternative" (one of the alternatives is right); "glued" (a whole URI with text from the next
    line attached); "cut" (nothing past the first line end); "other" (another wrong URI there); "swallowed" (covered by
    a match that starts earlier); or "nothing".
    """

    document: Document
    answer: Answer
    outcome: str
    got: str


def readings(document: Document, finder: linksift.Finder = FINDER) -> Iterator[Reading]:
    """The reading of every answer of a document."""
    matches = finder.find(document.text)
    starts = [match.start for match in matches]
    for answer in document.answers:
        at = bisect_right(starts, answer.start) - 1
        match = matches[at] if at >= 0 and matches[at].end > answer.start else None
        yield Reading(document, answer, outcome(answer, match), match.uri if match else "")


def outcome(answer: Answer, match: linksift.Match | None) -> str:
    """The outcome for a match at the start of an answer, as one of the words that `Reading` lists."""
    if match is None:
        return "nothing"
    if match.start != answer.start:
        return "swallowed"
    wanted = uri_of(answer)
    if is_right(answer, wanted, match):
        return "right"
    if not answer.broken and "\n" in match.text:
        return "glued"
    if any(is_right(answer, wanted, other) for other in match.alternatives):
        return "alternative"
    return "cut" if answer.broken and match.end <= answer.pieces[0].end else "other"


def is_right(answer: Answer, wanted: str, match: linksift.Match) -> bool:
    """Whether a reading is the answer: the same place and the same URI."""
    return match.uri == wanted and match.end == answer.end


def uri_of(answer: Answer) -> str:
    """The URI of an answer: its own or, if that is an IRI, the URI to which it maps."""
    return answer.uri if answer.uri.isascii() else FINDER.find(f"<{answer.uri}>")[0].uri


class Tally:
    """Counts of outcomes, separately for broken URIs, traps, and other whole URIs."""

    def __init__(self) -> None:
        self.broken: Counter[str] = Counter()
        self.trap: Counter[str] = Counter()
        self.whole: Counter[str] = Counter()

    def add(self, reading: Reading) -> None:
        """Count one reading."""
        answer = reading.answer
        of = self.broken if answer.broken else self.trap if answer.trap else self.whole
        of[reading.outcome] += 1


def tallied(all_readings: Iterable[Reading]) -> tuple[Mapping[str, Tally], Mapping[str, Tally]]:
    """The tallies of all answers by family, and those of traps by kind."""
    families: dict[str, Tally] = defaultdict(Tally)
    kinds: dict[str, Tally] = defaultdict(Tally)
    for reading in all_readings:
        families[reading.document.family].add(reading)
        if reading.answer.trap:
            kinds[reading.answer.trap].add(reading)
    return families, kinds


def share(counts: Counter[str]) -> str:
    """The number and share of right outcomes: "12/15 .800"."""
    total = counts.total()
    return f"{counts['right']:5}/{total:<5} {counts['right'] / total:.3f}" if total else f"{'-':>17}"


def table(families: Mapping[str, Tally], kinds: Mapping[str, Tally]) -> str:
    """Both tallies as text."""
    head = f"{'broken, joined':>17} {'alternative':>11}  {'traps left':>17} {'glued':>5}  {'others':>17}"
    lines = [f"{'typesetter':28} {head}"]
    for name, tally in sorted(families.items()):
        broken = f"{share(tally.broken)} {tally.broken['alternative']:11}"
        glued = tally.trap["glued"] + tally.whole["glued"]
        lines.append(f"{name:28} {broken}  {share(tally.trap)} {glued:5}  {share(tally.whole)}")
    lines += ["", f"{'kind of trap':28} {'left':>17} {'glued':>5}"]
    lines += [f"{name:28} {share(tally.trap)} {tally.trap['glued']:5}" for name, tally in sorted(kinds.items())]
    return "\n".join(lines)
