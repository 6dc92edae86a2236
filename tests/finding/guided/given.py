"""The meaning of the fuzzer's bytes: a header of choices, and a text.

In a text, an ASCII byte represents itself, so the fuzzer can insert strings with which linksift compares. A byte of
0x80 or above and the next one represent a fragment (tests/finding/reads/shapes.py), and a byte of 0xF0 or above and the
next two a code point. NUL separates the head, the body and the tail of a shape.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.finding.reads.shapes import FRAGMENTS, Shape

HEADER = 6
"""The number of bytes in a header."""

KINDS = tuple(FRAGMENTS.values())


class Tested(NamedTuple):
    """The faults of one input, and measures of its work: the fuzzer continues from inputs that take more work."""

    faults: list[str]
    measures: tuple[int, ...] = ()


def parted(octets: bytes) -> tuple[bytes, bytes]:
    """The header, padded with zeros, and the remaining bytes."""
    return octets[:HEADER].ljust(HEADER, b"\0"), octets[HEADER:]


def text_of(octets: bytes) -> str:
    r"""The text that bytes represent.

    >>> text_of(b"a\x8b\x00\xf0\x4e\x2d")
    'awww.a.com/中'
    """
    return "".join(pieces(iter(octets)))


def pieces(octets: Iterator[int]) -> Iterator[str]:
    for octet in octets:
        if octet < 0x80:
            yield chr(octet)
        elif octet < 0xF0:
            fragments = KINDS[octet % len(KINDS)]
            yield fragments[next(octets, 0) % len(fragments)]
        else:
            yield chr((octet & 0xF) << 16 | next(octets, 0) << 8 | next(octets, 0))


def shape_of(octets: bytes) -> Shape:
    r"""The shape that bytes represent: a body; a head and a body; or a head, a body and a tail.

    >>> shape_of(b"ab"), shape_of(b"<\0ab\0>")
    (Shape(head=(), body=('ab',), tail=()), Shape(head=('<',), body=('ab',), tail=('>',)))
    """
    first, *others = map(text_of, octets.split(b"\0", 2))
    head, body, tail = (first, *others, "", "")[:3] if others else ("", first, "")
    return Shape((head,) if head else (), (body or "a",), (tail,) if tail else ())


def octets_of(text: str) -> bytes:
    r"""Bytes that represent a text; none can represent U+100000 and above.

    >>> octets_of("a中"), text_of(octets_of("a\0中"))
    (b'a\xf0N-', 'a\x00中')
    """
    return b"".join(bytes([ord(one)]) if one.isascii() else (0xF00000 | ord(one)).to_bytes(3, "big") for one in text)
