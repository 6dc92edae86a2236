"""A fault of a reader costs the part in which it happens: an exception is injected into the functions of every reader.

The net is off in all other tests, so that it hides nothing there.
"""

import gzip
import io
import json
import sys
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import linksift
from linksift.documents import Locator, Problem, reading_limits
from linksift.documents.format_detection import READERS, reader_of
from tests.documents.office.test_docx import GOOD as DOCX
from tests.documents.office.test_opendocument import GOOD as ODT
from tests.documents.office.test_pptx import GOOD as PPTX
from tests.documents.office.test_xlsx import GOOD as XLSX
from tests.documents.pdf_forms import form, stream
from tests.documents.test_outlook import GOOD as OUTLOOK
from tests.documents.test_tnef import GOOD as TNEF

FOLDER = str(Path(linksift.__file__).parent / "documents")
OUTSIDE = tuple(
    f"documents/{name}.py"
    for name in [
        "read",
        "recognizers",
        "format_detection",
        "links_from_pieces",
        "reading_limits",
        "document_model",
    ]
)
"""What finds the reader, works on its pieces, or is the net itself."""

MOST = 60
"""How many functions get the exception, spread over all that a reader calls."""

MAIL = """\
From: Jo <jo@a.example>
Subject: one
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain

see http://p{0}.example/a
--x
Content-Type: text/html

<p>see <a href="http://p{0}.example/b">x</a> http://p{0}.example/c
--x--
"""


