"""Reads a file in one piece and no more of it than the size limit: all of it or nothing, or its beginning."""

from typing import BinaryIO

from linksift.documents.document_model import MEBI, Context, Problem, ReadError


def read_whole(file: BinaryIO, context: Context) -> bytes:
    """All octets of a file. Raises ReadError if it has more than `limits.size`.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> read_whole(BytesIO(b"abc"), Context(None, None, Limits(size=2), Locator(), lambda file, context: iter(())))
    Traceback (most recent call last):
    linksift.documents.document_model.ReadError: is larger than 2 octets
    """
    octets = file.read(context.limits.size + 1)
    if len(octets) > context.limits.size:
        raise ReadError(f"is larger than {size_in_words(context.limits.size)}")
    return octets


def read_beginning(file: BinaryIO, context: Context) -> tuple[bytes, tuple[Problem, ...]]:
    """The first `limits.size` octets of a file, and a problem if it has more.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> read_beginning(BytesIO(b"abc"), Context(None, None, Limits(), Locator(), lambda file, context: iter(())))
    (b'abc', ())
    """
    size = context.limits.size
    octets = file.read(size + 1)
    if len(octets) <= size:
        return octets, ()
    return octets[:size], (Problem(f"only the first {size_in_words(size)} were read", context.locator),)


def size_in_words(octets: int) -> str:
    """A number of octets in words for people.

    >>> size_in_words(256 * MEBI), size_in_words(10_000)
    ('256 MiB', '10,000 octets')
    """
    return f"{octets // MEBI:,} MiB" if octets >= MEBI else f"{octets:,} octets"
