"""Reads zip files whose beginning and name do not identify them as documents: archives and Office documents."""

from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.archives.zip_archive import pieces_of_archive
from linksift.documents.decompression import LONGEST_ENTRY, open_zip
from linksift.documents.document_model import Context, NotText, Piece
from linksift.documents.office import docx, pptx
from linksift.documents.office.xlsx import workbook

OPEN_PACKAGE = "[Content_Types].xml"
"""A member that every Office document contains; its text is not in files meant for people (ISO/IEC 29500-2)."""

OFFICE_READERS = {"word": docx.read, "xl": workbook.read, "ppt": pptx.read}
"""The readers, keyed by the folder that only their kind of document contains."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of an Office document or of all files in an archive.

    Raises ReadError if the file is not a zip file, and NotText if it is another kind of Office package.
    """
    opened = open_zip(file, context.limits.files * LONGEST_ENTRY, context)
    names = opened.archive.namelist()
    if OPEN_PACKAGE not in names:
        return pieces_of_archive(opened, context)
    file.seek(0)
    folders = {name.partition("/")[0] for name in names if not name.endswith("/")}
    for folder, read_office in OFFICE_READERS.items():
        if folder in folders:
            return read_office(file, context)
    raise NotText("binary file (Office package)")
