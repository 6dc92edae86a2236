"""Large files in shares, which can be read by several processes, one after the other they are the whole.

Here belongs how a file is divided and how a share of it is read. Who reads it never does.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO

from linksift.documents.document_model import Problem
from linksift.documents.extract import Seen, all_seen
from linksift.documents.format_detection import name_of, pieces, reader_of
from linksift.documents.mail import mbox
from linksift.documents.mail.mbox import Share
from linksift.documents.plain_text import HEAD
from linksift.documents.read import Way, context_for
from linksift.finding import Finder

SIZE = 4 * 1024 * 1024
"""So many octets a share has, about."""


def shares(path: str, size: int) -> Iterator[Share | None]:
    """The shares of a file of so many octets, in order: those of a large mailbox; for all others None, which is all.

    Never raises: what cannot be opened is left to who reads it.
    """
    if size < 2 * SIZE:
        yield None
        return
    try:
        with open(path, "rb") as file:
            reader = reader_of(file.read(HEAD), name_of(path))
            if reader is None or reader.read is not mbox.read:
                yield None
                return
            file.seek(0)
            yield from mbox.divided(file, SIZE)
    except OSError:
        yield None


def seen_in(
    path: str, share: Share | None, finder: Finder, way: Way, on_problem: Callable[[Problem], object]
) -> Iterator[Seen]:
    """The links in a file, or in a share of it. Raises OSError and ReadError."""
    with open(path, "rb") as file:
        yield from seen_in_file(file, path, share, finder, way, on_problem)


def seen_in_file(
    file: BinaryIO,
    path: str | None,
    share: Share | None,
    finder: Finder,
    way: Way,
    on_problem: Callable[[Problem], object],
) -> Iterator[Seen]:
    """The links in an open file, as `seen_in` has them; without a path, there is none to tell its kind by."""
    context = context_for(path and name_of(path), way)
    found = pieces(file, context) if share is None else mbox.read_share(file, share, context)
    yield from all_seen(found, finder, path, on_problem)
