"""Keeps the reading of a document safe: within limits on size and time, and with each failure confined to its part.

A file is read in one piece, and only up to the size limit: a larger file is not read at all, or only its beginning is.

A reader's budgets count work (bytes, parts, pages and files), which is the same on every machine. Every reader takes
linear time, so the clock is only an outer limit, which grows with the number of bytes; a slow or busy machine yields
the same links. Only the reader's own work counts, not the time a caller spends on a link before requesting the next.

A reader may raise OSError and ReadError. Any other exception is a bug in the reader and becomes a `Problem` for the
record, part, member or file in which it occurred. `LINKSIFT_FAULTS=raise` removes the net, so that a fault shows its
traceback; all tests run this way.

Some exceptions pass through. MemoryError and interrupts say nothing about the part. Exceptions raised by the caller's
code, such as the `read` of a file object, are passed to the caller. An exception raised by the finder either is a fault
in finding, which `find` would also show, or comes from the caller, whose filter can turn a warning into an exception.
"""

import io
import os
import posixpath
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeVar, TypeVarTuple, cast

from linksift.documents.document_model import MEBI, Chunks, Context, Locator, NotText, Piece, Problem, ReadError

# ---- Size and time ---------------------------------------------------------------------------------------------------


T = TypeVar("T")

SECONDS_PER_MEBI = 30.0
"""The additional time, in seconds, that a document may take for each MiB of the file and of its unpacked content: six
times as long as the slowest known shapes of input take (tests/documents/test_growth.py)."""


PART = 65_536
"""The number of bytes that are read at a time. Asking for as many as the limits allow takes longer than reading most
files, since that memory is obtained and given back."""


def read_whole(file: BinaryIO, context: Context) -> bytes:
    """All bytes of a file. Raises ReadError if it has more than `limits.size`.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> read_whole(BytesIO(b"abc"), Context(None, None, Limits(size=2), Locator(), lambda file, context: iter(())))
    Traceback (most recent call last):
    linksift.documents.document_model.ReadError: is larger than 2 octets
    """
    octets = read_at_most(file, context.limits.size + 1)
    if len(octets) > context.limits.size:
        raise ReadError(f"is larger than {size_in_words(context.limits.size)}")
    return octets


def read_beginning(file: BinaryIO, context: Context) -> tuple[bytes, tuple[Problem, ...]]:
    """The first `limits.size` bytes of a file, and a problem if it has more.

    >>> from io import BytesIO
    >>> from linksift.documents.document_model import Limits, Locator
    >>> read_beginning(BytesIO(b"abc"), Context(None, None, Limits(), Locator(), lambda file, context: iter(())))
    (b'abc', ())
    """
    size = context.limits.size
    octets = read_at_most(file, size + 1)
    if len(octets) <= size:
        return octets, ()
    return octets[:size], (Problem(f"only the first {size_in_words(size)} were read", context.locator),)


def read_at_most(file: BinaryIO, size: int) -> bytes:
    """The next `size` bytes of a file, or all that are left; they are in memory only once."""
    octets = io.BytesIO()
    while part := file.read(min(PART, size - octets.tell())):
        octets.write(part)
    return octets.getvalue()


