"""`read`: paths, bytes and files in, links and their locations out; any content gives links or a message."""

import builtins
import gc
import gzip
import io
import json
import socket
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift import Finder
from linksift.documents import Found, NotText, Problem, ReadError, Source, read
from linksift.documents.document_model import SHORT, Piece, StatedReference, Text
from linksift.documents.links_from_pieces import extract_links
from linksift.uri import is_uri

MAILS = sorted((Path(__file__).parent / "samples" / "mail").glob("*.eml"))

TEXT = b"\n See <http://a.example/one-\n two> and www.b.example."
MAIL = (
    b"From: a@a.example\nTo: b@b.example\nSubject: http://s.example/\nMIME-Version: 1.0\n"
    b"Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain; format=flowed\n\n"
    b"http://a.example/long-\n name =?utf-8?q?a?= \n--x\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
    b"PGEgaHJlZj0naHR0cDovL2MuZXhhbXBsZS8nPmM8L2E+\n--x--\n"
)
HTML = b"<!doctype html><title>t</title><base href='http://b.example/'><a href='c &amp; d'>http://e.example/</a>"
MARKDOWN = b"# a\n\n[b](http://b.example/c 'd') <http://e.example> `http://f.example`\n"


def uris(found: Iterator[Found]) -> list[str]:
    return [one.match.uri for one in found]


def test_a_path_bytes_and_a_file_give_the_same_links(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT)
    expected = ["http://a.example/one-two", "http://www.b.example"]
    assert uris(read(path)) == uris(read(str(path))) == uris(read(TEXT)) == expected
    with path.open("rb") as file:
        assert uris(read(file)) == expected
        assert not file.closed
    assert uris(read(io.BytesIO(TEXT))) == expected


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda data: memoryview(bytes(reversed(data)))[::-1]])
def test_any_buffer_is_bytes(kind: Callable[[bytes], bytearray | memoryview]) -> None:
    assert uris(read(kind(TEXT))) == uris(read(TEXT))


@pytest.mark.parametrize("document", [None, 7, io.StringIO("http://a.example/"), ["a.txt"], object()])
def test_anything_but_a_document_is_refused_at_once(document: Any) -> None:
    with pytest.raises(TypeError, match=f"a file open for reading bytes, not {type(document).__name__}"):
        read(document)


def test_a_file_open_for_text_is_refused_at_once(tmp_path: Path) -> None:
    with (tmp_path / "a.txt").open("w+") as file, pytest.raises(TypeError, match="open for reading bytes"):
        read(file)  # type: ignore[arg-type]
    with tempfile.NamedTemporaryFile("w+") as file, pytest.raises(TypeError, match="open for reading bytes"):
        read(cast(BinaryIO, file))


class Pipe(io.RawIOBase):
    """A file that gives a few octets at a time, and cannot seek."""

    def __init__(self, data: bytes, most: int) -> None:
        self._data, self._most = io.BytesIO(data), most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._data.readinto(memoryview(buffer)[: self._most])


class Seekable(Pipe):
    """The same, but it can seek."""

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._data.seek(offset, whence)


def docx() -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        package.writestr("[Content_Types].xml", "")
        package.writestr(
            "word/document.xml", f"<d xmlns='{space}'><body><p><r><t>http://a.example/</t></r></p></body></d>"
        )
    return file.getvalue()


@pytest.mark.parametrize("make", [Pipe, Seekable])
@pytest.mark.parametrize("most", [1, 7])
@pytest.mark.parametrize(
    "data",
    [TEXT, MAIL, b"From x Sat Nov 21 09:00:00 2026\n" + MAIL, HTML, gzip.compress(MAIL), docx()],
    ids=["text", "mail", "mailbox", "HTML", "packed", "DOCX"],
)
def test_a_file_may_give_a_few_octets_at_a_time(make: type[Pipe], most: int, data: bytes) -> None:
    file = make(data, most)
    assert uris(read(cast(BinaryIO, file))) == uris(read(data)) != []
    gc.collect()
    assert not file.closed


def test_a_file_need_only_be_read() -> None:
    class Reader:
        def __init__(self, data: bytes) -> None:
            self.read = io.BytesIO(data).read

    assert uris(read(cast(BinaryIO, Reader(docx())))) == ["http://a.example/"]


def test_a_file_that_does_not_wait_is_distinguished_from_one_that_ends() -> None:
    class Waiting(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> None:
            return None

    with pytest.raises(BlockingIOError, match="nothing to read yet"):
        next(read(cast(BinaryIO, Waiting())))


def test_a_link_says_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT)
    first, second = (found.location for found in read(path))
    assert (first.path, first.line, first.column, first.start, first.end) == (str(path), 2, 7, 7, 33)
    assert (second.line, second.column) == (3, 11)
    assert {found.location.path for found in read(TEXT)} == {None}


