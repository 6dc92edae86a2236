"""Opens a document that is a zip package of XML files, and unpacks its members within limits on size and time."""

from collections.abc import Callable, Iterable, Iterator
from io import SEEK_CUR
from typing import BinaryIO

from linksift.documents.decompression.bounded_zip_directory import CHUNK, LONGEST_ENTRY, open_zip
from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError
from linksift.documents.office.xml_parser import Handler, parse
from linksift.documents.read_limits import TimeBudget, size_in_words
from linksift.documents.reader_bugs import pieces_or_fault
from linksift.documents.signatures import COMPOUND_FILE


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

    def parse_member(self, name: str, handler: Handler) -> None:
        """Pass an XML member to a handler. Raises ReadError like `parse_in_steps`."""
        for _ in self.parse_in_steps(name, handler):
            pass

    def parse_in_steps(self, name: str, handler: Handler) -> Iterator[None]:
        """Pass an XML member to a handler, and yield after each chunk so that the caller can take the handler's
        results.

        Raises ReadError if the member cannot be read, or if reading it and the members before it takes too long.
        """
        return self._time_budget.timed(parse(self.chunks(name), handler))

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
