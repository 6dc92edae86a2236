"""The links of a document as edges: where they stand, what they lead to, and what people see."""

from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

import linksift  # noqa: E402 - after the check
from linksift import frames  # noqa: E402
from linksift.frames import document_edges as module  # noqa: E402
from tests.integrations.web_archives import wet_file  # noqa: E402

PAGE = b'<!doctype html><a href="/b">the next\npage</a> <img src=c.png> www.d.example'


def rows(batches: object) -> list[tuple[str | None, ...]]:
    """The edges of all batches."""
    return [tuple(edge.values()) for batch in batches for edge in batch.to_pylist()]  # type: ignore[attr-defined]


def test_a_page_states_links_with_a_text_and_without() -> None:
    assert rows(frames.edges(PAGE, base="http://a.example/")) == [
        ("http://a.example/", "http://a.example/b", "the next page"),
        ("http://a.example/", "http://a.example/c.png", None),
        ("http://a.example/", "http://www.d.example", "www.d.example"),
    ]


def test_the_source_of_a_file_is_its_path(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"See <http://a.example/b-\nc>, \xff http://b.example/\xff")
    assert rows(frames.edges(path)) == [
        (str(path), "http://a.example/b-c", "http://a.example/b-\nc"),
        (str(path), "http://b.example/", "http://b.example/"),
    ]
    assert rows(frames.edges(b"www.a.example")) == [(None, "http://www.a.example", "www.a.example")]


@pytest.mark.parametrize(("size", "count"), [(1, 351), (500, 43), (4_000_000, 1)])
def test_batches_of_any_size_have_the_links_of_read(
    tmp_path: Path, size: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LARGEST_BATCH", size)
    path = wet_file(tmp_path / "a.warc.wet.gz", 1)
    problems: list[linksift.Problem] = []
    batches = list(frames.edges(path, on_problem=problems.append))
    assert all(batch.schema == frames.EDGES for batch in batches)
    assert rows(batches) == [
        (found.location.locator.target, found.match.uri, found.match.text) for found in linksift.read(path)
    ]
    assert len(batches) == count
    assert [problem.locator.record for problem in problems] == [21]


def test_the_source_in_a_table_is_what_identifies_the_row(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    path.write_text("url,title,body\nhttp://a.example/,www.t.example,See www.b.example.\n,,www.c.example\n")
    assert rows(frames.edges(path, columns="body", id_column="url")) == [
        ("http://a.example/", "http://www.b.example", "www.b.example"),
        (str(path), "http://www.c.example", "www.c.example"),
    ]


def test_parts_of_a_document_can_be_left_out_or_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("`www.a.example` www.b.example")
    assert [target for _, target, _ in rows(frames.edges(path, skip_code=True))] == ["http://www.b.example"]


def test_wrong_options_raise_at_once() -> None:
    with pytest.raises(ValueError, match="did you mean 'document'"):
        frames.edges(b"", profile="docment")  # type: ignore[arg-type]
