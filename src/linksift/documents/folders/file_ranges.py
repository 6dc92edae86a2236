"""Divides a large mailbox, web archive, plain text or file of JSON lines into ranges that several processes can read,
and reads the links of a file or a range."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import Any, BinaryIO

from linksift.documents.document_model import Account, Context, Piece, Problem, RecordRange
from linksift.documents.folders.text_ranges import TextRange, is_utf8, text_ranges
from linksift.documents.format_detection import JSON, MAILBOX, PLAIN_TEXT, WEB_ARCHIVE, name_of, pieces, reader_of
from linksift.documents.links_from_pieces import Extract, extract_lists
from linksift.documents.read import ReadOptions, context_for
from linksift.documents.reader_bugs import pieces_or_fault
from linksift.documents.text_files.plain_text import HEAD_SIZE, read_as_it_comes
from linksift.finding import Finder

SIZE = 4 * 1024 * 1024
"""The approximate size of a range in bytes."""


_DIVIDED = (MAILBOX, WEB_ARCHIVE, JSON)
"""The readers that divide a file of records into ranges (`record_ranges`) and read one of the ranges (`read_range`)."""

FileRange = RecordRange | TextRange


def file_ranges(path: str, size: int, divides_texts: bool) -> Iterator[FileRange | None]:
    """The ranges of a file of `size` bytes, in order: several for a large mailbox and, with `divides_texts`, for a
    large plain text, file of JSON lines or uncompressed web archive; for any other file, None (the whole file).

    Never raises: if the file cannot be opened, the error is raised when it is read.
    """
    if size < 2 * SIZE:
        yield None
        return
    try:
        with open(path, "rb") as file:
            yield from _ranges(file, name_of(path), divides_texts) or (None,)
    except OSError:
        yield None


def _ranges(file: BinaryIO, name: str, divides_texts: bool) -> Iterable[FileRange]:
    """The ranges of an open file, or an empty list if it is not divided."""
    head = file.read(HEAD_SIZE)
    reader = reader_of(head, name)
    file.seek(0)
    if reader is not MAILBOX and not (divides_texts and (reader is WEB_ARCHIVE or is_utf8(head))):
        return []
    if reader is PLAIN_TEXT:
        return text_ranges(file, SIZE)
    found: Iterable[FileRange] = reader.imported().record_ranges(file, name, SIZE) if reader in _DIVIDED else []
    return found


def links_in_file(
    file: BinaryIO | None,
    path: str | None,
    part: RecordRange | None,
    finder: Finder,
    options: ReadOptions,
    on_problem: Callable[[Problem], object],
    account: Account,
    extract: Extract = extract_lists,
) -> Iterator[Any]:
    """The links in an open file, or in the file at `path` if `file` is None, or in a range of it, several at a time.

    `account` counts the files inside. Without a path, only the content indicates the format. `extract` turns the pieces
    that the reader yields into links, or into something else. Raises OSError and ReadError.
    """
    with open(path or "", "rb") if file is None else nullcontext(file) as opened:
        context = context_for(path and name_of(path), options, finder, account)
        if part is not None:
            found = pieces_or_fault(context.locator, _in_range, opened, part, context)
        elif path is None and options.as_it_comes:
            found = pieces_or_fault(context.locator, read_as_it_comes, opened, context)
        else:
            found = pieces(opened, context)
        yield from extract(found, finder, path, on_problem)


def _in_range(file: BinaryIO, part: RecordRange, context: Context) -> Iterator[Piece]:
    """The pieces of a range, from the reader that divided the file."""
    reader = reader_of(file.read(HEAD_SIZE), context.name)
    assert reader is not None
    pieces_in_range: Iterator[Piece] = reader.imported().read_range(file, part, context)
    return pieces_in_range
