"""Mutates the bytes of files, and asserts what must hold for any file that is read."""

import io
import random
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress

from linksift import Limits, Problem, ReadError, read
from linksift.uri import is_uri

Edit = Callable[[random.Random, bytes, bytes], bytes]
"""Mutates a stretch of a file, given a token to insert there."""

EDITS: tuple[Edit, ...] = (
    lambda chance, stretch, token: b"",
    lambda chance, stretch, token: stretch * chance.choice((2, 50)),
    lambda chance, stretch, token: token,
    lambda chance, stretch, token: token + stretch,
    lambda chance, stretch, token: chance.randbytes(len(stretch)),
    lambda chance, stretch, token: chance.randbytes(1) + stretch[1:],
)


def mutated(octets: bytes, seed: int, tokens: Sequence[bytes] = ()) -> bytes:
    """The bytes with a few stretches left out, repeated, or replaced."""
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        start = chance.randrange(len(octets) + 1)
        end = start + chance.choice((1, 4, 30, 300))
        stretch = chance.choice(EDITS)(chance, octets[start:end], chance.choice(tokens or (b"",)))
        octets = octets[:start] + stretch + octets[end:]
    return octets


def with_mutated_members(package: bytes, seed: int, tokens: Sequence[bytes] = ()) -> bytes:
    """A zip file with about half of its members mutated, but with correct names and checksums."""
    chance = random.Random(seed)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            octets = old.read(name)
            new.writestr(name, mutated(octets, chance.randrange(2**32), tokens) if chance.random() < 0.5 else octets)
    return out.getvalue()


def assert_links_or_a_message(octets: bytes, name: str) -> None:
    """Assert that reading a file raises only ReadError, reports what could not be read, and returns only whole links.

    A link and its other readings are URIs, and its location is one that can exist in a file.
    """
    file = io.BytesIO(octets)
    file.name = name
    problems: list[Problem] = []
    with suppress(ReadError):
        for found in read(file, base="http://base.example/", limits=Limits(size=1 << 20), on_problem=problems.append):
            match, location = found.match, found.location
            assert is_uri(match.uri)
            assert all(is_uri(other.uri) for other in match.alternatives)
            assert match.kind == "stated" or len(match.text) == match.end - match.start
            assert (location.line is None) == (location.column is None)
            assert location.line is None or min(location.line, location.column or 0) >= 1
            assert location.start is None or location.start <= (location.end or 0)
    assert all(problem.message.isprintable() for problem in problems)
