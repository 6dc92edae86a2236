"""Opens a document that is a zip package of XML files, and reads its members within limits on size and time."""

from collections.abc import Callable, Iterable, Iterator
from io import SEEK_CUR
from itertools import chain
from typing import Any, BinaryIO, Protocol

from linksift.documents.decompression import CHUNK, LONGEST_ENTRY, open_zip
from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError
from linksift.documents.safe_reading import TimeBudget, pieces_or_fault, size_in_words
from linksift.documents.signatures import COMPOUND_FILE

# ---- XML, parsed chunk by chunk into events, with bounds on the data that the parser keeps; no tree is built ---------


DEEPEST = 256
"""The maximum nesting depth of elements: each open element takes memory, and 4 bytes suffice to begin one."""

LONGEST_TAG = 4 * 1024 * 1024
"""The approximate maximum number of bytes in a tag or comment. Expat keeps either until it is complete, and versions
before 2.6 reread it from its start with each chunk (CVE-2023-52425)."""

MOST_NAMES = 10_000
"""The maximum number of names of elements, attributes and namespaces, for which Expat needs 16 times their size."""

Attributes = dict[str, str]
"""The attributes of an element. Each name is preceded by its namespace and a space."""


class Handler(Protocol):
    """Receives the elements and the text of an XML file, in order."""

    def start(self, name: str, attributes: Attributes) -> None:
        """Called when an element begins."""

    def end(self, name: str) -> None:
        """Called when an element ends."""

    def data(self, text: str) -> None:
        """Called with the text in an element, in any number of pieces."""


def parse(chunks: Iterable[bytes], handler: Handler) -> Iterator[None]:
    """Pass an XML file to a handler, and yield after each chunk so that the caller can take the handler's results.

    Raises ReadError if the file is broken, exceeds the bounds, or has a document type declaration, which no office
    document has and which can declare endlessly expanding entities.
    """
    from xml.parsers.expat import ExpatError, ParserCreate

    names: dict[str, str] = {}  # filled by the parser
    prefixes: dict[str | None, str] = {}
    fed = 0
    expat: Any = ParserCreate(namespace_separator=" ", intern=names)
    expat.buffer_text = True
    expat.StartElementHandler, expat.EndElementHandler = _depth_limited(handler)
    expat.CharacterDataHandler = handler.data
    expat.StartDoctypeDeclHandler = _refuse
    expat.StartNamespaceDeclHandler = prefixes.__setitem__
    try:
        for chunk in chain(chunks, (b"",)):  # an empty chunk ends the file
            expat.Parse(chunk, not chunk)
            fed += len(chunk)
            if fed - expat.CurrentByteIndex > LONGEST_TAG:
                raise ReadError("has a tag or comment that is too long")
            if len(names) + len(prefixes) > MOST_NAMES:
                raise ReadError("has too many names of elements and attributes")
            yield
    except ReadError:
        raise
    except (ExpatError, ValueError, LookupError) as error:
        raise ReadError(f"is broken XML ({error})") from error


def _depth_limited(handler: Handler) -> tuple[Callable[[str, Attributes], None], Callable[[str], None]]:
    """The functions that pass elements to a handler, unless they are nested too deeply."""
    depth = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise ReadError("is nested too deep")
        handler.start(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(name)

    return start, end


def without_namespaces(attributes: Attributes) -> Attributes:
    """Attributes, keyed by their names without namespaces."""
    return {name.rpartition(" ")[2]: value for name, value in attributes.items()}


def _refuse(*_: object) -> None:
    raise ReadError("declares a document type, as no office document does")


# ---- Packages --------------------------------------------------------------------------------------------------------


Taken = Callable[[], Iterable[Piece]]
"""Takes the pieces that a handler has made since they were last taken."""


class Package:
    """A zip file that is unpacked within limits on size and time for all members together.

    Raises ReadError if the file is not a zip file.
    """

    def __init__(self, file: BinaryIO, context: Context) -> None:
        limits = context.limits
        self._zip, self._fault = open_zip(file, limits.parts * LONGEST_ENTRY, context)
        if len(self._zip.namelist()) > limits.parts:
            raise ReadError(f"has more than {limits.parts:,} members")
        self._account = context.account
        self._size = self._left = limits.size
        self._time_budget = TimeBudget(limits.seconds, context.account)

    def names(self) -> list[str]:
        """The names of the members, each once, in the order of the file."""
        return list(dict.fromkeys(self._zip.namelist()))

    def chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of a member, chunk by chunk. Raises ReadError if unpacking fails; stated sizes are not trusted."""
        try:
            with self._zip.open(name) as member:
                while chunk := member.read(CHUNK):
                    self._account.unpack(len(chunk))
                    self._left -= len(chunk)
                    if self._left < 0:
                        raise ReadError(f"is larger than {size_in_words(self._size)} when unpacked")
                    yield chunk
        except ReadError:
            raise
        except RuntimeError as error:
            raise ReadError("is encrypted and needs a password") from error
        except Exception as error:  # for broken data, zipfile and the unpackers raise many kinds of exceptions
            raise ReadError("is broken and cannot be unpacked") from error

    def parsed(self, name: str, handler: Handler, so_far: Taken = tuple, rest: Taken = tuple) -> Iterator[Piece]:
        """Pass an XML member to a handler; yield the pieces that are ready (`so_far`) after each chunk, since a member
        may be long, and the `rest` at its end. A handler that only collects what others need has no pieces.

        Raises ReadError after the rest if the member cannot be read to its end, or if reading it and the members before
        it takes too long.
        """
        try:
            for _ in self._time_budget.timed(parse(self.chunks(name), handler)):
                yield from so_far()
        except ReadError:
            yield from rest()
            raise
        yield from rest()

    def pieces(
        self, parts: Iterable[str], read: Callable[[str, Locator], Iterator[Piece]], locator: Locator
    ) -> Iterator[Piece]:
        """The pieces of the parts; an unreadable part becomes a Problem. Raises ReadError if no part can be read."""
        problems: list[Problem] = []
        any_read = False
        for part in parts:
            inside = locator.in_member(part)
            try:
                for piece in pieces_or_fault(inside, read, part, inside):
                    any_read = True
                    yield piece
                any_read = True
            except ReadError as error:
                problems.append(Problem(str(error), inside))
            if self._left < 0 or self._time_budget.is_over:
                break
        if problems and not any_read:
            raise ReadError(problems[0].message)
        if self._fault:
            yield Problem(self._fault, locator)
        yield from problems


def open_office_package(file: BinaryIO, context: Context, older: str) -> Package:
    """The package of an Office document. Raises ReadError if the file is not one; `older` names the format that the
    file may have instead."""
    head = file.read(len(COMPOUND_FILE))
    file.seek(-len(head), SEEK_CUR)
    if head == COMPOUND_FILE:
        raise ReadError(f"is encrypted and needs a password, or {older}")
    return Package(file, context)
