"""Reads a document of any kind, given as a path, bytes or a file, and yields its links and their locations."""

import errno
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import BinaryIO, NamedTuple, Unpack, cast

from linksift.arguments import instance_of, items, true_or_false
from linksift.documents.document_model import (
    Account,
    Columns,
    Context,
    Found,
    Limits,
    Locator,
    Problem,
    ReadError,
    checked_limits,
)
from linksift.documents.format_detection import inner_pieces, name_of, pieces
from linksift.documents.links_from_pieces import extract_links
from linksift.documents.reading_limits import RawFile
from linksift.documents.stated_match import uri_of
from linksift.finding import Finder, FinderOptions, find_function, finder_from, line_filter, link_filter
from linksift.uri import is_uri

Document = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO


class ReadOptions(NamedTuple):
    """How documents of any kind are read; see `read` for the first three fields and the columns.

    With `as_it_comes`, a file without a path, such as a pipe, is read as plain text, and each part of it is searched as
    it arrives.
    """

    base: str | None = None
    limits: Limits = Limits()
    skip_code: bool = False
    password: str | None = None
    as_it_comes: bool = False
    columns: Columns = Columns()


def read(
    document: Document,
    *,
    finder: Finder | None = None,
    base: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 - immutable
    skip_code: bool = False,
    password: str | None = None,
    columns: str | Iterable[str] = (),
    id_column: str | None = None,
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[FinderOptions],
) -> Iterator[Found]:
    r"""The links in a document, one by one, each with its location: the links that it states, and the URIs in its text.

    Args:
        document: A path (str or os.PathLike), the content of a file (bytes or another buffer), or a file open for
            reading bytes, which stays open. Its format is detected first from its content and then from its name.
        finder: The finder that searches the text; by default, one with the profile "document" and `options`.
        base: The URI from which the document was retrieved. Relative references are resolved against it (RFC 3986,
            5.1.3), or left out if neither the caller nor the document gives a base.
        limits: The limits on how much of a document is read and unpacked.
        skip_code: Whether to leave out the code in Markdown.
        password: The password that opens encrypted PDFs and encrypted files in zip archives.
        columns: The names of the columns to search in a table (Parquet, CSV, TSV, or JSON records); if any are given, a
            document without columns cannot be read.
        id_column: The column whose values identify the rows of a table.
        on_problem: Called with each part that could not be read, each attachment and packed file in a format that is
            not read, and each stated link that browsers refuse or that cannot be made into a URI; the rest of the
            document is still read.
        options: The options of `Finder`.

    The match of a stated link has the kind "stated". A link that is both stated and in the text is yielded twice.

    Raises TypeError immediately if `document` is not a document (for example, a file open for text), and TypeError or
    ValueError for wrong values of the other arguments, such as a `base` that is not a URI. While reading, raises
    OSError if the file cannot be opened or read, and ReadError, a ValueError, if nothing in it can be read.

    >>> [(found.match.uri, found.location.line, found.location.column) for found in read(b"See\n <http://a.example/>.")]
    [('http://a.example/', 2, 3)]
    """
    finder = finder_from(read, finder, options, "document")
    if columns is None:
        raise TypeError("columns takes names of columns, not None")
    names = tuple(items(columns))
    texts = [("base", base), ("password", password), ("id_column", id_column), *(("columns", name) for name in names)]
    for option, text in texts:
        if text is not None:
            instance_of(option, str, text)
    if base and uri_of(base) is None and not is_uri(base):
        raise ValueError(f"base must be a URI such as 'https://a.example/b', not {base!r}")
    true_or_false("skip_code", skip_code)
    chosen = Columns(names, id_column)
    read_options = ReadOptions(base, checked_limits(limits), skip_code, password, columns=chosen)
    return _read(_checked(document), finder, read_options, on_problem or (lambda _: None))


def _checked(document: Document) -> str | bytes | BinaryIO:
    """A document as a path, bytes or an open binary file. Raises TypeError for anything else, ValueError if closed."""
    if getattr(document, "closed", False) is True:
        raise ValueError("the file is closed")
    if isinstance(document, str) or hasattr(document, "__fspath__"):
        return os.fsdecode(document)
    if not hasattr(document, "read"):
        with suppress(TypeError):
            return document if isinstance(document, bytes) else memoryview(document).tobytes()
    elif not hasattr(document, "encoding"):  # which text files have
        return cast(BinaryIO, document)
    raise TypeError(f"a document is a path, bytes, or a file open for reading bytes, not {type(document).__name__}")


def _read(
    document: str | bytes | BinaryIO, finder: Finder, options: ReadOptions, on_problem: Callable[[Problem], object]
) -> Iterator[Found]:
    path = document if isinstance(document, str) else None
    name = getattr(document, "name", None) if path is None else name_of(path)  # a number for a pipe
    name = os.path.basename(name) if isinstance(name, str) else None
    with _opened(document) as file:
        context = context_for(name, options, finder, Account(options.limits, file_size(file)))
        try:
            for seen in extract_links(pieces(file, context), finder, path, on_problem):
                yield seen.found
        except ReadError as error:
            error.document = path or name or "the document"
            raise


def _opened(document: str | bytes | BinaryIO) -> AbstractContextManager[BinaryIO]:
    """A document as an open file, which is closed at the end only if it was opened here. The error about a missing file
    has a note if its name is a URL or a text with one."""
    if isinstance(document, str):
        try:
            return open(document, "rb")
        except OSError as error:
            if "://" in document:
                error.add_note("read takes a path, and fetches nothing; find(text) finds the links in a text")
            raise
    return nullcontext(io.BytesIO(document) if isinstance(document, bytes) else buffered(document))


def buffered(file: BinaryIO) -> BinaryIO:
    """A file that returns as many bytes as requested if it has that many; pipes, sockets and unbuffered files may
    return fewer. The returned file can seek if the underlying file can, and leaves that file open."""
    return file if isinstance(file, io.BufferedIOBase) else _OpenFile(file).buffered()


class _OpenFile(RawFile):
    """A file that returns the bytes it currently has, as `io.BufferedReader` requires; closing it leaves the underlying
    file open."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(partial(_available_bytes, file))
        self._file = file

    def seekable(self) -> bool:
        """Whether the file can seek; a file without this method cannot."""
        return hasattr(self._file, "seekable") and self._file.seekable()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to an offset in the file."""
        self._file.seek(offset, whence)
        return self._file.tell()


def _available_bytes(file: BinaryIO, size: int) -> bytes:
    """The next bytes of a file. Raises BlockingIOError if it has none yet and does not wait."""
    data: bytes | None = file.read(size)
    if data is None:
        raise BlockingIOError(errno.EAGAIN, "has nothing to read yet, and does not wait")
    return data


def context_for(name: str | None, options: ReadOptions, finder: Finder, account: Account) -> Context:
    """The context in which a whole file is read."""
    return Context(
        name,
        options.base,
        options.limits,
        Locator(),
        inner_pieces,
        skip_code=options.skip_code,
        columns=options.columns,
        password=options.password,
        account=account,
        may_hold_link=link_filter(finder),
        lines_with_hits=line_filter(finder),
        find=find_function(finder),
    )


def file_size(file: BinaryIO) -> int:
    """The size of a file in bytes, or 0 if it is not known, as for a pipe.

    >>> file_size(io.BytesIO(b"abc"))
    3
    """
    try:
        if isinstance(file, io.BytesIO):
            return len(file.getvalue())  # which copies nothing
        return os.fstat(file.fileno()).st_size
    except (OSError, AttributeError, ValueError):  # not a file of the operating system, or a closed one
        return 0
