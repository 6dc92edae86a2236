"""Reads the texts, sender, date and so on of an Outlook message from its properties, whatever file contains them
(MS-OXPROPS)."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Protocol, TypeVar

from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, Source, Text, nested_too_deep
from linksift.documents.html.encoding import markup_of
from linksift.documents.html.page_reader import read_text
from linksift.documents.mail.message_identity import LONGEST
from linksift.documents.mail.outlook.compressed_rtf import decompressed
from linksift.documents.nested_files import inner_file
from linksift.documents.office.rtf import rtf_file
from linksift.documents.reader_bugs import pieces_or_fault

SUBJECT, BODY, HTML, RTF, HEADERS = "0037", "1000", "1013", "1009", "007D"
SENDER_NAME, SENDER_ADDRESS, SENDER_SMTP, MESSAGE_ID = "0C1A", "0C1F", "5D01", "1035"
DATA, LONG_NAME, SHORT_NAME, MIME_TYPE = "3701", "3707", "3704", "370E"
SENT, DELIVERED = "0039", "0E06"

Attached = TypeVar("Attached")

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
        try:
            yield from rtf_file.read(BytesIO(decompressed(packed, context.account)), inside)
        except ReadError as error:
            yield Problem(str(error), inside.locator)


def subject_text(message: Properties, place: Locator) -> Iterator[Text]:
    """The subject of a message, if it has one. Raises ReadError."""
    if subject := message.text(SUBJECT):
        yield Text(subject, Source(subject), locator=place._replace(header="Subject"))


def attachments(
    attached: Iterable[Attached],
    read: Callable[[Attached, Context, Locator], Iterator[Piece]],
    context: Context,
    place: Locator,
) -> Iterator[Piece]:
    """The pieces that a function reads from each attachment; one that it cannot read becomes a Problem."""
    for one in attached:
        try:
            yield from pieces_or_fault(place, read, one, context, place)
        except ReadError as error:
            yield Problem(str(error), place)


def inside(attached: Properties, context: Context, place: Locator) -> Context:
    """The context in which an attached file or message is read. Raises ReadError."""
    name = attached.text(LONG_NAME) or attached.text(SHORT_NAME) or None
    return context._replace(depth=context.depth + 1, locator=place.inside(name), name=name)


def refuse_deep_message(context: Context) -> None:
    """Raise ReadError if an attached message is nested too deeply to be read in this context."""
    if context.depth > context.limits.depth:
        raise ReadError(nested_too_deep(context.limits))


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
