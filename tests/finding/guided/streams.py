"""A stream that lets go of what it has read finds what is in the whole (DESIGN, 5, 5).

Octets choose options and a shape. To find all in a text of a hundred thousand code points takes a second, so that
`answers` asks for no such streams.
"""

from tests.finding.guided.answers import described, finder_of
from tests.finding.guided.given import HEADER, Tested, octets_of, parted, shape_of
from tests.finding.reads.shapes import FAMILIES

LENGTHS = (110_000, 150_000)
"""Code points of a text: of that much a stream lets go (`linksift.finding.stream`) with a `max_length` below 1,000."""

SHORT = 0x20
"""What is in the first octet of a header whose `max_length` is 300."""

CHUNK = 200
"""The code points of a chunk are so many times an octet, so that texts are cut in many places."""


def test(octets: bytes) -> Tested:
    """What is wrong; raises whatever linksift raises."""
    header, rest = parted(octets)
    finder = finder_of(bytes([header[0] % 5 + SHORT]) + header[1:4])
    text = shape_of(rest).text(LENGTHS[header[4] % len(LENGTHS)])
    size = CHUNK * (header[5] + 1)
    streamed = finder.stream(text[place : place + size] for place in range(0, len(text), size))
    same = described(streamed) == described(finder.find(text))
    return Tested([] if same else ["a stream has other matches"])


def seeds() -> list[bytes]:
    """The families that were bad before."""
    return [bytes(HEADER) + octets_of("".join(shape.body)) for shape in FAMILIES]
