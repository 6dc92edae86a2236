"""Every reader takes time that grows no faster than its file, and memory within a stated multiple of it.

The shapes are what once took much longer, and what takes longest of each format. They repeat a part of the file. A row
or line in which no link can be is skipped whole, so the shapes of tables and JSON have one.
"""

import io
import json
import os
import re
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from functools import cache, partial
from itertools import count
from pathlib import Path
from struct import pack

import pytest

import linksift
from linksift.documents import MEBI, Limits, reading_limits
from linksift.documents.document_model import Context
from linksift.documents.format_detection import HEAD_SIZE, READERS, reader_of
from linksift.documents.mail import message
from linksift.documents.office import zip_package
from linksift.documents.office.paragraphs import Paragraphs
from linksift.documents.reading_limits import TimeBudget
from linksift.documents.recognizers import COMPOUND_FILE
from tests.documents.office.test_docx import document as docx
from tests.documents.office.test_docx import paragraph
from tests.documents.office.test_opendocument import NAMESPACES
from tests.documents.office.test_opendocument import document as odt
from tests.documents.office.test_pptx import presentation, slide
from tests.documents.office.test_xlsx import MAIN, package, sheet
from tests.documents.pdf_forms import form, stream
from tests.documents.test_outlook import Tree, compound, properties, text
from tests.documents.test_tnef import (
    BODY,
    DATA,
    PLAIN_RICH_TEXT,
    PROPERTIES,
    RENDERED,
    SIGNATURE,
    attribute,
    rich_text,
)
from tests.documents.test_tnef import properties as properties_of
from tests.documents.test_tnef import text as text_of
from tests.documents.test_warc import overlapping
from tests.growth import (
    assert_forty_times_at_most,
    assert_lines_grow_with_the_input,
    assert_time_grows_as_the_size,
    repeated,
)

clock = pytest.mark.clock

THOROUGH = pytest.mark.skipif(
    os.environ.get("LINKSIFT_TIMED") not in ("large", "all"), reason="takes long: LINKSIFT_TIMED=large, as in CI"
)
ANYTHING = Limits(seconds=10_000, ratio=1_000_000, parts=1_000_000)
"""No limit ends a reading."""

URI = "http://a.example/b"
MBOX_HEAD = "From x Sat Nov 21 09:00:00 2026\nSubject: x\n\n"
LIST = f"{URI},"
"""A link that a rule ends, and which white space does not, needs the most memory."""
SIZE, SMALL = 200_000, 1_000_000
"""Octets of a file whose memory is measured, and of memory that does not depend on it."""


def octets(head: str, part: str, tail: str = "", encoding: str = "utf-8") -> Callable[[int], bytes]:
    """Files of a repeated part."""
    return lambda size: repeated(head, part, tail, size).encode(encoding)


def after_a_head(head: str, part: str) -> Callable[[int], bytes]:
    """Files of a repeated part after a head by which their format is recognized, and which is not in their size."""
    return lambda size: head.encode() + octets("", part)(size)


