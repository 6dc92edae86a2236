"""Reads zip files whose beginning and name do not identify them as documents: archives and Office documents.

Each file inside an archive is read like any other, including encrypted files if the password is known.
"""

import io
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, cast

from linksift.documents.decompression import LONGEST_ENTRY, OpenedZip, UnpackedFile, open_zip, unlisted_members
from linksift.documents.document_model import Context, NotText, Piece, Problem, ReadError
from linksift.documents.office import docx, pptx, xlsx_workbook
from linksift.documents.reading_limits import context_inside, failed_file, in_time, inner_file, too_many

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

OPEN_PACKAGE = "[Content_Types].xml"
"""A member that every Office document contains; its text is not in files meant for people (ISO/IEC 29500-2)."""

OFFICE_READERS = {"word": docx.read, "xl": xlsx_workbook.read, "ppt": pptx.read}
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


# ---- The files in an archive -----------------------------------------------------------------------------------------

ENCRYPTED = 0x1
"""The bit in an entry's flags that marks it as encrypted (APPNOTE, 4.4.4)."""

AES = 99
"""The compression method of an entry that is encrypted with AES (APPNOTE, Appendix E; WinZip's AE-2)."""

RESOURCE_FORKS = "__MACOSX/"
"""The folder in which macOS stores its metadata about the files."""


def pieces_of_archive(opened: OpenedZip, context: Context) -> Iterator[Piece]:
    """The pieces of all files in an archive, with a Problem for each unreadable file and for the archive's own fault.

    Raises ReadError.
    """
    archive, fault = opened
    if any(entry.compress_type == AES for entry in archive.infolist()):
        with suppress(ImportError):  # without this library, each such file becomes a problem
            from pyzipper import AESZipFile

            archive = AESZipFile(archive.fp)
    unlisted = unlisted_members(archive, context.limits.files * LONGEST_ENTRY, context)
    entries = [entry for entry in (*unlisted, *archive.infolist()) if _is_file(entry.filename)]
    yield from in_time(_pieces(archive, entries, context), context)
    if fault:
        yield Problem(fault, context.locator)
    if unlisted:
        yield Problem("has files at its beginning that its directory does not list; they were read", context.locator)


def _is_file(name: str) -> bool:
    """Whether an entry with this name is a file rather than a folder.

    >>> _is_file("a/b"), _is_file("a/"), _is_file("__MACOSX/._b")
    (True, False, False)
    """
    return not name.endswith("/") and not name.startswith(RESOURCE_FORKS)


def _pieces(archive: "ZipFile", entries: list["ZipInfo"], context: Context) -> Iterator[Piece]:
    for entry in entries:
        if problem := too_many(context):
            yield problem
            return
        inside = context_inside(context, entry.filename)
        try:
            content = UnpackedFile(_opened(archive, entry, context.password), context)
        except ReadError as error:
            yield failed_file(error, inside)
            continue
        yield from inner_file(content.buffered(), inside)
        if content.fault:
            yield Problem(content.fault, inside.locator)


def _opened(archive: "ZipFile", entry: "ZipInfo", password: str | None) -> io.BufferedIOBase:
    """The content of an entry. Raises ReadError if it cannot be unpacked."""
    is_encrypted = entry.flag_bits & ENCRYPTED
    if is_encrypted and password is None:
        raise ReadError("is encrypted and needs a password (password=, or --password WORD on the command line)")
    if entry.compress_type == AES and not hasattr(archive, "setencryption"):
        raise ReadError("is encrypted with AES: pip install 'linksift[aes]'")
    try:
        opened = archive.open(entry, pwd=password.encode() if password and is_encrypted else None)
    except NotImplementedError as error:
        raise ReadError("is compressed or encrypted with a method that is not supported") from error
    except RuntimeError as error:
        raise ReadError("is encrypted with another password") from error
    except Exception as error:  # zipfile raises half a dozen kinds of exceptions for broken data
        raise ReadError(f"cannot be unpacked: {error}") from error
    return cast(io.BufferedIOBase, opened)
