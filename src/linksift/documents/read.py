"""The door to all documents: a path, bytes or a file in, links and where they are out.

Here belongs what a caller may ask for, and how a document is opened. How a kind of document is read is for its reader.
"""

import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple, Unpack, cast

from linksift.documents.document_model import Context, Found, Limits, Locator, Problem
from linksift.documents.extract import all_seen
from linksift.documents.format_detection import inner_pieces, name_of, pieces
from linksift.finding import Finder, FinderOptions

Document = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO


class Way(NamedTuple):
    """How documents are read, whichever they are; `read` tells of each of these."""

    base: str | None = None
    limits: Limits = Limits()
    skip_code: bool = False


def read(
    document: Document,
    *,
    finder: Finder | None = None,
    base: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 - immutable
    skip_code: bool = False,
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[FinderOptions],
) -> Iterator[Found]:
    r"""The links in a document, one by one, each with its place: those that it states, and the URIs in its texts.

    `document` is a path (str or os.PathLike), what is in a file (bytes, or any such buffer), or a file that is open for
    reading bytes, and stays open. What kind it is, is told from its content first and from its name second. `finder`
    searches its texts; without it, one of the profile "document" with `options`, which are those of `Finder`. `base` is
    the URI that the document came by, against which relative references in it are resolved (RFC 3986, 5.1.3); without
    one, and where the document names none, they are left out. `skip_code` leaves out the code in Markdown. `on_problem`
    is called with each part that could not be read, and each stated link that browsers refuse or of which no URI can be
    made, while the rest is read all the same; without it, these are passed over.

    The match of a stated link has the kind "stated". What is stated and found in the text of one place is told twice.

    Raises at once TypeError for what is no document, such as a file open for text, and TypeError and ValueError for
    options that a finder does not take; while it is read, OSError when the file cannot be opened or read, and
    ReadError, a ValueError, when nothing in it can be.

    >>> [(found.match.uri, found.location.line, found.location.column) for found in read(b"See\n <http://a.example/>.")]
    [('http://a.example/', 2, 3)]
    """
    if finder is not None and options:
        raise TypeError(f"a finder is given, and options for another one: {', '.join(options)}")
    finder = finder or Finder(**({"profile": "document"} | options))
    return _read(_wanted(document), finder, Way(base, limits, skip_code), on_problem or _passed_over)


def _wanted(document: Document) -> str | bytes | BinaryIO:
    """A document as a path, bytes or a file of bytes. Raises TypeError for what is none of these."""
    if isinstance(document, str | os.PathLike):
        return os.fsdecode(document)
    if not hasattr(document, "read"):
        with suppress(TypeError):
            return document if isinstance(document, bytes) else memoryview(document).tobytes()
    elif not hasattr(document, "encoding"):  # which files of text have
        return cast(BinaryIO, document)
    raise TypeError(f"a document is a path, bytes, or a file open for reading bytes, not {type(document).__name__}")


def _read(
    document: str | bytes | BinaryIO, finder: Finder, way: Way, on_problem: Callable[[Problem], object]
) -> Iterator[Found]:
    with _opened(document) as (file, path, name):
        for seen in all_seen(pieces(file, context_for(name, way)), finder, path, on_problem):
            yield seen.found


@contextmanager
def _opened(document: str | bytes | BinaryIO) -> Iterator[tuple[BinaryIO, str | None, str | None]]:
    """The file of a document, its path, and its name; what was open before stays open."""
    if isinstance(document, str):
        with open(document, "rb") as file:
            yield file, document, name_of(document)
    elif isinstance(document, bytes):
        yield io.BytesIO(document), None, None
    else:
        name = getattr(document, "name", None)  # a number for a pipe
        yield filled(document), None, os.path.basename(name) if isinstance(name, str) else None


def filled(file: BinaryIO) -> BinaryIO:
    """A file that gives as many bytes as it is asked for while it has so many: pipes, sockets and unbuffered files may
    give fewer. It can go back where the file can, and leaves that open."""
    return file if isinstance(file, io.BufferedIOBase) else cast(BinaryIO, io.BufferedReader(_InPieces(file)))


class _InPieces(io.RawIOBase):
    """A file that gives what it has at the time, as `io.BufferedReader` wants it; it is not closed with this one."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def readable(self) -> bool:
        """It can be read, and nothing else."""
        return True

    def seekable(self) -> bool:
        """Whether the file can go back; what has no word on it cannot."""
        return hasattr(self._file, "seekable") and self._file.seekable()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place in the file."""
        self._file.seek(offset, whence)
        return self._file.tell()

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with what comes next; how much of it was filled, 0 at the end."""
        data = self._file.read(len(buffer))
        if data is None:
            raise BlockingIOError(errno.EAGAIN, "has nothing to read yet, and does not wait")
        buffer[: len(data)] = data
        return len(data)


def context_for(name: str | None, way: Way) -> Context:
    """What the reader of a whole file knows."""
    return Context(name, way.base, way.limits, Locator(), inner_pieces, skip_code=way.skip_code)


def _passed_over(on_problem: Problem) -> None:
    """What becomes of a problem that nobody asked about."""
