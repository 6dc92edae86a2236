"""Which reader reads a file: told by what is in it first, and by its name second.

Here belongs the one list of readers. To add one, write a module with `recognizes` and `read` and give it a row here.
"""

import io
import os
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple, cast

from linksift.documents import decompress, html, markdown, pdf, plain_text
from linksift.documents.document_model import Context, Piece, Problem, ReadError
from linksift.documents.mail import mbox, message
from linksift.documents.office import docx, odt, xlsx
from linksift.documents.plain_text import HEAD_SIZE, NotText
from linksift.documents.size_limit import size_in_words


class Reader(NamedTuple):
    """A kind of file: how it is told from its head and its name, and how it is read.

    `seeks` says that its reader goes back and forth in the file; all others read it once from its start.
    """

    kind: str
    recognizes: Callable[[bytes, str], bool]
    read: Callable[[BinaryIO, Context], Iterator[Piece]]
    seeks: bool = False


READERS = (
    Reader("packed", decompress.recognizes, decompress.read),
    Reader("mailbox", mbox.recognizes, mbox.read),
    Reader("mail", message.recognizes, message.read),
    Reader("HTML", html.recognizes, html.read),
    Reader("PDF", pdf.recognizes, pdf.read),
    Reader("DOCX", docx.recognizes, docx.read, seeks=True),
    Reader("XLSX", xlsx.recognizes, xlsx.read, seeks=True),
    Reader("ODT", odt.recognizes, odt.read, seeks=True),
    Reader("Markdown", markdown.recognizes, markdown.read),
    Reader("text", plain_text.recognizes, plain_text.read),
)
"""Every kind, those that are told more surely first: the first that recognizes a file reads it."""


def reader_of(head: bytes, name: str | None) -> Reader | None:
    r"""The reader for a file that begins so and has this name: by its content alone, if that tells; else by both.

    >>> reader_of(b"\x1f\x8b\x08", "a.txt").kind, reader_of(b"Hello", None).kind, reader_of(b"\0", "a.txt")
    ('packed', 'text', None)
    """
    *certain, text = READERS
    for known_by in ("", (name or "").lower()):
        for reader in certain:
            if reader.recognizes(head, known_by):
                return reader
    return text if text.recognizes(head, "") else None


def name_of(path: str) -> str:
    """The name by which the kind of a file is told: its own, but what lies in a Maildir is a mail.

    >>> name_of("docs/page.html"), name_of("1204680122.27c448.host:2,S")
    ('page.html', '1204680122.27c448.host:2,S')
    """
    folder, name = os.path.split(path)
    return f"{name}.eml" if os.path.basename(folder) in ("cur", "new") and is_maildir(os.path.dirname(folder)) else name


def is_maildir(folder: str) -> bool:
    """Whether a folder is a Maildir: it has the folders cur, new and tmp (https://cr.yp.to/proto/maildir.html)."""
    return all(os.path.isdir(os.path.join(folder, name)) for name in ("cur", "new", "tmp"))


def pieces(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """What is in a file. Raises ReadError when nothing in it can be read, NotText when it is of no known kind."""
    head = file.read(HEAD_SIZE)
    reader = reader_of(head, context.name)
    if reader is None:
        raise NotText("binary file")
    yield from reader.read(_from_its_start(head, file, reader.seeks, context.limits.size), context)


def inner_pieces(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """What is in a file inside another one: what cannot be read is a Problem, and what is no text is nothing."""
    if context.depth >= context.limits.depth:
        yield Problem(
            f"is nested more than {context.limits.depth} deep; what lies deeper was not read", context.locator
        )
        return
    try:
        yield from pieces(file, context._replace(depth=context.depth + 1))
    except NotText:
        return
    except ReadError as error:
        yield Problem(str(error), context.locator)


def _from_its_start(head: bytes, file: BinaryIO, seeks: bool, most: int) -> BinaryIO:
    """A file of which the head has been read, as its reader wants it. Raises ReadError."""
    if file.seekable():
        file.seek(-len(head), io.SEEK_CUR)
        return file
    if not seeks:
        return cast(BinaryIO, io.BufferedReader(decompress.FileWithHead(head, file)))
    whole = head + file.read(max(0, most + 1 - len(head)))
    if len(whole) > most:
        raise ReadError(f"is larger than {size_in_words(most)}")
    return io.BytesIO(whole)
