"""Reads messages, well-formed or not, with their parts, attachments and enclosed messages.

`mime` parses the bytes, `header_field_references` reads the references in header fields, and `mbox` reads files of many
messages.
"""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from typing import BinaryIO, NamedTuple

from linksift.documents.document_model import Context, Locator, NotText, Piece, Problem, StatedReference, Text
from linksift.documents.html.page_reader import read_text
from linksift.documents.mail import header_field_references
from linksift.documents.mail.calendars_and_contacts import pieces_of_lines
from linksift.documents.mail.header_field_references import identified
from linksift.documents.mail.mime import Entity, enclosed_message, entity, parts, signed_content
from linksift.documents.reading_limits import (
    TimeBudget,
    failed_file,
    inner_file,
    pieces_or_fault,
    pieces_or_problem,
    read_whole,
    result_or_fault,
)
from linksift.documents.recognizers import EMLX, without_mark
from linksift.documents.text_files.text_encoding import META_CHARSET, PRESCAN, decoded
from linksift.documents.text_files.text_without_escapes import Span, without_spans

# ---- `format=flowed` (RFC 3676): text whose sender marked the line breaks inside paragraphs --------------------------


_LINE = re.compile(r"(>*+)( ?)([^\n]*+)\n?")
_UNCHANGED_LINES = re.compile(r"(?:(?! )[^\n]*+(?<! )\n)*+")
"""Lines without a space at their start or end, which remain unchanged unless another line flows into them."""

_SIGNATURE_LINE = "-- "


def removed_spans(text: str, delsp: bool) -> Iterator[Span]:
    r"""The spans that are not text: soft breaks with the quote prefixes after them (4.1, 4.5), and stuffing (4.4).

    `delsp` is the parameter DelSp, which says whether the space that marks a soft break is also removed (4.2). A line
    flows into the next if it ends with a space and is not a signature line (4.3), and if the next line has the same
    quote depth and is not empty. The prefix of a paragraph's first line is kept.

    >>> from linksift.documents.text_files.text_without_escapes import without_spans
    >>> sent = "> <http://a.example/x- \n> y>\n> bye\n"
    >>> without_spans(sent, removed_spans(sent, delsp=True)).text
    '> <http://a.example/x-y>\n> bye\n'
    >>> list(removed_spans(">> a \n>> b \n> c\n", delsp=False))
    [(5, 9)]
    >>> list(removed_spans(" > no quote\n", delsp=False))
    [(0, 1)]
    """
    position, flows_from, flows_at = 0, -1, -1
    while position < len(text):
        if flows_at < 0:
            position = _UNCHANGED_LINES.match(text, position).end()  # type: ignore[union-attr] # it matches any text
        line = _LINE.match(text, position)
        assert line is not None  # it matches any text
        position = line.end()
        depth, body = line.end(1) - line.start(), line[3]
        if depth == flows_at and body and body != _SIGNATURE_LINE:
            yield flows_from, line.start(3)
        elif not depth and line[2]:
            yield line.span(2)
        flows_on = body.endswith(" ") and body != _SIGNATURE_LINE
        flows_at = depth if flows_on else -1
        flows_from = line.end(3) - delsp


# ---- Text parts ------------------------------------------------------------------------------------------------------


HTML = ("html", "xhtml+xml")
"""The ends of the types of pages: `text/html`, and those for some programs, such as `text/x-amp-html`."""

CONTENT_LINES = frozenset({"text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar"})

_LINE_BREAK = re.compile(r"(?<!\r)\r++\n")
_WHITE = re.compile(r"\s+")
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "\n-----BEGIN PGP SIGNATURE-----"
_DASH = re.compile(r"^- ", re.MULTILINE)


def decoded_text(part: Entity) -> str:
    """The text of a part, with LF in place of the CR LF used in transit."""
    octets, charset = part.body(), part.parameters.get("charset")
    if not charset and part.content_type.endswith(HTML) and (meta := META_CHARSET.search(octets, 0, PRESCAN)):
        charset = meta[1].decode("latin-1")
    text = decoded(octets, charset)
    return _LINE_BREAK.sub("\n", text) if "\r" in text else text


def text_of(part: Entity, locator: Locator) -> Text:
    """The text of a part, without the escapes and soft breaks of its format."""
    text = decoded_text(part)
    escapes = dash_escapes(text)
    if not _is_flowed(part):
        return without_spans(text, escapes, locator)
    delsp = part.parameters.get("delsp", "").lower() == "yes"
    if not escapes:
        return without_spans(text, removed_spans(text, delsp), locator)
    shorter = without_spans(text, escapes, locator)
    breaks = ((shorter.origin(start), shorter.origin(end - 1) + 1) for start, end in removed_spans(shorter.text, delsp))
    return without_spans(text, sorted([*escapes, *breaks]), locator)


