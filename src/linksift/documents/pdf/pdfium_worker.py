"""Reads PDFs with PDFium and prints the content of their pages, as a separate program started by the path of this file.

PDFium is C++ code that reads untrusted files, so it may crash, hang or use up all memory. Here, it does so in a bounded
process that can be terminated; no part of linksift is imported. The program reads documents from standard input until
the input ends, or until no document arrives for the number of seconds given as its argument. Before each document, it
reads a line with the document's size, the size of its password (-1 for none) and its bounds, and then the password
itself. For each document, it prints a line of JSON for each page,

    {"page": 1, "turn": 0, "lines": [[word, ...], ...], "links": [[URI, [text, ...]], ...], "more": false,
     "notes": [text, ...], "actions": 0}

a line `{"bookmarks": [[URI, [title]], ...], "more": false}` for the bookmarks that have a URI, a line
`{"form": a character for each byte}` for a form in XML (XFA), a line `{"stopped": why}` if reading ends early, and
finally the line `"end"`. `more` means that the page or the bookmarks have more links or comments than are read. `notes`
are the texts of comments and filled-in fields, and `actions` counts the actions of buttons and fields, which PDFium
does not expose. A word is a list of its text, the boxes of its first and last character, the numbers of the typefaces
of its first and last letter or digit, and, if needed, its characters. A character is a list of its box, the point on
the baseline where it begins, and the size of its font. A box is a list of its left, bottom, right and top edges,
measured upwards in tenths of a point, before the page is turned by `turn` quarter turns. A typeface is a font and a
colour; 0 means none. A URI has one character for each byte.
"""

import ctypes
import json
import math
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, NamedTuple

import pypdfium2.raw as pdfium  # this also initializes PDFium


class Bounds(NamedTuple):
    """The bounds of one document: pages, bytes of the answer, seconds of processor time, and bytes of memory."""

    pages: int
    answer: int
    seconds: int
    memory: int


Box = tuple[float, float, float, float]
"""The left, bottom, right and top of a rectangle."""

HYPHENS_AT_BREAKS = "\x02\ufffe"
"""The characters that PDFium outputs for a hyphen at the end of a line and the break after it."""

_BREAK = re.compile(f"[\n\r{HYPHENS_AT_BREAKS}]")
_WORD = re.compile(r"[^ \xa0\n\r]+")
_CONTROL = re.compile(r"[\0-\x1f\x7f]")
_LETTER_OR_DIGIT = re.compile("[0-9A-Za-z]")
_SUBSET = re.compile(rb"[A-Z]{6}\+")
"""The beginning of a font's name if the document contains only some of its glyphs (ISO 32000-1, 9.6.4)."""

_NEEDS_CHARACTERS = re.compile(r"[/@:.].|.[0-9*\u2217\u2020\u2021\u00a7\u00b6]")
"""Characters whose presence means that a word may contain a URI or end in the mark of a note."""

LONGEST_FONT_NAME = 128

FARTHEST = 1e6
SLACK = 1.0
"""The number of points by which the rectangle of a link extends beyond its text at the sides."""

OVERLAP = 0.2
MOST_OVERLAP = 3.0
"""The extent to which the rectangle of a link may reach into the line above: a fraction of its height, and the maximum
in points."""

MOST_LINKS = 10_000
MOST_COMPARED = 50_000_000
"""The maximum number of characters that PDFium compares with the rectangles of a page's links: for each rectangle, it
goes through all characters of the page, and many links can share one list of rectangles."""

COMPARED_ANYWAY = 1_000
"""The number of characters that each rectangle counts in addition, since even reading one without text takes time."""

MOST_OF_TEXTS = 2 * 1024 * 1024
"""The maximum number of bytes of the comments on a page, and of the titles of all bookmarks: many can share a text."""

MOST_OF_URIS = 16 * 1024 * 1024
"""The maximum number of bytes of the URIs on a page, and of those of all bookmarks: many can share an action."""

