"""Files with some of their octets changed: what is read of them is pieces, or a message that says why not."""

import random
from collections.abc import Callable

from linksift.documents import CannotRead
from linksift.documents.source import Piece


def mutated(octets: bytes, seed: int, count: int) -> bytes:
    """The octets, so many of them changed at random."""
    chance = random.Random(seed)
    changed = bytearray(octets)
    for _ in range(count):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def assert_told(read: Callable[[bytes], list[Piece]], octets: bytes) -> None:
    """That what is read of a file is told, or why it cannot be: whatever else it raises is a failure."""
    try:
        told: object = read(octets)
    except CannotRead as error:
        told = str(error)
    assert isinstance(told, list) or told
