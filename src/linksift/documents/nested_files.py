"""Reads a file inside another: an attachment, or a file in an archive. A file that cannot be read becomes a Problem."""

from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, NotText, Piece, Problem, ReadError


def inner_file(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a file inside another one, or a Problem if it cannot be read. The file is counted."""
    context.account.files += 1
    try:
        yield from context.inner(file, context)
    except ReadError as error:
        yield _not_read(error, context)


def failed_file(error: ReadError, context: Context) -> Problem:
    """The Problem for a file that cannot even be opened, or is not read because of its kind (NotText); the file is
    counted.

    >>> from linksift.documents.document_model import Limits, Locator
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> failed_file(NotText("PNG image"), context).message
    'PNG image, which is not read'
    """
    context.account.files += 1
    return _not_read(error, context)


def _not_read(error: ReadError, context: Context) -> Problem:
    context.account.not_read += 1
    if isinstance(error, NotText):
        return Problem(f"{error}, which is not read", context.locator, "file")
    return Problem(str(error), context.locator)