def zipped(names: list[str], content: list[bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in zip(names, content, strict=True):
            archive.writestr(name, data)
    return file.getvalue()


def tarred(names: list[str], content: list[bytes]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in zip(names, content, strict=True):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()


def record(number: int) -> bytes:
    page = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/b>x</a> http://p{number}.example/c".encode()
    fields = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://p{number}.example/\r\n"
    fields += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(page)}\r\n\r\n"
    return fields.encode() + page + b"\r\n\r\n"


def notebook() -> bytes:
    cells = [{"cell_type": "markdown", "source": [f"see [x](http://p{number}.example/)"]} for number in range(3)]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def pdf() -> bytes:
    """Three pages, each with a link; without a table of objects, which PDFium makes itself."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 3/Kids[4 0 R 6 0 R 8 0 R]>>"]
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    for number in THREE:
        shown = f"BT /F 9 Tf 9 90 Td (see http://p{number}.example/) Tj ET"
        page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F 3 0 R>>>>"
        objects.append(f"{page}/Contents {len(objects) + 2} 0 R>>")
        objects.append(f"<</Length {len(shown)}>>stream\n{shown}\nendstream")
    numbered = (f"{number} 0 obj\n{content}\nendobj\n" for number, content in enumerate(objects, 1))
    return f"%PDF-1.4\n{''.join(numbered)}trailer<</Root 1 0 R>>\n".encode()


def parquet() -> bytes:
    """Three rows in three groups, each with a link."""
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    from pyarrow import parquet

    file = io.BytesIO()
    table = pyarrow.table({"a": [f"see http://p{number}.example/" for number in THREE]})
    parquet.write_table(table, file, row_group_size=1)
    return file.getvalue()


THREE = range(3)
PAGES = [f"<p>see <a href='http://p{number}.example/'>x</a>".encode() for number in THREE]
SAMPLES: dict[str, bytes] = {
    "a.warc": b"".join(map(record, THREE)),
    "a.mbox": b"".join(b"From x Sat Nov 21 09:00:00 2026\n" + MAIL.format(number).encode() + b"\n" for number in THREE),
    "a.eml": MAIL.format(0).encode(),
    "a.zip": zipped(["a.html", "b.html", "c.html"], PAGES),
    "a.tar": tarred(["a.html", "b.html", "c.html"], PAGES),
    "a.jsonl": b"".join(b'{"a": "see http://p%d.example/"}\n' % number for number in THREE),
    "a.csv": b"a,b\n" + b"".join(b"1,see http://p%d.example/\n" % number for number in THREE),
    "a.ipynb": notebook(),
    "a.json": b'{"a": "see http://p0.example/", "b": ["http://p1.example/"]}',
    "a.html": b"<!doctype html><p>see <a href='http://p0.example/'>x</a> http://p1.example/",
    "a.xml": b"<?xml version='1.0'?><a><loc>http://p0.example/</loc><description>&lt;p&gt; http://p1.example/",
    "a.md": b"# A\n\nsee [x](http://p0.example/) and <http://p1.example/>\n",
    "a.tex": b"\\documentclass{article}\nsee \\url{http://p0.example/} and \\href{http://p1.example/}{x}",
    "a.1": b".TH A 1\nsee \\fIhttp://p0.example/\\fR and http://p1\\&.example/\n",
    "a.pod": b"=pod\n\nE<lt>http://p0.example/E<gt>\nE<lt>http://p1.example/E<gt>\n",
    "a.properties": b"a=http\\://p0.example/\nb=http\\://p1.example/\n",
    "a.body": b"a" * 70 + b"=\n" + b"b" * 70 + b"=\n c=3Dd http://p0.example/ http://p1.=\nexample/\n",
    "a.ics": b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nURL:http://p0.example/\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    "a.rtf": rb"{\rtf1\ansi see http://p0.example/ {\field{\*\fldinst HYPERLINK \"http://p1.example/\"}{\fldrslt x}}}",
    "page.rtf": rb"{\rtf1\ansi\fromhtml1{\*\htmltag <p>}see http://p0.example/{\*\htmltag <a href='http://p1.example/'>}x}",
    "a.docx": DOCX,
    "a.xlsx": XLSX,
    "a.odt": ODT,
    "a.pptx": PPTX,
    "a.msg": OUTLOOK,
    "winmail.dat": TNEF,
    "a.epub": zipped(["mimetype", "a.xhtml"], [b"application/epub+zip", PAGES[0]]),
    "a.html.gz": gzip.compress(PAGES[0]),
    "a.pdf": pdf(),
    "form.pdf": form(
        b"/XFA 4 0 R", stream(b"<xdp><submit target='http://p0.example/'/><a>http://p1.example/</a></xdp>")
    ),
}
IN_PARTS = ["a.warc", "a.mbox", "a.zip", "a.tar", "a.jsonl", "a.csv", "a.ipynb", "a.pdf", "a.parquet"]
"""The samples with three parts, each of which has links to a host of its own."""


@lru_cache
def sample(name: str) -> bytes:
    """A sample of a kind of file; the test is skipped if the package for it is absent."""
    if name.endswith(".pdf"):
        pytest.importorskip("pypdfium2", reason="needs pypdfium2 (the extra pdf)")
    return parquet() if name == "a.parquet" else SAMPLES[name]


class Injected(Exception):
    """What no reader expects."""


IGNORED = "by a fault of linksift: please report Injected at linksift.documents. Python ignored it"
"""The problem in place of an exception that Python ignores."""


@pytest.fixture(autouse=True)
def net(monkeypatch: pytest.MonkeyPatch) -> None:
    """The net is on in these tests, and `read_with_fault` counts as a part of the readers."""
    monkeypatch.setattr(reading_limits, "CAUGHT", (Exception,))
    monkeypatch.setattr(reading_limits, "READERS_OWN", reading_limits.READERS_OWN | {"tests"})


def is_of_reader(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    return file.startswith(FOLDER) and not file.endswith(OUTSIDE) and not frame.f_code.co_name.startswith("<")


def read_with_fault(name: str, call: int) -> tuple[list[str], list[Problem], int]:
    """The hosts of the links of a sample, its problems, and how many calls there were; that one raises `Injected`.

    If it is the one with which Python closes a generator that nobody needs any more, Python ignores what it raises, and
    so does this function, which adds a problem of its own.
    """
    calls = 0
    ignored: list[object] = []

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        nonlocal calls
        if event == "call" and is_of_reader(frame):
            calls += 1
            if calls == call:
                raise Injected
        return None

    file, problems = io.BytesIO(sample(name)), list[Problem]()
    file.name = name
    before, hook = sys.gettrace(), sys.unraisablehook
    sys.unraisablehook = lambda raised: ignored.append(raised.exc_type)
    sys.settrace(trace)
    try:
        found = [one.match.host or "" for one in linksift.read(file, on_problem=problems.append)]
    finally:
        sys.settrace(before)
        sys.unraisablehook = hook
    problems += [Problem(IGNORED) for raised in ignored if raised is Injected]
    return found, problems, calls


def is_fault(problem: Problem) -> bool:
    return "by a fault of linksift: please report Injected at linksift.documents." in problem.message


def whole_and_calls(name: str) -> tuple[list[str], int]:
    """The hosts of a sample's links, and the calls of a reader whose patterns and caches are made."""
    read_with_fault(name, 0)
    whole, problems, calls = read_with_fault(name, 0)
    assert whole
    assert not any(map(is_fault, problems))
    return whole, calls


@pytest.mark.parametrize("name", [*SAMPLES, "a.parquet"])
def test_a_fault_anywhere_in_a_reader_is_a_problem(name: str) -> None:
    """While a member of a zip is unpacked, every exception means that the archive is broken."""
    whole, calls = whole_and_calls(name)
    for call in range(1, calls + 1, -(-calls // MOST)):
        try:
            found, problems, _ = read_with_fault(name, call)
        except linksift.ReadError as error:
            found, problems = [], [Problem(str(error))]
        assert not Counter(found) - Counter(whole)
        assert any(is_fault(problem) or "unpacked" in problem.message for problem in problems), (name, call)


@pytest.mark.parametrize("name", IN_PARTS)
def test_a_fault_in_a_part_leaves_the_other_parts(name: str) -> None:
    """A fault of what divides a file into its parts costs those after it."""
    _, calls = whole_and_calls(name)
    tried = range(1, calls + 1, -(-calls // MOST))
    hosts = [{*read_with_fault(name, call)[0]} for call in tried]
    assert sum(len(left) >= 2 for left in hosts) >= len(tried) * 0.35
    assert any(left == {"p0.example", "p2.example"} for left in hosts)


def test_the_problem_names_the_part() -> None:
    _, calls = whole_and_calls("a.warc")
    places = {problem.locator.record for call in range(1, calls) for problem in read_with_fault("a.warc", call)[1]}
    assert {1, 2, 3} <= places


def test_each_kind_of_file_has_a_sample() -> None:
    of_others = {"Parquet", "text"}  # made with pyarrow; recognized by no signature
    shown = {reader.kind for name, data in SAMPLES.items() if (reader := reader_of(data[:4096], name))}
    assert {reader.kind for reader in READERS} - shown <= of_others


@pytest.mark.parametrize("raised", [MemoryError, KeyboardInterrupt, OSError, linksift.ReadError])
def test_what_is_no_fault_passes(raised: type[BaseException]) -> None:
    def read() -> Any:
        yield Problem("one")
        raise raised

    pieces = reading_limits.pieces_or_fault(Locator(), read)
    assert next(pieces) == Problem("one")
    with pytest.raises(raised):
        next(pieces)


class CallersFile(io.BytesIO):
    """A file object whose second read has a fault of its own."""

    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        if self.reads == 2:
            raise Injected
        return super().read(size)


def test_what_a_caller_raises_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_limits, "READERS_OWN", reading_limits.READERS_OWN - {"tests"})

    def refuse(problem: Problem) -> None:
        raise Injected

    with pytest.raises(Injected):
        list(linksift.read(zipped(["a.png"], [b"\x89PNG\r\n\x1a\n" + bytes(99)]), on_problem=refuse))
    with pytest.raises(Injected):
        list(linksift.read(CallersFile(SAMPLES["a.mbox"])))
    links = linksift.read(SAMPLES["a.mbox"])
    next(links)
    with pytest.raises(Injected):
        links.throw(Injected)  # type: ignore[attr-defined]


def test_with_the_net_off_a_fault_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_limits, "CAUGHT", ())
    with pytest.raises(Injected):
        read_with_fault("a.html", 5)
