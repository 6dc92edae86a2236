"""`linksift find --format csv`: spreadsheets and Python's csv read the rows back unchanged."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.cli.formats.field_formats import ALL, csv_row, defuse_formula
from linksift.cli.formats.field_formats import CSV as COLUMNS

from .conftest import Run

WRAPPED = '> See <http://a.example/one-\n> two/three>, or\n> "http://b.example/x,y;z"\n'


def rows(octets: bytes) -> list[dict[str, str]]:
    """The rows below the header, as mappings by column."""
    return list(csv.DictReader(io.StringIO(octets.decode("utf-8-sig"), newline=""), strict=True))


def test_a_row_has_the_fields_of_json(run: Run) -> None:
    Path("a,b.txt").write_text(WRAPPED)
    arguments = ("--fields", "+rules,+alternatives", "--hazards")
    output = run("find", "--format", "csv", *arguments, "a,b.txt").stdout_bytes
    in_json = run("find", "--format", "jsonl", "--hazards", "a,b.txt").output.splitlines()
    records = [json.loads(line) for line in in_json]
    assert output.startswith(b"\xef\xbb\xbfpath,message,")
    assert output.endswith(b"\r\n")
    for row, record in zip(rows(output), records, strict=True):
        assert list(row) == [*COLUMNS, "rules", "alternatives", "hazards", "worth_a_look"]
        for name in ("path", "line", "column", "kind", "uri", "iri", "text", "enclosure"):
            assert row[name] == str(record[name])
        assert row["host"] == record["reference"]["host"]
        assert row["rules"].split() == [note["rule"] for note in record["notes"]]
        assert row["alternatives"].split() == [other["uri"] for other in record["alternatives"]]
        assert row["message"] == row["link_text"] == row["hazards"] == ""


def test_fields_are_those_that_are_named(run: Run) -> None:
    text = "http://a.example/ http://b.example/"
    named = run("find", "--format", "csv", "--fields", "uri,line", stdin=text).stdout_bytes
    assert [*map(dict, rows(named))] == [{"uri": uri, "line": "1"} for uri in text.split()]
    assert list(rows(run("find", "--format", "csv", "--fields", "all", stdin=text).stdout_bytes)[0]) == list(ALL)
    assert set(rows(run("find", "--format", "csv", "--fields", "+all", stdin=text).stdout_bytes)[0]) == set(ALL)
    added = rows(run("find", "--format", "csv", "--fields", "+confidence", stdin=text).stdout_bytes)
    assert list(added[0]) == [*COLUMNS, "confidence"]
    in_json = run("find", "--format", "jsonl", "--fields", "host,line,path,page", stdin=text).output.splitlines()
    assert [json.loads(line) for line in in_json] == [{"host": f"{name}.example", "line": 1} for name in "ab"]


def test_a_template_writes_a_line_with_its_fields(run: Run) -> None:
    text = "see http://a.example/x and\thttp://b.example"
    written = run("find", "--template", r"{host}\t{{{uri}}} {line}:{column} {rules}|{page}\\", stdin=text).stdout
    assert written == "a.example\t{http://a.example/x} 1:5 |\\\nb.example\t{http://b.example} 1:28 |\\\n"


def test_a_field_in_a_template_has_no_controls(run: Run) -> None:
    Path("a.html").write_text("<a href='http://a.example/'>x\x1b[1m\ny</a>")
    assert run("find", "--template", "{link_text}", "a.html").stdout.count("\n") == 1
    assert "\x1b" not in run("find", "--template", "{link_text}", "a.html").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--template", "{hots}"], "--template: 'hots' is not a field of a link: did you mean 'host'?\n"),
        (["--template", "{host"], "--template: '{' at character 1 is not part of a {FIELD}; write it twice."),
        (["--template", "{uri}", "--explain"], "--explain cannot be combined with --template"),
        (["--template", "{uri}", "--count"], "--template cannot be combined with --count."),
        (["--template", "text", "--count"], "--template cannot be combined with --count."),
        (["--format", "csv", "--fields", "hots"], "'hots' is not a field of a link: did you mean 'host'?"),
        (["--template", "{all}"], "--template: 'all' is not a field of a link. The fields are path,"),
        (["--fields", "uri"], "--fields is only for --format csv, parquet or jsonl."),
    ],
)
def test_fields_that_cannot_be_written_are_refused(run: Run, arguments: list[str], message: str) -> None:
    result = run("find", *arguments, stdin="")
    assert (result.exit_code, message in result.stderr) == (2, True)


def test_locations_and_link_texts_have_columns(run: Run) -> None:
    Path("a.html").write_text('<p><a href="http://evil.example/">=www.bank.example</a>')
    row = rows(run("find", "--format", "csv", "--hazards", "--kinds", "stated", "a.html").stdout_bytes)[0]
    assert (row["stated_by"], row["link_text"], row["kind"]) == ("a href", "'=www.bank.example", "stated")
    Path("a.eml").write_text("From: a@b.example\nMessage-ID: <1@b.example>\nSubject: x\n\nhttp://a.example/\n")
    row = rows(run("find", "--format", "csv", "a.eml").stdout_bytes)[-1]
    assert (row["message_id"], row["content_type"], row["uri"]) == ("1@b.example", "text/plain", "http://a.example/")


def test_there_is_one_header_even_without_links(run: Run) -> None:
    for name in ("a.txt", "b.txt"):
        Path(name).write_text("http://a.example/")
    assert len(rows(run("find", "--format", "csv", "--jobs", "2", "a.txt", "b.txt").stdout_bytes)) == 2
    assert len(rows(run("find", "--format", "csv", "--unique", "a.txt", "b.txt").stdout_bytes)) == 1
    nothing = run("find", "--format", "csv", stdin="nothing")
    assert (nothing.stdout_bytes.decode("utf-8-sig"), nothing.exit_code) == (",".join(COLUMNS) + "\r\n", 1)


@pytest.mark.parametrize("option", ["--explain", "--count", "-l", "-0", "--color=always"])
def test_options_that_csv_cannot_have_are_refused(run: Run, option: str) -> None:
    result = run("find", "--format", "csv", option, stdin="http://a.example/")
    assert (result.stdout, result.exit_code) == ("", 2)


CELLS = st.none() | st.text() | st.text(alphabet="=+-@\t\r\n\",'a;＝\0\x1b\x9b\x7f")
CONTROL = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1))
def test_rows_are_read_back_and_no_cell_is_a_formula(cells: list[list[str | None]]) -> None:
    octets = b"".join(csv_row(row) for row in cells)
    assert octets.endswith(b"\r\n")
    read = list(csv.reader(io.StringIO(octets.decode("utf-8"), newline=""), strict=True))
    assert [len(row) for row in read] == [len(row) for row in cells]
    for row, given_row in zip(read, cells, strict=True):
        for cell, given_cell in zip(row, given_row, strict=True):
            expected = CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", given_cell or "")
            assert cell in (expected, f"'{expected}")
            assert cell[:1] not in {"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"}


def test_only_a_possible_formula_is_changed() -> None:
    for cell in ("", "http://a.example/=1", "'=1", "a=1", " b"):
        assert defuse_formula(cell) == cell


def test_a_file_name_cannot_command_a_terminal_or_spreadsheet(run: Run) -> None:
    try:
        Path("\x1b[31mred\nline.txt").write_text("http://a.example/")
    except OSError:
        pytest.skip("this file system does not allow such a name")
    octets = run("find", "--format", "csv", "\x1b[31mred\nline.txt").stdout_bytes
    assert b"\x1b" not in octets
    assert rows(octets)[0]["path"] == "\\x1b[31mred\nline.txt"


def test_bytes_that_are_not_utf_8_are_escaped(run: Run) -> None:
    path = Path("a\udcff.txt")
    try:
        path.write_text("http://a.example/")
    except OSError:
        pytest.skip("this file system only allows names in UTF-8")
    assert rows(run("find", "--format", "csv", str(path)).stdout_bytes)[0]["path"] == r"a\udcff.txt"