MOST_FORM_PARTS = 100
LONGEST_URI = 65_536
LONGEST_LINK_TEXT = 1_024

NEEDS_PASSWORD = "is encrypted and needs a password (password=, or --password WORD on the command line)"
OTHER_PASSWORD = "is encrypted with another password"
WHY_NOT = {
    pdfium.FPDF_ERR_SECURITY: "is encrypted in a way that PDFium does not support",
    pdfium.FPDF_ERR_FORMAT: "is not a PDF, or a broken one",
}


class LoadedPage:
    """A page and its text in PDFium, closed on exit; `typefaces` are those seen in the document, with their numbers."""

    def __init__(self, document: Any, index: int, typefaces: dict[tuple[Any, ...], int]) -> None:
        self.document = document
        self.page = pdfium.FPDF_LoadPage(document, index)
        self.text = pdfium.FPDFText_LoadPage(self.page) if self.page else None
        self.typefaces = typefaces
        self.still_compared = MOST_COMPARED

    def __enter__(self) -> "LoadedPage":
        return self

    def __exit__(self, *_: object) -> None:
        if self.text:
            pdfium.FPDFText_ClosePage(self.text)
        if self.page:
            pdfium.FPDF_ClosePage(self.page)

    def characters(self) -> str:
        """The characters in PDFium's order, with the spaces and line breaks that it adds."""
        get, last = pdfium.FPDFText_GetUnicode, sys.maxunicode
        return "".join(
            [chr(min(get(self.text, index), last)) for index in range(pdfium.FPDFText_CountChars(self.text))]
        )

    def box(self, index: int) -> tuple[int, int, int, int]:
        """The box of a character, with the height of its font, in tenths of a point."""
        found = pdfium.FS_RECTF()
        pdfium.FPDFText_GetLooseCharBox(self.text, index, found)
        return tenths(found.left), tenths(found.bottom), tenths(found.right), tenths(found.top)

    def typeface(self, index: int) -> int:
        """The number of the typeface of a character, counted from 1; subsets of a font count as one font."""
        name = ctypes.create_string_buffer(LONGEST_FONT_NAME)
        pdfium.FPDFText_GetFontInfo(self.text, index, name, LONGEST_FONT_NAME, None)
        colour = tuple(ctypes.c_uint() for _ in range(4))
        pdfium.FPDFText_GetFillColor(self.text, index, *colour)
        font = _SUBSET.sub(b"", name.value, count=1)
        return self.typefaces.setdefault((font, *(part.value for part in colour)), len(self.typefaces) + 1)

    def character(self, index: int) -> tuple[int, ...]:
        """A character: its box, the point on the baseline where it begins, and the size of its font."""
        x, y, matrix = ctypes.c_double(), ctypes.c_double(), pdfium.FS_MATRIX()
        pdfium.FPDFText_GetCharOrigin(self.text, index, x, y)
        pdfium.FPDFText_GetMatrix(self.text, index, matrix)
        size = pdfium.FPDFText_GetFontSize(self.text, index) * math.hypot(matrix.c, matrix.d)
        return *self.box(index), tenths(x.value), tenths(y.value), tenths(size)

    def texts_in(self, boxes: Iterator[Box]) -> Iterator[str]:
        """The text in each of some rectangles, up to `MOST_COMPARED`."""
        for box in boxes:
            self.still_compared -= COMPARED_ANYWAY + pdfium.FPDFText_CountChars(self.text)
            if self.still_compared < 0:
                return
            yield self.text_in(box)

    def text_in(self, box: Box) -> str:
        """The text in a rectangle of the page, as it is before the page is turned."""
        left, bottom, right, top = box
        below_line_above = top - min(OVERLAP * (top - bottom), MOST_OVERLAP)
        bounds = left + SLACK, below_line_above, right - SLACK, bottom
        units = (ctypes.c_ushort * LONGEST_LINK_TEXT)()
        pdfium.FPDFText_GetBoundedText(self.text, *bounds, units, LONGEST_LINK_TEXT)
        return bytes(units).decode("utf-16-le", "replace").rstrip("\0")


