"""Recognizes the format of a file by its head and its name, for each format that has a reader.

Each `Recognizer` takes the first bytes of a file and its name in lowercase ("" if only the content counts). The readers
themselves are imported only when there is a file of their format.
"""

import codecs
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import islice

from linksift.documents.decompression import BZIP2, DICTIONARY_FRAME, FRAME, GZIP, XZ, is_zstandard, zstandard
from linksift.documents.document_model import ReadError
from linksift.lazy_pattern import lazy_pattern

Recognizer = Callable[[bytes, str], bool]


def begins_with(*signatures: bytes) -> Recognizer:
    r"""Recognizes the files that begin with one of these signatures.

    >>> begins_with(rb"{\rtf")(rb"{\rtf1\ansi", "")
    True
    """
    return lambda head, name: head.startswith(signatures)


def is_named(*suffixes: str) -> Recognizer:
    r"""Recognizes the files whose name ends in one of these suffixes, and that may be text.

    >>> recognizes = is_named(".md", ".markdown")
    >>> recognizes(b"", "readme.md"), recognizes(b"[a](b)", "readme.txt"), recognizes(b"\0", "readme.md")
    (True, False, False)
    """
    return lambda head, name: name.endswith(suffixes) and b"\0" not in _in_ascii(head)


MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")
"""The suffixes of Markdown files, including those of MDX, Quarto and R Markdown."""
is_markdown = is_named(*MARKDOWN_SUFFIXES)

COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The signature of office documents from before 2007, of encrypted documents, and of messages saved by Outlook."""

# ---- Compressed files ------------------------------------------------------------------------------------------------

_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")
"""The bytes that follow the header of bzip2: a block, or the end of an empty stream."""


def is_compressed(head: bytes, name: str) -> bool:
    r"""Whether a file has the signature of gzip (RFC 1952, 2.3.1), bzip2, xz or Zstandard.

    >>> is_compressed(b"\x1f\x8b\x08\0", ""), is_compressed(b"BZh", "")
    (True, False)
    """
    if head.startswith((GZIP, XZ)) or is_zstandard(head):
        return True
    return head.startswith(BZIP2) and head[4:10] in _BZIP2_BLOCKS


# ---- Web archives ----------------------------------------------------------------------------------------------------

_RECORD = b"WARC/"
_MEMBER = lazy_pattern(rb"\x1f\x8b\x08")
_FRAME = lazy_pattern(re.escape(FRAME))
_MOST_MEMBERS = 9


def is_web_archive(head: bytes, name: str) -> bool:
    r"""Whether a file begins with a record of a web archive (ISO 28500); in a compressed archive, the first record may
    be damaged.

    Only web archives begin with a stored Zstandard dictionary.

    >>> is_web_archive(b"WARC/1.0\r\n", ""), is_web_archive(b"\x1f\x8b\x08\0", "")
    (True, False)
    """
    if head.startswith(GZIP) or is_zstandard(head):
        signature = _MEMBER if head.startswith(GZIP) else _FRAME
        members = (head[member.start() :] for member in islice(signature.finditer(head), _MOST_MEMBERS))
        return head.startswith(DICTIONARY_FRAME) or any(_begins_with_record(member) for member in members)
    return head.startswith(_RECORD)


_ARCHIVE_SUFFIXES = tuple(f".{kind}.{packed}" for kind in ("warc", "wet", "wat") for packed in ("gz", "zst"))


def is_named_web_archive(head: bytes, name: str) -> bool:
    r"""Whether a binary file has the name of a compressed web archive, whose first record may be damaged.

    >>> is_named_web_archive(b"\x1f\x8b\0", "a.warc.gz"), is_named_web_archive(b"a text", "a.warc.gz")
    (True, False)
    """
    return name.endswith(_ARCHIVE_SUFFIXES) and (is_compressed(head, name) or b"\0" in head)


def _begins_with_record(packed: bytes) -> bool:
    """Whether a gzip member or Zstandard frame begins with a record; False if it is damaged or there is no decoder."""
    import zlib  # only if needed

    if packed.startswith(GZIP):
        with suppress(zlib.error):
            return zlib.decompressobj(31).decompress(packed, len(_RECORD)) == _RECORD
        return False
    with suppress(ReadError):
        zstd = zstandard()
        with suppress(zstd.ZstdError):
            return bool(zstd.ZstdDecompressor().decompress(packed, len(_RECORD)) == _RECORD)
    return False


# ---- Mail ------------------------------------------------------------------------------------------------------------

FROM_LINE = re.compile(rb"From [^\n]{0,500}?\d:\d\d[^\n]{0,100}\n(?:[!-9;-~]{1,100}[ \t]*:|>?From )")
"""The line before each message in a mailbox (RFC 4155), and the beginning of a header field."""

BEFORE_MAILBOX = codecs.BOM_UTF8 + b"\r\n"
"""The bytes that may precede a mailbox: a byte order mark and line ends."""

_HEADER = re.compile(rb"(?:\r?\n)*((?:[!-9;-~]{1,100}[ \t]*:(?!//)[^\n]*\n|[ \t][^\n]*\n|>?From [^\n]*\n){1,200})")
EMLX = re.compile(rb"\s{0,9}(\d{1,10})[ \t]*\n")
"""The line before a message saved by Apple Mail, which gives the number of bytes in the message."""

_MESSAGE_SUFFIXES = (".eml", ".emlx", ".mht", ".mhtml")
_FIELD_OF_MAIL = re.compile(
    rb"""(?mix) ^(
    from | to | cc | subject | date | message-id | received | return-path | delivered-to | envelope-to | mime-version
    | reply-to | sender | content-type | content-transfer-encoding | dkim-signature | x-mailer | user-agent
    | x-original-to | authentication-results | in-reply-to | references | newsgroups | path | x-mozilla-status
    | x-gmail-labels | status | list-[a-z]++
    ) [ \t]*+ :"""
)
"""The names of fields that occur only in messages. Two different ones are needed to recognize a text as a message."""


def is_mailbox(head: bytes, name: str) -> bool:
    r"""Whether a file is a mailbox, which begins with a `From ` line followed by header fields.

    >>> is_mailbox(b"From a@b.example Sat Nov 21 09:13:46 2026\nTo: c@b.example\n", "")
    True
    """
    return FROM_LINE.match(head.lstrip(BEFORE_MAILBOX)) is not None


def is_message(head: bytes, name: str) -> bool:
    r"""Whether a file is a message: it begins with header fields, and has two mail fields or the name of a message.

    >>> is_message(b"Date: now\nTo: a@b.example\n\n", ""), is_message(b"Metadata-Version: 2.1\nName: a\n", "")
    (True, False)
    """
    head = without_mark(head)
    start = EMLX.match(head)
    header = _HEADER.match(head, start.end() if start else 0)
    if header is None or b"\0" in header[0]:
        return False
    if name.endswith(_MESSAGE_SUFFIXES):
        return True
    names = (field[1].lower() for field in _FIELD_OF_MAIL.finditer(header[1]))
    first = next(names, None)
    return any(name != first for name in names)


_OUTLOOK = ("__properties_version1.0".encode("utf-16-le"), "__nameid_version1.0".encode("utf-16-le"))
"""Names found in the directory of an Outlook message."""

_OUTLOOK_SUFFIXES = (".msg", ".oft")


def is_outlook_message(head: bytes, name: str) -> bool:
    r"""Whether a file is a message saved by Outlook: a compound file with the directory or name of one (MS-OXMSG).

    >>> is_outlook_message(COMPOUND_FILE, "a.msg"), is_outlook_message(COMPOUND_FILE, "a.doc")
    (True, False)
    """
    return head.startswith(COMPOUND_FILE) and (name.endswith(_OUTLOOK_SUFFIXES) or any(one in head for one in _OUTLOOK))


TNEF = b"\x78\x9f\x3e\x22"
"""The signature of a message that Exchange packed as an attachment (MS-OXTNEF, 2.1.3.1)."""


def without_mark(octets: bytes) -> bytes:
    r"""A message without the byte order mark of an editor that saved it, perhaps in UTF-16, and with LF in place of the
    CR line endings of old files.

    >>> without_mark("\ufeffTo: b\r".encode()), without_mark("To: b".encode("utf-16"))
    (b'To: b\n', b'To: b')
    """
    if octets.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        octets = octets.decode("utf-16", "replace").encode("utf-8", "replace")
    octets = octets.removeprefix(codecs.BOM_UTF8)
    return octets if b"\n" in octets else octets.replace(b"\r", b"\n")


# ---- HTML and XML ----------------------------------------------------------------------------------------------------

_HTML_SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".svg")
_FIRST_TAGS = rb"html|head|title|base|meta|body|div|table|script|style|svg"
_BEGINNING = re.compile(rb"(?i)\s*+(?:<!doctype\s++(?:html|svg|netscape-bookmark)|<(?:" + _FIRST_TAGS + rb")[\s>/])")
_PAGE_BEGINS = re.compile(rb"(?i)\s*+<(?:!doctype|html|head)[\s>]")
_XML_SUFFIXES = (
    *(".xml", ".rss", ".atom", ".opml", ".rdf", ".kml", ".gpx", ".plist", ".webloc", ".xlf", ".xliff", ".dbk"),
    *(".docbook", ".pom", ".xsd", ".xsl", ".xslt", ".wsdl", ".xspf", ".jnlp", ".nuspec", ".csproj", ".resx"),
)
_FEED = re.compile(rb"(?i)\s*+<(?:!doctype\s++)?(?:rss|feed|opml|rdf:rdf)[\s>/]")
_XML_DECLARATION = re.compile(rb"\s*+<\?xml\s")
_MARKUP = re.compile(rb"\s*+<[A-Za-z_:!?]")
_BEFORE_IT = re.compile(rb"(?s)(?:\s*+(?:<\?[^>]*+>|<!--.*?(?:-->|\Z)))*+")
"""The comments and instructions before the root; every head matches, since it may have none."""


def is_html(head: bytes, name: str) -> bool:
    """Whether a file is a page or a drawing (SVG), judging by its beginning or its name.

    >>> is_html(b"<!-- saved --><!DOCTYPE html>", ""), is_html(b"a <b", "a.htm"), is_html(b"a <b", "a.txt")
    (True, True, False)
    >>> is_html(b"<!DOCTYPE NETSCAPE-Bookmark-file-1>", "")  # the bookmarks of browsers
    True
    """
    if name.endswith(_HTML_SUFFIXES):
        return True
    text = _in_ascii(head)
    return _BEGINNING.match(text, _after_comments(text)) is not None


def is_whole_page(head: bytes) -> bool:
    """Whether a file begins as a whole page does, not only with some element.

    >>> is_whole_page(b"<!doctype html>"), is_whole_page(b"<div>")
    (True, False)
    """
    text = _in_ascii(head)
    return _PAGE_BEGINS.match(text, _after_comments(text)) is not None


def is_xml(head: bytes, name: str) -> bool:
    """Whether a file is XML, but not a page, judging by its declaration, the root of a feed, or its name.

    >>> is_xml(b'<?xml version="1.0"?><urlset>', ""), is_xml(b"<project>", "pom.xml"), is_xml(b"<rss>", "")
    (True, True, True)
    >>> is_xml(b'<?xml version="1.0"?><html>', "a.xml"), is_xml(b"bplist00", "a.plist")
    (False, False)
    """
    text = _in_ascii(head)
    root = _after_comments(text)
    if _BEGINNING.match(text, root) is not None or _MARKUP.match(text) is None:
        return False
    is_named_so = name.endswith(_XML_SUFFIXES)
    return is_named_so or _XML_DECLARATION.match(text) is not None or _FEED.match(text, root) is not None


def _in_ascii(head: bytes) -> bytes:
    """The beginning of a text in ASCII without its byte order mark, and without the zero bytes of UTF-16."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head.replace(b"\0", b"")[2:]
    return head.removeprefix(b"\xef\xbb\xbf")


