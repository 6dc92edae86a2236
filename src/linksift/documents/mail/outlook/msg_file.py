"""Reads a message that Outlook saved (.msg): its header fields, its text in each form, its attachments (MS-OXMSG).

The names of streams have the numbers of properties, which MS-OXPROPS lists.
"""

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, Source, Text
from linksift.documents.html import markup_of, read_text
from linksift.documents.limits import read_whole
from linksift.documents.mail import header_links
from linksift.documents.mail.message_identity import LONGEST, identified
from linksift.documents.mail.mime import entity
from linksift.documents.mail.outlook.compound_file import STORAGE, CompoundFile, Entry
from linksift.documents.mail.outlook.compressed_rtf import decompressed
from linksift.documents.nested_files import inner_file
from linksift.documents.office import rtf
from linksift.documents.reader_faults import pieces_or_fault
from linksift.documents.text_files.text_encoding import detected_codec

SUBJECT, BODY, HTML, RTF, HEADERS = "0037", "1000", "1013", "1009", "007D"
SENDER_NAME, SENDER_ADDRESS, SENDER_SMTP, MESSAGE_ID = "0C1A", "0C1F", "5D01", "1035"
DATA, LONG_NAME, SHORT_NAME, MIME_TYPE = "3701", "3707", "3704", "370E"
SENT, DELIVERED = 0x0039, 0x0E06

PROPERTIES = "__properties_version1.0"
ATTACHMENT = "__attach_version1.0_#"
EMBEDDED = "__substg1.0_3701000D"
"""The storage of a message in a message."""

_PROPERTY = struct.Struct("<HHIQ")
_TIME = 0x0040
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The texts, links, attachments and problems of a message. Raises ReadError."""
    compound = CompoundFile(read_whole(file, context), context.account)
    yield from _Message(compound, compound.root, 32).pieces(context, context.locator)


class _Properties:
    """The properties in a storage: each in a stream of its own, or all short ones together (2.4)."""

    def __init__(self, compound: CompoundFile, storage: Entry) -> None:
        self.compound = compound
        self.entries = compound.children(storage)

    def octets(self, number: str) -> bytes:
        """A property of octets, or a text in UTF-8; empty without it. Raises ReadError."""
        if entry := self.entries.get(f"__substg1.0_{number}0102"):
            return self.compound.content(entry)
        return self.text(number).encode("utf-8", "replace")

    def text(self, number: str) -> str:
        """A property with text; empty without it. Raises ReadError."""
        if entry := self.entries.get(f"__substg1.0_{number}001F"):
            return self.compound.content(entry).decode("utf-16-le", "replace")
        if entry := self.entries.get(f"__substg1.0_{number}001E"):
            octets = self.compound.content(entry)
            return octets.decode(detected_codec(octets), "replace")
        return ""

    def times(self, header: int) -> dict[int, int]:
        """The properties with a time, by their numbers, from a list that begins after `header` octets."""
        octets = self.compound.content(self.entries[PROPERTIES])
        whole = octets[header : header + (len(octets) - header) // _PROPERTY.size * _PROPERTY.size]
        return {number: value for kind, number, _, value in _PROPERTY.iter_unpack(whole) if kind == _TIME}


class _Message:
    """A message: a storage whose list of properties begins after `header` octets (2.4.1)."""

    def __init__(self, compound: CompoundFile, storage: Entry, header: int) -> None:
        self._compound = compound
        self._properties = _Properties(compound, storage)
        self._header = header
        if PROPERTIES not in self._properties.entries:
            raise ReadError("is a compound file without a message")

    def pieces(self, context: Context, locator: Locator) -> Iterator[Piece]:
        """The pieces of the message and of all that is attached. Raises ReadError."""
        headers = self._properties.text(HEADERS).encode("utf-8", "replace")
        fields = entity(headers, 0, len(headers)).fields if headers else {}
        place = self._identified(identified(locator, fields))
        yield from header_links.read(fields, place, context.base)
        subject = self._properties.text(SUBJECT)
        if subject and "subject" not in fields:
            yield Text(subject, Source(subject), locator=place._replace(header="Subject"))
        yield from pieces_or_fault(place, self._bodies, context, place)
        for name, storage in self._properties.entries.items():
            if name.startswith(ATTACHMENT) and storage.kind == STORAGE:
                try:
                    yield from pieces_or_fault(place, self._attachment, storage, context, place)
                except ReadError as error:
                    yield Problem(str(error), place)

    def _bodies(self, context: Context, place: Locator) -> Iterator[Piece]:
        """The text in each form that the message has; a Problem for a form that is broken."""
        if body := self._properties.text(BODY):
            text = body.replace("\r\n", "\n")
            yield Text(text, Source(text), locator=place._replace(content_type="text/plain"))
        if page := self._properties.octets(HTML):
            yield from read_text(markup_of(page), context, place._replace(content_type="text/html"), context.base)
        elif packed := self._properties.octets(RTF):
            inside = context._replace(locator=place._replace(content_type="text/rtf"))
            try:
                yield from rtf.read(BytesIO(decompressed(packed, context.account)), inside)
            except ReadError as error:
                yield Problem(str(error), inside.locator)

    def _attachment(self, storage: Entry, context: Context, place: Locator) -> Iterator[Piece]:
        """The pieces of an attached file or message. Raises ReadError."""
        attached = _Properties(self._compound, storage)
        name = attached.text(LONG_NAME) or attached.text(SHORT_NAME) or None
        place = place.inside(name)
        deeper = context._replace(depth=context.depth + 1, locator=place, name=name)
        if embedded := attached.entries.get(EMBEDDED):
            if deeper.depth > context.limits.depth:
                raise ReadError(f"is nested more than {context.limits.depth} deep; deeper parts were not read")
            yield from _Message(self._compound, embedded, 24).pieces(deeper, place)
        elif octets := attached.octets(DATA):
            place = place._replace(content_type=attached.text(MIME_TYPE).lower() or None)
            yield from inner_file(BytesIO(octets), deeper._replace(locator=place))

    def _identified(self, place: Locator) -> Locator:
        """The locator with what the properties say, where the header fields do not."""
        text = self._properties.text
        name, address = text(SENDER_NAME), text(SENDER_SMTP) or text(SENDER_ADDRESS)
        sender = f"{name} <{address}>" if name and address and name != address else address or name
        return place._replace(
            subject=place.subject or " ".join(text(SUBJECT).split())[:LONGEST] or None,
            sender=place.sender or sender[:LONGEST] or None,
            date=place.date or self._date(),
            message_id=place.message_id or text(MESSAGE_ID).strip("<> ")[:LONGEST] or None,
            part=None,
            content_type=None,
        )

    def _date(self) -> str | None:
        """When the message was sent or delivered, in the form of RFC 3339."""
        found = self._properties.times(self._header)
        value = found.get(SENT) or found.get(DELIVERED)
        try:
            return (_EPOCH + timedelta(microseconds=value // 10)).isoformat(timespec="seconds") if value else None
        except OverflowError:
            return None
