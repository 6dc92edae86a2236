"""Reads a document of any kind: a path, bytes or a file in, its links and their locations out."""

import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO, NamedTuple, Unpack, cast

from linksift.documents.callers_file import buffered, with_callers_errors
from linksift.documents.document_model import Account, Columns, Context, Found, Limits, Locator, Problem
from linksift.documents.format_detection import inner_pieces, name_of, pieces
from linksift.documents.links_from_pieces import extract_links
from linksift.finding import Finder, FinderOptions, finder_from, link_filter

Document = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO


class ReadOptions(NamedTuple):
    """How documents of any kind are read; see `read` for the first three and the columns.

    `as_it_comes` reads a file without a path, such as a pipe, as plain text, and searches each part of it as it comes.
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
    r"""The links in a document, one by one, each with its location: those that it states, and the URIs in its texts.

    `document` is a path (str or os.PathLike), the content of a file (bytes or another buffer), or a file open for
    reading bytes, which stays open. Its format is detected from its content first and its name second. `finder`
    searches its texts; without one, a finder of the profile "document" with `options`, the options of `Finder`. `base`
    is the URI that the document came by. Relative references are resolved against it (RFC 3986, 5.1.3), or left out if
    neither the caller nor the document gives a base. `skip_code` leaves out the code in Markdown. `password` opens
    encrypted files in zip archives. `columns` are the names of those columns of a table (Parquet, CSV, TSV, or records
    of JSON) that are searched, and the values of `id_column` identify its rows; a document without columns cannot be
    read with these. `on_problem` is called with each part that could not be read, each attachment and packed file in a
    format that is not read, and each stated link that browsers refuse or that cannot be made a URI; the rest of the
    document is read even so.

    The match of a stated link has the kind "stated". A link that is both stated and in the text is yielded twice.

    Raises at once TypeError if `document` is not a document, such as a file open for text, and TypeError or ValueError
    for options that a finder does not take. Raises while reading OSError if the file cannot be opened or read, and
    ReadError, a ValueError, if nothing in it can be read.

    >>> [(found.match.uri, found.location.line, found.location.column) for found in read(b"See\n <http://a.example/>.")]
    [('http://a.example/', 2, 3)]
    """
    finder = finder_from(read, finder, options, "document")
    chosen = Columns((columns,) if isinstance(columns, str) else tuple(columns), id_column)
    read_options = ReadOptions(base, limits, skip_code, password, columns=chosen)
    return _read(_checked(document), finder, read_options, on_problem or _ignore)


def _checked(document: Document) -> str | bytes | BinaryIO:
    """A document as a path, bytes or a file of bytes. Raises TypeError for anything else."""
    if isinstance(document, str) or hasattr(document, "__fspath__"):
        return os.fsdecode(document)
    if not hasattr(document, "read"):
        with suppress(TypeError):
            return document if isinstance(document, bytes) else memoryview(document).tobytes()
    elif not hasattr(document, "encoding"):  # as text files have
        return cast(BinaryIO, document)
    raise TypeError(f"a document is a path, bytes, or a file open for reading bytes, not {type(document).__name__}")


def _read(
    document: str | bytes | BinaryIO, finder: Finder, options: ReadOptions, on_problem: Callable[[Problem], object]
) -> Iterator[Found]:
    if isinstance(document, str):
        with open(document, "rb") as file:
            yield from _read_file(file, document, name_of(document), finder, options, on_problem, file_size(file))
    elif isinstance(document, bytes):
        yield from _read_file(io.BytesIO(document), None, None, finder, options, on_problem, len(document))
    else:
        name = getattr(document, "name", None)  # a number for a pipe
        name = os.path.basename(name) if isinstance(name, str) else None
        size = file_size(document)
        found = _read_file(buffered(document), None, name, finder, options, on_problem, size)
        yield from with_callers_errors(found)


def _read_file(
    file: BinaryIO,
    path: str | None,
    name: str | None,
    finder: Finder,
    options: ReadOptions,
    on_problem: Callable[[Problem], object],
    size: int,
) -> Iterator[Found]:
    context = context_for(name, options, finder, Account(options.limits, size))
    return (seen.found for seen in extract_links(pieces(file, context), finder, path, on_problem))


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
    )


def file_size(file: BinaryIO) -> int:
    """The size of a file in octets; 0 if it is not known, as for a pipe.

    >>> file_size(io.BytesIO(b"abc"))
    3
    """
    try:
        if isinstance(file, io.BytesIO):
            place = file.tell()
            size = file.seek(0, io.SEEK_END)
            file.seek(place)
            return size
        return os.fstat(file.fileno()).st_size
    except (OSError, AttributeError, ValueError):  # no file of the system, or closed
        return 0


def _ignore(on_problem: Problem) -> None:
    """Ignore a problem, for a caller without `on_problem`."""
