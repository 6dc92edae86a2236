"""Reads messages of Outlook: their header fields, their text in each form, and their attachments (MS-OXMSG).

Their properties, which are identified by number (MS-OXPROPS), are in a compound file (.msg) or in TNEF.
"""

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property
from io import BytesIO
from typing import BinaryIO, Protocol

from linksift.documents.compound_file import STORAGE, CompoundFile, Entry
from linksift.documents.document_model import Account, Context, Locator, Piece, ReadError, Source, Text
from linksift.documents.html.page_reader import read_text
from linksift.documents.mail import header_field_references
from linksift.documents.mail.header_field_references import kept
from linksift.documents.mail.mime import entity
from linksift.documents.office import rtf_file
from linksift.documents.reading_limits import inner_file, pieces_or_fault, pieces_or_problem, read_whole
from linksift.documents.text_files.text_encoding import detected_codec, markup_of

SUBJECT, BODY, HTML, RTF, HEADERS = "0037", "1000", "1013", "1009", "007D"
SENDER_NAME, SENDER_ADDRESS, SENDER_SMTP, MESSAGE_ID = "0C1A", "0C1F", "5D01", "1035"
DATA, LONG_NAME, SHORT_NAME, MIME_TYPE = "3701", "3707", "3704", "370E"
SENT, DELIVERED = "0039", "0E06"

_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


class Properties(Protocol):
    """The properties of a message or an attachment, keyed by hexadecimal number; missing properties are empty."""

    def octets(self, number: str) -> bytes:
        """A binary property, or a text property encoded in UTF-8. Raises ReadError."""

    def text(self, number: str) -> str:
        """A text property. Raises ReadError."""

    def time(self, number: str) -> int:
        """A time property, in units of 100 ns since 1601, or 0 if it is missing. Raises ReadError."""


def body_pieces(message: Properties, context: Context, place: Locator) -> Iterator[Piece]:
    """The text of a message in each of its forms, except that Rich Text is read only if there is no HTML page, since it
    would repeat the page. A broken form becomes a Problem."""
    if body := message.text(BODY):
        text = body.replace("\r\n", "\n")
        yield Text(text, Source(text), locator=place._replace(content_type="text/plain"))
    if page := message.octets(HTML):
        yield from read_text(markup_of(page), context, place._replace(content_type="text/html"), context.base)
    elif packed := message.octets(RTF):
        inside = context._replace(locator=place._replace(content_type="text/rtf"))
        yield from pieces_or_problem(
            inside.locator, lambda: rtf_file.read(BytesIO(decompressed(packed, context.account)), inside)
        )


def subject_text(message: Properties, place: Locator) -> Iterator[Text]:
    """The subject of a message, if it has one. Raises ReadError."""
    if subject := message.text(SUBJECT):
        yield Text(subject, Source(subject), locator=place._replace(header="Subject"))


def inside(attached: Properties, context: Context, place: Locator) -> Context:
    """The context in which an attached file or message is read. Raises ReadError."""
    name = attached.text(LONG_NAME) or attached.text(SHORT_NAME) or None
    return context._replace(depth=context.depth + 1, locator=place.inside(name), name=name)


def refuse_deep_message(context: Context) -> None:
    """Raise ReadError if an attached message is nested too deeply to be read in this context."""
    if context.depth > context.limits.depth:
        raise ReadError(context.too_deep())


def attached_file(attached: Properties, octets: bytes, context: Context) -> Iterator[Piece]:
    """The pieces of an attached file, whose place is given by the context."""
    place = context.locator._replace(content_type=kept(attached.text(MIME_TYPE).lower()))
    yield from inner_file(BytesIO(octets), context._replace(locator=place))


def identified(message: Properties, place: Locator) -> Locator:
    """The locator with missing details filled in from the properties of a message. Raises ReadError."""
    name, address = message.text(SENDER_NAME), message.text(SENDER_SMTP) or message.text(SENDER_ADDRESS)
    sender = f"{name} <{address}>" if name and address and name != address else address or name
    return place._replace(
        subject=place.subject or kept(" ".join(message.text(SUBJECT).split())),
        sender=place.sender or kept(sender),
        date=place.date or _date(message.time(SENT) or message.time(DELIVERED)),
        message_id=place.message_id or kept(message.text(MESSAGE_ID).strip("<> ")),
        part=None,
        content_type=None,
    )


