"""Parquet: each string of each row with its place, damaged files told, and memory bounded."""

import contextlib
import io
import re
import subprocess
import sys
from typing import Any

import pytest

import linksift.documents
from linksift import Limits, Problem, ReadError
from linksift.documents.data_files.parquet import read
from linksift.documents.document_model import LONGEST_FIELD
from linksift.documents.read import ReadOptions, context_for
from tests.documents.mutations import mutated

TEXT = "see http://a.example, www.b.example"


@pytest.fixture
def pa() -> Any:
    return pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")


def file_of(table: Any, **options: Any) -> bytes:
    """A table as a Parquet file."""
    from pyarrow import parquet

    file = io.BytesIO()
    parquet.write_table(table, file, **options)
    return file.getvalue()


def found(octets: bytes, **options: Any) -> tuple[list[Any], list[str]]:
    """The URI, row, field, pointer and id of each link, and the messages of the problems."""
    problems: list[Problem] = []
    links = [
        (one.match.uri, where.row, where.field, where.pointer, where.id)
        for one in linksift.read(octets, on_problem=problems.append, **options)
        for where in [one.location.locator]
    ]
    return links, [problem.message for problem in problems]


def test_values_that_are_html_are_read_as_pages(pa: Any) -> None:
    octets = file_of(pa.table({"a": ["<a href='http://a.example/?b&amp;c'>d</a>"]}))
    assert found(octets) == ([("http://a.example/?b&c", 1, "a", None, None)], [])


def test_each_string_has_its_row_and_column(pa: Any) -> None:
    table = pa.table(
        {
            "id": pa.array([7, None, 9], pa.int64()),
            "body": ["http://a.example", None, "none"],
            "tags": [["x", "http://t.example"], [], None],
            "page": [{"url": "www.p.example", "size": 1}, None, {"url": None, "size": 2}],
            "pairs": pa.array([[("k", "http://m.example")], [], None], pa.map_(pa.string(), pa.string())),
            "octets": [b"http://o.example \xff", b"\0", None],
            "word": pa.array(["http://w.example"] * 3).dictionary_encode(),
        }
    )
    octets = file_of(table, row_group_size=2)
    every, problems = found(octets, id_column="id")
    assert problems == []
    assert every == [
        ("http://a.example", 1, "body", None, "7"),
        ("http://t.example", 1, "tags", "/1", "7"),
        ("http://www.p.example", 1, "page", "/url", "7"),
        ("http://m.example", 1, "pairs", "/0/value", "7"),
        ("http://w.example", 1, "word", None, "7"),
        ("http://w.example", 2, "word", None, None),
        ("http://w.example", 3, "word", None, "9"),
    ]
    assert found(octets, columns="octets") == ([("http://o.example", 1, "octets", None, None)], [])
    [first, *_] = linksift.read(octets, columns=["body"])
    assert (first.location.line, first.location.column, first.location.start, first.location.end) == (1, 1, 0, 16)


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "large_binary", "dictionary"])
@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
def test_every_layout_is_read(pa: Any, kind: str, compression: str) -> None:
    texts = [None if number % 7 == 0 else f"{TEXT}/{number}" for number in range(2_000)]
    column = pa.array(texts, pa.string())
    column = column.dictionary_encode() if kind == "dictionary" else column.cast(getattr(pa, kind)())
    octets = file_of(pa.table({"body": column}), row_group_size=700, compression=compression)
    links, problems = found(octets, columns="body")
    assert problems == []
    assert [link[:2] for link in links] == [
        (uri, row)
        for row, text in enumerate(texts, 1)
        if text
        for uri in ("http://a.example", f"http://www.b.example/{row - 1}")
    ]


def test_columns_that_cannot_be_searched_are_told(pa: Any) -> None:
    octets = file_of(pa.table({"id": [1], "body": ["http://a.example"]}))
    with pytest.raises(ReadError, match="has no column 'text', only 'id', 'body'"):
        found(octets, columns="text")
    with pytest.raises(ReadError, match="has int64, not text, in the column 'id'"):
        found(octets, columns="id")
    assert found(file_of(pa.table({"id": [1]}))) == ([], [])
    assert found(file_of(pa.table({}))) == ([], [])


def test_a_long_string_is_told(pa: Any) -> None:
    octets = file_of(pa.table({"id": ["a", "b"], "body": ["http://a.example " * 99, "http://b.example"]}))
    links, problems = found(octets, columns="body", id_column="id", limits=Limits(size=500))
    assert links == [("http://b.example", 2, "body", None, "b")]
    assert problems == ["is longer than 500 octets; it was not read"]


def test_a_long_name_is_shortened_in_locations(pa: Any) -> None:
    links, _ = found(file_of(pa.table({"b" * 5_000: ["http://a.example"]})))
    assert links == [("http://a.example", 1, "b" * LONGEST_FIELD, None, None)]


