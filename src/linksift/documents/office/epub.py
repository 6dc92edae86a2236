"""Reads EPUB books: the pages in the order of the file, and the package's information about the book (EPUB 3.3)."""

import posixpath
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.document_model import Context, Locator, Piece, ReadError
from linksift.documents.html.page_reader import read_text
from linksift.documents.office.zip_package import Package
from linksift.documents.text_files.text_encoding import markup_of

_PAGES = ("", ".xhtml", ".html", ".htm", ".xml", ".opf", ".ncx", ".svg")
"""The suffixes of pages and of the files that list or describe them. A page may have no suffix."""

OF_THE_CONTAINER = ("META-INF/", "mimetype")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a book, page by page. Raises ReadError if nothing can be read.

    A reference to another page of the book has no base, so it is neither a link nor a problem.
    """
    package = Package(file, context)
    names = [name for name in package.names() if not name.startswith(OF_THE_CONTAINER)]
    pages = [name for name in names if posixpath.splitext(name)[1].lower() in _PAGES]
    if not pages:
        raise ReadError("has no book in it")

    def page(name: str, locator: Locator) -> Iterator[Piece]:
        markup = markup_of(b"".join(package.chunks(name)))
        if posixpath.splitext(name)[1] or markup.lstrip().startswith("<"):  # a picture may have no suffix either
            yield from read_text(markup, context, locator, None)

    yield from package.pieces(pages, page, context.locator)