def _after_comments(head: bytes) -> int:
    """The position where a page begins, after any comments and instructions."""
    return _BEFORE_IT.match(head).end()  # type: ignore[union-attr]


# ---- PDF and office documents ----------------------------------------------------------------------------------------

_PDF = re.compile(rb"(?<![^\r\n\0])%PDF-")
_PDF_WITHIN = 1024
"""The number of bytes within which the signature begins, at the start of a line (ISO 32000-1, Annex H, 3.4.1)."""

ZIP = b"PK\x03\x04"
is_zip = begins_with(ZIP, b"PK\x05\x06")
"""Recognizes zip files, including empty ones."""

_OPEN_PACKAGE = re.compile(
    rb"PK\x03\x04.{26}(?:\[Content_Types\]\.xml|_rels/|docProps/|customXml/|word/|xl/|ppt/)", re.DOTALL
)
"""The first member of an Office document (ISO/IEC 29500-2); a later one may belong to a document in an archive."""

_DOCX_SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
_XLSX_SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
_WORKBOOK = lazy_pattern(
    rb"PK\x03\x04.{26}xl/(?:workbook\.xml|worksheets/|_rels/|theme/|styles|sharedStrings)", re.DOTALL
)
"""The head of a zip file whose first member is a part of a workbook."""

