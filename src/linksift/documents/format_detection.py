"""Detects the format of a file, first from its content and then from its name, and reads it with that format's reader.

To add a reader, write a module with a function `read` and add a row to `READERS`.
"""

import io
import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, BinaryIO, NamedTuple

from linksift.documents import recognizers
from linksift.documents.document_model import Context, NotText, Piece, ReadError
from linksift.documents.reading_limits import pieces_or_fault, read_whole, with_head
from linksift.documents.text_files import plain_text
from linksift.documents.text_files.plain_text import HEAD_SIZE, missing_mark

_imported = cache(import_module)
"""Imports a module. Finding it again takes a fifth of the time; each file in an archive needs its reader's module."""


class Reader(NamedTuple):
    """A kind of file: how to recognize it by head and name, and the module that reads it, imported on first use.

    `files` is the name of such files in the help and the heading of their row in the documentation. `seeks` means that
    the reader moves back and forth in the file; other readers read it once, from its start. `has_columns` means that
    such files are tables or may contain them.
    """

    kind: str
    files: str
    recognizes: recognizers.Recognizer
    module: str
    seeks: bool = False
    has_columns: bool = False

    def imported(self) -> Any:
        """The module, which has `record_ranges` and `read_range` besides `read` if it reads large files in ranges."""
        return _imported(f"linksift.documents.{self.module}")


WEB_ARCHIVE = Reader("web archive", "web archives (WARC, WET, WAT)", recognizers.is_web_archive, "warc")
MAILBOX = Reader("mailbox", "mailboxes (mbox)", recognizers.is_mailbox, "mail.mbox")
PLAIN_TEXT = Reader("text", "plain text", plain_text.recognizes, "text_files.plain_text")
HTML = Reader("HTML", "HTML and SVG", recognizers.is_html, "html.page_reader")
MARKDOWN = Reader("Markdown", "Markdown", recognizers.is_markdown, "markdown.markdown_file")
JSON = Reader("JSON", "JSON and JSON lines", recognizers.is_json, "data_files.json_reader", has_columns=True)
CSV = Reader("table", "CSV and TSV", recognizers.is_table, "data_files.delimited", has_columns=True)

READERS = (
    WEB_ARCHIVE,
    Reader("compressed", "gzip, bzip2, xz and Zstandard", recognizers.is_compressed, "decompression", has_columns=True),
    Reader("Parquet", "Parquet", recognizers.is_parquet, "data_files.parquet", seeks=True, has_columns=True),
    MAILBOX,
    Reader("mail", "mail (.eml, .emlx, Maildir)", recognizers.is_message, "mail.message"),
    Reader("ODT", "OpenDocument (ODT, ODS, ODP)", recognizers.is_opendocument, "office.opendocument", seeks=True),
    Reader("XML", "XML (sitemaps, feeds, DocBook, KML and others)", recognizers.is_xml, "xml_reader"),
    HTML,
    Reader("PDF", "PDF", recognizers.is_pdf, "pdf.pdf_file"),
    Reader("DOCX", "DOCX", recognizers.is_docx, "office.docx", seeks=True),
    Reader("XLSX", "XLSX", recognizers.is_xlsx, "office.xlsx_workbook", seeks=True),
    Reader("PPTX", "PPTX", recognizers.is_pptx, "office.pptx", seeks=True),
    Reader("EPUB", "EPUB", recognizers.is_epub, "office.epub", seeks=True),
    Reader("RTF", "RTF", recognizers.begins_with(rb"{\rtf"), "office.rtf_file"),
    Reader("Outlook", "Outlook messages (.msg)", recognizers.is_outlook_message, "mail.outlook_message"),
    Reader("TNEF", "TNEF (winmail.dat)", recognizers.begins_with(recognizers.TNEF), "mail.tnef_file"),
    Reader("zip", "zip archives", recognizers.is_zip, "zip_or_office", seeks=True, has_columns=True),
    Reader("tar", "tar archives", recognizers.is_tar, "tar_archive", has_columns=True),
    Reader(
        "calendar", "calendars and contact cards (.ics, .vcf)", recognizers.is_calendar, "mail.calendars_and_contacts"
    ),
    Reader("notebook", "notebooks (.ipynb)", recognizers.is_notebook, "data_files.notebook"),
    JSON,
    CSV,
    Reader("LaTeX", "LaTeX and BibTeX", recognizers.is_latex, "text_files.latex"),
    Reader("roff", "man pages (roff)", recognizers.is_roff, "text_files.roff"),
    Reader("POD", "POD and Perl", recognizers.is_pod, "text_files.pod"),
    Reader("properties", "Java properties", recognizers.is_properties, "text_files.java_properties"),
    MARKDOWN,
    Reader(
        "quoted-printable",
        "quoted-printable mail without a header",
        recognizers.is_quoted_printable,
        "text_files.quoted_printable",
    ),
    PLAIN_TEXT,
)
"""All readers, the most certain first: the first one that recognizes a file reads it."""


