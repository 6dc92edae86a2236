"""Reads a message that Outlook saved (.msg): its header fields, its text in each form, and its attachments (MS-OXMSG).

The names of streams contain the numbers of properties, which MS-OXPROPS lists.
"""

import struct
from collections.abc import Iterator
from functools import cached_property
from typing import BinaryIO

from linksift.documents.compound_file import STORAGE, CompoundFile, Entry
from linksift.documents.document_model import Context, Locator, Piece, ReadError
from linksift.documents.mail import header_fields, outlook_properties
from linksift.documents.mail.header_fields import identified as identified_by_fields
from linksift.documents.mail.mime import entity
from linksift.documents.safe_reading import pieces_or_fault, pieces_or_problem, read_whole
from linksift.documents.text_files.text_encoding import detected_codec

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
    yield from _Message(compound, compound.root, _OF_MESSAGE).pieces(context, context.locator)


class _Properties:
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


class _Message:
    """A message: a storage with its properties, and a storage for each attachment."""

    def __init__(self, compound: CompoundFile, storage: Entry, header: int) -> None:
        self._compound = compound
        self._properties = _Properties(compound, storage, header)
        if PROPERTIES not in self._properties.entries:
            raise ReadError("is a compound file without a message")

    def pieces(self, context: Context, locator: Locator) -> Iterator[Piece]:
        """The pieces of the message and of all its attachments. Raises ReadError."""
        headers = self._properties.text(outlook_properties.HEADERS).encode("utf-8", "replace")
        fields = entity(headers, 0, len(headers)).fields if headers else {}
        place = outlook_properties.identified(self._properties, identified_by_fields(locator, fields))
        yield from header_fields.read(fields, place, context.base)
        if "subject" not in fields:
            yield from outlook_properties.subject_text(self._properties, place)
        yield from pieces_or_fault(place, outlook_properties.body_pieces, self._properties, context, place)
        for name, entry in self._properties.entries.items():
            if name.startswith(ATTACHMENT) and entry.kind == STORAGE:
                yield from pieces_or_problem(place, self._attachment, entry, context, place)

    def _attachment(self, storage: Entry, context: Context, place: Locator) -> Iterator[Piece]:
        """The pieces of an attached file or message. Raises ReadError."""
        attached = _Properties(self._compound, storage, _OF_ATTACHMENT)
        deeper = outlook_properties.inside(attached, context, place)
        if embedded := attached.entries.get(EMBEDDED):
            outlook_properties.refuse_deep_message(deeper)
            yield from _Message(self._compound, embedded, _OF_EMBEDDED).pieces(deeper, deeper.locator)
        elif octets := attached.octets(outlook_properties.DATA):
            yield from outlook_properties.attached_file(attached, octets, deeper)
