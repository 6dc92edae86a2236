"""Reads a file inside another: an attachment, or a file in an archive. A file that cannot be read becomes a Problem."""

from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Piece, Problem, ReadError
from linksift.documents.text_files.plain_text import NotText


def inner_file(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a file inside another one, or a Problem if it cannot be read. The file is counted."""
    context.account.files += 1
    try:
        yield from context.inner(file, context)
    except NotText as error:
        context.account.not_read += 1
        yield unread(str(error), context)
    except ReadError as error:
        context.account.not_read += 1
        yield Problem(str(error), context.locator)


def failed_file(error: ReadError, context: Context) -> Problem:
    """The Problem for a file that cannot even be opened; the file is counted."""
    context.account.files += 1
    context.account.not_read += 1
    return Problem(str(error), context.locator)


def unread_file(kind: str, context: Context) -> Problem:
    """The Problem for a file that is not read because of its kind; the file is counted."""
    context.account.files += 1
    context.account.not_read += 1
    return unread(kind, context)


def unread(kind: str, context: Context) -> Problem:
    """The Problem for a file in a format that is not read.

    >>> from linksift.documents.document_model import Limits, Locator
    >>> unread("PNG image", Context(None, None, Limits(), Locator(), lambda file, context: iter(()))).message
    'PNG image, which is not read'
    """
    return Problem(f"{kind}, which is not read", context.locator, "file")
