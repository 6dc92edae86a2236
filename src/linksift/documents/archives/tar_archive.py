"""Reads tar archives: each file inside is read like any other, and the archive is read once from its start."""

import io
from collections.abc import Iterator
from typing import BinaryIO, cast

from linksift.documents.archives.member_limits import context_inside, in_time, too_many
from linksift.documents.archives.tar_headers import headers, padded
from linksift.documents.document_model import Context, NotText, Piece, Problem, ReadError
from linksift.documents.nested_files import failed_file, inner_file
from linksift.documents.read_limits import RawFile

SKIPPED_AT_ONCE = 1 << 20
"""The number of bytes read at a time when skipping to the next file."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of all files in an archive; a Problem for anything broken."""
    return in_time(_pieces(file, context), context)


def _pieces(file: BinaryIO, context: Context) -> Iterator[Piece]:
    try:
        for header in headers(file):
            content = _Member(file, header.size)
            inside = context_inside(context, header.name)
            if header.is_sparse:
                yield failed_file(NotText("file with holes (GNU sparse)"), inside)
            elif header.is_file:
                for problem in too_many(context):
                    yield problem
                    return
                yield from inner_file(cast(BinaryIO, io.BufferedReader(content)), inside)
            content.skip_rest()
    except ReadError as error:
        yield Problem(f"{error}; the files before that were read", context.locator)


class _Member(RawFile):
    """The data of a member of an archive, followed by its padding."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._left = size
        self._with_padding = padded(size)

    def next_bytes(self, size: int) -> bytes:
        """The next bytes of the data."""
        data = self._file.read(min(size, self._left))
        self._left -= len(data)
        self._with_padding -= len(data)
        return data

    def skip_rest(self) -> None:
        """Skip to the next header. Raises ReadError if the archive ends before it."""
        while self._with_padding:
            skipped = len(self._file.read(min(SKIPPED_AT_ONCE, self._with_padding)))
            if not skipped:
                raise ReadError("is truncated")
            self._with_padding -= skipped
