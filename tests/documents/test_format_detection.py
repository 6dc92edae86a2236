"""The format of a file is detected from its content first, its name second."""

import gzip
import re
from pathlib import Path

import pytest

from linksift.documents import read, recognizers
from linksift.documents.format_detection import READERS, name_of, reader_of

MAIL = b"From: a@a.example\nTo: b@b.example\nSubject: c\nDate: Sat, 21 Nov 2026 09:00:00 +0000\n\nd\n"
MBOX = b"From a@a.example Sat Nov 21 09:00:00 2026\n" + MAIL


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (b"Hello", None, "text"),
        (b"", "a.txt", "text"),
        (b"Hello", "a.md", "Markdown"),
        (b"Hello", "A.MD", "Markdown"),
        (b"Hello", "a.Rmd", "Markdown"),
        (b"Hello", "a.html", "HTML"),
        (MAIL, None, "mail"),
        (MAIL, "a.txt", "mail"),
        (b"X-Odd: 1\n\nHello", "a.eml", "mail"),
        (MBOX, "a.txt", "mailbox"),
        (b"From here on it is text.\n", None, "text"),
        (b"<!DOCTYPE html><p>", "a.txt", "HTML"),
        (b"<html lang=en>", None, "HTML"),
        (b"%PDF-1.7\n%\xe2\xe3\0", "a.txt", "PDF"),
        (gzip.compress(b"a", mtime=0), "a.txt", "compressed"),
        (b"BZh91AY&SY", None, "compressed"),
        (b"\xfd7zXZ\0", None, "compressed"),
        (b"\x89PNG\r\n\x1a\n\0", "a.txt", None),
        (b"\xff\xfea\0", None, "text"),
        (b"id,url\r\n1,http://a.example/\r\n2,http://a.example/b\r\n3,http://a.exa", None, "table"),
        (b'"id";"the url"\n1;"http://a.example/?b;c"\n2;"two\nlines"\n', "a.txt", "table"),
        (b"Name\tAdr\xc3\xa9sse\nx\thttp://a.example/\n\thttp://b.example/\n", None, "table"),
        ("id,url\n1,http://a.example/\n2,http://a.example/b\n".encode("utf-16"), None, "table"),
        (b"id,url\n1,http://a.example/\n", None, "text"),
        (b"id,url\n", None, "text"),
        (b"id,url\n\n\n", None, "text"),
        (b'id,url\n"', None, "text"),
        (b"id,url\n1,http://a.example/,\n2,http://a.example/b\n", None, "text"),
        (b"http://a.example/,1\nhttp://b.example/,2\nhttp://c.example/,3\n", None, "text"),
        (b"Hello, world.\nHere, there.\nAnd, at last.\n", None, "text"),
        (b"Hello, world\nsee http://a.example/x,y\nbye, joe\n", None, "text"),
        (b"a,b\n1,http://a.example/\n2,http://a.example/b", None, "table"),
        (b"a,b\n1,http://a.example/\n2,http://a.example/b\n\n", None, "table"),
        (b"a,b\n1,[c](http://a.example/)\n2,d\n", "a.md", "Markdown"),
        (b"a | b\n--- | ---\n1 | http://a.example/\n", "a.md", "Markdown"),
        (b"a,b\nc,d\ne,f\n\0", None, None),
    ],
)
def test_a_format_is_detected(head: bytes, name: str | None, kind: str | None) -> None:
    reader = reader_of(head, name)
    assert (reader and reader.kind) == kind


def test_every_suffix_in_the_module_is_among_those_that_matter() -> None:
    written = re.findall(
        r'"(\.[a-z0-9]+)"', re.sub(r'""".*?"""', "", Path(recognizers.__file__).read_text(), flags=re.S)
    )
    assert len(written) > 60
    assert set(written) == set(recognizers.SUFFIXES)


def test_every_reader_has_a_kind_of_its_own_and_the_last_reads_all_other_text() -> None:
    kinds = [reader.kind for reader in READERS]
    assert len(kinds) == len(set(kinds)) > 5
    assert kinds[-1] == "text"


def test_the_page_has_a_row_for_each_format_in_the_order_of_detection() -> None:
    page = (Path(__file__).parents[2] / "docs/documents.md").read_text(encoding="utf-8")
    table = page.split("| format | detected by | what is read | most memory |\n| --- | --- | --- | --- |\n")[1].split(
        "\n\n"
    )[0]
    assert [row.split(" | ")[0].removeprefix("| ") for row in table.splitlines()] == [
        reader.files for reader in READERS
    ]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.md", "a.html", "a.svg", "a.csv", "a.txt", "a.xml"])
def test_utf16_is_read_without_its_mark(tmp_path: Path, name: str, encoding: str) -> None:
    path = tmp_path / name
    text = '<?xml version="1.0"?>\n<p>http://a.example/\u65e5, ' + "x" * 9_000 + " http://b.example/</p>\n"
    path.write_bytes(text.encode("utf-8"))
    found = [(found.match.uri, found.location.line, found.location.column) for found in read(path)]
    path.write_bytes(text.encode(encoding))
    assert [(found.match.uri, found.location.line, found.location.column) for found in read(path)] == found
    assert [uri for uri, *_ in found] == ["http://a.example/%E6%97%A5", "http://b.example/"]


def test_a_file_in_a_maildir_is_a_message_by_its_name(tmp_path: Path) -> None:
    for folder in ("cur", "new", "tmp"):
        (tmp_path / "Mail" / folder).mkdir(parents=True)
    (tmp_path / "else" / "cur").mkdir(parents=True)
    assert name_of(str(tmp_path / "Mail" / "cur" / "1.a:2,S")) == "1.a:2,S.eml"
    assert name_of(str(tmp_path / "Mail" / "1.a:2,S")) == "1.a:2,S"
    assert name_of(str(tmp_path / "else" / "cur" / "1.a:2,S")) == "1.a:2,S"
