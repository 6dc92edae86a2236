"""Opens zip files whose directory may be hostile."""

from typing import IO, TYPE_CHECKING, BinaryIO, cast

from linksift.documents.document_model import ReadError

if TYPE_CHECKING:
    from zipfile import ZipFile

CHUNK = 64 * 1024
LONGEST_ENTRY = 1024
"""The number of bytes that each member of a package may take up, on average, in the package's directory."""


def open_zip(file: BinaryIO, most: int, opened_by: "type[ZipFile] | None" = None) -> "ZipFile":
    """A zip file whose directory has at most `most` bytes, opened by the standard library's class or one like it.

    Raises ReadError if the file is not a zip file.
    """
    from zipfile import BadZipFile, ZipFile

    try:
        return (opened_by or ZipFile)(cast(IO[bytes], _BoundedFile(file, most)))
    except ReadError:
        raise
    except (BadZipFile, ValueError, OverflowError, NotImplementedError, OSError) as error:
        raise ReadError("is not a zip file, or a broken one") from error


class _BoundedFile:
    """A file that refuses large reads: `zipfile` reads a directory in one piece, whatever its stated size."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file = file
        self._most = max(most, CHUNK + LONGEST_ENTRY)
        self.seek = file.seek
        self.tell = file.tell
        self.seekable = file.seekable

    def read(self, count: int = -1) -> bytes:
        """The next bytes; `zipfile` reads all remaining bytes only at the end of a file."""
        if count > self._most:
            raise ReadError("has too many members")
        return self._file.read(self._most if count < 0 else count)
