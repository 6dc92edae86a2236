"""Reads PDFs: link annotations, bookmarks, forms, and the text of pages.

URIs in the text may span lines, columns and pages.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO
from itertools import chain, pairwise, zip_longest
from typing import Any, BinaryIO

from linksift.documents import xml_reader
from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, Source, StatedReference, Text
from linksift.documents.pdf.page_layout import Page, PageSections, rows, words_of_line
from linksift.documents.pdf.rows_to_text import continuation, line_ends, lines_of_rows, typefaces_go_on, with_tildes
from linksift.documents.reading_limits import pieces_or_fault, read_whole, result_or_fault

Other = Iterator[Piece] | Problem
"""What is read after the pages of a PDF: a comment, the bookmarks, the form in XML (XFA), or a Problem."""


def read_pages(document: bytes, context: Context, others: list[Other]) -> Iterator[Page]:
    """The pages of a PDF one by one. Its comments, its bookmarks, and its form are added to `others`, with a Problem
    for each page that cannot be read, and another for the point where reading stopped, if it did.

    Raises ReadError if PDFium is not installed.
    """
    if find_spec("pypdfium2") is None:
        raise ReadError("reading PDFs needs pypdfium2: pip install 'linksift[pdf]'")
    import json

    from linksift.documents.pdf.pdfium_pool import answer

    password = None if context.password is None else context.password.encode("utf-8", "replace")
    answered = answer(document, context.limits, password)
    page = 0
    for line in answered.lines.splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        record = json.loads(line)
        page = record.get("page", page)
        place = context.locator._replace(page=record.get("page"))
        found = result_or_fault(place, record_of, record, place, context)
        if isinstance(found, Page):
            yield found
        else:
            others.append(found)
        others += (iter([Text(note, Source(note), locator=place)]) for note in record.get("notes", ()))
        if record.get("more"):
            others.append(Problem("has more links or comments than are read", place))
        if actions := record.get("actions"):
            what = "an action of a button or field" if actions == 1 else f"{actions} actions of buttons and fields"
            others.append(Problem(f"has {what}, which PDFium does not show", place, "link"))
    if answered.stopped:
        others.append(Problem(answered.stopped, context.locator._replace(page=page + 1)))


def record_of(line: dict[str, Any], place: Locator, context: Context) -> Page | Other:
    """The page, the bookmarks or the form in a line of the output.

    >>> from linksift.documents.document_model import Limits
    >>> context = Context(None, None, Limits(), Locator(), lambda file, context: iter(()))
    >>> ab = ["ab", 0, 0, 50, 90, 50, 0, 100, 90, 1, 1, []]
    >>> page = record_of({"page": 2, "turn": 0, "lines": [[ab]], "links": []}, Locator(), context)
    >>> [[line.text for line in row] for row in page.rows]
    [['ab']]
    """
    if "stopped" in line:
        return Problem(line["stopped"], place)
    if "form" in line:
        inside = context._replace(locator=place._replace(member="XFA"))
        return pieces_or_fault(inside.locator, xml_reader.read, BytesIO(line["form"].encode("latin-1")), inside)
    if "bookmarks" in line:
        return stated_links(line["bookmarks"], "bookmark", place)
    if "unread" in line:
        return Problem("is a page that PDFium cannot read", place)
    lines = [list(words_of_line(words, line["turn"])) for words in line["lines"]]
    return Page(line["page"], rows(lines), list(stated_links(line["links"], "annotation", place)))


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


NEIGHBOURS = 2
"""The number of pages on each side with which a page is compared to find its header; left and right pages have separate
headers."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a PDF, read by PDFium in a separate process. Raises ReadError if nothing can be read."""
    octets = read_whole(file, context)
    others: list[Other] = []
    sections = in_sections(read_pages(octets, context, others), context.locator, others)
    any_page = False
    for page, following in pairwise(chain(sections, (None,))):
        assert page is not None
        any_page = True
        locator = context.locator._replace(page=page.number)
        yield from page.links
        next_page = following if following and following.number == page.number + 1 else None
        yield result_or_fault(locator, text_of_page, page, next_page, locator)
    problems = [other for other in others if isinstance(other, Problem)]
    if problems and not any_page:
        raise ReadError(problems[0].message)
    for other in others:
        if not isinstance(other, Problem):
            yield from other
    yield from problems


def in_sections(pages: Iterable[Page], locator: Locator, others: list[Other]) -> Iterator[PageSections]:
    """The sections of each page, found by comparison with the pages around it; any faults are added to `others`."""
    ends: tuple[None, ...] = (None,) * NEIGHBOURS
    window: deque[Page | None] = deque(maxlen=2 * NEIGHBOURS + 1)
    for page in chain(ends, pages, ends):
        window.append(page)
        here = window[NEIGHBOURS] if len(window) > NEIGHBOURS else None
        if here and len(window) == window.maxlen:
            around = [other for other in window if other and other is not here]
            found = result_or_fault(locator._replace(page=here.number), here.sections, around)
            if isinstance(found, PageSections):
                yield found
            else:
                others.append(found)


def text_of_page(page: PageSections, following: PageSections | None, locator: Locator) -> Text:
    """The text of a page: header, body, the rest of its last URI from the next page, if that was read, and footer."""
    header, footer = ("".join(lines_of_rows(rows)) for rows in (page.header, page.footer))
    body = lines_of_rows(page.body, typefaces_go_on(page.body))
    rest, continuing = continuation("".join(body), following.body) if following else ([], 0)
    rows = [*page.body, *(following.body[: len(rest)] if following else ())]
    lines = [*body[:-1], f"{body[-1]}\n", *rest] if rest else body
    text = f"{header}\n\n" if header else ""
    ends = line_ends(lines, len(text))
    typefaces = {end: goes_on for end, goes_on in zip(ends, typefaces_go_on(rows), strict=False) if goes_on is not None}
    text += "".join(lines)
    skip = [(len(text) - len("".join(rest)) + continuing, len(text))] if rest else []
    text = f"{text}\n\n{footer}" if footer else text
    return Text(with_tildes(text), Source(text), locator=locator, skip=skip, typefaces=typefaces)


def stated_links(links: list[tuple[str, list[str]]], stated_by: str, locator: Locator) -> Iterator[StatedReference]:
    """The references of link annotations or bookmarks, each given with the lines of its text. A wrapped link has an
    annotation for each of its lines, with different text, and is yielded once."""
    texts: dict[str, None] = {}
    written = [(decoded(uri), "\n".join(map(str.strip, lines))) for uri, lines in links]
    for (uri, text), following in zip_longest(written, written[1:]):
        texts[text] = None
        if following is None or following[0] != uri or following[1] in texts:
            yield StatedReference(uri, stated_by, link_text="\n".join(texts).strip() or None, locator=locator)
            texts = {}
