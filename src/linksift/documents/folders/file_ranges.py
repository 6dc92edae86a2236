"""Large files in file_ranges, which can be read by several processes, one after the other they are the whole.

Here belongs how a file is message_ranges and how a share of it is read. Who reads it never does.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO

from linksift.documents.document_model import Problem
from linksift.documents.extract import LinkInContext, extract_links
from linksift.documents.format_detection import name_of, pieces, reader_of
from linksift.documents.mail import mbox
from linksift.documents.mail.mbox import MessageRange
from linksift.documents.plain_text import HEAD_SIZE
from linksift.documents.read import ReadOptions, context_for
from linksift.finding import Finder

SIZE = 4 * 1024 * 1024
"""So many octets a share has, about."""


def file_ranges(path: str, size: int) -> Iterator[MessageRange | None]:
    """The shares of a file of so many octets, in order: those of a large mailbox; for all others None, which is all.

    Never raises: what cannot be opened is left to who reads it.
    """
    if size < 2 * SIZE:
        yield None
        return
    try:
        with open(path, "rb") as file:
            reader = reader_of(file.read(HEAD_SIZE), name_of(path))
            if reader is None or reader.read is not mbox.read:
                yield None
                return
            file.seek(0)
            yield from mbox.message_ranges(file, SIZE)
    except OSError:
        yield None


def links_in_path(
    path: str, share: MessageRange | None, finder: Finder, way: ReadOptions, on_problem: Callable[[Problem], object]
) -> Iterator[LinkInContext]:
    """The links in a file, or in a share of it. Raises OSError and ReadError."""
    with open(path, "rb") as file:
        yield from links_in_file(file, path, share, finder, way, on_problem)


def links_in_file(
    file: BinaryIO,
    path: str | None,
    share: MessageRange | None,
    finder: Finder,
    way: ReadOptions,
    on_problem: Callable[[Problem], object],
) -> Iterator[LinkInContext]:
    """The links in an open file, as `links_in_path` has them; without a path, there is none to tell its kind by."""
    context = context_for(path and name_of(path), way)
    found = pieces(file, context) if share is None else mbox.read_range(file, share, context)
    yield from extract_links(found, finder, path, on_problem)
