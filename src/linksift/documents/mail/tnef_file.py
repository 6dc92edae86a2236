"""Reads a message that Exchange packed as an attachment, usually named `winmail.dat` (TNEF, MS-OXTNEF).

Old attributes, one for each property, come first; all other properties are in one attribute for the message and one for
each attachment.
"""

import struct
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Locator, Piece, Problem
from linksift.documents.mail import outlook_message
from linksift.documents.office.rtf_tokenizer import codec_of_page
from linksift.documents.reading_limits import pieces_or_fault, pieces_or_problem, read_whole
from linksift.documents.recognizers import TNEF
from linksift.documents.text_files.text_encoding import detected_codec

_ATTRIBUTE = struct.Struct("<BII")
_CHECKSUM = 2
_HEADER = len(TNEF) + 2

_PROPERTIES, _ATTACHMENT, _ATTACHMENT_PROPERTIES, _CODE_PAGE = 0x69003, 0x69002, 0x69005, 0x69007
_OLD = {
    0x18004: outlook_message.SUBJECT,
    0x2800C: outlook_message.BODY,
    0x18010: outlook_message.SHORT_NAME,
    0x6800F: outlook_message.DATA,
}
"""The properties that have attributes of their own (2.1.3.2)."""

_OCTETS, _TEXT, _UNICODE, _OBJECT, _MANY = 0x102, 0x1E, 0x1F, 0x0D, 0x1000
_SIZES = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 0xA: 4, 0xB: 4, 0x14: 8, 0x40: 8, 0x48: 16}
"""The number of bytes that a value occupies, by its type; values of other types are preceded by their length."""

_NUMBER = struct.Struct("<I")
_TAG = struct.Struct("<HH")
_NAMED, _BY_NAME = 0x8000, 1
_GUID = 16
"""The number of bytes in the identifier that precedes a named property or an embedded message."""


class Value(NamedTuple):
    """The first value of a property."""

    type: int
    octets: bytes


class _Properties:
    """The properties of a message or an attachment; `codec` decodes the old texts, or is None if it is not stated."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}
        self.codec: str | None = None

    def octets(self, number: str) -> bytes:
        """A binary property, or a text property encoded in UTF-8; a missing property is empty."""
        kind, octets = self.values.get(number, (_OCTETS, b""))
        return octets if kind == _OCTETS else self.text(number).encode("utf-8", "replace")

    def text(self, number: str) -> str:
        """A text property, or "" if it is missing."""
        kind, octets = self.values.get(number, (_TEXT, b""))
        codec = "utf-16-le" if kind == _UNICODE else self.codec or detected_codec(octets)
        return octets.decode(codec, "replace").rstrip("\0") if kind in (_TEXT, _UNICODE) else ""

    def time(self, number: str) -> int:
        """A time property, or 0 if it is missing."""
        return int.from_bytes(self.values.get(number, (0, b""))[1], "little")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The texts, links, attachments and problems of a message. Raises ReadError."""
    yield from _pieces(read_whole(file, context), context)


def _pieces(octets: bytes, context: Context) -> Iterator[Piece]:
    message, attachments, is_whole = _message_and_attachments(octets)
    place = outlook_message.identified(message, context.locator)
    if context.locator.subject is None:
        yield from outlook_message.subject_text(message, place)
    yield from pieces_or_fault(place, outlook_message.body_pieces, message, context, place)
    for attached in attachments:
        yield from pieces_or_problem(place, _attachment, attached, context, place)
    if not is_whole:
        yield Problem("is truncated", place)


def _message_and_attachments(octets: bytes) -> tuple[_Properties, list[_Properties], bool]:
    """The properties of a message and of its attachments, and whether the last attribute is complete (2.1.3)."""
    message = current = _Properties()
    attachments: list[_Properties] = []
    place = _HEADER
    while place + _ATTRIBUTE.size <= len(octets):
        _, number, length = _ATTRIBUTE.unpack_from(octets, place)
        start = place + _ATTRIBUTE.size
        place = start + length + _CHECKSUM
        value = octets[start : start + length]
        if number == _ATTACHMENT:
            current = _Properties()
            current.codec = message.codec
            attachments.append(current)
        elif number == _CODE_PAGE:
            message.codec = codec_of_page(int.from_bytes(value[:4], "little"))
        elif number in (_PROPERTIES, _ATTACHMENT_PROPERTIES):
            current.values |= _properties(value)
        elif number in _OLD:
            current.values[_OLD[number]] = Value(_OCTETS if number == 0x6800F else _TEXT, value)
    return message, attachments, place == len(octets)


def _attachment(attached: _Properties, context: Context, place: Locator) -> Iterator[Piece]:
    """The pieces of an attached file or message. Raises ReadError."""
    deeper = outlook_message.inside(attached, context, place)
    kind, octets = attached.values.get(outlook_message.DATA, (_OCTETS, b""))
    if kind != _OBJECT and octets:
        yield from outlook_message.attached_file(attached, octets, deeper)
    elif octets[_GUID:].startswith(TNEF):
        outlook_message.refuse_deep_message(deeper)
        yield from _pieces(octets[_GUID:], deeper._replace(locator=deeper.locator._replace(subject=None)))


def _properties(octets: bytes) -> dict[str, Value]:
    """The first value of each property in an attribute, by number, up to the first malformed one (2.1.3.5)."""
    found: dict[str, Value] = {}
    try:
        count, place = _number(octets, 0)
        for _ in range(count):
            kind, number = _TAG.unpack_from(octets, place)
            place = _after_name(octets, place + _TAG.size) if number >= _NAMED else place + _TAG.size
            value, place = _value(octets, place, kind)
            found[f"{number:04X}"] = Value(kind, value)
    except (struct.error, OverflowError):  # on a machine with 32 bits, a place may be too large for an index
        pass
    return found


def _after_name(octets: bytes, place: int) -> int:
    """The end of a property's name, which is a number or a length-prefixed text (2.1.3.5.1). Raises struct.error."""
    kind, place = _number(octets, place + _GUID)
    value, place = _number(octets, place)
    return place + (_padded(value) if kind == _BY_NAME else 0)


def _value(octets: bytes, place: int, kind: int) -> tuple[bytes, int]:
    """The first value of a property, and the end of its values. Raises struct.error."""
    size = _SIZES.get(kind & ~_MANY)
    count = 1
    if kind & _MANY or size is None:
        count, place = _number(octets, place)
    if size is not None:
        return octets[place : place + size], place + size * count
    first = b""
    for index in range(count):
        length, place = _number(octets, place)
        if not index:
            first = octets[place : place + length]
        place += _padded(length)
    return first, place


def _number(octets: bytes, place: int) -> tuple[int, int]:
    """The number at a place, and its end. Raises struct.error."""
    return _NUMBER.unpack_from(octets, place)[0], place + _NUMBER.size


def _padded(length: int) -> int:
    """A length padded to a multiple of 4 bytes."""
    return -(-length // 4) * 4