def test_a_link_that_is_stated_and_in_the_text_is_yielded_twice() -> None:
    page = b"<!doctype html><a href='http://a.example/'>http://a.example/</a>"
    assert [(found.match.kind, found.match.uri, found.location.stated_by, found.link_text) for found in read(page)] == [
        ("stated", "http://a.example/", "a href", "http://a.example/"),
        ("uri", "http://a.example/", None, None),
    ]


def test_relative_references_need_a_base() -> None:
    page = b"<!doctype html><a href='b'>c</a>"
    assert uris(read(page)) == []
    assert uris(read(page, base="http://a.example/d/")) == ["http://a.example/d/b"]


def test_code_is_left_out_of_markdown_on_request(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(MARKDOWN)
    assert "http://f.example" in uris(read(path))
    assert "http://f.example" not in uris(read(path, skip_code=True))


def test_options_are_those_of_a_finder() -> None:
    assert uris(read(TEXT, kinds={"suffix"})) == ["http://www.b.example"]
    assert uris(read(TEXT, schemes={"ftp"}, kinds={"uri"})) == []
    assert uris(read(TEXT, finder=Finder(kinds={"suffix"}))) == ["http://www.b.example"]


def test_the_profile_is_that_for_documents_unless_another_one_is_named() -> None:
    text = b"See http://a.example/one-\ntwo/three/four for more of this, and so on and on and on\n"
    assert uris(read(text)) == uris(read(text, finder=Finder("document")))
    assert uris(read(text, profile="chat")) != uris(read(text))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"unheard_of": 1}, TypeError),
        ({"rejoin": "perhaps"}, ValueError),
        ({"finder": Finder(), "rejoin": "auto"}, TypeError),
    ],
)
def test_bad_options_are_refused_at_once(options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        read(TEXT, **options)  # type: ignore[arg-type]


def test_a_document_that_cannot_be_read_at_all_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(read(tmp_path / "missing"))
    with pytest.raises(IsADirectoryError):
        next(read(tmp_path))
    with pytest.raises(NotText, match="binary file"):
        next(read(b"\x7fELF\0"))
    (tmp_path / "a.zip").write_bytes(b"PK\3\4")
    with pytest.raises(ReadError, match=r"a\.zip: is not a zip file, or a broken one$") as raised:
        next(read(tmp_path / "a.zip"))
    assert (raised.value.document, raised.value.reason) == (
        str(tmp_path / "a.zip"),
        "is not a zip file, or a broken one",
    )
    with pytest.raises(ReadError, match=r"^the document: is not a zip file"):
        next(read(b"PK\3\4"))
    assert issubclass(NotText, ReadError)
    assert issubclass(ReadError, ValueError)


def test_a_text_or_url_passed_for_a_path_gets_a_note() -> None:
    for document in ("see https://a.example", "https://a.example/" + "x" * 9999):
        with pytest.raises(OSError, match=r"No such file|too long") as raised:
            next(read(document))
        assert raised.value.__notes__ == [
            "read takes a path, and fetches nothing; find(text) finds the links in a text"
        ]


def test_parts_that_cannot_be_read_are_passed_to_on_problem() -> None:
    cut = gzip.compress(TEXT)[:-4]
    problems: list[Problem] = []
    assert uris(read(cut, on_problem=problems.append)) == uris(read(cut)) == uris(read(TEXT))
    assert [problem.message for problem in problems] == ["is truncated; the part before that was read"]


# ---- Maps back to the source -----------------------------------------------------------------------------------------


def seen(*pieces: Piece) -> list[Found]:
    return [one.found for one in extract_links(iter(pieces), Finder(), "a", lambda problem: None)]


def test_a_text_with_a_map_has_its_lines_columns_and_offsets_in_the_source() -> None:
    source = Source("x\n  http://a.example/?b&amp;c&amp;d y")
    text = "http://a.example/?b&c&d y"
    (found,) = seen(Text(text, source, offsets=(0, 20, 22), source_offsets=(4, 28, 34)))
    assert (found.match.start, found.match.end, found.match.text) == (0, 23, text[:23])
    location = found.location
    assert (location.line, location.column) == (2, 3)
    assert source.text[location.start : location.end] == "http://a.example/?b&amp;c&amp;d"


def test_spans_to_skip_have_no_links() -> None:
    text = "http://a.example/ http://b.example/"
    assert [found.match.uri for found in seen(Text(text, Source(text), skip=[(3, 5)]))] == ["http://b.example/"]


def test_a_link_stated_without_a_source_has_no_line() -> None:
    (found,) = seen(StatedReference("http://a.example/", "annotation", link_text="a"))
    assert (found.location.stated_by, found.location.line, found.location.start, found.link_text) == (
        "annotation",
        None,
        None,
        "a",
    )


def test_links_of_one_source_are_put_in_order_and_not_all_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linksift.documents.links_from_pieces.MOST_HELD", 4)
    monkeypatch.setattr("linksift.documents.links_from_pieces.MOST_MATCHED", 1)
    source = Source("http://a.example/ " * 100)
    starts = [place ^ 1 for place in range(100)]  # each second one comes before the one that stands before it
    taken: list[int] = []

    def some_pieces() -> Iterator[Piece]:
        for place in starts:
            taken.append(place)
            yield StatedReference("http://a.example/", "a href", source=source, start=18 * place, end=18 * place + 17)

    found = extract_links(some_pieces(), Finder(), None, lambda problem: None)
    assert next(found).found.location.start == 0
    assert len(taken) == 5
    assert [one.found.location.start for one in found] == [18 * place for place in range(1, 100)]


@pytest.mark.parametrize("length", [0, SHORT - 9, SHORT + 9])
@given(st.text(alphabet="a日\n"), st.data())
def test_lines_are_counted_alike_in_short_and_long_sources(length: int, text: str, data: st.DataObject) -> None:
    whole = text + "b" * length
    offset = data.draw(st.integers(0, len(text)))
    before = whole[:offset].split("\n")
    assert Source(whole).line_and_column(offset) == (len(before), len(before[-1]) + 1)


def test_a_stretch_of_a_source_counts_on() -> None:
    (found,) = seen(Text("b\n http://a.example/", Source("b\n http://a.example/", first_line=5, start=70)))
    location = found.location
    assert (location.line, location.column, location.start, location.end) == (6, 2, 73, 90)


# ---- Any content -----------------------------------------------------------------------------------------------------

SAMPLES = st.sampled_from([TEXT, MAIL, b"From x Sat Nov 21 09:00:00 2026\n" + MAIL, HTML, MARKDOWN])
NAMES = st.sampled_from(["a", "a.md", "a.html", "a.eml", "a.txt"])


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A document with some of its bytes replaced, left out, or written twice."""
    data = draw(SAMPLES)
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        data = (
            data[:start]
            + draw(st.sampled_from([b"", data[start:end] * 2, b"\0", b"\xff", b"\r\n", b"<", b"--x"]))
            + data[end:]
        )
    return data


def links_or_message(data: bytes, name: str) -> list[Found]:
    """The links in a file of this name; none if it raises ReadError, the only error allowed."""
    file = io.BytesIO(data)
    file.name = name
    with suppress(ReadError):
        return list(read(file, base="http://base.example/"))
    return []


@given(mutated(), NAMES)
def test_mutated_documents_give_links_or_a_message(data: bytes, name: str) -> None:
    for one in links_or_message(data, name):
        assert is_uri(one.match.uri)
        assert one.location.line is None or one.location.line >= 1


@given(st.binary(), NAMES)
def test_any_bytes_give_links_or_a_message(data: bytes, name: str) -> None:
    assert all(is_uri(found.match.uri) for found in links_or_message(data, name))


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.name)
def test_nothing_is_fetched_and_nothing_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **_: object) -> None:
        pytest.fail(f"{arguments}")

    def only_for_reading(file: object, mode: str = "r", *arguments: object, **options: object) -> object:
        assert set(mode) <= set("rb"), (file, mode)
        return opened(file, mode, *arguments, **options)  # type: ignore[call-overload]

    links = list(read(path))
    opened = builtins.open
    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(builtins, "open", only_for_reading)
    assert list(read(path)) == links


def test_an_octet_that_is_not_utf_8_in_an_address_stays_an_octet() -> None:
    """In a text in UTF-8; it raised UnicodeEncodeError once."""
    (found,) = read(b'<a href="http://a.example/\xe4">\xc3\xa4</a>')
    assert found.match.uri == "http://a.example/%E4"


LONG_NAME = "n" * 5_000
HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhttp://a.example/"
LONG_NAMES = {
    "a.ipynb": json.dumps({"cells": [{"outputs": [{"data": {f"text/{LONG_NAME}": "http://a.example/"}}]}]}).encode(),
    "a.eml": f"Subject: a\nContent-Type: text/{LONG_NAME}\n\nhttp://a.example/".encode(),
    "a.warc": b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nWARC-Target-URI: http://b.example/"
    + LONG_NAME.encode()
    + b"\r\nContent-Length: %d\r\n\r\n" % len(HTTP)
    + HTTP
    + b"\r\n\r\n",
}


@pytest.mark.parametrize("name", LONG_NAMES)
def test_names_that_each_link_repeats_are_short(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(LONG_NAMES[name])
    (found,) = read(file)
    longest = max(len(value) for value in found.location.locator if isinstance(value, str))
    assert longest <= 2_048


def test_a_field_whose_name_is_too_long_is_no_field() -> None:
    octets = b"Subject: a\nFrom: b\nX-%s-URL: http://a.example/\nX-URL: http://b.example/\n\nx"
    assert uris(read(octets % (b"n" * 5_000))) == ["http://b.example/"]
