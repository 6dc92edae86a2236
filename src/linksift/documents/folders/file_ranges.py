"""Divides a large mailbox, plain text or file of JSON lines into ranges that several processes can read, and reads the
links of a file or a range."""

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from linksift.documents.document_model import Account, Context, Piece, Problem, RecordRange
from linksift.documents.folders.text_ranges import TextRange, is_utf8, links_in_text_range, text_ranges
from linksift.documents.format_detection import JSON, MAILBOX, PLAIN_TEXT, name_of, pieces, reader_of
from linksift.documents.links_from_pieces import Extract, extract_lists
from linksift.documents.read import ReadOptions, context_for
from linksift.documents.reader_faults import pieces_or_fault
from linksift.documents.text_files.plain_text import HEAD_SIZE, read_as_it_comes
from linksift.finding import Finder, Reach

SIZE = 4 * 1024 * 1024
"""About how many octets a range has."""


FileRange = RecordRange | TextRange


def file_ranges(path: str, size: int, divides_texts: bool) -> Iterator[FileRange | None]:
    """The ranges of a file of `size` octets, in order: several for a large mailbox, and with `divides_texts` for large
    plain texts and JSON lines; for other files None, the whole.

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
            elif reader is JSON and divides_texts and is_utf8(head):
                from linksift.documents.data_files import json_reader  # only if needed

                yield from json_reader.line_ranges(file, name_of(path), SIZE) or (None,)
            else:
                yield None
    except OSError:
        yield None


def links_in_path(
    path: str,
    part: RecordRange | None,
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
        yield from links_in_file(file, path, part, finder, options, on_problem, account, extract)


def links_in_file(
    file: BinaryIO,
    path: str | None,
    part: RecordRange | None,
    finder: Finder,
    options: ReadOptions,
    on_problem: Callable[[Problem], object],
    account: Account,
    extract: Extract = extract_lists,
) -> Iterator[list[Any]]:
    """The links in an open file, as `links_in_path` yields them; without a path, only the content shows its format."""
    context = context_for(path and name_of(path), options, finder, account)
    if part is not None:
        found = pieces_or_fault(context.locator, _in_range, file, part, context)
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


def _in_range(file: BinaryIO, part: RecordRange, context: Context) -> Iterator[Piece]:
    if reader_of(file.read(HEAD_SIZE), context.name) is JSON:
        from linksift.documents.data_files import json_reader  # only if needed

        return json_reader.read_range(file, part, context)
    from linksift.documents.mail import mbox  # only if needed

    return mbox.read_range(file, part, context)
