"""Reads web archives: the text of each record and the links that its page states, with the URI of that page.

The fields of records and of HTTP do not count as text. An archive may be compressed record by record: as gzip members
(RFC 1952; ISO 28500, annex A), or as Zstandard frames (RFC 8878; IIPC, WARC with Zstandard).
"""

import io
import posixpath
import re
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO, NamedTuple

from linksift.documents.decompression import DICTIONARY_FRAME, FRAME, is_zstandard, zstandard
from linksift.documents.document_model import Context, Piece, Problem, ReadError, RecordRange, Source, Text
from linksift.documents.html.page_reader import read_text
from linksift.documents.reading_limits import RawFile, inner_file, pieces_or_problem, with_head
from linksift.documents.text_files.text_encoding import decoded
from linksift.documents.warc_records import Record, http_message, records, starts_of_whole_records
from linksift.uri import InvalidReference, parse

# ---- Members of a compressed file, one for each record ---------------------------------------------------------------


GZIP_MEMBER = b"\x1f\x8b\x08"
BLOCK = 65_536
RETAINED = 2 * BLOCK
"""The number of bytes kept after reading, since a damaged member may seem to continue past the start of the next."""

MOST_AGAIN = 4
"""The maximum number of bytes that are read again after damaged members, for each byte of the file so far. Damaged
members rarely continue far beyond the start of the next."""

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
    """The members of a file. `fault` says why the content of the last member ended early, and `is_bomb` whether that is
    because it unpacks to too much. Only output beyond `limits.ratio` times a member's own size counts as unpacked, so
    archives of any length are read."""

    def __init__(self, file: BinaryIO, compression: Compression, context: Context) -> None:
        self.fault, self.is_bomb = "", False
        self._account, self._ratio = context.account, context.limits.ratio
        self._excess = 0
        self._file = file
        self._signature, self._new_decompressor, self._error = compression
        self._buffer = b""
        self._begin = self._at = 0
        self._total = self._again = 0
        self._decompressor = self._new_decompressor()

    def __iter__(self) -> Iterator[BinaryIO]:
        """Each member as a file of its content. A damaged member ends where the next one begins, or seems to begin."""
        while self._has_more():
            self.fault, self.is_bomb, self._begin, self._excess = "", False, self._at, 0
            self._decompressor = self._new_decompressor()
            yield RawFile(self.read).buffered()
            while self.read(BLOCK):
                pass

    def read(self, most: int) -> bytes:
        """The next bytes of the member's content; empty at its end."""
        while not (self._decompressor.eof or self.fault):
            is_last = self._decompressor.needs_input and not self._has_more()
            octets = self._next_input() if self._decompressor.needs_input else b""
            try:
                data = self._decompressor.decompress(octets, most)
                self._count(len(octets), len(data))
            except self._error:
                self._give_up("is damaged")
                break
            except ReadError as error:
                self.is_bomb = True
                self._give_up(str(error))
                break
            if self._decompressor.eof:
                self._at -= len(self._decompressor.unused_data.lstrip(b"\0"))
            if data:
                return data
            if is_last:
                self._give_up("is truncated")
        return b""

    def _count(self, consumed: int, made: int) -> None:
        """Count input and output. Raises ReadError if there is too much output."""
        self._excess += made - self._ratio * consumed
        if self._excess > 0:
            self._account.unpack(self._excess)
            self._excess = 0

    def _next_input(self) -> bytes:
        """The next input, up to the apparent start of another member, so that a damaged member is known to extend that
        far."""
        begin = self._at
        end = min(begin + BLOCK, len(self._buffer))
        place = self._buffer.find(self._signature, begin + 1, end)
        self._at = place if place >= 0 else end
        return self._buffer[begin : self._at]

    def _has_more(self) -> bool:
        """Whether there is input that has not been consumed yet; more is read if needed."""
        if self._at < len(self._buffer):
            return True
        block = self._next_block()
        kept = self._buffer[max(self._begin, len(self._buffer) - RETAINED) :]
        self._buffer, self._begin, self._at = kept + block, 0, len(kept)
        return bool(block)

    def _next_block(self) -> bytes:
        """The next bytes of the file."""
        block = self._file.read(BLOCK)
        self._total += len(block)
        return block

    def _give_up(self, fault: str) -> None:
        """End the member with a fault, and continue at the apparent start of the next member: in the input that the
        damaged one consumed, unless too much has been read again before."""
        self.fault = fault
        place = self._buffer.find(self._signature, self._begin + 1)
        again = max(0, self._at - place) if place >= 0 else 0
        if self._again + again > MOST_AGAIN * self._total:
            place = self._buffer.find(self._signature, self._at)
        else:
            self._again += again
        while place < 0 and (block := self._next_block()):
            self._buffer = self._buffer[1 - len(self._signature) :] + block
            place = self._buffer.find(self._signature)
        self._begin = self._at = place if place >= 0 else len(self._buffer)


