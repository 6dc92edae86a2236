"""Fuzz target: work grows no faster than the text, for a work and a shape chosen by bytes.

The measures are the number of lines that run and of reads of the text, per code point: the fuzzer continues from shapes
that take more.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tests.finding.guided.given import HEADER, Tested, octets_of, parted, shape_of
from tests.finding.reads.measured import MOST_GROWTH, Reads, both, faults, reads
from tests.finding.reads.shapes import FAMILIES, Shape
from tests.finding.reads.works import WORKS
from tests.growth import executed_lines

NAMES = tuple(WORKS)

SMALL, LARGE = 400, 1_600
"""The lengths, in code points, of the texts with which a shape is tried."""

LONGEST = 200
"""Longer shapes are not repeated often enough."""

STEEP, FREE = 5, 200
"""Four times the text runs at most this many times the lines, plus these additional lines (tests/growth.py)."""

SURE = (3_000, 12_000, 48_000)
"""The sizes at which growth counts as a fault: in smaller texts, windows of a fixed size are not full."""


class Cost(NamedTuple):
    """The number of lines that run for a text, and of reads of the text."""

    lines: int
    read: Reads


def test(octets: bytes) -> Tested:
    """The faults, if work grows too fast, and the numbers of lines run and reads made per code point."""
    header, rest = parted(octets)
    work, shape = NAMES[header[0] % len(NAMES)], shape_of(rest)
    if sum(len(part) for piece in shape for part in piece) > LONGEST:
        return Tested([])
    small, large = cost(work, shape, SMALL), cost(work, shape, LARGE)
    grown = large.lines > STEEP * small.lines + FREE or large.read.k > MOST_GROWTH * small.read.k + 1
    read = (large.read.source, large.read.searched, large.read.derived / 4)
    return Tested([*surely(work, shape)] if grown else [], (large.lines // LARGE, *map(int, read)))


def cost(work: str, shape: Shape, length: int) -> Cost:
    """The cost of a work for the text of a shape."""
    read: list[Reads] = []
    lines = executed_lines(lambda text: read.append(reads(work, shape, length)), "")
    return Cost(lines, read[0])


def surely(work: str, shape: Shape) -> Iterator[str]:
    """The faults that longer texts confirm."""
    yield from (f"{work}: {fault.rstrip('0123456789. to')}" for fault in faults(work, shape, *both(work, shape)))
    lines = [executed_lines(WORKS[work], shape.text(length)) for length in SURE]
    if all(after > STEEP * before + FREE for before, after in pairwise(lines)):
        yield f"{work}: lines grow faster than the text"


def seeds() -> list[bytes]:
    """The shapes that were bad in the past, for some works."""
    works = [NAMES.index(name) for name in ("text", "any scheme", "document, all kinds", "refang, auto", "HTML")]
    bodies = [octets_of("".join(shape.body)) for shape in FAMILIES]
    return [bytes([work]).ljust(HEADER, b"\0") + body for body in bodies for work in works]
