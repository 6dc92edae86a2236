"""Reads single-file mailboxes, whose messages begin with a `From ` line, and divides them among several processes.

A mailbox is never kept in memory as a whole; one message at a time is, if its size is within the limit.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Locator, Piece, Problem, RecordRange, StatedReference, Text
from linksift.documents.mail import message
from linksift.documents.reading_limits import size_in_words
from linksift.documents.recognizers import BEFORE_MAILBOX, FROM_LINE

_QUOTED = re.compile(rb"^>(?=>*+From )", re.MULTILINE)
_START = re.compile(
    rb"\nFrom (?:(?<=\n\nFrom )|(?<=\n\r\nFrom )|(?<=\A\nFrom ))" + FROM_LINE.pattern.removeprefix(b"From ")
)
"""The start of a message after an empty line; the message begins after the first byte of the match."""

_EMPTY = b"\n\r"
BLOCK = 1 << 20
REACH = 1024
"""The number of bytes sufficient to recognize a `From ` line and the line that must follow it."""

LONGEST_BATCH = 1 << 17
"""The number of bytes beyond which no further message is added to a batch."""

MOST_AHEAD = 128
"""The number of pieces read before the first of them is passed on."""

LONGEST_AHEAD = 1 << 16
"""Reading ahead continues only after pieces whose sources have at most this many code points."""


class RawMessage(NamedTuple):
    """A message in its mailbox, starting at its `From ` line; `octets` is None if it is longer than allowed."""

    start: int
    end: int
    octets: bytes | None


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of all messages in a mailbox; a message that is too long becomes a Problem."""
    return _pieces(file, None, 1, context)


def read_range(file: BinaryIO, part: RecordRange, context: Context) -> Iterator[Piece]:
    """The pieces of the messages in a range of the file."""
    file.seek(part.start)
    return _pieces(file, part.end - part.start, part.first, context)


def record_ranges(file: BinaryIO, name: str | None, size: int) -> Iterator[RecordRange]:
    """The ranges into which a mailbox is divided, in order, each with about `size` bytes of whole messages."""
    messages = chain.from_iterable(batches(file, None, BLOCK))
    return RecordRange.of_records(file, (raw.start for raw in messages), size)


def batches(file: BinaryIO, length: int | None, most: int) -> Iterator[list[RawMessage]]:
    """The messages in the rest of a file, or in its next `length` bytes; `start` and `end` are relative to these bytes.

    A message ends at an empty line before a `From ` line that contains a time of day and precedes a header field (RFC
    4155). `From here on` at the beginning of a paragraph does not end a message. Short messages already read share a
    list, and a message that is too long ends it.
    """
    window = _Buffer(file, length, most)
    goes_on = True
    while goes_on:
        goes_on = window.fill()
        batch: list[RawMessage] = []
        for raw in window.messages(is_last=not goes_on):
            batch.append(raw)
            if raw.end - batch[0].start > LONGEST_BATCH or raw.octets is None:
                yield batch
                batch = []
        if batch:
            yield batch


class _Buffer:
    """The part of a mailbox in memory, starting at the open message, or later if that message is too long."""

    __slots__ = ("begin", "buffer", "file", "left", "most", "offset", "searched", "start")

    def __init__(self, file: BinaryIO, length: int | None, most: int) -> None:
        self.file = file
        self.left = length
        self.most = most
        self.buffer = b""
        self.offset = self.begin = 0
        self.start = self.searched = 0

    def fill(self) -> bool:
        """Read as many more bytes as are in the buffer, so that a long message is copied only a few times; return False
        at the end."""
        wanted = max(BLOCK, len(self.buffer))
        block = self.file.read(wanted if self.left is None else min(wanted, self.left))
        self.left = None if self.left is None else self.left - len(block)
        self.buffer += block
        return bool(block)

    def messages(self, is_last: bool) -> Iterator[RawMessage]:
        """The messages whose ends have been read or, at the end of the file (`is_last`), all that remain. An open
        message is kept, unless it is too long."""
        limit = len(self.buffer) if is_last else max(0, len(self.buffer) - REACH)
        for found in _START.finditer(self.buffer, self.searched):
            cut = found.start() + 1
            if cut > limit:
                break
            yield from self._message(cut)
            self.start = self.searched = cut
            self.begin = self.offset + cut
        if is_last:
            yield from self._message(limit)
            return
        self.searched = max(self.searched, limit)
        is_whole = self.begin == self.offset + self.start and len(self.buffer) - self.start <= self.most
        dropped = self.start if is_whole else max(self.start, self.searched - len(_EMPTY))
        self.buffer = self.buffer[dropped:]
        self.offset += dropped
        self.searched -= dropped
        self.start = 0

    def _message(self, end: int) -> Iterable[RawMessage]:
        is_whole = self.begin == self.offset + self.start and end - self.start <= self.most
        octets = self.buffer[self.start : end] if is_whole else None
        return (RawMessage(self.begin, self.offset + end, octets),) if octets is None or octets.strip() else ()


def read_ahead(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces, with many small ones read ahead before the first is passed on to be searched.

    Reading many pieces and then searching them takes a tenth less time than alternating between the two, since the
    processor's caches have no room for the code of both.
    """
    ahead: list[Piece] = []
    for piece in pieces:
        ahead.append(piece)
        if len(ahead) == MOST_AHEAD or not _is_small(piece):
            yield from ahead
            ahead = []
    yield from ahead


_SOURCES = (Text, StatedReference)


def _is_small(piece: Piece) -> bool:
    return isinstance(piece, _SOURCES) and (piece.source is None or len(piece.source.text) <= LONGEST_AHEAD)


def _pieces(file: BinaryIO, length: int | None, first: int, context: Context) -> Iterator[Piece]:
    for batch in batches(file, length, context.limits.size):
        locators = [context.locator._replace(message=number) for number in range(first, first + len(batch))]
        written = [_written(raw, raw.octets, place) for raw, place in zip(batch, locators, strict=True) if raw.octets]
        yield from read_ahead(message.read_messages(written, context))
        if batch[-1].octets is None:
            yield Problem(f"is larger than {size_in_words(context.limits.size)}; it was not read", locators[-1])
        first += len(batch)


def _written(raw: RawMessage, octets: bytes, locator: Locator) -> message.WrittenMessage:
    """A message after its `From ` line, without the marks before quoted `From ` lines."""
    octets = _QUOTED.sub(b"", octets) if b">From " in octets else octets
    octets = octets if raw.start else octets.lstrip(BEFORE_MAILBOX)
    start = octets.find(b"\n") + 1 if raw.start or FROM_LINE.match(octets) else 0
    return message.WrittenMessage(octets, start, len(octets), locator)