def nested(opener: str, closer: str, inner: str = f'"{URI}"') -> Callable[[int], bytes]:
    """Values in values."""
    return lambda size: (
        opener * (size // len(opener + closer)) + inner + closer * (size // len(opener + closer))
    ).encode()


def staircase(mark: str) -> Callable[[int], bytes]:
    """Lines of which each is indented by two blanks more than the one before."""
    return lambda size: "".join(" " * 2 * depth + f"{mark} x\n" for depth in range(int(size**0.5))).encode()


def in_package(make: Callable[[str], bytes], part: str, head: str = "", tail: str = "") -> Callable[[int], bytes]:
    """Office files with the repeated part as their content."""
    return lambda size: make(repeated(head, part, tail, size))


def zipped(members: Callable[[int], dict[str, bytes]]) -> Callable[[int], bytes]:
    """Zip files of members, not compressed."""

    def make(size: int) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in members(size).items():
                archive.writestr(name, content)
        return out.getvalue()

    return make


def tarred_list(size: int) -> bytes:
    """A tar archive of one text."""
    content = octets("", LIST)(size)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        entry = tarfile.TarInfo("a.txt")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def tarred(size: int) -> bytes:
    """A tar archive of small texts."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for number in range(max(1, size // 1024)):
            entry = tarfile.TarInfo(f"{number}.txt")
            entry.size = len(URI)
            archive.addfile(entry, io.BytesIO(URI.encode()))
    return out.getvalue()


def compressed(part: str) -> Callable[[int], bytes]:
    """A compressed text with a repeated part."""
    import gzip

    return lambda size: gzip.compress(octets("", part)(size))


def mail(headers: str, part: str, tail: str = "") -> Callable[[int], bytes]:
    """A message with a repeated part in its body."""
    return octets(f"From: a@a.example\nSubject: x\nMIME-Version: 1.0\n{headers}\n\n", part, tail)


def record(body: str, fields: str = "") -> str:
    """A record of a web archive."""
    page = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n{body}"
    return (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http; "
        f"msgtype=response\r\nContent-Length: {len(page)}\r\n\r\n{page}\r\n\r\n"
    )


def notebook(size: int) -> bytes:
    """A notebook of many cells."""
    cell = {"cell_type": "markdown", "source": [f"see [x]({URI})"]}
    count = max(1, size // len(json.dumps(cell)))
    return json.dumps({"cells": [cell] * count, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def notebook_with_list(size: int) -> bytes:
    """A notebook with a long cell."""
    cell = {"cell_type": "markdown", "source": [LIST * (size // len(LIST))]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def outlook(part: str) -> Callable[[int], bytes]:
    """A message of Outlook with a long text, in which a part is repeated."""
    return lambda size: compound({**properties(32), **text("1000", repeated("", part, "", size))})


def patched(octets: bytes, name: str, field: int, number: int) -> bytes:
    """A compound file with another number in a field of all entries whose names begin so."""
    made = bytearray(octets)
    for found in re.finditer(re.escape(name.encode("utf-16-le")), octets):
        made[found.start() + field : found.start() + field + 4] = pack("<I", number)
    return bytes(made)


def outlook_with_one_tree(size: int) -> bytes:
    """A message whose attachments share one tree of entries."""
    names = [f"__attach_version1.0_#{number:08X}" for number in range(size // 256)]
    inside: Tree = {f"x{number}": b"" for number in range(size // 256)}
    return patched(
        compound({**properties(32), names[0]: inside, **{name: {} for name in names[1:]}}), names[0][:-8], 76, 3
    )


def outlook_with_one_chain(size: int) -> bytes:
    """A message whose attachments are short streams in one long chain."""
    content = "__substg1.0_37010102"
    names = [f"__attach_version1.0_#{number:08X}" for number in range(size // 512)]
    return patched(
        compound({**properties(32), **{name: {content: b"a" * (size // 2)} for name in names}}), content, 120, 1
    )


def circular_outlook(size: int) -> bytes:
    """A compound file whose directory is a circular chain of sectors of 4,096 octets, in a long table."""
    header = COMPOUND_FILE + bytes(16) + pack("<HHHHH6x", 0x3E, 4, 0xFFFE, 12, 6)
    return header + pack("<9I109I", 0, 109, 0, 0, 0, 0, 0, 0, 0, *[0] * 109) + bytes(size)


def book(part: str) -> Callable[[int], dict[str, bytes]]:
    """The members of an EPUB with a long chapter, in which a part is repeated."""
    page = octets("<html><body>", part)
    return lambda size: {"mimetype": b"application/epub+zip", "a.xhtml": page(size)}


def tnef(size: int) -> bytes:
    """A message with a long text."""
    return SIGNATURE + attribute(BODY, f"see {URI}\n".encode() * (size // 25))


def tnef_with_attachments(size: int) -> bytes:
    """A message with many files."""
    attached = attribute(RENDERED, bytes(14), 2) + attribute(DATA, URI.encode(), 2)
    return SIGNATURE + attached * (size // len(attached))


def parquet(size: int) -> bytes:
    """A table of texts."""
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    from pyarrow import parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table({"a": [f"{URI}/{number}" for number in range(size // 20)]}), out)
    return out.getvalue()


def pdf(size: int) -> bytes:
    """Pages of links."""
    canvas = pytest.importorskip("reportlab.pdfgen.canvas", reason="PDFs are made with reportlab")
    pytest.importorskip("pypdfium2", reason="PDFs are read with pypdfium2")
    out = io.BytesIO()
    pages = canvas.Canvas(out)
    for _ in range(max(1, size // 4_000)):
        for line in range(50):
            pages.drawString(10, 10 + 12 * line, f"{URI} and {line} more words of text around it")
        pages.showPage()
    pages.save()
    return out.getvalue()


def xml_form(size: int) -> bytes:
    """A form in XML (XFA)."""
    pytest.importorskip("pypdfium2", reason="PDFs are read with pypdfium2")
    return form(b"/XFA 4 0 R", stream(octets("<xdp><a>", f"<submit target='{URI}'/>", "</a></xdp>")(size)))


def page_in_rich_text(size: int) -> bytes:
    """A page that Outlook encapsulated."""
    return repeated(r"{\rtf1\ansi\fromhtml1 ", rf"{{\*\htmltag <a href='{URI}'>}}\par ", "}", size).encode()


def tnef_with_page(size: int) -> bytes:
    """A message whose only text is a page in Rich Text."""
    return SIGNATURE + attribute(PROPERTIES, properties_of(rich_text(page_in_rich_text(size))))


def tnef_with_properties(size: int) -> bytes:
    """A message with many properties."""
    return SIGNATURE + attribute(PROPERTIES, properties_of(*[text_of(0x37, URI)] * (size // 60)))


def outlook_with_page(size: int) -> bytes:
    """A message whose only text is a page in Rich Text."""
    page = page_in_rich_text(size)
    packed = pack("<IIII", len(page) + 12, len(page), PLAIN_RICH_TEXT, 0) + page
    return compound({**properties(32), "__substg1.0_10090102": packed})


def sharing(size: int) -> bytes:
    """A workbook in which many cells share a long string."""
    strings = repeated(f'<sst xmlns="{MAIN}"><si><t>', f"{URI} ", "</t></si></sst>", size // 2)
    cells = sheet(repeated("", '<c t="s"><v>0</v></c>', "", size // 2))
    return package({"xl/worksheets/sheet1.xml": cells, "xl/sharedStrings.xml": strings})


def sheet_of(cells: str) -> bytes:
    """A workbook with these cells."""
    return package({"xl/worksheets/sheet1.xml": sheet(cells)})


def connected_to(connections: str) -> bytes:
    """A workbook with these connections to external data."""
    part = f'<connections xmlns="{MAIN}">{connections}</connections>'
    return package({"xl/worksheets/sheet1.xml": sheet(""), "xl/connections.xml": part})


def shown(body: str) -> bytes:
    """A presentation with this slide."""
    return presentation(slides__slide1=slide(body))


HTML = ("<p>", "<a href=", "<a href='/x'>y", f"<p>{URI} ", "<b>", "<!--", "&amp;", "<table>", "<script>", "<i><p>")
HTML_IN_HTML = (f"<iframe srcdoc='{URI}&lt;a href={URI}&gt;'>",)
XML = (
    LIST,
    *("<b>", "<b/>", "</b>", f"<loc>{URI}</loc>", f"<b c='{URI} &amp;'/>", "&amp;", f"{URI}&amp;", "<!--", "<!-- -->"),
    *(
        "<!-- >",
        "<![CDATA[",
        "<?b ",
        f"<?b {URI}?>",
        "<b c='",
        "<b xml:base='c/'>",
        "<description>&lt;p&gt;</description>",
    ),
)
RTF = (
    LIST,
    *(r"\par ", "{", r"\bin99999999999 ", r"\u8364?", r"{\field{\*\fldinst HYPERLINK}{\fldrslt x}}", f"{URI} "),
    *(r"\'82\'a0", r"\f1 a", r"a\super ", r"{\footnote ", r"{\*\objdata 0105", r"{\*\template " + f"{URI}}}"),
)
LATEX = (r"\href{a}{\}", "\\url{%\n}", r"\url{", r"\url[", "{", r"\_", rf"\url{{{URI}}} ", r"\href{a}{b}", LIST)
ROFF = (r"\[", r"\f[", r"\*(", r"\h'", r"\f(CW", r"\&.", "\\\n", rf"\fI{URI}\fR ", LIST)
MARKDOWN = ("> ", "- ", "[", "](", "`", "*", "<a ", "[a]: /b\n", "![", "\\", f"[x]({URI}) ", "1. a\n\n", "\t- a\n")

SHAPES: dict[str, dict[str, tuple[str, Callable[[int], bytes]]]] = {
    "text": {part: ("a.txt", octets(URI, part)) for part in ("a", "a\n", f"{URI} ", "\r", "\u20ac", LIST)},
    "HTML": {part: ("a.html", octets("<!doctype html><p>", part)) for part in (*HTML, *HTML_IN_HTML, LIST)}
    | {"list after a reference": ("a.html", octets("<!doctype html><a ping='/a?b&amp;c ", f"{URI} ", "'>"))}
    | {
        f"frame of {part}": ("a.html", octets("<!doctype html><iframe srcdoc='", part))
        for part in (f"{URI}&lt;p&gt;", "&lt;a href=b&gt;", "<iframe srcdoc=", "&amp;amp;")
    },
    "XML": {part: ("a.xml", octets("<?xml version='1.0'?><a>", part)) for part in XML}
    | {
        "bases in bases": (
            "a.xml",
            octets("<?xml version='1.0'?><a xml:base='http://a.example/'>", "<b xml:base='c/'>"),
        ),
    }
    | {"escaped page": ("a.xml", octets("<rss><description>&lt;p&gt;", f"&lt;a href='{URI}'&gt;&amp;amp;"))},
    "Markdown": {part: ("a.md", octets("", part)) for part in MARKDOWN}
    | {f"staircase of {mark}": ("a.md", staircase(mark)) for mark in "->1"},
    "LaTeX": {part: ("a.tex", octets("\\documentclass{a}\n", part)) for part in LATEX},
    "properties": {part: ("a.properties", octets("", part)) for part in (r"\u", r"\:", "\\\n ", rf"{URI}\:", LIST)},
    "quoted-printable": {
        part: ("a.txt", after_a_head(f"{'a' * 70}=3D=\n" * (1 + HEAD_SIZE // 75), part))
        for part in ("=3D", "=\n", "= ", "=C3=", f"{URI}=\n")
    },
    "POD": {part: ("a.pod", octets("=pod\n", part)) for part in ("E<lt>", "E<", f"E<lt>{URI}E<gt>\n", LIST)},
    "roff": {part: ("a.1", octets(".TH A 1\n", part)) for part in ROFF},
    "JSON": {
        "nested arrays": ("a.json", nested("[", "]")),
        "nested objects": ("a.json", nested('{"a":', "}")),
        "unclosed arrays": ("a.json", octets(f'["{URI}",', "[")),
        "strings": ("a.json", octets("[", f'"{URI}",', "1]")),
        "a list": ("a.json", octets('["', LIST, '"]')),
        "escapes": ("a.json", octets('["', r"\/", '"]')),
        "lines": ("a.jsonl", octets("", f'{{"a": "{URI}"}}\n')),
        "lines of one brace": ("a.jsonl", octets("", "{\n")),
        "a page": ("a.json", octets('["', f"<a href='{URI}'>\\u0061</a>\\n", '"]')),
        "an unfinished tag": ("a.json", octets('["<b>', f"<a {URI}", '"]')),
    },
    "table": {
        part: ("a.csv", octets(f"a,b\n{URI} ,", part)) for part in (",", "\n", '"', '""', f"1,{URI}\n", '"a\n', "a\n,")
    }
    | {
        "a page": ("a.csv", octets('a,b\n"', f'<a href=""{URI}"">b</a>\n', '",c\n')),
        "a cell of links": ("a.csv", octets('a,b\n"', f"{URI} ", '",c\n')),
        "a list": ("a.csv", octets('a,b\n"', LIST, '",c\n')),
    },
    "calendar": {
        part: ("a.ics", octets("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", part))
        for part in (f"URL:{URI}\r\n", "\r\n ", "BEGIN:VEVENT\r\n", ";", r"\,", 'X;A="')
    }
    | {
        f"pages of {part}": ("a.ics", octets("BEGIN:VCALENDAR\r\n", f"X-ALT-DESC;FMTTYPE=text/html:{part}\r\n"))
        for part in (f"<a href='{URI}'>b\\,\\n", "\r\n ")
    }
    | {
        f"{name} of a page": ("a.ics", octets(f"BEGIN:VCALENDAR\r\n{name};", "FMTTYPE=text/html:"))
        for name in ("A", "X-ALT-DESC")
    }
    | {"parameters of a page": ("a.ics", octets("BEGIN:VCALENDAR\r\nX-ALT-DESC;", "FMTTYPE=text/html;"))}
    | {"a page": ("a.ics", octets("BEGIN:VCALENDAR\r\nX-ALT-DESC;FMTTYPE=text/html:", f"<p>{URI}\\,\\n"))},
    "notebook": {"cells": ("a.ipynb", notebook), "a list": ("a.ipynb", notebook_with_list)},
    "RTF": {part: ("a.rtf", octets(r"{\rtf1\ansi ", part)) for part in RTF}
    | {
        f"page of {part}": ("a.rtf", octets(r"{\rtf1\ansi\fromhtml1 ", part))
        for part in (r"{\*\htmltag <p>}", r"\htmlrtf x\htmlrtf0 ", rf"{{\*\htmltag <a href='{URI}'>}}\par ")
    },
    "mail": {
        "text": ("a.eml", mail("Content-Type: text/plain", f"see {URI}\n")),
        "parts": ("a.eml", mail("Content-Type: multipart/mixed; boundary=x", f"--x\n\n{URI}\n", "--x--\n")),
        "multiparts": ("a.eml", mail("A: b", "Content-Type: multipart/mixed; boundary=x\n\n--x\n")),
        "fields": ("a.eml", octets("From: a@a.example\nSubject: x\n", f"List-Post: <{URI}>\n")),
        "folds": ("a.eml", octets("From: a@a.example\nSubject: x\nList-Post: ", "\n <")),
        "base64": ("a.eml", mail("Content-Transfer-Encoding: base64", "aHR0cDovL2EuZXhhbXBsZS8g\n")),
        "quoted-printable": ("a.eml", mail("Content-Transfer-Encoding: quoted-printable", "=3D=\n")),
    },
    "mailbox": {
        "messages": ("a.mbox", octets("", f"{MBOX_HEAD}{URI}\n\n")),
        "a list": ("a.mbox", octets(MBOX_HEAD, LIST)),
    },
    "web archive": {
        "records": ("a.warc", octets("", record(f"<a href=/b>x</a> {URI}"))),
        "chunks": ("a.warc", octets("", record("1\r\na\r\n" * 40, "Transfer-Encoding: chunked\r\n"))),
        "overlapping members": ("a.warc.gz", overlapping),
        "huge chunks": ("a.warc", octets("", record("ffffffffffffffff\r\na", "Transfer-Encoding: chunked\r\n"))),
    },
    "compressed": {part: ("a.txt.gz", compressed(part)) for part in (f"{URI} ", LIST)},
    "zip": {
        "a long text": ("a.zip", zipped(lambda size: {"a.txt": octets("", f"{URI} ")(size)})),
        "a list": ("a.zip", zipped(lambda size: {"a.txt": octets("", LIST)(size)})),
        "many texts": ("a.zip", zipped(lambda size: {f"{n}.txt": URI.encode() for n in range(size // 200)})),
        "sizes of no file": ("a.zip", octets("PK\3\4\0\0\x08" + "\0" * 19 + "\1\0\0\0a", "PK\7\x08" + "\1" * 12)),
    },
    "tar": {"many texts": ("a.tar", tarred), "a list": ("a.tar", tarred_list)},
    "DOCX": {
        "paragraphs": ("a.docx", in_package(docx, paragraph(URI))),
        "a list": ("a.docx", in_package(docx, LIST, "<w:p><w:r><w:t>", "</w:t></w:r></w:p>")),
        "empty paragraphs": ("a.docx", in_package(docx, "<w:p/>")),
        "runs": ("a.docx", in_package(docx, "<w:r><w:t>x</w:t></w:r>", "<w:p>", "</w:p>")),
    },
    "XLSX": {
        "cells": ("a.xlsx", in_package(sheet_of, f'<c t="str"><v>{URI}</v></c>')),
        "cells of one string": ("a.xlsx", sharing),
        "a list": ("a.xlsx", in_package(sheet_of, LIST, '<c t="str"><v>', "</v></c>")),
        "a long cell": ("a.xlsx", in_package(sheet_of, f"{URI} ", '<c t="str"><v>', "</v></c>")),
        "empty cells": ("a.xlsx", in_package(sheet_of, "<c/>")),
        "cells of a wrong name": ("a.xlsx", in_package(sheet_of, '<c r="XFD99999999999" t="str"><v>a</v></c>')),
        "connections": ("a.xlsx", in_package(connected_to, '<dbPr connection="a"/>')),
    },
    "ODT": {
        "paragraphs": ("a.odt", in_package(odt, f"<text:p>{URI}</text:p>")),
        "a list": ("a.odt", in_package(odt, LIST, "<text:p>", "</text:p>")),
        "empty paragraphs": ("a.odt", in_package(odt, "<text:p/>")),
        "blanks": ("a.odt", in_package(odt, "<text:p><text:s text:c='999999999'/></text:p>")),
        "flat": ("a.fodt", octets(f"<office:document {NAMESPACES}><office:text>", f"<text:p>{URI}</text:p>")),
    },
    "PPTX": {
        "empty paragraphs": ("a.pptx", in_package(shown, "<a:p/>")),
        "text": ("a.pptx", in_package(shown, "a")),
        "a list": ("a.pptx", in_package(shown, LIST, "<a:p><a:r><a:t>", "</a:t></a:r></a:p>")),
    },
    "EPUB": {f"a chapter of {part}": ("a.epub", zipped(book(part))) for part in (f"<p>{URI} ", LIST)},
    "Outlook": {
        "a long text": ("a.msg", outlook(f"{URI} ")),
        "a list": ("a.msg", outlook(LIST)),
        "a page in Rich Text": ("a.msg", outlook_with_page),
        "one tree": ("a.msg", outlook_with_one_tree),
        "one chain": ("a.msg", outlook_with_one_chain),
        "a circular chain": ("a.msg", circular_outlook),
    },
    "TNEF": {
        "a long text": ("winmail.dat", tnef),
        "a page in Rich Text": ("winmail.dat", tnef_with_page),
        "attachments": ("winmail.dat", tnef_with_attachments),
        "properties": ("winmail.dat", tnef_with_properties),
    },
    "Parquet": {"rows": ("a.parquet", parquet)},
    "PDF": {"pages": ("a.pdf", pdf), "a form in XML": ("a.pdf", xml_form)},
}
EVERY = [(kind, shape) for kind, shapes in SHAPES.items() for shape in shapes]
MEASURED = [
    pytest.param(kind, shape, marks=THOROUGH if number else ())
    for kind, shapes in SHAPES.items()
    for number, shape in enumerate(shapes)
]
"""All shapes, of which a usual run measures the memory of the first of each format, since that takes long."""


def read_file(name: str, content: bytes, limits: Limits = ANYTHING) -> int:
    """How many links and problems a file of this name gives."""
    file = io.BytesIO(content)
    file.name = name
    problems: list[linksift.Problem] = []
    try:
        return sum(1 for _ in linksift.read(file, limits=limits, on_problem=problems.append)) + len(problems)
    except linksift.ReadError:
        return len(problems)


@cache
def stated_multiples() -> dict[str, int]:
    """The multiples that docs/documents.md states, by kind."""
    page = (Path(__file__).parents[2] / "docs/documents.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| .* \| (\d+) \u00d7[^|]+ \|$", page, re.MULTILINE))
    return {reader.kind: int(rows[reader.files]) for reader in READERS}


def test_each_kind_of_file_has_its_shapes_and_a_multiple() -> None:
    assert SHAPES.keys() == stated_multiples().keys()


@pytest.mark.parametrize(("kind", "shape"), EVERY)
def test_the_reader_of_its_kind_reads_each_shape(kind: str, shape: str) -> None:
    name, make = SHAPES[kind][shape]
    reader = reader_of(make(HEAD_SIZE)[:HEAD_SIZE], name)
    assert reader is not None
    assert reader.kind == kind


@clock
@pytest.mark.parametrize(("kind", "shape"), EVERY)
def test_time_grows_as_the_file(kind: str, shape: str) -> None:
    name, make = SHAPES[kind][shape]
    assert_time_grows_as_the_size(partial(read_file, name), make)


@pytest.mark.parametrize(("kind", "shape"), MEASURED)
def test_memory_is_within_the_stated_multiple(kind: str, shape: str) -> None:
    """Some memory does not depend on the file, so the small file must be of some size."""
    name, make = SHAPES[kind][shape]
    read_file(name, make(1_000))  # fills the caches, which are not measured
    content = make(SIZE)
    tracemalloc.start()
    try:
        read_file(name, content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= stated_multiples()[kind] * SIZE + SMALL


class SlowBudget(TimeBudget):
    """That of a machine that needs 8 seconds to unpack a MiB."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, now=lambda: 8 * context.account.octets / MEBI)


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        ("DOCX", "empty paragraphs"),
        ("XLSX", "cells"),
        ("ODT", "paragraphs"),
        ("zip", "many texts"),
        ("tar", "many texts"),
    ],
)
def test_a_slow_machine_reads_the_same(kind: str, shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, make = SHAPES[kind][shape]
    content = make(300_000)
    usual = read_file(name, content)
    for reader in (zip_package, reading_limits):
        monkeypatch.setattr(reader, "TimeBudget", SlowBudget)
    assert read_file(name, content, ANYTHING._replace(seconds=0.1)) == usual


def test_attachments_of_a_mail_are_the_same_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    attached = f"--x\nContent-Disposition: attachment; filename=a.md\n\n{URI}\n" + "1. a\n\n" * 400
    content = mail("Content-Type: multipart/mixed; boundary=x", attached, "--x--\n")(200_000)
    usual = read_file("a.eml", content)
    assert usual > 50
    clock = (0.005 * tick for tick in count())
    monkeypatch.setattr(message, "TimeBudget", partial(TimeBudget, now=lambda: next(clock)))
    assert read_file("a.eml", content, ANYTHING._replace(seconds=0.1)) == usual


@clock
@THOROUGH
@pytest.mark.parametrize("part", ["a", f"{URI} ", "\u20ac"])
def test_one_line_of_64_megabytes(part: str) -> None:
    """A copy of the line for each chunk of it shows only from 32 MB on."""
    small, large = (octets(URI, part)(size // len(part.encode())) for size in (4_000_000, 64_000_000))
    assert_forty_times_at_most(partial(read_file, "a.txt"), small, large)


@pytest.mark.parametrize("make", [outlook_with_one_tree, outlook_with_one_chain])
def test_attachments_of_outlook_that_share_their_entries_or_sectors(make: Callable[[int], bytes]) -> None:
    read_file("a.msg", make(1_000))  # makes the finder, which cannot be made without the kernel
    assert_lines_grow_with_the_input(lambda text: read_file("a.msg", make(len(text))), "", "a", "", 25_000)


@clock
def test_links_of_one_run_do_not_copy_the_text_after_them() -> None:
    """They all end where the run ends, as in PPTX; the copies show only in a long run."""

    def work(count: int) -> None:
        paragraphs = Paragraphs()
        paragraphs.begin()
        links = [paragraphs.link(URI) for _ in range(count)]
        for _ in range(count):
            paragraphs.write("a")
        for link in links:
            paragraphs.close(link)

    assert_forty_times_at_most(work, 4_000, 64_000)


def test_paragraphs_without_inlines_are_not_kept() -> None:
    """A paragraph of five characters, kept for a second pass, took 80 times its size."""
    content = b"- a\n\n" * (SIZE // 5)
    read_file("a.md", content)  # fills the caches, which are not measured
    tracemalloc.start()
    try:
        read_file("a.md", content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= 10 * SIZE