def dash_escapes(text: str) -> list[Span]:
    r"""The spans of `- ` before lines that begin with a dash, in text with a cleartext signature (RFC 9580, 7.2).

    >>> dash_escapes("-----BEGIN PGP SIGNED MESSAGE-----\n\n- -a\n-----BEGIN PGP SIGNATURE-----\n- b")
    [(36, 38)]
    """
    found: list[Span] = []
    end = 0
    while (start := text.find(_SIGNED, end)) >= 0:
        end = text.find(_SIGNATURE, start)
        end = len(text) if end < 0 else end
        found += (match.span() for match in _DASH.finditer(text, start, end))
    return found


def external_body(part: Entity, locator: Locator, base: str | None) -> Iterator[Piece]:
    """The URL of a part that is stored elsewhere (RFC 2017, 3)."""
    if reference := _WHITE.sub("", part.parameters.get("url", "")):
        yield StatedReference(reference, "message/external-body", base, locator=locator)


def is_file(part: Entity) -> bool:
    """Whether a text part is read as a file: it has a name and is not in one of the formats of mail itself."""
    if part.file_name is None:
        return False
    return not (_is_flowed(part) or part.content_type.startswith("message/"))


def _is_flowed(part: Entity) -> bool:
    return part.parameters.get("format", "").lower() == "flowed" and part.content_type == "text/plain"


# ---- Messages --------------------------------------------------------------------------------------------------------


_EMPTY_LINES = re.compile(rb"[\r\n]++")

MESSAGES = frozenset(
    ["message/rfc822", "message/global", "message/news", "text/rfc822-headers", "message/global-headers"]
)
NEVER = frozenset({"image", "audio", "video", "font", "model"})
"""Main types that are not read, except SVG images."""

WRAPPED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
WITHOUT_TEXT = frozenset(
    f"application/{kind}" for kind in ("pgp-signature", "pkcs7-signature", "x-pkcs7-signature", "pgp-keys")
)
"""The types of signatures and keys."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The texts, stated references and problems of one message. Raises ReadError if it is too large."""
    octets = without_mark(read_whole(file, context))
    start, end = 0, len(octets)
    if counted := EMLX.match(octets):
        start, end = counted.end(), min(end, counted.end() + int(counted[1]))
    return read_messages([WrittenMessage(octets, start, end, context.locator)], context)


class WrittenMessage(NamedTuple):
    """Bytes that contain a message from `start` to `end`, and the place of the message in its file."""

    octets: bytes
    start: int
    end: int
    locator: Locator


def read_messages(written: Iterable[WrittenMessage], context: Context) -> Iterator[Piece]:
    """The pieces of some messages, in order. Each step is done for all messages before the next step: for short
    messages, this takes a fifth less time than handling them one by one, since a processor's caches have room for the
    code of only one step.
    """
    parsed = [result_or_fault(one.locator, _parsed, *one) for one in written]
    return chain.from_iterable([_pieces(found, context) for found in parsed])


def _parsed(octets: bytes, start: int, end: int, locator: Locator) -> tuple[Entity, Locator]:
    """A message and its locator."""
    empty = _EMPTY_LINES.match(octets, start, end)
    whole = entity(octets, empty.end() if empty else start, end)
    return whole, identified(locator, whole.fields)


def _pieces(found: tuple[Entity, Locator] | Problem, context: Context) -> Iterable[Piece]:
    """The pieces of a message, or the Problem that replaces it."""
    if isinstance(found, Problem):
        return (found,)
    whole, place = found
    return pieces_or_fault(place, _Walk(context).message, whole, place, context.base, context.depth)