@pytest.mark.parametrize("text", ["http://a.example " * 100, "", None])
def test_rows_that_unpack_to_too_much_are_told(pa: Any, text: str | None) -> None:
    octets = file_of(pa.table({"a": pa.array([text] * 20_000, pa.string()), "b": ["http://b.example"] * 20_000}))
    links, problems = found(octets, limits=Limits(size=10_000, ratio=1))
    assert 0 < len(links) < 20_000
    assert problems == ["unpacks to too much for its size, like a zip bomb; the rest was not read"]


def test_the_rows_after_damaged_ones_are_read(pa: Any) -> None:
    table = pa.table({"body": [f"http://a{number}.example" for number in range(90)]})
    octets = bytearray(file_of(table, row_group_size=30, use_dictionary=False, compression="zstd"))
    place = octets.find(b"\x28\xb5\x2f\xfd", octets.find(b"\x28\xb5\x2f\xfd") + 1)
    octets[place + 4 : place + 60] = bytes(56)
    links, [problem] = found(bytes(octets))
    assert [row for _, row, *_ in links] == [*range(1, 31), *range(61, 91)]
    assert problem.startswith("the rows 31 to 60 cannot be read to their end: ")


def test_strings_that_are_not_utf_8_are_read(pa: Any) -> None:
    octets = pa.array([b"http://a.example \xff", b"\xff www.b.example"])
    column = pa.Array.from_buffers(pa.string(), 2, octets.buffers())
    links, problems = found(file_of(pa.table({"id": column, "body": column})), columns="body", id_column="id")
    assert [(uri, row) for uri, *_, row in links] == [
        ("http://a.example", "http://a.example \ufffd"),
        ("http://www.b.example", "\ufffd www.b.example"),
    ]
    assert problems == []


@pytest.mark.parametrize("seed", range(60))
def test_a_mutated_file_is_read_or_refused(pa: Any, seed: int) -> None:
    table = pa.table({"id": range(300), "body": [TEXT, None, "x"] * 100, "tags": [[TEXT], [], None] * 100})
    octets = file_of(table, row_group_size=100, compression=["none", "snappy", "zstd"][seed % 3])
    with contextlib.suppress(ReadError):
        found(mutated(octets, seed))


@pytest.mark.parametrize("is_dictionary", [False, True])
def test_the_memory_is_that_of_a_batch(pa: Any, is_dictionary: bool) -> None:
    long = [f"{number} {'x' * 5_000}" for number in range(5_000)]
    words = ["y" * 500_000, *"abc" * 1_000] * 5
    table = pa.table({"body": words if is_dictionary else long})
    file = io.BytesIO(file_of(table, compression="zstd", use_dictionary=is_dictionary))
    del table
    before, most = pa.total_allocated_bytes(), 0
    for _ in read(file, context_for(None, ReadOptions(), linksift.Finder(), linksift.documents.Account())):
        most = max(most, pa.total_allocated_bytes() - before)
    assert most < 20_000_000


ALONE = """
import sys, linksift, pyarrow
links = linksift.read(sys.stdin.buffer.read(), on_problem=lambda problem: print(problem.message))
print(len(list(links)), pyarrow.default_memory_pool().max_memory() < 20_000_000)
"""


def found_alone(octets: bytes) -> str:
    """What a process of its own finds, which Arrow may end: the problems, how many links, and whether Arrow took
    little memory."""
    return subprocess.run([sys.executable, "-c", ALONE], input=octets, capture_output=True, check=True).stdout.decode()


def test_metadata_that_do_not_fit_the_schema_are_told(pa: Any) -> None:
    """The schema says that no value is missing, and the statistics count missing ones. Arrow calls abort()."""
    octets = file_of(pa.table({"body": [TEXT]}))
    optional, required = (b"\x25" + repetition + b"\x18\x04body" for repetition in (b"\2", b"\0"))
    assert octets.count(optional) == 1
    assert "the rows 1 to 1 cannot be read" in found_alone(octets.replace(optional, required))


def test_the_claimed_length_of_a_page_takes_no_memory(pa: Any) -> None:
    octets = file_of(pa.table({"body": [TEXT]}), use_dictionary=False)
    lengths = rb"(?s)\APAR1\x15\0\x15[\x80-\xff]*.\x15([\x80-\xff]*.)"
    claim = re.match(lengths, octets)
    assert claim is not None
    two_gibioctets = b"\xce\xff\xff\xff\x0f"
    problem, totals = found_alone(octets[: claim.start(1)] + two_gibioctets + octets[claim.end(1) :]).splitlines()
    assert problem.startswith("the rows 1 to 1 cannot be read")
    assert totals == "0 True"


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ReadError, match=r": reading Parquet needs pyarrow: pip install 'linksift\[arrow\]'$"):
        found(b"PAR1\0")
