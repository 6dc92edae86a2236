"""Web archives and JSON lines in ranges have the links of the whole file, wherever it is cut."""

from io import BytesIO
from pathlib import Path

import pytest

import linksift
from linksift.documents import Limits, RecordRange, file_ranges, links_in_file
from linksift.documents import read_in_ranges as module
from linksift.documents.document_model import MEBI, Account, Problem
from linksift.documents.read import ReadOptions
from linksift.documents.warc_records import starts_of_whole_records
from tests.documents.test_warc import record, response, wet

LINES = [
    b'{"a": "http://a.example/\xc3\xa9", "b": ["x http://b.example/\\u00e9"]}\n',
    b"\n",
    b'{"\xe4\xb8\xad": "http://c.example/"}\r\n',
    b"not JSON: http://d.example/\n",
    b'{"a": "http://e.example/\xff"}\n',
    b'["http://f.example/", {"u": "http://g.example/"}]',
]
RECORDS = [
    record("warcinfo", "", "application/warc-fields", b"software: http://none.example/"),
    response(b"<a href=q>x</a> www.a.example"),
    wet(1),
    record("metadata", "http://b.example/", "application/warc-fields", b"via: http://c.example/\r\n"),
    b"\r\n",
    record("resource", "http://b.example/", "text/plain", b"see http://d.example/"),
]
TOO_LONG = RECORDS[2].replace(b"Content-Length: 45", b"Content-Length: 95")
FILES = {
    "a.jsonl": b"".join(LINES),
    "final line end.jsonl": b"".join(LINES[:5]),
    "byte order mark.jsonl": b"\xef\xbb\xbf" + b"".join(LINES),
    "a.warc": b"".join(RECORDS),
    "damaged.warc": b"".join([*RECORDS[:4], b"x\r\n", *RECORDS]),
    "a length too great.warc": b"".join([*RECORDS[:2], *RECORDS[3:], TOO_LONG, *RECORDS]),
    "no length.warc": b"".join([*RECORDS, RECORDS[1].replace(b"Content-Length", b"Content-Breadth"), *RECORDS]),
    "truncated.warc": b"".join(RECORDS)[:-9],
}


def answers(path: Path, part: object) -> tuple[list[object], list[Problem]]:
    """The links of a file or a range, each with its place, and the problems."""
    assert part is None or isinstance(part, RecordRange)
    problems: list[Problem] = []
    lists = links_in_file(
        None, str(path), part, linksift.Finder(), ReadOptions(), problems.append, Account(Limits(), 10**6)
    )
    return [(link.found.match.uri, link.found.location) for links in lists for link in links], problems


@pytest.mark.parametrize("name", FILES)
def test_ranges_have_the_links_of_the_whole(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    whole = answers(path, None)
    assert len(whole[0]) > 4
    counts = set()
    for size in range(1, len(FILES[name]), 1 + len(FILES[name]) // 300):
        monkeypatch.setattr(module, "SIZE", size)
        parts = list(file_ranges(str(path), 10**6, divides_texts=True))
        found = [answers(path, part) for part in parts]
        assert ([link for links, _ in found for link in links], [one for _, told in found for one in told]) == whole
        counts.add(len(parts))
    assert {1, 2, 3} <= counts


def test_what_is_one_value_or_has_too_long_a_line_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    monkeypatch.setattr(module, "SIZE", 4)
    for content in (b'[\n"http://a.example/",\n"http://b.example/"]', b'{"a": 1}\n{"b": "http://a.example/"}\n'):
        path.write_bytes(content)
        assert list(file_ranges(str(path), 10**6, divides_texts=True)) == [None]
    assert list(file_ranges(str(path), 10**6, divides_texts=False)) == [None]


def test_a_long_record_that_hides_another_is_in_the_last_range() -> None:
    """With a lower limit of size, the reader looks for the next record in it."""
    for hidden, starts in ((RECORDS[1], 2), (b"x" * len(RECORDS[1]), 3)):
        long = record("resource", "http://b.example/", "text/plain", b"x" * MEBI + b"\r\n\r\n" + hidden)
        assert len(list(starts_of_whole_records(BytesIO(RECORDS[0] + long + RECORDS[1])))) == starts
