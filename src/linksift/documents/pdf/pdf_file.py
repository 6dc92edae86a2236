"""Reads PDFs: link annotations, bookmarks, forms, and the text of pages, with URIs that span lines, columns and
pages."""

from collections import deque
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain, pairwise
from typing import BinaryIO, TypeVar

from linksift.documents import xml_reader
from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, Source, StatedReference, Text
from linksift.documents.pdf.headers_and_footers import PageEdges, PageSections
from linksift.documents.pdf.page_records import Bookmarks, Comment, Form, LinkAnnotation, Page
from linksift.documents.pdf.pages_from_worker import read_records
from linksift.documents.pdf.rows_to_text import continuation, line_ends, lines_of_rows, with_tildes
from linksift.documents.pdf.typeface_evidence import typefaces_go_on
from linksift.documents.read_limits import read_whole
from linksift.documents.reader_bugs import pieces_or_fault, result_or_fault

T = TypeVar("T")

NEIGHBOURS = 2
"""The number of pages on each side with which a page is compared to find its header; left and right pages have separate
headers."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a PDF, read by PDFium in a separate process. Raises ReadError if nothing can be read."""
    octets = read_whole(file, context)
    problems: list[Problem] = []
    others: list[Comment | Bookmarks | Form] = []
    records = read_records(octets, context.limits, context.locator, context.password)
    pages = only_pages(without_problems(records, problems), others)
    edges = without_problems((edges_of(page, context.locator) for page in pages), problems)
    sections = without_problems(in_sections(edges, context.locator), problems)
    any_page = False
    for page, following in with_next(sections):
        any_page = True
        locator = context.locator._replace(page=page.number)
        yield from stated_links(page.links, "annotation", locator)
        yield result_or_fault(locator, text_of_page, page, following, locator)
    if problems and not any_page:
        raise ReadError(problems[0].message)
    for other in others:
        if isinstance(other, Bookmarks):
            yield from stated_links(other.links, "bookmark", context.locator)
        elif isinstance(other, Comment):
            yield Text(other.text, Source(other.text), locator=context.locator._replace(page=other.page))
        else:
            place = context.locator._replace(member="XFA")
            yield from pieces_or_fault(place, xml_reader.read, BytesIO(other.octets), context._replace(locator=place))
    yield from problems


def without_problems(found: Iterable[T | Problem], problems: list[Problem]) -> Iterator[T]:
    """The items that could be read; the problems are added to `problems`."""
    for one in found:
        if isinstance(one, Problem):
            problems.append(one)
        else:
            yield one


def only_pages(
    records: Iterable[Page | Comment | Bookmarks | Form], others: list[Comment | Bookmarks | Form]
) -> Iterator[Page]:
    """The pages; the comments, the bookmarks and the form are added to `others`."""
    for record in records:
        if isinstance(record, Page):
            yield record
        else:
            others.append(record)


def edges_of(page: Page, locator: Locator) -> PageEdges | Problem:
    """A page with its edges."""
    return result_or_fault(locator._replace(page=page.number), PageEdges, page)


def in_sections(pages: Iterable[PageEdges], locator: Locator) -> Iterator[PageSections | Problem]:
    """The sections of each page, found by comparison with the pages around it."""
    ends: tuple[None, ...] = (None,) * NEIGHBOURS
    window: deque[PageEdges | None] = deque(maxlen=2 * NEIGHBOURS + 1)
    for page in chain(ends, pages, ends):
        window.append(page)
        here = window[NEIGHBOURS] if len(window) > NEIGHBOURS else None
        if here and len(window) == window.maxlen:
            others = [other for other in window if other and other is not here]
            yield result_or_fault(locator._replace(page=here.number), here.sections, others)


def with_next(pages: Iterable[PageSections]) -> Iterator[tuple[PageSections, PageSections | None]]:
    """Each page with the next one, or with None if there is no next page or it could not be read."""
    for page, following in pairwise(chain(pages, (None,))):
        assert page is not None
        yield page, following if following and following.number == page.number + 1 else None


def text_of_page(page: PageSections, following: PageSections | None, locator: Locator) -> Text:
    """The text of a page: header, body, the rest of its last URI from the next page, and footer."""
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


def stated_links(links: list[LinkAnnotation], stated_by: str, locator: Locator) -> Iterator[StatedReference]:
    """The references of link annotations or bookmarks. A wrapped link has an annotation for each of its lines, with
    different text, and is yielded once."""
    texts: list[str] = []
    for link, following in pairwise([*links, None]):
        assert link is not None
        texts.append(link.link_text)
        if following is None or following.uri != link.uri or following.link_text in texts:
            yield StatedReference(link.uri, stated_by, link_text="\n".join(texts).strip() or None, locator=locator)
            texts = []
