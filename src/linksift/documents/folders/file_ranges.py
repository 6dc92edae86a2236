"""Divides a large mailbox or plain text into ranges that several processes can read, and reads the links of a file or a
range."""

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from linksift.documents.document_model import Account, Context, MessageRange, Piece, Problem
from linksift.documents.folders.text_ranges import TextRange, is_utf8, links_in_text_range, text_ranges
from linksift.documents.format_detection import MAILBOX, PLAIN_TEXT, name_of, pieces, reader_of
from linksift.documents.links_from_pieces import Extract, extract_lists
from linksift.documents.read import ReadOptions, context_for
from linksift.documents.reader_faults import pieces_or_fault
from linksift.documents.text_files.plain_text import HEAD_SIZE, read_as_it_comes
from linksift.finding import Finder, Reach

SIZE = 4 * 1024 * 1024
"""About how many octets a range has."""


FileRange = MessageRange | TextRange


def file_ranges(path: str, size: int, divides_texts: bool) -> Iterator[FileRange | None]:
    """The ranges of a file of `size` octets, in order: several for a large mailbox, and for a large plain text if
    `divides_texts`; for other files None, the whole.

    Never raises: whoever reads the file gets the error if it cannot be opened.
    """
    if size < 2 * SIZE:
        yield None
        return
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD_SIZE)
            reader = reader_of(head, name_of(path))
            file.seek(0)
            if reader is MAILBOX:
                from linksift.documents.mail import mbox  # only if needed

                yield from mbox.message_ranges(file, SIZE)
            elif reader is PLAIN_TEXT and divides_texts and is_utf8(head):
                yield from text_ranges(file, SIZE) or (None,)
            else:
                yield None
    except OSError:
        yield None


def links_in_path(
    path: str,
    message_range: MessageRange | None,
    finder: Finder,
    options: ReadOptions,
    on_problem: Callable[[Problem], object],
    account: Account,
    extract: Extract = extract_lists,
) -> Iterator[list[Any]]:
    """The links in a file, or in a range of it, several at a time; `account` counts the files inside. Raises OSError
    and ReadError.

    `extract` makes them of the pieces that the reader yields, or makes something else.
    """
    with open(path, "rb") as file:
        yield from links_in_file(file, path, message_range, finder, options, on_problem, account, extract)


def links_in_file(
    file: BinaryIO,
    path: str | None,
    message_range: MessageRange | None,
    finder: Finder,
    options: ReadOptions,
    on_problem: Callable[[Problem], object],
    account: Account,
    extract: Extract = extract_lists,
) -> Iterator[list[Any]]:
    """The links in an open file, as `links_in_path` yields them; without a path, only the content shows its format."""
    context = context_for(path and name_of(path), options, finder, account)
    if message_range is not None:
        found = pieces_or_fault(context.locator, _in_range, file, message_range, context)
    elif path is None and options.as_it_comes:
        found = pieces_or_fault(context.locator, read_as_it_comes, file, context)
    else:
        found = pieces(file, context)
    yield from extract(found, finder, path, on_problem)


def links_in_part_of_text(
    path: str, part: TextRange, finder: Finder, reach: Reach | None
) -> Iterator[list[Any] | Reach]:
    """The links in a range of a plain text, between the reach of its search at the start and at the end."""
    with open(path, "rb") as file:
        yield from links_in_text_range(file, path, part, finder, reach)


def _in_range(file: BinaryIO, message_range: MessageRange, context: Context) -> Iterator[Piece]:
    from linksift.documents.mail import mbox  # only if needed

    return mbox.read_range(file, message_range, context)
