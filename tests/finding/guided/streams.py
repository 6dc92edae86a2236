"""Fuzz target: a stream that drops text after reading it finds what `find` finds in the whole text.

Bytes choose options and a shape. A text of a hundred thousand code points takes a second, so `answers` tries only short
streams.
"""

from tests.finding.guided.answers import described, finder_of
from tests.finding.guided.given import HEADER, Tested, octets_of, parted, shape_of
from tests.finding.reads.shapes import FAMILIES

LENGTHS = (110_000, 150_000)
"""The numbers of code points in a text: enough for a stream (`linksift.finding.stream`) to drop some if `max_length` is
below 1,000."""

SHORT = 0x20
"""The bits of a header's first byte that set `max_length` to 300."""

CHUNK = 200
"""A chunk has this many code points times the value of a byte, so texts are cut in many places."""


def test(octets: bytes) -> Tested:
    """The faults that bytes lead to; raises whatever linksift raises."""
    header, rest = parted(octets)
    finder = finder_of(bytes([header[0] % 5 + SHORT]) + header[1:4])
    text = shape_of(rest).text(LENGTHS[header[4] % len(LENGTHS)])
    size = CHUNK * (header[5] + 1)
    streamed = finder.stream(text[place : place + size] for place in range(0, len(text), size))
    same = described(streamed) == described(finder.find(text))
    return Tested([] if same else ["a stream has other matches"])


def seeds() -> list[bytes]:
    """The shapes that were bad in the past."""
    return [bytes(HEADER) + octets_of("".join(shape.body)) for shape in FAMILIES]
