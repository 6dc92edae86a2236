"""PDF: its link annotations, and its text page by page, in which URIs go on over lines, columns and pages.

Here belongs the reader. How a page is put in order and written down never does.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, Source, StatedReference, Text
from linksift.documents.pdf.page_edges import PageEdges, PageSections
from linksift.documents.pdf.page_layout import LinkAnnotation, Page, Stopped
from linksift.documents.pdf.page_text import continuation, text_of_rows, with_tildes
from linksift.documents.pdf.pdfium_client import read_pages
from linksift.documents.size_limit import read_whole

_SIGNATURE = re.compile(rb"(?<![^\r\n\0])%PDF-")
WHERE_SIGNED = 1024
"""The signature stands within so many octets (ISO 32000-1, Annex H, 3.4.1); in a line of text it is none."""

NEIGHBOURS = 2
"""So many pages before and behind show what runs through them: left and right ones have headers of their own."""


def recognizes(head: bytes, name: str) -> bool:
    """Whether a file is a PDF.

    >>> recognizes(b"%PDF-1.7", ""), recognizes(b"A text about %PDF", "a.pdf")
    (True, False)
    >>> recognizes(b"Content-Type: application/pdf\\n\\n%PDF-1.4", ""), recognizes(b"It begins with %PDF-1.4", "")
    (True, False)
    """
    return _SIGNATURE.search(head, 0, WHERE_SIGNED) is not None


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a PDF, read with PDFium in a process of its own. Raises ReadError where nothing can be read."""
    octets = read_whole(file, context)
    problems: list[Problem] = []
    any_page = False
    for page, following in with_next(
        in_sections(with_edges(read_pages(octets, context.limits), context.locator, problems))
    ):
        any_page = True
        locator = context.locator._replace(page=page.number)
        yield from stated(page.links, locator)
        yield text_of_page(page, following, locator)
    if problems and not any_page:
        raise ReadError(problems[0].message)
    yield from problems


def with_edges(found: Iterable[Page | Stopped], locator: Locator, problems: list[Problem]) -> Iterator[PageEdges]:
    """The pages that could be read; of the others the problems are told."""
    for one in found:
        if isinstance(one, Stopped):
            problems.append(Problem(one.why, locator._replace(page=one.page)))
        else:
            yield PageEdges(one)


def in_sections(pages: Iterable[PageEdges]) -> Iterator[PageSections]:
    """The pages in their parts, as the pages near each show them."""
    ends: tuple[None, ...] = (None,) * NEIGHBOURS
    window: deque[PageEdges | None] = deque(maxlen=2 * NEIGHBOURS + 1)
    for sheet in chain(ends, pages, ends):
        window.append(sheet)
        here = window[NEIGHBOURS] if len(window) > NEIGHBOURS else None
        if here and len(window) == window.maxlen:
            yield here.sections(other for other in window if other and other is not here)


def with_next(pages: Iterable[PageSections]) -> Iterator[tuple[PageSections, PageSections | None]]:
    """Each page and the next one, if there is one that could be read."""
    before = None
    for page in pages:
        if before:
            yield before, page if page.number == before.number + 1 else None
        before = page
    if before:
        yield before, None


def text_of_page(page: PageSections, following: PageSections | None, locator: Locator) -> Text:
    """The text of a page: header, body, what of the next page ends a URI of this one, footer."""
    header, body, footer = map(text_of_rows, (page.header, page.body, page.footer))
    rest, continuing = continuation(body, following.body) if following else ("", 0)
    above = f"{header}\n\n{body}" if header else body
    text = f"{above}\n{rest}" if rest else above
    skip = [(len(above) + 1 + continuing, len(text))] if rest else []
    text = f"{text}\n\n{footer}" if footer else text
    return Text(with_tildes(text), Source(text), locator=locator, skip=skip)


def stated(links: list[LinkAnnotation], locator: Locator) -> Iterator[StatedReference]:
    """What the link annotations state; a wrapped link has one for each of its lines, which show different text, and is
    told once."""
    shown: list[str] = []
    for link, following in pairwise([*links, None]):
        assert link is not None
        shown.append(link.link_text)
        if following is None or following.uri != link.uri or following.link_text in shown:
            yield StatedReference(link.uri, "annotation", link_text="\n".join(shown).strip() or None, locator=locator)
            shown = []
