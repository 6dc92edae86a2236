"""Reads the texts, sender, date and so on of an Outlook message from its properties, whatever file contains them
(MS-OXPROPS).
"""

import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Protocol

from linksift.documents.document_model import Account, Context, Locator, Piece, ReadError, Source, Text
from linksift.documents.html.page_reader import read_text
from linksift.documents.mail.header_fields import LONGEST
from linksift.documents.office import rtf_file
from linksift.documents.safe_reading import inner_file, pieces_or_problem
from linksift.documents.text_files.text_encoding import markup_of

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
        yield from pieces_or_problem(inside.locator, _rich_text, packed, inside)


def _rich_text(packed: bytes, context: Context) -> Iterator[Piece]:
    return rtf_file.read(BytesIO(decompressed(packed, context.account)), context)


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
    place = context.locator._replace(content_type=attached.text(MIME_TYPE).lower()[:LONGEST] or None)
    yield from inner_file(BytesIO(octets), context._replace(locator=place))


def identified(message: Properties, place: Locator) -> Locator:
    """The locator with missing details filled in from the properties of a message. Raises ReadError."""
    name, address = message.text(SENDER_NAME), message.text(SENDER_SMTP) or message.text(SENDER_ADDRESS)
    sender = f"{name} <{address}>" if name and address and name != address else address or name
    return place._replace(
        subject=place.subject or " ".join(message.text(SUBJECT).split())[:LONGEST] or None,
        sender=place.sender or sender[:LONGEST] or None,
        date=place.date or _date(message.time(SENT) or message.time(DELIVERED)),
        message_id=place.message_id or message.text(MESSAGE_ID).strip("<> ")[:LONGEST] or None,
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
