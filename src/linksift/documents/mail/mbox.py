"""Reads mailboxes in one file, whose messages begin with a `From ` line, and divides them for several processes.

A mailbox is never held whole: one message is, as far as its size is within the limit.
"""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, MessageRange, Piece, Problem
from linksift.documents.mail import message
from linksift.documents.signatures import FROM_LINE
from linksift.documents.size_limit import size_in_words

_QUOTED = re.compile(rb"^>(?=>*+From )", re.MULTILINE)
_FROM = b"\nFrom "
_EMPTY = b"\n\r"
BLOCK = 1 << 20
REACH = 1024
"""Octets that are enough to recognize a `From ` line and what must follow it."""


class RawMessage(NamedTuple):
    """A message in its mailbox, from its `From ` line on; `octets` is None if it is longer than allowed."""

    start: int
    end: int
    octets: bytes | None


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of all messages of a mailbox; a message that is too long is a Problem."""
    yield from _read(file, None, 1, context)


def read_range(file: BinaryIO, message_range: MessageRange, context: Context) -> Iterator[Piece]:
    """The pieces of the messages in a range of the file."""
    file.seek(message_range.start)
    yield from _read(file, message_range.end - message_range.start, message_range.message, context)


def message_ranges(file: BinaryIO, size: int) -> Iterator[MessageRange]:
    """A mailbox divided into ranges of about `size` octets, each of whole messages, in order."""
    begin, first = -1, 1
    end = number = 0
    for number, raw in enumerate(messages(file, None, BLOCK), 1):
        if begin < 0:
            begin = raw.start
        elif raw.start - begin >= size:
            yield MessageRange(begin, raw.start, first)
            begin, first = raw.start, number
        end = raw.end
    if number:
        yield MessageRange(begin, end, first)


def messages(file: BinaryIO, length: int | None, most: int) -> Iterator[RawMessage]:
    """The messages in the next octets of a file (all, or `length` of them); `start` and `end` count from the first.

    A message ends at an empty line before a `From ` line with a time of day and a header field in the next line
    (RFC 4155). `From here on` at the head of a paragraph does not end it.
    """
    window = _Buffer(file, length, most)
    while window.fill():
        yield from window.complete()
    yield from window.last()


class _Buffer:
    """The part of a mailbox in memory: from the start of the open message on, or less if that is too long."""

    __slots__ = ("begin", "buffer", "file", "left", "most", "offset", "searched", "start")

    def __init__(self, file: BinaryIO, length: int | None, most: int) -> None:
        self.file = file
        self.left = length
        self.most = most
        self.buffer = b""
        self.offset = self.begin = 0
        self.start = self.searched = 0

    def fill(self) -> bool:
        """Read on, as much again as there is, so that a long message is copied few times; False at the end."""
        wanted = max(BLOCK, len(self.buffer))
        block = self.file.read(wanted if self.left is None else min(wanted, self.left))
        self.left = None if self.left is None else self.left - len(block)
        self.buffer += block
        return bool(block)

    def complete(self) -> Iterator[RawMessage]:
        """The messages whose ends have been read. The open message is kept, unless it is too long."""
        limit = max(0, len(self.buffer) - REACH)
        yield from self._up_to(limit)
        self.searched = max(self.searched, limit)
        is_whole = self.begin == self.offset + self.start and len(self.buffer) - self.start <= self.most
        self._drop(self.start if is_whole else max(self.start, self.searched - len(_EMPTY)))

    def last(self) -> Iterator[RawMessage]:
        """The messages in the rest, at the end of the file."""
        yield from self._up_to(len(self.buffer))
        yield from self._message(len(self.buffer))

    def _up_to(self, limit: int) -> Iterator[RawMessage]:
        while (cut := _next_start(self.buffer, self.searched, limit)) > 0:
            yield from self._message(cut)
            self.start = self.searched = cut
            self.begin = self.offset + cut

    def _message(self, end: int) -> Iterable[RawMessage]:
        is_whole = self.begin == self.offset + self.start and end - self.start <= self.most
        octets = self.buffer[self.start : end] if is_whole else None
        return (RawMessage(self.begin, self.offset + end, octets),) if octets is None or octets.strip() else ()

    def _drop(self, count: int) -> None:
        self.buffer = self.buffer[count:]
        self.offset += count
        self.searched -= count
        self.start = 0


def _next_start(buffer: bytes, start: int, limit: int) -> int:
    """The start of the next `From ` line before a limit; -1 without one."""
    hit = buffer.find(_FROM, start, limit + len(_FROM) - 1)
    while hit >= 0:
        before = buffer[max(0, hit - len(_EMPTY)) : hit]
        if (not before or before.endswith((b"\n", _EMPTY))) and FROM_LINE.match(buffer, hit + 1):
            return hit + 1
        hit = buffer.find(_FROM, hit + 1, limit + len(_FROM) - 1)
    return -1


def _read(file: BinaryIO, length: int | None, first: int, context: Context) -> Iterator[Piece]:
    for number, raw in enumerate(messages(file, length, context.limits.size), first):
        locator = context.locator._replace(message=number)
        if raw.octets is None:
            yield Problem(f"is larger than {size_in_words(context.limits.size)}; it was not read", locator)
            continue
        octets = _QUOTED.sub(b"", raw.octets) if b">From " in raw.octets else raw.octets
        start = octets.find(b"\n") + 1 if raw.start or FROM_LINE.match(octets) else 0
        yield from message.read_message(octets, start, len(octets), context, locator)
