"""Reads a PDF with PDFium and tells what is on its pages: a program of its own, run by the path of this file.

PDFium reads what anybody made, in C++, so that it may crash, hang or take all memory: here, in a process that has
bounds and can be ended. Here belongs what needs PDFium; what is made of it never does, and nothing of linksift is
imported. The document comes in at standard input, and for each page a line of JSON goes out,

    {"page": 1, "turn": 0, "lines": [[word, ...], ...], "links": [[URI, [text, ...]], ...]}

or `{"stopped": why}` where the reading ends early. A word is its text and the boxes of its first and last character, in
one list; a box is left, bottom, right and top, upwards, in tenths of a point, before the page is turned by so many
quarters. A URI has a character for each octet.
"""

import ctypes
import json
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium  # which also sets PDFium up


class Bounds(NamedTuple):
    """What the process may use: pages, octets of its answer, seconds of the processor, octets of memory."""

    pages: int
    answer: int
    seconds: int
    memory: int


Box = tuple[float, float, float, float]
"""Left, bottom, right and top of a rectangle."""

HYPHENS_AT_BREAKS = "\x02\ufffe"
"""What PDFium puts for a hyphen at the end of a line and the break behind it."""

_BREAK = re.compile(f"[\n\r{HYPHENS_AT_BREAKS}]")
_WORD = re.compile(r"[^ \xa0\n\r]+")
_NO_CHARACTER = re.compile(r"[\0-\x1f\x7f]")

FARTHEST = 1e6
SLACK = 1.0
"""A link's rectangle reaches so many points over what it links."""

MOST_LINKS = 10_000
LONGEST_URI = 65_536
LONGEST_SHOWN = 1_024

WHY_NOT = {
    pdfium.FPDF_ERR_PASSWORD: "is encrypted and needs a password",
    pdfium.FPDF_ERR_SECURITY: "is encrypted in a way that PDFium does not know",
    pdfium.FPDF_ERR_FORMAT: "is no PDF, or a broken one",
}


class Page:
    """A page and its text as PDFium has them, which are put away when done with."""

    def __init__(self, document: Any, index: int) -> None:
        self.document = document
        self.page = pdfium.FPDF_LoadPage(document, index)
        self.text = pdfium.FPDFText_LoadPage(self.page) if self.page else None

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        if self.text:
            pdfium.FPDFText_ClosePage(self.text)
        if self.page:
            pdfium.FPDF_ClosePage(self.page)

    def characters(self) -> str:
        """The characters in PDFium's order; it puts in spaces and line breaks where it sees them."""
        get, last = pdfium.FPDFText_GetUnicode, sys.maxunicode
        return "".join(
            [chr(min(get(self.text, index), last)) for index in range(pdfium.FPDFText_CountChars(self.text))]
        )

    def box(self, index: int) -> tuple[int, int, int, int]:
        """Where a character stands, with the height of its font, in tenths of a point."""
        found = pdfium.FS_RECTF()
        pdfium.FPDFText_GetLooseCharBox(self.text, index, found)
        return tenths(found.left), tenths(found.bottom), tenths(found.right), tenths(found.top)

    def text_in(self, box: Box) -> str:
        """The text that stands in a rectangle of the page as it lies."""
        left, bottom, right, top = box
        place = left + SLACK, top, right - SLACK, bottom
        units = (ctypes.c_ushort * LONGEST_SHOWN)()
        pdfium.FPDFText_GetBoundedText(self.text, *place, units, LONGEST_SHOWN)
        return bytes(units).decode("utf-16-le", "replace").rstrip("\0")

    def uri(self, link: Any) -> str:
        """The URI that a link leads to, or nothing; PDFium resolves it by the base of the document, if it has one."""
        action = pdfium.FPDFLink_GetAction(link)
        if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
            return ""
        count = pdfium.FPDFAction_GetURIPath(self.document, action, None, 0)
        if count > LONGEST_URI:
            return ""
        octets = ctypes.create_string_buffer(count + 1)
        pdfium.FPDFAction_GetURIPath(self.document, action, octets, count)
        return octets.raw.rstrip(b"\0").decode("latin-1")


def tenths(length: float) -> int:
    """A length in tenths of a point; one that is none is 0, and none is longer than any page."""
    return round(10 * max(-FARTHEST, min(length, FARTHEST))) if length == length else 0


