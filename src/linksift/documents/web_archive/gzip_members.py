"""The members of a gzip file, as web archives have one for each record (RFC 1952; ISO 28500, annex A)."""

import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

MEMBER = b"\x1f\x8b\x08"
BLOCK = 65_536
RETAINED = 2 * BLOCK
"""A damaged member may seem to go on over the start of the next, so octets that were taken for it are kept."""


class GzipMembers:
    """The members of a file. `fault` says why the content of the last one ended before its end."""

    def __init__(self, file: BinaryIO) -> None:
        self.fault = ""
        self._file = file
        self._buffer = b""
        self._begin = self._at = 0
        self._inflater = zlib.decompressobj(31)

    def __iter__(self) -> Iterator[BinaryIO]:
        """Each member as a file of its content. A damaged one ends where the next begins, or what looks like it."""
        while self._has_more():
            self.fault, self._begin = "", self._at
            self._inflater = zlib.decompressobj(31)
            yield cast(BinaryIO, io.BufferedReader(_Member(self)))
            while self.read(BLOCK):
                pass

    def read(self, most: int) -> bytes:
        """The next octets of the member's content; none at its end."""
        while not (self._inflater.eof or self.fault):
            is_last = not self._has_more()
            try:
                data = self._inflater.decompress(memoryview(self._buffer)[self._at :], most)
            except zlib.error:
                self._give_up("is damaged")
                break
            left = self._inflater.unused_data.lstrip(b"\0") if self._inflater.eof else self._inflater.unconsumed_tail
            self._at = len(self._buffer) - len(left)
            if data:
                return data
            if is_last:
                self._give_up("is truncated")
        return b""

    def _has_more(self) -> bool:
        """Whether there is input that was not taken yet; more of it is read if needed."""
        if self._at < len(self._buffer):
            return True
        block = self._file.read(BLOCK)
        kept = self._buffer[max(self._begin, len(self._buffer) - RETAINED) :]
        self._buffer, self._begin, self._at = kept + block, 0, len(kept)
        return bool(block)

    def _give_up(self, fault: str) -> None:
        """End the member with a fault, and go on at what looks like the start of the next."""
        self.fault = fault
        place = self._buffer.find(MEMBER, self._begin + 1)
        while place < 0 and (block := self._file.read(BLOCK)):
            self._buffer = self._buffer[1 - len(MEMBER) :] + block
            place = self._buffer.find(MEMBER)
        self._begin = self._at = place if place >= 0 else len(self._buffer)


class _Member(io.RawIOBase):
    """The content of the current member."""

    def __init__(self, members: GzipMembers) -> None:
        self._members = members

    def readable(self) -> bool:
        """True: the file can be read."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill a buffer with the next octets, and return how many; 0 at the end."""
        data = self._members.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)