class _Walk:
    """A walk through all parts of one message, which ends if there are too many parts."""

    __slots__ = ("context", "left", "time_budget")

    def __init__(self, context: Context) -> None:
        self.context = context
        self.left = context.limits.parts
        self.time_budget = TimeBudget(context)

    def message(self, whole: Entity, place: Locator, base: str | None, depth: int) -> Iterable[Piece]:
        """The pieces of an identified message; a body that is not multipart is its part 1 (RFC 3501, 6.4.5)."""
        body = place.part if _is_multipart(whole) else _numbered(place.part, "1")
        return self.read(whole, place, body, base, depth)

    def read(self, whole: Entity, place: Locator, body: str | None, base: str | None, depth: int) -> Iterable[Piece]:
        """The pieces of a message or part: of the header, which is at `place`, and of the body, which is part
        `body`."""
        links = header_field_references.read(whole.fields, place, base, self.context.may_hold_link)
        locator = place.in_part(body, whole.content_type).inside(whole.file_name)
        return chain(
            links, self.body(whole, place, locator, header_field_references.base_of(whole.fields, base), depth)
        )

    def body(self, whole: Entity, place: Locator, locator: Locator, base: str | None, depth: int) -> Iterable[Piece]:
        """The pieces of the body of a message or part; the location of the body is `locator`."""
        if depth > self.context.limits.depth:
            return (Problem(self.context.too_deep(), locator),)
        if whole.content_type == "multipart/encrypted":
            return (Problem("is encrypted", locator),)
        if _is_multipart(whole):
            return self.multipart(whole, place, locator, base, depth)
        return self.leaf(whole, locator, base, depth)

    def multipart(
        self, whole: Entity, place: Locator, locator: Locator, base: str | None, depth: int
    ) -> Iterator[Piece]:
        """The pieces of the parts of a multipart body, which is read as text if it has no delimiter."""
        default = "message/rfc822" if whole.content_type == "multipart/digest" else "text/plain"
        count = 0
        for count, (start, end) in enumerate(parts(whole), 1):
            if self.left <= 0:
                yield Problem(f"has more than {self.context.limits.parts:,} parts; the rest were not read", locator)
                return
            self.left -= 1
            part = entity(whole.octets, start, end, default)
            number = _numbered(place.part, str(count))
            inside = place.in_part(number)
            yield from pieces_or_fault(inside, self.read, part, inside, number, base, depth + 1)
        if not count:
            text = whole._replace(content_type="text/plain")
            yield from self.text(text, locator.in_part(place.part or "1", text.content_type))

    def leaf(self, part: Entity, locator: Locator, base: str | None, depth: int) -> Iterable[Piece]:
        """The pieces of a part without parts of its own, which is read according to its type."""
        kind = part.content_type
        main, _, _ = kind.partition("/")
        if kind in MESSAGES:
            return self.enclosed(enclosed_message(part), locator, base, depth)
        if kind in WRAPPED:
            return self.wrapped(part, locator, base, depth)
        if kind == "message/external-body":
            return external_body(part, locator, base)
        if kind.endswith(HTML):
            return read_text(decoded_text(part), self.context, locator, base)
        if kind in CONTENT_LINES:
            return pieces_of_lines(decoded_text(part), self.context._replace(locator=locator, base=base))
        if main in ("text", "message") and not (is_file(part) or kind.endswith("xml")):
            return self.text(part, locator)
        if main in NEVER and kind != "image/svg+xml":
            return (failed_file(NotText(main), self.context._replace(locator=locator)),)
        return () if kind in WITHOUT_TEXT else self.file(part, locator, base, depth)

    def text(self, part: Entity, locator: Locator) -> Iterable[Text]:
        """The text of a part, if it may contain a link."""
        text = text_of(part, locator)
        return (text,) if self.context.may_hold_link(text.text) else ()

    def wrapped(self, part: Entity, locator: Locator, base: str | None, depth: int) -> Iterator[Piece]:
        """The pieces of a message wrapped by an S/MIME signature (RFC 8551, 3.5.2), or a Problem if it is encrypted."""
        octets = signed_content(part.body())
        if octets is None:
            yield Problem("is encrypted", locator)
        else:
            yield from self.enclosed(entity(octets, 0, len(octets)), locator, base, depth)

    def enclosed(self, message: Entity, locator: Locator, base: str | None, depth: int) -> Iterable[Piece]:
        """The pieces of a message inside a part of this one."""
        return self.message(message, identified(locator, message.fields), base, depth + 1)

    def file(self, part: Entity, locator: Locator, base: str | None, depth: int) -> Iterator[Piece]:
        """The pieces of an attached file, read like any other; text becomes UTF-8, as only its part states the charset.

        All attached files share the time of one document, since a message can contain a thousand zip bombs.
        """
        is_text = part.content_type.startswith("text/") and not part.content_type.endswith("xml")
        octets = decoded_text(part).encode("utf-8", "replace") if is_text else part.body()
        context = self.context._replace(name=part.file_name, base=base, locator=locator, depth=depth)
        yield from pieces_or_problem(locator, self.time_budget.timed, inner_file(BytesIO(octets), context))


def _is_multipart(whole: Entity) -> bool:
    return whole.content_type.startswith("multipart/")


def _numbered(number: str | None, inner: str) -> str | None:
    """The number of a part inside another, as in IMAP: "2" and "1" give "2.1"."""
    return f"{number}.{inner}" if number and inner else number or inner or None