def lines(page: Page) -> Iterator[list[tuple[Any, ...]]]:
    """The words of each line; one ends at a break that PDFium put in, and behind its hyphens."""
    characters = page.characters()
    start = 0
    for found in _BREAK.finditer(characters):
        is_hyphen = found[0] in HYPHENS_AT_BREAKS
        if is_hyphen or pdfium.FPDFText_IsGenerated(page.text, found.start()) == 1:
            yield list(words(page, characters, start, found.end() if is_hyphen else found.start()))
            start = found.end()
    yield list(words(page, characters, start, len(characters)))


def words(page: Page, characters: str, start: int, end: int) -> Iterator[tuple[Any, ...]]:
    """The words of a line, each with the boxes of its first and its last character."""
    for word in _WORD.finditer(characters, start, end):
        yield as_text(word[0]), *page.box(word.start()), *page.box(word.end() - 1)


def as_text(word: str) -> str:
    """A word as text: PDFium's mark is a hyphen again, halves of a character are one, and what is none is U+FFFD."""
    if word.isascii() and word.isprintable():
        return word
    word = word.replace(HYPHENS_AT_BREAKS[0], "-").replace(HYPHENS_AT_BREAKS[1], "-")
    return _NO_CHARACTER.sub("\ufffd", word).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def links(page: Page) -> Iterator[tuple[str, list[str]]]:
    """The link annotations of a page that lead to a URI, each with the pieces of text under it."""
    position, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    for _ in range(MOST_LINKS):
        if not pdfium.FPDFLink_Enumerate(page.page, position, link):
            return
        uri = page.uri(link)
        if uri:
            yield uri, [page.text_in(box) for box in boxes_of(link)]


def boxes_of(link: Any) -> Iterator[Box]:
    """The rectangles that a link is on, of the page as it lies: more than one where the text is wrapped."""
    corners, rectangle = pdfium.FS_QUADPOINTSF(), pdfium.FS_RECTF()
    count = pdfium.FPDFLink_CountQuadPoints(link)
    for index in range(min(count, MOST_LINKS)):
        if pdfium.FPDFLink_GetQuadPoints(link, index, corners):
            xs = corners.x1, corners.x2, corners.x3, corners.x4
            ys = corners.y1, corners.y2, corners.y3, corners.y4
            yield min(xs), min(ys), max(xs), max(ys)
    if not count and pdfium.FPDFLink_GetAnnotRect(link, rectangle):
        yield rectangle.left, rectangle.bottom, rectangle.right, rectangle.top


def told(document: Any, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """What there is to tell of each page, and where it stops."""
    count = pdfium.FPDF_GetPageCount(document)
    for index in range(min(count, bounds.pages)):
        with Page(document, index) as page:
            yield {"page": index + 1} | (content(page) if page.text else {"unread": True})
    if count > bounds.pages:
        yield {"stopped": f"has {count} pages, and {bounds.pages} are read at most"}


def content(page: Page) -> dict[str, Any]:
    """What is on a page that could be loaded."""
    turn = pdfium.FPDFPage_GetRotation(page.page)
    return {"turn": turn, "lines": list(lines(page)), "links": list(links(page))}


def answer(octets: bytes, bounds: Bounds) -> Iterator[dict[str, Any]]:
    """All that is told of a document."""
    document = pdfium.FPDF_LoadMemDocument64(octets, len(octets), None)
    if document:
        yield from told(document, bounds)
    else:
        yield {"stopped": WHY_NOT.get(pdfium.FPDF_GetLastError(), "is a PDF that PDFium cannot open")}


def keep_within(bounds: Bounds) -> None:
    """Let the system end this process when it takes more than its share; Windows has no such bounds."""
    with suppress(ImportError):
        import resource

        for kind, most in (
            (resource.RLIMIT_AS, bounds.memory),
            (resource.RLIMIT_CPU, bounds.seconds),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError, OSError):  # the bound is lower already, or this system has none of this kind
                resource.setrlimit(kind, (most, most))


def main(bounds: Bounds) -> None:
    """Read the document at standard input, and write what there is in it."""
    keep_within(bounds)
    left = bounds.answer
    for record in answer(sys.stdin.buffer.read(), bounds):
        line = json.dumps(record)
        left -= len(line)
        print(line if left >= 0 else json.dumps({"stopped": "holds too much text"}), flush=True)  # noqa: T201
        if left < 0:
            return


if __name__ == "__main__":
    main(Bounds(*map(int, sys.argv[1:])))