def formats_in_words() -> str:
    """A human-readable list of the formats that are read.

    >>> formats_in_words()[:35], formats_in_words()[-14:]
    ('web archives (WARC, WET, WAT); gzip', 'and plain text')
    """
    *others, last = (reader.files for reader in READERS)
    return f"{'; '.join(others)}; and {last}"


def reader_of(head: bytes, name: str | None) -> Reader | None:
    r"""The reader for a file with this head and name, determined by the head alone if possible, otherwise by both.

    The first record of a web archive may be damaged, so for a compressed archive the name is checked first. Markdown
    may begin with an element of HTML.

    >>> reader_of(b"\x1f\x8b\x08", "a.txt").kind, reader_of(b"Hello", None).kind, reader_of(b"\0", "a.txt")
    ('compressed', 'text', None)
    >>> reader_of(b"<div align=center>", "readme").kind, reader_of(b"<div align=center>", "readme.md").kind
    ('HTML', 'Markdown')
    >>> reader_of(b"<!doctype html>", "readme.md").kind
    'HTML'
    """
    *certain, text = READERS
    name = (name or "").lower()
    if recognizers.is_named_web_archive(head, name):
        return WEB_ARCHIVE
    is_named = name.endswith(recognizers.SUFFIXES)
    for known_by in ("", name) if is_named else ("",):
        for reader in certain:
            if reader is CSV and is_named and not known_by:
                continue  # columns of text say less than a name
            if reader.recognizes(head, known_by):
                is_markdown = reader is HTML and MARKDOWN.recognizes(head, name) and not recognizers.is_whole_page(head)
                return MARKDOWN if is_markdown else reader
    return text if text.recognizes(head, "") else None


def name_of(path: str) -> str:
    """The name by which the format of a file is detected: its own name, with ".eml" added for a message in a Maildir.

    >>> name_of("docs/page.html"), name_of("1204680122.27c448.host:2,S")
    ('page.html', '1204680122.27c448.host:2,S')
    """
    folder, name = os.path.split(path)
    return f"{name}.eml" if os.path.basename(folder) in ("cur", "new") and is_maildir(os.path.dirname(folder)) else name


def is_maildir(folder: str) -> bool:
    """Whether a folder is a Maildir, which contains the folders cur, new and tmp
    (https://cr.yp.to/proto/maildir.html)."""
    return all(os.path.isdir(os.path.join(folder, name)) for name in ("cur", "new", "tmp"))


def pieces(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a file. Raises ReadError if nothing in it can be read, and NotText if its format is not known."""
    return pieces_or_fault(context.locator, _pieces, file, context)


def _pieces(file: BinaryIO, context: Context) -> Iterator[Piece]:
    head = file.read(HEAD_SIZE)
    if mark := missing_mark(head):
        return _pieces(with_head(mark + head, file), context)
    reader = reader_of(head, context.name)
    if reader is None:
        raise NotText(recognizers.kind_of_binary(head))
    if context.columns.all and not reader.has_columns:
        if reader is not PLAIN_TEXT or context.name is not None:
            raise NotText("file without columns")
        reader = CSV  # text without a name, as from a pipe, may be CSV
    if file.seekable():
        file.seek(-len(head), io.SEEK_CUR)
    else:
        file = with_head(head, file)
        file = io.BytesIO(read_whole(file, context)) if reader.seeks else file
    found: Iterator[Piece] = reader.imported().read(file, context)
    return found


def inner_pieces(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a file inside another. Raises ReadError as `pieces` does, or if the file is nested too deeply."""
    if context.depth >= context.limits.depth:
        raise ReadError(context.too_deep())
    yield from pieces(file, context._replace(depth=context.depth + 1))
