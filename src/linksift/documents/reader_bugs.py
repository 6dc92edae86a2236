"""The safety net under all readers: a fault in linksift costs only the part being read, and reading continues with the
next part.

A reader may raise OSError and ReadError. Any other exception is a bug in the reader and becomes a `Problem` for the
record, part, member or file in which it occurred. `LINKSIFT_FAULTS=raise` removes the net, so that a fault shows its
traceback; all tests run this way.

Some exceptions pass through. MemoryError and interrupts say nothing about the part. Exceptions raised by the caller's
code, such as the `read` of a file object, are passed to the caller. An exception raised by the finder either is a fault
in finding, which `find` would also show, or comes from the caller, whose filter can turn a warning into an exception.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import ParamSpec, TypeVar

from linksift.documents.document_model import Chunks, Locator, Piece, Problem, ReadError

Parameters = ParamSpec("Parameters")
T = TypeVar("T")

CAUGHT: tuple[type[Exception], ...] = () if os.environ.get("LINKSIFT_FAULTS") == "raise" else (Exception,)
"""The exceptions that may be faults in a reader; none while the net is off."""

PASSES = (OSError, ReadError, MemoryError)
"""The exceptions that a reader may raise, and those that say nothing about the part."""

READERS_OWN = sys.stdlib_module_names | {"", "linksift", "chardet", "pyarrow", "pypdfium2", "pyzipper", "turbohtml"}
"""The packages that make up a reader; code from any other package is the caller's. Frames from Expat have no name."""


def pieces_or_fault(
    locator: Locator,
    read: Callable[Parameters, Iterable[Piece]],
    *arguments: Parameters.args,
    **named: Parameters.kwargs,
) -> Iterator[Piece]:
    """The pieces that a function reads from the part at a locator; a fault becomes a Problem that replaces the rest.

    >>> [piece.message for piece in pieces_or_fault(Locator(page=2), iter, [Problem("is broken")])]
    ['is broken']
    """
    try:
        for piece in read(*arguments, **named):
            if isinstance(piece, Chunks):
                faults: list[Problem] = []
                yield piece._replace(chunks=_until_a_fault(piece, faults))
                yield from faults
            else:
                yield piece
    except CAUGHT as error:
        yield fault(error, locator)


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


def result_or_fault(
    locator: Locator, step: Callable[Parameters, T], *arguments: Parameters.args, **named: Parameters.kwargs
) -> T | Problem:
    """The result of a step in reading the part at a locator, or a Problem if the step has a fault.

    >>> result_or_fault(Locator(page=2), int, "7")
    7
    """
    try:
        return step(*arguments, **named)
    except CAUGHT as error:
        return fault(error, locator)


def fault(error: Exception, locator: Locator) -> Problem:
    """The Problem for a fault, naming the exception and the line of linksift that raised it. An exception in `PASSES`,
    from the finder or from the caller's code is raised again.

    >>> fault(ValueError("7"), Locator()).message
    'this part was not read to its end, by a fault of linksift: please report ValueError'
    """
    frames = [(frame.f_globals.get("__name__", ""), line) for frame, line in traceback.walk_tb(error.__traceback__)]
    modules = [module for module, _ in frames]
    if isinstance(error, PASSES) or any(
        f"{name}.".startswith("linksift.finding.") or name.split(".")[0] not in READERS_OWN for name in modules
    ):
        raise error
    places = [f" at {module}:{line}" for module, line in frames if module.startswith("linksift.")]
    what = "".join((type(error).__name__, *places[-1:]))
    return Problem(f"this part was not read to its end, by a fault of linksift: please report {what}", locator)
