"""JSON lines in ranges have the links of the whole file, wherever it is cut."""

from pathlib import Path

import pytest

import linksift
from linksift.documents import Limits, RecordRange, file_ranges, links_in_path
from linksift.documents.document_model import Account, Problem
from linksift.documents.folders import file_ranges as module
from linksift.documents.read import ReadOptions

LINES = [
    b'{"a": "http://a.example/\xc3\xa9", "b": ["x http://b.example/\\u00e9"]}\n',
    b"\n",
    b'{"\xe4\xb8\xad": "http://c.example/"}\r\n',
    b"not JSON: http://d.example/\n",
    b'{"a": "http://e.example/\xff"}\n',
    b'["http://f.example/", {"u": "http://g.example/"}]',
]
FILES = {
    "lines": b"".join(LINES),
    "final line end": b"".join(LINES[:5]),
    "byte order mark": b"\xef\xbb\xbf" + b"".join(LINES),
}


def answers(path: Path, part: object) -> tuple[list[object], list[Problem]]:
    """The links of a file or a range, each with its place, and the problems."""
    assert part is None or isinstance(part, RecordRange)
    problems: list[Problem] = []
    lists = links_in_path(str(path), part, linksift.Finder(), ReadOptions(), problems.append, Account(Limits(), 10**6))
    return [(link.found.match.uri, link.found.location) for links in lists for link in links], problems


@pytest.mark.parametrize("name", FILES)
def test_ranges_have_the_links_of_the_whole(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(FILES[name])
    whole = answers(path, None)
    assert len(whole[0]) > 4
    counts = set()
    for size in range(1, len(FILES[name])):
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
