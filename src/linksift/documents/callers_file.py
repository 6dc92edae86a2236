"""File objects of callers, as readers need them; what such an object raises comes back to its owner."""

import errno
import io
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, ParamSpec, TypeVar, cast

Parameters = ParamSpec("Parameters")
T = TypeVar("T")


class CallersError(BaseException):
    """What a file object raised, on its way through readers that catch whatever a broken document can raise."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def buffered(file: BinaryIO) -> BinaryIO:
    """A file that gives as many bytes as requested while it has so many; pipes, sockets and unbuffered files may give
    fewer. It can seek if the file can, and leaves that open. What the file raises is a CallersError, except OSError."""
    own = cast(BinaryIO, _CallersFile(file))
    return own if isinstance(file, io.BufferedIOBase) else cast(BinaryIO, io.BufferedReader(_RawFile(own)))


def with_callers_errors(steps: Iterator[T]) -> Iterator[T]:
    """The steps of reading a file from `buffered`. Raises what the file object raised, as it raised it."""
    try:
        yield from steps
    except CallersError as carried:
        raised = carried.error
    else:
        return
    raise raised


class _CallersFile:
    """A file object whose methods carry what they raise in a CallersError, except OSError."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        """The same attribute of the file object."""
        attribute = getattr(self._file, name)
        return _carrying(attribute) if callable(attribute) else attribute


def _carrying(method: Callable[Parameters, T]) -> Callable[Parameters, T]:
    def carrying(*arguments: Parameters.args, **named: Parameters.kwargs) -> T:
        try:
            return method(*arguments, **named)
        except OSError:
            raise
        except Exception as error:
            raise CallersError(error) from error

    return carrying


class _RawFile(io.RawIOBase):
    """A file that gives the bytes it has at the time, as `io.BufferedReader` needs it; closing leaves the file open."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def readable(self) -> bool:
        """True: the file can be read."""
        return True

    def seekable(self) -> bool:
        """Whether the file can seek; one without this method cannot."""
        return hasattr(self._file, "seekable") and self._file.seekable()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to an offset in the file."""
        self._file.seek(offset, whence)
        return self._file.tell()

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes, and return how many; 0 at the end."""
        data = self._file.read(len(buffer))
        if data is None:
            raise BlockingIOError(errno.EAGAIN, "has nothing to read yet, and does not wait")
        buffer[: len(data)] = data
        return len(data)