# ---- Records ---------------------------------------------------------------------------------------------------------


WITH_CONTENT = frozenset({"response", "resource", "conversion", "metadata", "request"})
"""The types of records whose content is read. A `revisit` repeats the content of another record; `warcinfo` describes
the file."""

PAGES = frozenset({"text/html", "application/xhtml+xml"})
LONGEST_TARGET = 2_048
"""The maximum number of characters of a target that are reported, since each link in the record repeats the target."""

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\"';\s]+)", re.IGNORECASE)


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of an archive, record by record; a damaged record is a Problem."""
    yield from _pieces(records_of(file, context), 1, context)


def record_ranges(file: BinaryIO, name: str | None, size: int) -> list[RecordRange]:
    """An archive divided into ranges of about `size` bytes, in order, each of whole records; an empty list if it is
    compressed.

    A damaged record and all records after it are in the last range, since only reading them shows how many there are.
    """
    ranges = list(RecordRange.of_records(file, starts_of_whole_records(file), size))
    return ranges if len(ranges) > 1 else []


def read_range(file: BinaryIO, part: RecordRange, context: Context) -> Iterator[Piece]:
    """The pieces of the records in a range of an archive that is not compressed; every range but the last is read all
    at once."""
    is_last = file.seek(0, io.SEEK_END) == part.end
    file.seek(part.start)
    source = file if is_last else io.BytesIO(file.read(part.end - part.start))
    yield from _pieces(records(source, context.limits.size), part.first, context)


def _pieces(numbered: Iterator[Record], first: int, context: Context) -> Iterator[Piece]:
    for number, record in enumerate(numbered, first):
        target = record.fields.get("warc-target-uri", "").strip("<>") or None
        short = target and target[:LONGEST_TARGET]
        place = context._replace(locator=context.locator._replace(record=number, target=short), base=target)
        if record.fields.get("warc-type", "") in WITH_CONTENT:
            yield from pieces_or_problem(place.locator, record_pieces, record, place)
        if record.fault:
            yield Problem(f"record {number} {record.fault}", place.locator)


def records_of(file: BinaryIO, context: Context) -> Iterator[Record]:
    """The records of an archive, which may be compressed record by record, as indicated by its head or its name.

    Raises ReadError if no decoder is available.
    """
    name, most = (context.name or "").lower(), context.limits.size
    head = file.read(len(FRAME))
    whole = with_head(head, file)
    is_plain = head.startswith(b"WARC")
    if head.startswith(GZIP.signature) or (name.endswith(".gz") and not is_plain):
        return records_of_members(CompressedMembers(whole, GZIP, context), most)
    if is_zstandard(head) or (name.endswith(".zst") and not is_plain):
        return records_of_members(CompressedMembers(whole, zstandard_frames(head, whole), context), most)
    return records(whole, most)


def records_of_members(members: CompressedMembers, most: int) -> Iterator[Record]:
    """The records in each member; a member that is too damaged to contain any becomes a record with a fault."""
    for content in members:
        has_any = False
        for record in records(content, most):
            has_any = True
            is_cut = members.is_bomb and record.fault and record.content
            yield record._replace(fault=members.fault) if is_cut else record
        if not has_any and members.fault:
            yield Record({}, b"", members.fault)


def record_pieces(record: Record, context: Context) -> Iterator[Piece]:
    """The pieces of a record's content, which may be an HTTP message's, according to its stated type: pages, text, and
    other documents, which are read by their own readers. Raises ReadError if it unpacks to too much."""
    is_http = record.fields.get("content-type", "").lower().startswith("application/http")
    http = http_message(record.content, context.limits.size) if is_http else record._replace(fault="")
    if (excess := len(http.content) - context.limits.ratio * len(record.content)) > 0:
        context.account.unpack(excess)
    stated = http.fields.get("content-type", "")
    kind = stated.partition(";")[0].strip().lower()
    charset = _CHARSET.search(stated)
    if http.content and kind in PAGES and charset:
        yield from read_text(decoded(http.content, charset[1]), context, context.locator, context.base)
    elif http.content and kind in ("text/plain", "application/warc-fields"):
        text = decoded(http.content, charset[1] if charset else None)
        yield Text(text, Source(text), locator=context.locator)
    elif http.content:
        name = "page.html" if kind in PAGES else name_of_target(context.base)
        yield from inner_file(io.BytesIO(http.content), context._replace(name=name))
    if http.fault:
        yield Problem(f"record {context.locator.record} {http.fault}", context.locator)


def name_of_target(target: str | None) -> str | None:
    """The last segment of a URI's path, from which the format is detected.

    >>> name_of_target("http://a.example/b/c.pdf?d"), name_of_target("no uri")
    ('c.pdf', None)
    """
    try:
        return posixpath.basename(parse(target or "").path) or None
    except InvalidReference:
        return None
