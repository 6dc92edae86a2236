"""Reads compound files, which keep storages and streams in chains of sectors (MS-CFB).

Only as many sectors of a chain are read as its stream needs; a circular chain is an error. A file in which many streams
share their sectors is subject to the limit on unpacked size, and storages may share few entries.
"""

import struct
from array import array
from collections.abc import Iterator
from sys import maxsize
from typing import NamedTuple

from linksift.documents.document_model import Account, ReadError

_HEADER = struct.Struct("<30xHH10xIIIIIIIII")
_ENTRY = struct.Struct("<64sHBBIII16sI16xIQ")
_ENTRY_SIZE = 128
_IN_HEADER = 109
_LAST_SECTOR = 0xFFFFFFFA
"""Numbers greater than this do not refer to sectors: they mark ends of chains, free sectors, and the like (2.1)."""

STORAGE, ROOT = 1, 5

MOST_VISITS = 16
"""The maximum average number of times that an entry is found in a storage; in a proper file, each entry is in one."""


class Entry(NamedTuple):
    """An entry in the directory: a stream, or a storage whose `child` is the root of a tree of entries (2.6)."""

    name: str
    kind: int
    left: int
    right: int
    child: int
    start: int
    size: int


class CompoundFile:
    """A compound file held entirely in memory, whose `root` is the storage that contains all others.

    Raises ReadError if it is broken.
    """

    def __init__(self, octets: bytes, account: Account) -> None:
        self._octets = octets
        self._account = account
        try:
            header = _HEADER.unpack_from(octets)
        except struct.error as error:
            raise ReadError("is a broken compound file") from error
        shift, mini_shift, _, directory, _, cutoff, mini_fat, _, more, more_count = header[:10]
        if shift not in (9, 12) or not 2 <= mini_shift <= shift:
            raise ReadError("is a broken compound file")
        self._size, self._mini_size, self._cutoff = 1 << shift, 1 << mini_shift, cutoff
        self._fat = self._allocation(more, more_count)
        self._entries = list(self._directory(directory))
        if not self._entries or self._entries[0].kind != ROOT:
            raise ReadError("is a broken compound file")
        self.root = self._entries[0]
        self._visits_left = MOST_VISITS * len(self._entries)
        self._mini_fat = _numbers(b"".join(self._sectors(mini_fat)))
        self._mini_stream = b"".join(self._sectors(self.root.start))

    def children(self, storage: Entry) -> dict[str, Entry]:
        """The entries in a storage, by name. Raises ReadError if storages that share entries make up too many."""
        found: dict[str, Entry] = {}
        seen: set[int] = set()
        waiting = [storage.child]
        while waiting:
            number = waiting.pop()
            if number >= len(self._entries) or number in seen:
                continue
            seen.add(number)
            self._visits_left -= 1
            if self._visits_left < 0:
                raise ReadError("is a broken compound file: its storages share their entries")
            entry = self._entries[number]
            found.setdefault(entry.name, entry)
            waiting += (entry.left, entry.right)
        return found

    def content(self, stream: Entry) -> bytes:
        """The bytes of a stream. Raises ReadError."""
        is_small = stream.size < self._cutoff
        size, fat = (self._mini_size, self._mini_fat) if is_small else (self._size, self._fat)
        chain = self._chain(stream.start, fat, -(-stream.size // size))
        if is_small:
            sectors = [self._mini_stream[number * size : (number + 1) * size] for number in chain]
        else:
            sectors = list(map(self._sector, chain))
        octets = b"".join(sectors)[: stream.size]
        self._account.unpack(len(octets))
        if len(octets) < stream.size:
            raise ReadError("is truncated")
        return octets

    def _allocation(self, more: int, more_count: int) -> "array[int]":
        """The table that maps each sector to the next one in its chain (FAT, 2.3), read from the sectors that the
        header lists (2.5)."""
        listed = _numbers(self._octets[76 : 76 + 4 * _IN_HEADER])
        for _ in range(more_count):
            sector = self._sector(more)
            if len(sector) < self._size:
                break
            numbers = _numbers(sector)
            more = numbers.pop()
            listed += numbers
            if len(listed) > len(self._octets) // self._size + _IN_HEADER:
                raise ReadError("is a broken compound file")
        return _numbers(b"".join(self._sector(number) for number in listed if number <= _LAST_SECTOR))

    def _directory(self, start: int) -> Iterator[Entry]:
        octets = b"".join(self._sectors(start))
        for place in range(0, len(octets) - _ENTRY_SIZE + 1, _ENTRY_SIZE):
            raw, length, kind, _, left, right, child, _, _, first, size = _ENTRY.unpack_from(octets, place)
            name = raw[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
            yield Entry(name, kind, left, right, child, first, size & 0xFFFFFFFF if self._size == 512 else size)

    def _sectors(self, start: int) -> Iterator[bytes]:
        return map(self._sector, self._chain(start, self._fat))

    def _sector(self, number: int) -> bytes:
        begin = (number + 1) * self._size
        return self._octets[begin : begin + self._size]

    @staticmethod
    def _chain(start: int, fat: "array[int]", most: int = maxsize) -> Iterator[int]:
        """The numbers of the first `most` sectors in a chain. Raises ReadError if these are circular."""
        seen: set[int] = set()
        while start < len(fat) and len(seen) < most:
            if start in seen:
                raise ReadError("is a broken compound file")
            seen.add(start)
            yield start
            start = fat[start]


def _numbers(octets: bytes) -> "array[int]":
    """The 4-byte little-endian numbers in a byte string."""
    return array("I", struct.unpack(f"<{len(octets) // 4}I", octets[: len(octets) // 4 * 4]))
