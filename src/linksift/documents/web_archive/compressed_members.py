"""Reads the members of a compressed file (in web archives, one for each record): gzip members (RFC 1952; ISO 28500,
annex A), or Zstandard frames (RFC 8878; IIPC, WARC with Zstandard)."""

import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO, NamedTuple

from linksift.documents.decompression import DICTIONARY_FRAME, FRAME, zstandard
from linksift.documents.document_model import ReadError
from linksift.documents.safe_reading import RawFile

GZIP_MEMBER = b"\x1f\x8b\x08"
BLOCK = 65_536
RETAINED = 2 * BLOCK
"""The number of bytes kept after reading, since a damaged member may seem to continue past the start of the next."""

LARGEST_DICTIONARY = 16 * 1024 * 1024


class Inflater:
    """Decompresses a gzip member, with the interface of the other decompressors in Python's standard library."""

    def __init__(self) -> None:
        self._inflater = zlib.decompressobj(31)
        self._left = b""

    @property
    def eof(self) -> bool:
        """Whether the end of the member has been reached."""
        return self._inflater.eof

    @property
    def needs_input(self) -> bool:
        """Whether more input is needed to produce more output."""
        return not self._left

    @property
    def unused_data(self) -> bytes:
        """The input after the end of the member."""
        return self._inflater.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Add input, and return at most `max_length` bytes of output."""
        made = self._inflater.decompress(self._left + data, max_length)
        self._left = self._inflater.unconsumed_tail
        return made


class Compression(NamedTuple):
    """A kind of compression: the signature of a member, its decompressor, and the exception that the decompressor
    raises for damaged data."""

    signature: bytes
    decompressor: Callable[[], Inflater]
    error: type[Exception]


GZIP = Compression(GZIP_MEMBER, Inflater, zlib.error)


def zstandard_frames(head: bytes, file: BinaryIO) -> Compression:
    """The compression of a file of Zstandard frames with this head; the first frame may be a dictionary for the others.

    If it is, the file is read up to the end of that frame. Raises ReadError if the dictionary cannot be read.
    """
    zstd = zstandard()
    if not head.startswith(DICTIONARY_FRAME):
        return Compression(FRAME, zstd.ZstdDecompressor, zstd.ZstdError)
    size = int.from_bytes(file.read(8)[4:], "little")
    if size > LARGEST_DICTIONARY:
        raise ReadError("has a dictionary of more than 16 MiB")
    octets = file.read(size)
    try:
        if octets.startswith(FRAME):
            octets = zstd.ZstdDecompressor().decompress(octets, LARGEST_DICTIONARY)
        dictionary = zstd.ZstdDict(octets)
    except (zstd.ZstdError, ValueError) as error:
        raise ReadError(f"has a damaged dictionary: {error}") from error
    return Compression(FRAME, partial(zstd.ZstdDecompressor, zstd_dict=dictionary), zstd.ZstdError)


class CompressedMembers:
    """The members of a file. `fault` says why the content of the last member ended early."""

    def __init__(self, file: BinaryIO, compression: Compression) -> None:
        self.fault = ""
        self._file = file
        self._signature, self._new_decompressor, self._error = compression
        self._buffer = b""
        self._begin = self._at = 0
        self._decompressor = self._new_decompressor()

    def __iter__(self) -> Iterator[BinaryIO]:
        """Each member as a file of its content. A damaged member ends where the next one begins, or seems to begin."""
        while self._has_more():
            self.fault, self._begin = "", self._at
            self._decompressor = self._new_decompressor()
            yield _Member(self).buffered()
            while self.read(BLOCK):
                pass

    def read(self, most: int) -> bytes:
        """The next bytes of the member's content; empty at its end."""
        while not (self._decompressor.eof or self.fault):
            is_last = self._decompressor.needs_input and not self._has_more()
            try:
                data = self._decompressor.decompress(self._next_input(), most)
            except self._error:
                self._give_up("is damaged")
                break
            if self._decompressor.eof:
                self._at -= len(self._decompressor.unused_data.lstrip(b"\0"))
            if data:
                return data
            if is_last:
                self._give_up("is truncated")
        return b""

    def _next_input(self) -> bytes:
        """The input that has not been consumed yet, if the decompressor needs some."""
        if not self._decompressor.needs_input:
            return b""
        begin, self._at = self._at, min(self._at + BLOCK, len(self._buffer))
        return self._buffer[begin : self._at]

    def _has_more(self) -> bool:
        """Whether there is input that has not been consumed yet; more is read if needed."""
        if self._at < len(self._buffer):
            return True
        block = self._file.read(BLOCK)
        kept = self._buffer[max(self._begin, len(self._buffer) - RETAINED) :]
        self._buffer, self._begin, self._at = kept + block, 0, len(kept)
        return bool(block)

    def _give_up(self, fault: str) -> None:
        """End the member with a fault, and continue at the apparent start of the next member."""
        self.fault = fault
        place = self._buffer.find(self._signature, self._begin + 1)
        while place < 0 and (block := self._file.read(BLOCK)):
            self._buffer = self._buffer[1 - len(self._signature) :] + block
            place = self._buffer.find(self._signature)
        self._begin = self._at = place if place >= 0 else len(self._buffer)


class _Member(RawFile):
    """The content of the current member."""

    def __init__(self, members: CompressedMembers) -> None:
        self._members = members

    def next_bytes(self, size: int) -> bytes:
        """The next bytes of the content."""
        return self._members.read(size)