_OPENDOCUMENT_SUFFIXES = (".odt", ".ott", ".ods", ".odp", ".odg")
_PPTX_SUFFIXES = (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm")
_MIMETYPE = b"mimetypeapplication/vnd.oasis.opendocument."
"""The name and content of the first member, which is not compressed (OpenDocument, part 2, 3.3)."""

_FLAT_OPENDOCUMENT = re.compile(rb"\s*+<office:document\s")
"""The root of an OpenDocument file that is not a package (OpenDocument, part 3, 3.1.2)."""

_EPUB_SUFFIX = ".epub"
_EPUB = b"mimetypeapplication/epub+zip"


def is_pdf(head: bytes, name: str) -> bool:
    r"""Whether a file is a PDF.

    >>> is_pdf(b"%PDF-1.7", ""), is_pdf(b"A text about %PDF", "a.pdf")
    (True, False)
    >>> is_pdf(b"Content-Type: application/pdf\n\n%PDF-1.4", ""), is_pdf(b"It begins with %PDF-1.4", "")
    (True, False)
    """
    return b"%PDF-" in head[:_PDF_WITHIN] and _PDF.search(head, 0, _PDF_WITHIN) is not None


def office_recognizer(suffixes: tuple[str, ...], *parts: re.Pattern[bytes]) -> Recognizer:
    r"""Recognizes the Office documents whose head has all of these parts, or whose name has one of these suffixes.

    >>> is_docx(b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml...word/document.xml", "")
    True
    >>> is_docx(b"PK\x03\x04", "a.docx"), is_docx(b"PK\x03\x04", "a.zip")
    (True, False)
    >>> is_xlsx(b"PK\x03\x04" + bytes(26) + b"xl/workbook.xml", "")
    True
    >>> is_pptx(b"PK\x03\x04" + bytes(26) + b"ppt/presentation.xml", "")
    True
    """

    def recognizes(head: bytes, name: str) -> bool:
        if _OPEN_PACKAGE.match(head) and all(part.search(head) for part in parts):
            return True
        return name.endswith(suffixes) and head.startswith((ZIP, COMPOUND_FILE))

    return recognizes


is_docx = office_recognizer(_DOCX_SUFFIXES, lazy_pattern(rb"\[Content_Types\]\.xml"), lazy_pattern(rb"word/"))
is_xlsx = office_recognizer(_XLSX_SUFFIXES, _WORKBOOK)
is_pptx = office_recognizer(_PPTX_SUFFIXES, lazy_pattern(rb"PK\x03\x04.{26}ppt/", re.DOTALL))


def is_opendocument(head: bytes, name: str) -> bool:
    r"""Whether a file is an OpenDocument file: its beginning says so, or it is a package with the name of one.

    >>> is_opendocument(b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.text", "")
    True
    >>> is_opendocument(b"PK\x03\x04", "a.odt"), is_opendocument(b"PK\x03\x04", "a.zip")
    (True, False)
    >>> is_opendocument(b'<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:', "")  # a flat file
    True
    """
    if head.startswith(ZIP):
        return _MIMETYPE in head[:256] or name.endswith(_OPENDOCUMENT_SUFFIXES)
    text = _in_ascii(head)
    return _FLAT_OPENDOCUMENT.match(text, _after_comments(text)) is not None


def is_epub(head: bytes, name: str) -> bool:
    r"""Whether a file is an EPUB book: its beginning says so (OCF, 4.3), or it is a zip file with the name of one.

    >>> is_epub(b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/epub+zip", ""), is_epub(b"PK\x03\x04", "a.epub")
    (True, True)
    """
    return head.startswith(ZIP) and (head.startswith(_EPUB, len(ZIP) + 26) or name.endswith(_EPUB_SUFFIX))


# ---- Calendars, LaTeX, roff, POD and properties ----------------------------------------------------------------------

_CALENDAR = re.compile(rb"BEGIN:V(?:CALENDAR|CARD)[ \t]*[\r\n]", re.IGNORECASE)
_LATEX = re.compile(rb"(?:[ \t]*+(?:%[^\n]*+)?\r?\n)*+[ \t]*+\\(?:documentclass|documentstyle|RequirePackage)\b")
PROPERTIES_SUFFIX = ".properties"
is_properties = is_named(PROPERTIES_SUFFIX)
_LATEX_SUFFIXES = (".tex", ".latex", ".ltx", ".bib", ".bbl")
_ROFF = re.compile(rb"(?:\.?[ \t]*+\r?\n)*+(?:\.[ \t]*+\\[\"#]|'\\\"\s|\.(?:TH|Dd|nr|lf)[ \t])")
"""The first line of roff that is not empty: a comment, or a request that begins man pages."""

_POD_SUFFIXES = (".pod", ".pm", ".pl")
_POD = re.compile(rb"\s*+=(?:pod|head1|encoding)\b|#![^\n]*?[/ ]perl\b")
"""The first command of POD, or the first line of a Perl script."""


def is_calendar(head: bytes, name: str) -> bool:
    r"""Whether a file is a calendar or contact card, judging by its first line (RFC 5545, 3.4; RFC 6350, 6.1.1).

    >>> is_calendar(b"BEGIN:VCALENDAR\r\nVERSION:2.0", ""), is_calendar(b"BEGIN: VCALENDAR", "a.ics")
    (True, False)
    """
    return _CALENDAR.match(_in_ascii(head)) is not None


def is_latex(head: bytes, name: str) -> bool:
    r"""Whether a file is LaTeX or BibTeX, judging by its first command or its name.

    >>> is_latex(b"% a comment\n\\documentclass{article}", ""), is_latex(b"@misc{a,", "a.bib"), is_latex(b"a", "")
    (True, True, False)
    """
    return b"\0" not in head and (name.endswith(_LATEX_SUFFIXES) or _LATEX.match(head) is not None)


def is_roff(head: bytes, name: str) -> bool:
    r"""Whether a file is roff, judging by a comment or a request in its first line that is not empty.

    >>> [is_roff(head, "") for head in (b'.\\" a comment', b'\n.TH LS 1', b".Dd June 6, 2026", b".TH")]
    [True, True, True, False]
    """
    return b"\0" not in head and _ROFF.match(head) is not None


def is_pod(head: bytes, name: str) -> bool:
    r"""Whether a file is POD or Perl, judging by its first line or its name.

    >>> [is_pod(head, "") for head in (b"=head1 NAME", b"#!/usr/bin/env perl\n", b"= A heading =")]
    [True, True, False]
    """
    return b"\0" not in head and (name.endswith(_POD_SUFFIXES) or _POD.match(head) is not None)


_SOFT_LINE_BREAK = lazy_pattern(rb"(?m)^[^\n]{60,75}=[ \t]*+\r?\n(?![ \t]{2})")
"""A line of at most 76 characters that continues (RFC 2045, 6.7). Encoders fill it, up to the width of an octet or a
word."""

_NEEDED_OCTET = lazy_pattern(rb"=(?:3D|[89A-F][0-9A-F])")
"""An octet that has to be encoded: `=`, or one beyond ASCII."""

_AT_LINE_END = lazy_pattern(rb"(?m)=(?:20|09)?[ \t]*+\r?$")


def is_quoted_printable(head: bytes, name: str) -> bool:
    r"""Whether a file is text in quoted-printable: ASCII with at least two soft line breaks and an octet that has to be
    encoded, in which nine of ten `=` begin such an octet or end a line.

    >>> line = b"a" * 70 + b"=\n"
    >>> is_quoted_printable(line * 2 + b"b=3Dc", ""), is_quoted_printable(line * 2 + b"b=c", "")
    (True, False)
    """
    octets = len(_NEEDED_OCTET.findall(head))
    if not octets or not head.isascii():  # as for most texts; the other patterns examine each line
        return False
    is_read_as_such = 10 * (octets + len(_AT_LINE_END.findall(head))) >= 9 * head.count(b"=")
    return is_read_as_such and len(_SOFT_LINE_BREAK.findall(head)) > 1


# ---- Archives --------------------------------------------------------------------------------------------------------

_TAR_BLOCK = 512
_TAR_CHECKSUM = slice(148, 156)


def is_tar(head: bytes, name: str) -> bool:
    r"""Whether a file is a tar archive, judging by the checksum of its first header, which even old archives have.

    >>> is_tar(b"a.txt" + bytes(143) + b"0001357\0" + bytes(356), ""), is_tar(bytes(512), "a.tar")
    (True, False)
    """
    header = head[:_TAR_BLOCK]
    return len(header) == _TAR_BLOCK and header[0] != 0 and tar_checksum(header) == octal(header[_TAR_CHECKSUM])


def tar_checksum(header: bytes) -> int:
    """The checksum of a header: the sum of its bytes, with spaces in place of the checksum (POSIX, ustar)."""
    return sum(header) - sum(header[_TAR_CHECKSUM]) + 8 * 0x20


def octal(field: bytes) -> int:
    r"""The number in a header field, written in octal digits; -1 if the field does not contain a number.

    >>> octal(b"0000752\0"), octal(b" 17 "), octal(b"x")
    (490, 15, -1)
    """
    digits = field.partition(b"\0")[0].strip()
    return int(digits, 8) if digits and not digits.strip(b"01234567") else -1


# ---- Files that are not read -----------------------------------------------------------------------------------------

_BINARY = (
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8", "GIF image"),
    (b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (b"Rar!\x1a\x07", "RAR archive"),
    (b"MSCF", "cabinet archive"),
    (COMPOUND_FILE, "Office document before 2007, or encrypted"),
    (b"MZ", "Windows program"),
    (b"SQLite format 3\0", "SQLite database"),
    (b"OggS", "Ogg media"),
    (b"ID3", "MP3 audio"),
)
"""Signatures of formats that have no reader, and their common names."""


def kind_of_binary(head: bytes) -> str:
    r"""A human-readable description of a file for which there is no reader.

    >>> kind_of_binary(b"7z\xbc\xaf\x27\x1c\0\4"), kind_of_binary(b"\0")
    ('binary file (7z archive)', 'binary file')
    """
    return next((f"binary file ({kind})" for signature, kind in _BINARY if head.startswith(signature)), "binary file")


# ---- Data files ------------------------------------------------------------------------------------------------------

_PARQUET = (b"PAR1", b"PARE")
"""The possible beginnings of a Parquet file; the second is that of files with an encrypted footer (Parquet, File Format
and Encryption)."""


def is_parquet(head: bytes, name: str) -> bool:
    r"""Whether a file is in Parquet format.

    >>> is_parquet(b"PAR1\x15\0", ""), is_parquet(b"PAR1 is no file", "")
    (True, False)
    """
    return head.startswith(_PARQUET) and b"\0" in head


JSON_LINES_SUFFIXES = (".jsonl", ".ndjson")
_JSON_SUFFIXES = (".json", ".geojson", ".har", ".ipynb", ".webmanifest")
_TABLE_SUFFIXES = (".csv", ".tsv")
_COLUMN_NAME = rb"(?:\"[^\"\n]{1,60}\"|[A-Za-z_\x80-\xff](?:[\w .\-/()#\x80-\xff]{0,60}[\w)#\x80-\xff])?)"
_COLUMN_NAMES = lazy_pattern(rb"%b(?P<delimiter>[,;\t])%b(?:(?P=delimiter)%b)*+\r?\n" % ((_COLUMN_NAME,) * 3))
"""The header of a table: names without a space after the delimiter; prose has one after its commas."""

_QUOTED = lazy_pattern(rb"\"(?:[^\"]|\"\")*+(?:\"|\Z)")
_NOTEBOOK = re.compile(
    rb"(?:\xef\xbb\xbf)?\s{0,99}+\{\s{0,99}+\"(?:(nbformat(?:_minor)?)|cells|metadata)\"\s{0,99}+:\s{0,99}+[\[{0-9]"
)
"""The beginning of a notebook. Jupyter writes its cells first, Google Colab its version or its metadata."""

_OF_NOTEBOOK = re.compile(
    rb'"(?:cell_type|kernelspec)"|\[\s{0,99}+\{\s{0,99}+"attachments"\s{0,99}+:\s{0,99}+\{\s{0,99}+"'
)
"""What the beginning of a notebook contains besides: a cell, its kernel, or long images in its first cell."""
_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,99}+(?:\[\s{0,99}+)?\{\s{0,99}+\"(?:[^\"\\\n]|\\.){0,999}+\"\s{0,99}+:")


def is_json(head: bytes, name: str) -> bool:
    r"""Whether a file is JSON: it begins with an object or an array of objects, or its name says so.

    >>> is_json(b'{"a": 1}', ""), is_json(b"[a](http://b.example)", ""), is_json(b'"a"', "a.json")
    (True, False, True)
    """
    text = _in_ascii(head)
    return b"\0" not in text and (
        _OBJECT.match(text) is not None or name.endswith(_JSON_SUFFIXES + JSON_LINES_SUFFIXES)
    )


def is_notebook(head: bytes, name: str) -> bool:
    """Whether a file is a Jupyter notebook: it begins with its version, or with cells or metadata as notebooks have.

    >>> is_notebook(b'{"cells": [{"cell_type": "code"', ""), is_notebook(b'{"cells": []}', "")
    (True, False)
    >>> is_notebook(b'{"nbformat": 4, "metadata": {', ""), is_notebook(b'{"metadata": {}, "links": []}', "")
    (True, False)
    """
    begins = _NOTEBOOK.match(head)
    return begins is not None and (begins[1] is not None or _OF_NOTEBOOK.search(head) is not None)


def is_table(head: bytes, name: str) -> bool:
    r"""Whether a file is CSV or TSV, judging by its name, or, without one, by a header and two rows with as many cells.

    >>> is_table(b"a,b", "a.csv"), is_table(b"id,url\n1,http://a.example/\n2,http://b.example/\n", "")
    (True, True)
    >>> is_table(b"Hello, world\nand others\nhere\n", "")
    False
    """
    text = _in_ascii(head)
    return b"\0" not in text and (name.endswith(_TABLE_SUFFIXES) or (not name and _has_rows(text)))


def _has_rows(text: bytes) -> bool:
    """Whether a text begins with the header of a table, and at least two rows with as many cells follow; the end of the
    head may cut the last of them."""
    header = _COLUMN_NAMES.match(text)
    if header is None:
        return False
    first, *rows = _QUOTED.sub(b"", text).rstrip(b"\r\n").split(b"\n")
    delimiters, *others = (row.count(header["delimiter"]) for row in (first, *rows))
    return len(others) > 1 and set(others[:-1]) == {delimiters} and others[-1] <= delimiters


SUFFIXES = (
    *(*MARKDOWN_SUFFIXES, *_MESSAGE_SUFFIXES, *_OUTLOOK_SUFFIXES, *_HTML_SUFFIXES, *_XML_SUFFIXES, *_LATEX_SUFFIXES),
    *(*_DOCX_SUFFIXES, *_XLSX_SUFFIXES, *_PPTX_SUFFIXES, *_OPENDOCUMENT_SUFFIXES, _EPUB_SUFFIX),
    *(*_JSON_SUFFIXES, *JSON_LINES_SUFFIXES, *_TABLE_SUFFIXES, *_POD_SUFFIXES, PROPERTIES_SUFFIX),
)
"""All suffixes that matter to a recognizer; any other name says no more than a missing one."""