def uri(document: Any, action: Any) -> str:
    """The URI of an action, or "" if there is none; PDFium resolves it against the document's base, if any."""
    if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
        return ""
    count = pdfium.FPDFAction_GetURIPath(document, action, None, 0)
    if count > LONGEST_URI:
        return ""
    octets = ctypes.create_string_buffer(count + 1)
    pdfium.FPDFAction_GetURIPath(document, action, octets, count)
    return octets.raw.rstrip(b"\0").decode("latin-1")


def tenths(length: float) -> int:
    """A length in tenths of a point, limited to the size of any page, or 0 for NaN."""
    return round(10 * max(-FARTHEST, min(length, FARTHEST))) if length == length else 0


def lines(page: LoadedPage) -> Iterator[list[tuple[Any, ...]]]:
    """The words of each line; a line ends at a break that PDFium added, and after each of PDFium's hyphens."""
    characters = page.characters()
    start = 0
    for found in _BREAK.finditer(characters):
        is_hyphen = found[0] in HYPHENS_AT_BREAKS
        if is_hyphen or pdfium.FPDFText_IsGenerated(page.text, found.start()) == 1:
            yield list(words(page, characters, start, found.end() if is_hyphen else found.start()))
            start = found.end()
    yield list(words(page, characters, start, len(characters)))


def words(page: LoadedPage, characters: str, start: int, end: int) -> Iterator[tuple[Any, ...]]:
    """The words of a line, each with the boxes of its first and last character."""
    for word in _WORD.finditer(characters, start, end):
        first, last = word.start(), word.end() - 1
        letters = [found.start() for found in _LETTER_OR_DIGIT.finditer(characters, first, last + 1)]
        typefaces = (page.typeface(letters[0]), page.typeface(letters[-1])) if letters else (0, 0)
        text = as_text(word[0])
        measured = _NEEDS_CHARACTERS.search(text) and len(text) == len(word[0])  # without surrogate pairs
        each = [page.character(index) for index in range(first, last + 1)] if measured else []
        yield text, *page.box(first), *page.box(last), *typefaces, each


def as_text(word: str) -> str:
    """A word as text: PDFium's marks become hyphens, surrogate pairs become characters, and control characters become
    U+FFFD."""
    if word.isascii() and word.isprintable():
        return word
    word = word.replace(HYPHENS_AT_BREAKS[0], "-").replace(HYPHENS_AT_BREAKS[1], "-")
    return _CONTROL.sub("\ufffd", word).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def link_annotations(page: LoadedPage) -> Iterator[Any]:
    """The link annotations on a page."""
    position, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    while pdfium.FPDFLink_Enumerate(page.page, position, link):
        yield link


def links(page: LoadedPage, annotations: Iterator[Any]) -> Iterator[tuple[str, list[str]]]:
    """The link annotations that have a URI, up to `MOST_LINKS`, each with the pieces of text under it."""
    for link in islice(annotations, MOST_LINKS):
        if reference := uri(page.document, pdfium.FPDFLink_GetAction(link)):
            yield reference, list(page.texts_in(boxes_of(link)))


def up_to_most(stated: Iterator[tuple[str, list[str]]]) -> tuple[list[tuple[str, list[str]]], bool]:
    """The links up to `MOST_OF_URIS`, and whether there are more."""
    read: list[tuple[str, list[str]]] = []
    left = MOST_OF_URIS
    for link in stated:
        if left < 0:
            return read, True
        left -= len(link[0])
        read.append(link)
    return read, False