def _date(time: int) -> str | None:
    """A time in RFC 3339 format, or None for 0, which means that no time is stated.

    >>> _date(134_081_648_260_000_000)
    '2025-11-21T02:13:46+00:00'
    """
    try:
        return (_EPOCH + timedelta(microseconds=time // 10)).isoformat(timespec="seconds") if time else None
    except OverflowError:
        return None


# ---- Compressed Rich Text (MS-OXRTFCP) -------------------------------------------------------------------------------


_HEADER = struct.Struct("<IIII")
_COMPRESSED, _PLAIN = 0x75465A4C, 0x414C454D
_WINDOW = 4096
_BEGINNING = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans "
    rb"SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
"""The initial content of the window (2.1.2.1)."""


def decompressed(octets: bytes, account: Account) -> bytes:
    r"""The Rich Text decompressed from some bytes, up to the point where they end. Raises ReadError.

    >>> head = bytes.fromhex("2d0000002b0000004c5a4675f1c5c7a7")
    >>> text = bytes.fromhex("03000a007263706731323542320af32068656c090020627705b06c647d0a800fa0")
    >>> decompressed(head + text, Account())
    b'{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n'
    """
    if len(octets) < _HEADER.size:
        raise ReadError("has a broken text")
    _, size, kind, _ = _HEADER.unpack_from(octets)
    if kind == _PLAIN:
        return octets[_HEADER.size : _HEADER.size + size]
    if kind != _COMPRESSED:
        raise ReadError("has a broken text")
    out = bytearray(_BEGINNING)
    for token in _tokens(octets):
        if len(token) == 1:
            out += token
            continue
        reference = token[0] << 8 | token[1]
        distance = (len(out) - (reference >> 4)) % _WINDOW
        if not distance:
            break
        length = (reference & 15) + 2
        account.unpack(length)
        for _ in range(length):  # a reference can extend into its own output
            out.append(out[-distance] if distance <= len(out) else 0x20)
    return bytes(out[len(_BEGINNING) :])


def _tokens(octets: bytes) -> Iterator[bytes]:
    """The literal bytes and the two-byte references; one byte before each eight of them shows which is which."""
    place = _HEADER.size
    while place < len(octets):
        flags = octets[place]
        place += 1
        for bit in range(8):
            length = 1 + (flags >> bit & 1)
            if place + length > len(octets):
                return
            yield octets[place : place + length]
            place += length


# ---- Messages in compound files (.msg): the names of streams contain the numbers of properties -----------------------


PROPERTIES = "__properties_version1.0"
ATTACHMENT = "__attach_version1.0_#"
EMBEDDED = "__substg1.0_3701000D"
"""The storage of a message inside another message."""

_PROPERTY = struct.Struct("<HHIQ")
_TIME = 0x0040
_OF_MESSAGE, _OF_EMBEDDED, _OF_ATTACHMENT = 32, 24, 8
"""The number of bytes after which the list of short properties begins (2.4.1)."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The texts, links, attachments and problems of a message. Raises ReadError."""
    compound = CompoundFile(read_whole(file, context), context.account)
    yield from _pieces(_StoredProperties(compound, compound.root, _OF_MESSAGE), context)


class _StoredProperties:
    """The properties in a storage: each in a stream of its own, except the short ones, which are in a list after
    `header` bytes."""

    def __init__(self, compound: CompoundFile, storage: Entry, header: int) -> None:
        self.compound = compound
        self.entries = compound.children(storage)
        self._header = header

    def octets(self, number: str) -> bytes:
        """A binary property, or a text property encoded in UTF-8; a missing property is empty. Raises ReadError."""
        if entry := self.entries.get(f"__substg1.0_{number}0102"):
            return self.compound.content(entry)
        return self.text(number).encode("utf-8", "replace")

    def text(self, number: str) -> str:
        """A text property, or "" if it is missing. Raises ReadError."""
        if entry := self.entries.get(f"__substg1.0_{number}001F"):
            return self.compound.content(entry).decode("utf-16-le", "replace")
        if entry := self.entries.get(f"__substg1.0_{number}001E"):
            octets = self.compound.content(entry)
            return octets.decode(detected_codec(octets), "replace")
        return ""

    def time(self, number: str) -> int:
        """A time property, or 0 if it is missing. Raises ReadError."""
        return self._times.get(number, 0)

    @cached_property
    def _times(self) -> dict[str, int]:
        octets = self.compound.content(self.entries[PROPERTIES])[self._header :]
        whole = octets[: len(octets) // _PROPERTY.size * _PROPERTY.size]
        return {f"{number:04X}": value for kind, number, _, value in _PROPERTY.iter_unpack(whole) if kind == _TIME}


def _pieces(message: _StoredProperties, context: Context) -> Iterator[Piece]:
    """The pieces of a message and of all its attachments, each in a storage of its own. Raises ReadError."""
    if PROPERTIES not in message.entries:
        raise ReadError("is a compound file without a message")
    headers = message.text(HEADERS).encode("utf-8", "replace")
    fields = entity(headers, 0, len(headers)).fields if headers else {}
    place = identified(message, header_field_references.identified(context.locator, fields))
    yield from header_field_references.read(fields, place, context.base)
    if "subject" not in fields:
        yield from subject_text(message, place)
    yield from pieces_or_fault(place, body_pieces, message, context, place)
    for name, entry in message.entries.items():
        if name.startswith(ATTACHMENT) and entry.kind == STORAGE:
            yield from pieces_or_problem(place, _attachment, message.compound, entry, context, place)


def _attachment(compound: CompoundFile, storage: Entry, context: Context, place: Locator) -> Iterator[Piece]:
    """The pieces of an attached file or message. Raises ReadError."""
    attached = _StoredProperties(compound, storage, _OF_ATTACHMENT)
    deeper = inside(attached, context, place)
    if embedded := attached.entries.get(EMBEDDED):
        refuse_deep_message(deeper)
        yield from _pieces(_StoredProperties(compound, embedded, _OF_EMBEDDED), deeper)
    elif octets := attached.octets(DATA):
        yield from attached_file(attached, octets, deeper)
