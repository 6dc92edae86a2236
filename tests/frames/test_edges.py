"""The links of a document as edges: where they stand, what they lead to, and what people see."""

import io
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

pa = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

import linksift  # noqa: E402 - after the check
from linksift import frames  # noqa: E402
from linksift.cli import main  # noqa: E402
from linksift.frames import link_graph as module  # noqa: E402
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
    path.write_bytes("Café, thé: see <http://a.example/b-\nc>, ".encode() + b"\xff http://b.example/\xff")
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


def test_edges_have_the_fields_that_are_chosen(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE)
    [batch] = frames.edges(path, base="http://www.a.co.uk/", fields=list(frames.EDGE_FIELDS))
    first, picture, text = batch.to_pylist()
    assert first == {
        "source": "http://www.a.co.uk/",
        "target": "http://www.a.co.uk/b",
        "text": "the next page",
        "file": str(path),
        "record": None,
        "offset": 24,
        "date": None,
        "kind": "stated",
        "stated_by": "a href",
        "opened_by": "click",
        "source_host": "www.a.co.uk",
        "source_site": "a.co.uk",
        "target_host": "www.a.co.uk",
        "target_site": "a.co.uk",
    }
    assert (picture["opened_by"], text["kind"], text["target_site"]) == ("load", "suffix", "d.example")
    assert batch.schema.metadata == {b"linksift.edges": frames.EDGES_VERSION.encode()}
    with pytest.raises(ValueError, match="did you mean 'target'"):
        frames.edges(path, fields=["targt"])  # type: ignore[list-item]


def test_open_opens_a_path_of_any_file_system() -> None:
    opened: list[str] = []

    def open_it(path: str) -> io.BytesIO:
        opened.append(path)
        return io.BytesIO(b"See www.b.example.")

    batches = frames.edges("s3://bucket/a.txt", open=open_it, fields=["source", "target", "file"])
    assert opened == []
    assert rows(batches) == [("s3://bucket/a.txt", "http://www.b.example", "s3://bucket/a.txt")]
    assert opened == ["s3://bucket/a.txt"]


def test_a_url_is_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    uri = "http://127.0.0.1:9/x"
    assert [match.uri for match in linksift.find(f"see {uri}")] == [uri]
    for function in (linksift.read, frames.edges):
        with pytest.raises(OSError, match="No such file"):
            list(function(uri))
    page = f"<!doctype html><img src='{uri}'><link rel=stylesheet href='{uri}'><base href='{uri}'>".encode()
    assert {found.match.uri for found in linksift.read(page)} == {uri}
    for command in ("find", "check"):
        result = CliRunner().invoke(main, [command, uri])
        assert (result.exit_code, "No such file" in result.output) == (2, True)
