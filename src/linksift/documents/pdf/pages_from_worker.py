"""Reads the pages of a PDF from the output of the worker."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from linksift.documents.document_model import Limits, Locator, Problem, ReadError
from linksift.documents.pdf.page_records import Bookmarks, Box, Comment, Form, LinkAnnotation, Page, WordTypefaces
from linksift.documents.pdf.words_to_rows import Character, Word, rows, separate_words
from linksift.documents.reader_bugs import result_or_fault


def read_records(
    document: bytes, limits: Limits, locator: Locator, password: str | None = None
) -> Iterator[Page | Comment | Bookmarks | Form | Problem]:
    """The pages of a PDF one by one, its bookmarks, and its form if that is in XML; a Problem for each page that cannot
    be read, and another for the point where reading stopped, if it did.

    Raises ReadError if PDFium is not installed.
    """
    if find_spec("pypdfium2") is None:
        raise ReadError("reading PDFs needs pypdfium2: pip install 'linksift[pdf]'")
    import json

    from linksift.documents.pdf.pdfium_pool import answer

    found = answer(document, limits, None if password is None else password.encode("utf-8", "replace"))
    page = 0
    for line in found.lines.splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        record = json.loads(line)
        page = record.get("page", page)
        place = locator._replace(page=record.get("page"))
        yield result_or_fault(place, record_of, record, place)
        for note in record.get("notes", ()):
            yield Comment(page, note)
        if record.get("more"):
            yield Problem("has more links or comments than are read", place)
        if actions := record.get("actions"):
            what = "an action of a button or field" if actions == 1 else f"{actions} actions of buttons and fields"
            yield Problem(f"has {what}, which PDFium does not show", place, "link")
    if found.stopped:
        yield Problem(found.stopped, locator._replace(page=page + 1))


def record_of(line: dict[str, Any], place: Locator) -> Page | Bookmarks | Form | Problem:
    """The page, the bookmarks or the form in a line of the output.

    >>> ab = ["ab", 0, 0, 50, 90, 50, 0, 100, 90, 1, 1, []]
    >>> page = record_of({"page": 2, "turn": 0, "lines": [[ab]], "links": []}, Locator())
    >>> [[line.text for line in row] for row in page.rows]
    [['ab']]
    """
    if "stopped" in line:
        return Problem(line["stopped"], place)
    if "form" in line:
        return Form(line["form"].encode("latin-1"))
    if "bookmarks" in line:
        return Bookmarks(annotations(line["bookmarks"]))
    if "unread" in line:
        return Problem("is a page that PDFium cannot read", place)
    turn = line["turn"]
    lines = [[part for word in words for part in separate_words(word_from(word, turn))] for words in line["lines"]]
    return Page(line["page"], list(rows(lines)), annotations(line["links"]))


def annotations(links: list[tuple[str, list[str]]]) -> list[LinkAnnotation]:
    """The links of a page or of the bookmarks."""
    return [LinkAnnotation(decoded(uri), "\n".join(map(str.strip, texts))) for uri, texts in links]


def word_from(word: list[Any], turn: int) -> Word:
    """A word from the output of the worker."""
    text, *edges, first, last, characters = word
    return Word(
        text,
        box(edges[:4], turn),
        box(edges[4:], turn),
        WordTypefaces(first, last),
        [Character(box(edges, turn), box([x, y, x, y], turn).bottom, size / 10) for *edges, x, y, size in characters],
    )


def box(edges: list[int], turn: int) -> Box:
    """A rectangle given in tenths of a point, on the page as displayed, that is, turned by a number of quarter turns.

    >>> box([10, 20, 30, 40], 0), box([10, 20, 30, 40], 1)
    (Box(left=1.0, bottom=2.0, right=3.0, top=4.0), Box(left=2.0, bottom=-3.0, right=4.0, top=-1.0))
    """
    left, bottom, right, top = (edge / 10 for edge in edges)
    if turn == 1:
        return Box(bottom, -right, top, -left)
    if turn == 2:
        return Box(-right, -top, -left, -bottom)
    return Box(-top, left, -bottom, right) if turn == 3 else Box(left, bottom, right, top)


def decoded(uri: str) -> str:
    r"""A URI decoded from its bytes: ISO 32000 requires ASCII, but UTF-8, UTF-16 and Latin-1 also occur.

    >>> decoded("http://a.example/\xc3\xa9"), decoded("http://a.example/\xe9"), decoded("\xfe\xff\0a\0:")
    ('http://a.example/é', 'http://a.example/é', 'a:')
    """
    octets = uri.encode("latin-1")
    if octets.startswith((b"\xfe\xff", b"\xff\xfe")):
        return octets.decode("utf-16", "replace")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return uri
