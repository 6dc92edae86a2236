"""`linksift find` for tables and graphs: columns, Parquet, edges, and the file that is written."""

import gzip
import importlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.cli.formats.field_formats import EDGES_HEADER, HOSTS_HEADER, tsv_row

from .conftest import COMMAND, ENVIRONMENT, Run

CSV = 'id,body\n7,"see http://a.example/x, www.b.example"\n8,none\n'
LINES = '{"id": 7, "body": "see <http://a.example/x-\\ny>"}\n{"id": 8, "body": "http://b.example", "x": "http://no.example"}\n'
PAGE = b"<p><a href='/q'>The\n report</a> <a href=HTTP://B.example/>b</a> mailto:joe@b.example"
PICTURE = b"<img src=http://a.example/p.png>"


def archive(*targets: str) -> bytes:
    """A web archive with a page for each target."""
    records = []
    for target in targets:
        fields = f"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: {target}\r\nContent-Type: text/html\r\n"
        records.append(f"{fields}Content-Length: {len(PAGE)}\r\n\r\n".encode() + PAGE + b"\r\n\r\n")
    return b"".join(map(gzip.compress, records))


@pytest.fixture
def parquet() -> Any:
    pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")
    return pytest.importorskip("pyarrow.parquet")


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_output_is_compressed_as_its_suffix_says(run: Run, suffix: str) -> None:
    Path("a.txt").write_text("http://a.example")
    for name in ("b.jsonl", f"c.jsonl{suffix}", f"d{suffix}"):
        assert run("find", "a.txt", "-o", name).exit_code == 0
    module = importlib.import_module({".gz": "gzip", ".bz2": "bz2", ".xz": "lzma"}[suffix])
    assert module.decompress(Path(f"c.jsonl{suffix}").read_bytes()) == Path("b.jsonl").read_bytes()
    assert module.decompress(Path(f"d{suffix}").read_bytes()) == b"a.txt:1:1:http://a.example\n"
    for option in ("--output", "--report"):
        assert "cannot be compressed" in run("find", "a.txt", option, "b.jsonl.zst").stderr


def test_the_suffix_of_the_output_names_its_format(run: Run) -> None:
    Path("a.txt").write_text("http://a.example")
    assert run("find", "a.txt", "-o", "b.csv", "--fields", "uri").exit_code == 0
    assert Path("b.csv").read_text(encoding="utf-8-sig") == "uri\nhttp://a.example\n"
    run("find", "a.txt", "-o", "b.jsonl")
    assert json.loads(Path("b.jsonl").read_text())["uri"] == "http://a.example"
    for options, written in (
        (["--format", "text"], "a.txt:1:1:http://a.example\n"),
        (["--count"], "a.txt:1\n"),
        (["-l"], "a.txt\n"),
        (["--template", "{uri},{line}"], "http://a.example,1\n"),
    ):
        run("find", "a.txt", "-o", "b.csv", *options)
        assert Path("b.csv").read_text() == written
    for option in ("--explain", "--null"):
        assert run("find", "a.txt", "-o", "b.csv", option).exit_code == 0
        assert Path("b.csv").read_text().startswith("a.txt:1:1")


def test_no_text_goes_into_a_file_that_is_almost_named_after_a_format(run: Run) -> None:
    Path("a.txt").write_text("http://a.example")
    for name, meant in (
        ("b.json", "jsonl"),
        ("b.ndjson", "jsonl"),
        ("b.json.gz", "jsonl"),
        ("b.tsv", "csv"),
        ("b.pq", "parquet"),
    ):
        result = run("find", "a.txt", "-o", name)
        said = f"names no format: did you mean '{meant}'? Or give --format."
        assert (result.exit_code, said in result.stderr, Path(name).exists()) == (2, True, False)
        assert run("find", "a.txt", "-o", name, "--format", "text").exit_code == 0
    for command, name, writer in (
        ("find", "b.sarif", "linksift check writes it"),
        ("find", "b.html", "linksift find --report FILE writes it"),
        ("check", "b.csv.gz", "linksift find writes it"),
    ):
        result = run(command, "a.txt", "-o", name)
        assert (result.exit_code, writer in result.stderr, Path(name).exists()) == (2, True, False)
    for name in ("b.txt", "b.log", "b.md", "b.css", "b"):
        assert run("find", "a.txt", "-o", name).exit_code == 0