class RawFile(io.RawIOBase):
    """A file that is read only forwards. `next_bytes` returns at most as many bytes as requested, and none at the
    end."""

    def __init__(self, next_bytes: Callable[[int], bytes]) -> None:
        self._next_bytes = next_bytes

    def buffered(self) -> BinaryIO:
        """The file as readers expect one: it returns as many bytes as requested if it has that many."""
        return cast(BinaryIO, io.BufferedReader(self))

    def readable(self) -> bool:
        """True, since the file can be read."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes, and return their number, or 0 at the end."""
        data = self._next_bytes(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def with_head(head: bytes, rest: BinaryIO) -> BinaryIO:
    """A file whose head has been read, with the head put back.

    >>> with_head(b"ab", io.BytesIO(b"cd")).read()
    b'abcd'
    """
    held = io.BytesIO(head)
    return RawFile(lambda size: held.read(size) or rest.read(size)).buffered()


def size_in_words(octets: int) -> str:
    """A number of bytes in human-readable form.

    >>> size_in_words(256 * MEBI), size_in_words(10_000)
    ('256 MiB', '10,000 octets')
    """
    return f"{octets // MEBI:,} MiB" if octets >= MEBI else f"{octets:,} octets"


class TimeBudget:
    """The time for one document, measured by the clock `now`: all timed work may take `limits.seconds` in total, plus
    extra time for the bytes of the outermost file and of the content unpacked in the meantime."""

    def __init__(self, context: Context, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = context.limits.seconds
        self._account = context.account
        self._now = now
        self._spent = 0.0
        self._octets_before = context.account.octets - context.account.size

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        octets = self._account.octets - self._octets_before
        return self._spent > self._seconds + SECONDS_PER_MEBI * octets / MEBI

    def timed(self, steps: Iterator[T]) -> Iterator[T]:
        """The steps of some work, one by one. Raises ReadError instead of yielding the next step when time runs out.

        >>> from linksift.documents.document_model import Limits, Locator
        >>> context = Context(None, None, Limits(seconds=3), Locator(), lambda file, context: iter(()))
        >>> clock = iter([0.0, 1.0, 10.0, 12.5])
        >>> steps = TimeBudget(context, now=lambda: next(clock)).timed(iter("abc"))
        >>> next(steps), next(steps)
        ('a', 'b')
        >>> next(steps)
        Traceback (most recent call last):
        linksift.documents.document_model.ReadError: takes more than 3 seconds, and 30 for each MiB
        """
        while not self.is_over:
            began = self._now()
            try:
                step = next(steps)
            except StopIteration:
                return
            finally:
                self._spent += self._now() - began
            yield step
        raise ReadError(f"takes more than {self._seconds:g} seconds, and {SECONDS_PER_MEBI:g} for each MiB")


# ---- Faults ----------------------------------------------------------------------------------------------------------


Arguments = TypeVarTuple("Arguments")

CAUGHT: tuple[type[Exception], ...] = () if os.environ.get("LINKSIFT_FAULTS") == "raise" else (Exception,)
"""The exceptions that may be faults in a reader; none while the net is off."""

PASSES = (OSError, ReadError, MemoryError)
"""The exceptions that a reader may raise, and those that say nothing about the part."""

READERS_OWN = sys.stdlib_module_names | {"", "linksift", "chardet", "pyarrow", "pypdfium2", "pyzipper", "turbohtml"}
"""The packages that make up a reader; code from any other package is the caller's. Frames from Expat have no name."""


def pieces_or_fault(
    locator: Locator, read: Callable[[*Arguments], Iterable[Piece]], *arguments: *Arguments
) -> Iterator[Piece]:
    """The pieces that a function reads from the part at a locator; a fault becomes a Problem that replaces the rest.

    >>> [piece.message for piece in pieces_or_fault(Locator(page=2), iter, [Problem("is broken")])]
    ['is broken']
    """
    try:
        for piece in read(*arguments):
            if isinstance(piece, Chunks):
                faults: list[Problem] = []
                yield piece._replace(chunks=_until_a_fault(piece, faults))
                yield from faults
            else:
                yield piece
    except CAUGHT as error:
        yield fault(error, locator)


def pieces_or_problem(
    locator: Locator, read: Callable[[*Arguments], Iterable[Piece]], *arguments: *Arguments
) -> Iterator[Piece]:
    """The pieces as in `pieces_or_fault`, and a Problem that replaces the rest if the function raises ReadError."""
    try:
        yield from pieces_or_fault(locator, read, *arguments)
    except ReadError as error:
        yield Problem(str(error), locator)


def each_or_fault(
    parts: Iterable[T | Problem], read: Callable[[T], Iterable[Piece]], locator_of: Callable[[T], Locator]
) -> Iterator[Piece]:
    """The pieces of many small parts, such as rows, that a function reads; a fault in a part becomes a Problem that
    replaces the rest of that part, and a part may already be a Problem. The function yields no `Chunks`.

    >>> pieces = each_or_fault("ab", lambda part: [Problem(part)], lambda part: Locator())
    >>> [piece.message for piece in pieces]
    ['a', 'b']
    """
    for part in parts:
        if isinstance(part, Problem):
            yield part
            continue
        try:
            yield from read(part)
        except CAUGHT as error:
            yield fault(error, locator_of(part))


def _until_a_fault(text: Chunks, faults: list[Problem]) -> Iterator[str]:
    """The chunks of a text that is read as it is searched; a fault ends the text and is added to `faults`."""
    try:
        yield from text.chunks
    except CAUGHT as error:
        faults.append(fault(error, text.locator))


def result_or_fault(locator: Locator, step: Callable[[*Arguments], T], *arguments: *Arguments) -> T | Problem:
    """The result of a step in reading the part at a locator, or a Problem if the step has a fault.

    >>> result_or_fault(Locator(page=2), int, "7")
    7
    """
    try:
        return step(*arguments)
    except CAUGHT as error:
        return fault(error, locator)


def fault(error: Exception, locator: Locator) -> Problem:
    """The Problem for a fault, naming the exception and the line of linksift that raised it. An exception in `PASSES`,
    from the finder or from the caller's code is raised again.

    >>> fault(ValueError("7"), Locator()).message
    'this part was not read to its end, by a fault of linksift: please report ValueError'
    """
    import traceback  # imported only when needed

    frames = [(frame.f_globals.get("__name__", ""), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    modules = [module for module, _ in frames]
    if isinstance(error, PASSES) or any(
        f"{name}.".startswith("linksift.finding.") or name.split(".")[0] not in READERS_OWN for name in modules
    ):
        raise error
    places = [f" at {module}:{line}" for module, line in frames if module.startswith("linksift.")]
    what = "".join((type(error).__name__, *places[-1:]))
    return Problem(f"this part was not read to its end, by a fault of linksift: please report {what}", locator)


# ---- Files inside a file ---------------------------------------------------------------------------------------------


def inner_file(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a file inside another one, or a Problem if it cannot be read. The file is counted."""
    context.account.files += 1
    try:
        yield from context.inner(file, context)
    except ReadError as error:
        yield _not_read(error, context)


def inner_octets(octets: bytes, path: str, context: Context) -> Iterator[Piece]:
    """The pieces of a file at a path inside another one, given by its bytes, as in `inner_file`."""
    return inner_file(io.BytesIO(octets), context_inside(context, path))


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


def context_inside(context: Context, path: str) -> Context:
    """The context of a file in an archive.

    >>> from linksift.documents.document_model import Limits, Locator
    >>> outer = Context("a.zip", None, Limits(), Locator(), lambda file, context: iter(()))
    >>> inside = context_inside(outer, "./b/c.txt")
    >>> inside.name, inside.locator.inner_path
    ('c.txt', 'b/c.txt')
    """
    path = path.replace("\\", "/").removeprefix("./")
    locator = context.locator.inside(path)._replace(content_type=None)
    return context._replace(name=posixpath.basename(path) or None, base=None, locator=locator)


def in_time(pieces: Iterator[Piece], context: Context) -> Iterator[Piece]:
    """The pieces of all files in an archive, and a Problem if that takes too long. Also counts the archive itself."""
    context.account.archives += 1
    try:
        yield from TimeBudget(context).timed(pieces)
    except ReadError as error:
        yield Problem(f"{error}; the rest was not read", context.locator)


def too_many(context: Context) -> Problem | None:
    """A Problem if the number of files read has reached the limit."""
    if context.account.files < context.limits.files:
        return None
    return Problem(f"has more than {context.limits.files:,} files; the rest were not read", context.locator)
