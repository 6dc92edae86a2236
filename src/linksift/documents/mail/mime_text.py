"""Decodes a MIME text part into the text that its reader sees, according to its type and parameters."""

import re
from collections.abc import Iterator

from linksift.documents.document_model import Locator, Piece, StatedReference, Text
from linksift.documents.mail.calendars_and_contacts import content_lines
from linksift.documents.mail.mime import Entity
from linksift.documents.text_files.escape_removal import Span, without_spans
from linksift.documents.text_files.text_encoding import META_CHARSET, PRESCAN, decoded

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

    >>> from linksift.documents.text_files.escape_removal import without_spans
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


HTML = frozenset({"text/html", "application/xhtml+xml", "text/x-amp-html"})
CONTENT_LINES = frozenset({"text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar"})

_LINE_BREAK = re.compile(r"(?<!\r)\r++\n")
_WHITE = re.compile(r"\s+")
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "\n-----BEGIN PGP SIGNATURE-----"
_DASH = re.compile(r"^- ", re.MULTILINE)


def decoded_text(part: Entity) -> str:
    """The text of a part, with LF in place of the CR LF used in transit."""
    octets = part.body()
    text = decoded(octets, _charset(part, octets))
    return _LINE_BREAK.sub("\n", text) if "\r" in text else text


def _charset(part: Entity, octets: bytes) -> str | None:
    """The charset that a part states or, failing that, the one declared by an HTML page in the part."""
    stated = part.parameters.get("charset")
    if stated or part.content_type not in HTML:
        return stated
    meta = META_CHARSET.search(octets, 0, PRESCAN)
    return meta[1].decode("latin-1") if meta else None


def text_of(part: Entity, locator: Locator) -> Text:
    """The text of a part, without the folds, escapes and soft breaks of its format."""
    text = decoded_text(part)
    if part.content_type in CONTENT_LINES:
        return content_lines(text, locator)
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
    return not (part.content_type in CONTENT_LINES or _is_flowed(part) or part.content_type.startswith("message/"))


def _is_flowed(part: Entity) -> bool:
    return part.parameters.get("format", "").lower() == "flowed" and part.content_type == "text/plain"