# Columns


def test_a_column_is_searched_and_rows_have_their_id(run: Run) -> None:
    Path("t.csv").write_text(CSV)
    Path("t.jsonl").write_text(LINES)
    assert run("find", "--column", "body", "--id", "id", "t.csv", "t.jsonl").output == (
        "t.csv:row 2:id 7:body:2:8:http://a.example/x\n"
        "t.csv:row 2:id 7:body:2:28:http://www.b.example\n"
        "t.jsonl:id 7:/body:1:25:http://a.example/x-y\n"
        "t.jsonl:id 8:/body:2:20:http://b.example\n"
    )
    first = json.loads(run("find", "--id", "id", "--format", "jsonl", "t.csv").output.splitlines()[0])
    assert (first["id"], first["row"], first["field"]) == ("7", 2, "body")
    assert run("find", "--column", "id", "--column", "body", "-c", "-", stdin=CSV).output == "2\n"


def test_a_column_that_is_missing_is_trouble(run: Run) -> None:
    Path("t.csv").write_text(CSV)
    result = run("find", "--column", "text", "t.csv")
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == "linksift: t.csv: has no column 'text', only 'id', 'body'\n"


def test_files_without_columns_are_skipped(run: Run) -> None:
    Path("d").mkdir()
    for name in ("d/a.txt", "b.txt"):
        Path(name).write_text("http://a.example")
    Path("d/t.csv").write_text(CSV)
    result = run("find", "--column", "body", "d", "b.txt")
    assert (result.stdout.count("\n"), result.exit_code) == (2, 0)
    assert result.stderr == (
        "linksift: b.txt: file without columns skipped\nlinksift: not read: 2 of 3 files: d/a.txt\n"
    )


def test_parquet_is_read(run: Run, parquet: Any) -> None:
    import pyarrow

    parquet.write_table(pyarrow.table({"id": [7, 8], "body": ["www.a.example", None]}), "t.parquet")
    result = run("find", "t.parquet", "--column", "body", "--id", "id")
    assert (result.output, result.exit_code) == ("t.parquet:row 1:id 7:body:1:1:http://www.a.example\n", 0)