def bookmarks(document: Any) -> Iterator[tuple[str, list[str]]]:
    """The bookmarks that have a URI, each with its title, in order; each is read once, since a broken outline may
    contain itself."""
    waiting, read = [pdfium.FPDFBookmark_GetFirstChild(document, None)], set[int | None]([None])
    left = MOST_OF_TEXTS
    while waiting:
        bookmark = waiting.pop()
        address = ctypes.cast(bookmark, ctypes.c_void_p).value
        if address not in read:
            read.add(address)
            waiting += (
                pdfium.FPDFBookmark_GetNextSibling(document, bookmark),
                pdfium.FPDFBookmark_GetFirstChild(document, bookmark),
            )
            if reference := uri(document, pdfium.FPDFBookmark_GetAction(bookmark)):
                size = pdfium.FPDFBookmark_GetTitle(bookmark, None, 0) if left > 0 else 0
                left -= size
                title = ctypes.create_string_buffer(size)
                pdfium.FPDFBookmark_GetTitle(bookmark, title, size)
                yield reference, [title.raw.decode("utf-16-le", "replace").rstrip("\0")[:LONGEST_LINK_TEXT]]


def notes_and_actions(page: LoadedPage) -> tuple[list[str], int, bool]:
    """The texts of the comments on a page and of the fields that are filled in, and the number of buttons and fields
    that do something when activated, such as sending the form (ISO 32000-1, 12.7.5), and whether there are longer texts
    than are read. PDFium executes actions, but does not reveal where they lead."""
    notes, count, left = [], 0, MOST_OF_TEXTS
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.page), MOST_LINKS)):
        annotation = pdfium.FPDFPage_GetAnnot(page.page, index)
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        is_field = kind == pdfium.FPDF_ANNOT_WIDGET
        count += is_field and bool(pdfium.FPDFAnnot_HasKey(annotation, b"A"))
        if kind not in (pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP) and left > 0:
            key = b"V" if is_field else b"Contents"
            size = pdfium.FPDFAnnot_GetStringValue(annotation, key, None, 0)
            left -= size
            units = (ctypes.c_ushort * (size // 2))()
            if left > 0 and pdfium.FPDFAnnot_GetStringValue(annotation, key, units, size):
                notes.append(bytes(units).decode("utf-16-le", "replace").rstrip("\0"))
        pdfium.FPDFPage_CloseAnnot(annotation)
    return list(filter(None, notes)), count, left <= 0


def boxes_of(link: Any) -> Iterator[Box]:
    """The rectangles of a link before the page is turned; there are several if its text wraps."""
    corners, rectangle = pdfium.FS_QUADPOINTSF(), pdfium.FS_RECTF()
    count = pdfium.FPDFLink_CountQuadPoints(link)
    for index in range(min(count, MOST_LINKS)):
        if pdfium.FPDFLink_GetQuadPoints(link, index, corners):
            xs = corners.x1, corners.x2, corners.x3, corners.x4
            ys = corners.y1, corners.y2, corners.y3, corners.y4
            yield min(xs), min(ys), max(xs), max(ys)
    if not count and pdfium.FPDFLink_GetAnnotRect(link, rectangle):
        yield rectangle.left, rectangle.bottom, rectangle.right, rectangle.top


def page_records(document: Any, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """The records of the pages, and of an early stop, if any."""
    count = pdfium.FPDF_GetPageCount(document)
    typefaces: dict[tuple[Any, ...], int] = {}
    for index in range(min(count, bounds.pages)):
        with LoadedPage(document, index, typefaces) as page:
            yield {"page": index + 1} | (content(page) if page.text else {"unread": True})
    if count > bounds.pages:
        yield {"stopped": f"has {count} pages, and {bounds.pages} are read at most"}


def content(page: LoadedPage) -> dict[str, Any]:
    """The content of a page that could be loaded."""
    turn = pdfium.FPDFPage_GetRotation(page.page)
    annotations = link_annotations(page)
    stated, more_links = up_to_most(links(page, annotations))
    notes, actions, more_notes = notes_and_actions(page)
    more = more_notes or more_links or next(annotations, None) is not None
    text = list(lines(page))
    return {"turn": turn, "lines": text, "links": stated, "more": more, "notes": notes, "actions": actions}


def form_in_xml(document: Any, bounds: Bounds) -> bytes:
    """The form in XML (XFA), if there is one, without parts that are longer than an answer may be. The parts of the
    form make up one document (ISO 32000-1, 12.7.8)."""
    parts = []
    for index in range(min(pdfium.FPDF_GetXFAPacketCount(document), MOST_FORM_PARTS)):
        size = ctypes.c_ulong()
        pdfium.FPDF_GetXFAPacketContent(document, index, None, 0, size)
        if 0 < size.value <= bounds.answer:
            octets = ctypes.create_string_buffer(size.value)
            pdfium.FPDF_GetXFAPacketContent(document, index, octets, size.value, size)
            parts.append(octets.raw)
    return b"".join(parts)


def records(octets: bytes, password: bytes | None, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """All records of a document. The password is tried only if the document needs one, because PDFium always refuses a
    wrong one."""
    document = pdfium.FPDF_LoadMemDocument64(octets, len(octets), None)
    if not document and password is not None and pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD:
        document = pdfium.FPDF_LoadMemDocument64(octets, len(octets), password)
    if document:
        try:
            yield from page_records(document, bounds)
            stated, more = up_to_most(bookmarks(document))
            if stated:
                yield {"bookmarks": stated, "more": more}
            if form := form_in_xml(document, bounds):
                yield {"form": form.decode("latin-1")}
        finally:
            pdfium.FPDF_CloseDocument(document)
    else:
        refused = {pdfium.FPDF_ERR_PASSWORD: NEEDS_PASSWORD if password is None else OTHER_PASSWORD} | WHY_NOT
        yield {"stopped": refused.get(pdfium.FPDF_GetLastError(), "is a PDF that PDFium cannot open")}


def keep_within(bounds: Bounds) -> None:
    """Let the system terminate this process if it exceeds the bounds of a document; Windows cannot set such bounds."""
    with suppress(ImportError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        for kind, most in (
            (resource.RLIMIT_AS, bounds.memory),
            (resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime) + bounds.seconds),
            (resource.RLIMIT_CORE, 0),
        ):
            hard = resource.getrlimit(kind)[1]
            with suppress(ValueError, OSError):  # a system that does not support this bound
                resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def documents(file: BinaryIO) -> Iterator[tuple[bytes, bytes | None, Bounds]]:
    """The documents read from a file, each with its password and its bounds."""
    while line := file.readline():
        size, of_password, *bounds = map(int, line.split())
        keep_within(Bounds(*bounds))
        password = file.read(of_password) if of_password >= 0 else None
        yield file.read(size), password, Bounds(*bounds)


def receive(waiting: "SimpleQueue[tuple[bytes, bytes | None, Bounds]]") -> None:
    """Receive the documents, and end this process as soon as no more can arrive, even if it is still working on one."""
    status = 1
    try:
        for document in documents(sys.stdin.buffer):
            waiting.put(document)
        status = 0
    finally:
        os._exit(status)


def write_records(octets: bytes, password: bytes | None, bounds: Bounds) -> None:
    """Print the records of a document."""
    left = bounds.answer
    for record in records(octets, password, bounds):
        line = json.dumps(record)
        left -= len(line)
        print(line if left >= 0 else json.dumps({"stopped": "holds too much text"}), flush=True)  # noqa: T201
        if left < 0:
            return


def main(patience: float) -> None:
    """Print the records of each document. Interrupts are left to the program that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    waiting: SimpleQueue[tuple[bytes, bytes | None, Bounds]] = SimpleQueue()
    Thread(target=receive, args=(waiting,), daemon=True).start()
    with suppress(Empty):
        while True:
            write_records(*waiting.get(timeout=patience))
            print(json.dumps("end"), flush=True)  # noqa: T201
    os._exit(0)  # the thread may hold a lock on standard input


if __name__ == "__main__":
    main(float(sys.argv[1]))