def test_parquet_needs_its_package(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("t.parquet").write_bytes(b"PAR1\0")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for name in [name for name in sys.modules if name.startswith(("linksift.frames", "linksift.cli.formats.parquet"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("linksift.cli.formats.parquet_rows", raising=False)
    result = run("find", "t.parquet")
    assert (result.exit_code, "pip install 'linksift[arrow]'" in result.stderr) == (2, True)
    result = run("find", "t.parquet", "--format", "parquet", "--output", "o.parquet")
    assert (result.exit_code, "pip install 'linksift[arrow]'" in result.stderr) == (2, True)
    assert os.listdir() == ["t.parquet"]


# Parquet


@pytest.mark.parametrize("arguments", [[], ["--hazards"], ["--unique"], ["--jobs", "2"]])
def test_a_parquet_file_has_what_json_has(run: Run, parquet: Any, arguments: list[str]) -> None:
    Path("a.warc.gz").write_bytes(archive("http://a.example/p/"))
    Path("b.txt").write_text("See <http://b.example/x-\n y>, http://ü.example/ü.\n")
    fields = ["--fields", "+rules,+alternatives"]
    result = run("find", "--format", "parquet", "--output", "o.parquet", *fields, *arguments, ".")
    assert (result.stdout, result.exit_code) == ("", 0)
    rows = parquet.read_table("o.parquet").to_pylist()
    os.unlink("o.parquet")
    in_json = [json.loads(line) for line in run("find", "--format", "jsonl", *arguments, ".").stdout.splitlines()]
    assert len(rows) == len(in_json) > 2
    for row, link in zip(rows, in_json, strict=True):
        for name in ("path", "record", "target", "line", "column", "stated_by", "link_text", "source_end"):
            assert row[name] == link.get(name)
        for name in ("uri", "iri", "start", "end", "kind", "text", "enclosure"):
            assert row[name] == link[name]
        assert row["host"] == link["reference"]["host"]
        assert row["rules"] == [note["rule"] for note in link["notes"]]
        assert row["alternatives"] == [other["uri"] for other in link["alternatives"]]
        assert row.get("hazards") == ([one["name"] for one in link["hazards"]] if "hazards" in link else None)


def test_a_parquet_file_without_links_has_its_columns(run: Run, parquet: Any) -> None:
    result = run("find", "--format", "parquet", "--fields", "uri,rules", "-o", "-", stdin="nothing")
    assert result.exit_code == 1
    table = parquet.read_table(io.BytesIO(result.stdout_bytes))
    assert (table.num_rows, str(table.schema.field("rules").type)) == (0, "list<element: string>")


def test_what_is_not_utf_8_can_be_written(run: Run, parquet: Any) -> None:
    Path(os.fsdecode(b"\xff.txt")).write_bytes(b"http://a.example/\xff www.b.example")
    assert run("find", "--format", "parquet", "--output", "o.parquet", ".").exit_code == 0
    assert {row["path"] for row in parquet.read_table("o.parquet").to_pylist()} == {"./\ufffd.txt"}


def test_many_rows_are_written_in_groups(run: Run, parquet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linksift.cli.formats.parquet_rows.MOST_ROWS", 100)
    text = "".join(f"http://a.example/{number}\n" for number in range(250))
    run("find", "--format", "parquet", "--output", "o.parquet", "-", stdin=text)
    file = parquet.ParquetFile("o.parquet")
    assert (file.metadata.num_rows, file.num_row_groups) == (250, 3)
    assert file.read()["uri"].to_pylist() == text.split()


@pytest.mark.usefixtures("parquet")
def test_few_rows_are_in_memory_as_objects() -> None:
    from linksift.cli.formats import parquet_rows

    rows = iter([{"uri": "http://a.example/"}] * 5_000)
    batches = parquet_rows.batches(rows, parquet_rows.schema(["uri"]))
    assert next(batches).num_rows == parquet_rows.MOST_OBJECTS == 5_000 - len(list(rows))


# Edges


def test_an_edge_has_source_target_and_text(run: Run) -> None:
    Path("a.warc.gz").write_bytes(archive("http://a.example/p/"))
    Path("t.csv").write_text(CSV)
    assert run("find", "--format", "edges", "a.warc.gz").stdout_bytes == EDGES_HEADER + (
        b"http://a.example/p/\thttp://a.example/q\tThe report\n"
        b"http://a.example/p/\tHTTP://B.example/\tb\n"
        b"http://a.example/p/\tmailto:joe@b.example\tmailto:joe@b.example\n"
    )
    assert run("find", "--format", "edges", "--column", "body", "--id", "id", "t.csv").output.splitlines()[1:] == [
        "7\thttp://a.example/x\thttp://a.example/x",
        "7\thttp://www.b.example\twww.b.example",
    ]
    assert run("find", "--format", "edges", "t.csv").output.splitlines()[1].startswith("t.csv\t")
    assert run("find", "--format", "edges", stdin="www.a.example").output.splitlines()[1].startswith("-\t")
    Path("p.html").write_bytes(PICTURE)
    assert run("find", "--format", "edges", "p.html").output.endswith("\np.html\thttp://a.example/p.png\t\n")
    Path("site/d").mkdir(parents=True)
    Path("site/d/x.html").write_bytes(PAGE)
    edges = run("find", "--format", "edges", "--base", "http://c.example/", "site").output.splitlines()
    assert edges[1] == "http://c.example/d/x.html\thttp://c.example/q\tThe report"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_hosts_are_counted(run: Run, jobs: str) -> None:
    Path("a.warc.gz").write_bytes(archive("http://A.example/p/", "http://a.example/no uri", "http://c.example/"))
    Path("b.txt").write_text("http://b.example")
    result = run("find", "--format", "edges", "--hosts", "--jobs", jobs, "a.warc.gz", "b.txt")
    assert result.stdout_bytes == HOSTS_HEADER + (
        b"a.example\ta.example\t2\n"
        b"a.example\tb.example\t2\n"
        b"b.txt\tb.example\t1\n"
        b"c.example\tb.example\t1\n"
        b"c.example\tc.example\t1\n"
    )


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_a_row_of_edges_is_one_line_with_its_cells(cells: list[str]) -> None:
    row = tsv_row(cells).decode()
    assert row.endswith("\n")
    assert len(row[:-1].split("\t")) == len(cells)
    assert len(row.splitlines()) == 1


# The file that is written


def test_a_file_is_written_when_it_is_complete(run: Run) -> None:
    Path("a.txt").write_text("http://a.example\n")
    Path("o.txt").write_text("what was there before: http://old.example\n" * 99)
    result = run("find", "--output", "o.txt", "a.txt")
    assert (result.output, result.exit_code) == ("", 0)
    assert Path("o.txt").read_text() == "a.txt:1:1:http://a.example\n"
    run("find", "--output", "o.txt", "--hidden", ".")
    assert Path("o.txt").read_text() == "./a.txt:1:1:http://a.example\n"
    assert run("find", "--output", "-", "a.txt").output == "a.txt:1:1:http://a.example\n"
    assert sorted(os.listdir()) == ["a.txt", "o.txt"]


def test_a_file_that_cannot_be_written_is_trouble(run: Run) -> None:
    result = run("find", "--output", "none/o.txt", stdin="http://a.example")
    assert (result.exit_code, result.stderr) == (2, "linksift: none/o.txt: No such file or directory\n")


@pytest.mark.usefixtures("interruptible", "run")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"] if os.name == "posix" else ["SIGINT"])
def test_an_interrupt_leaves_what_was_there(name: str) -> None:
    Path("o.txt").write_text("before")
    with subprocess.Popen(
        [*COMMAND, "find", "--output", "o.txt", "--line-buffered"],
        stdin=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(b"http://a.example \n")
        running.stdin.flush()
        while not any(Path(name).stat().st_size for name in os.listdir() if name.endswith(".part")):
            time.sleep(0.01)
        running.send_signal(signal.Signals[name])
        assert running.wait() != 0
    assert os.listdir() == ["o.txt"]
    assert Path("o.txt").read_text() == "before"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--format", "parquet"], "--format parquet needs --output FILE"),
        (["--format", "parquet", "-o", "x", "--explain"], "--explain is only for --format text"),
        (["--format", "parquet", "-o", "x", "--line-buffered"], "--line-buffered cannot be combined with"),
        (["--format", "parquet", "-o", "x", "-c"], "--format parquet cannot be combined with --count"),
        (["--template", "a", "--color", "always"], "--color always cannot be combined with --template"),
        (["-l", "--unique-in", "input"], "--unique-in cannot be combined with --files-with-matches"),
        (["--hosts"], "--hosts is only for --format edges"),
        (["--format", "edges", "--hazards"], "--hazards cannot be combined with --format edges"),
        (["--format", "edges", "--explain"], "--explain is only for --format text; edges has source, target and text"),
        (
            ["--format", "csv", "--explain"],
            "--explain is only for --format text; csv has the fields of --fields, such as +rules",
        ),
        (["--format", "edges", "--hosts", "--unique"], "--unique cannot be combined with --hosts"),
        (["--report", "x", "--output", "y"], "--output cannot be combined with --report"),
        (["--report", "x", "--output", "text"], "--output cannot be combined with --report"),
    ],
)
def test_options_that_cannot_be_combined_are_refused(run: Run, arguments: list[str], sentence: str) -> None:
    result = run("find", *arguments, stdin="http://a.example")
    assert (result.exit_code, sentence in " ".join(result.stderr.split())) == (2, True)
    assert os.listdir() == []
