"""The columns of a table that a caller names, and the values that identify its rows."""

import gzip
import io
from pathlib import Path
from typing import Any

import pytest

import linksift
from linksift import ReadError
from linksift.documents.data_files.delimited import column_cells

CSV = b'id,body,note\r\n7,see http://a.example,http://no.example\r\n8,"x, www.b.example",y\r\n9,,\r\n'
LINES = (
    b'{"body": "see http://a.example", "id": 7, "note": "http://no.example"}\n'
    b'{"id": 8, "body": {"http://k.example": ["www.b.example"]}}\n'
    b'{"body": null, "id": null, "more": {"id": "http://no.example", "body": "http://no.example"}}\n'
    b'{"body": "http://c.example"}\n'
)
ARRAY = (
    b'[{"body": "see http://a.example", "id": "7"}, {"id": true, "body": ["http://b.example"]}, ["http://no.example"]]'
)
VALUES = b'{\n  "body": "see http://a.example",\n "id": 7\n}\n{\n "body": "http://b.example"}\n'


def found(
    octets: bytes, name: str | None, columns: Any = ("body",), id_column: str | None = "id"
) -> tuple[list[Any], list[str]]:
    """The URI, id, field and pointer of each link, and the messages of the problems."""
    file = io.BytesIO(octets)
    if name is not None:
        file.name = name
    problems: list[linksift.Problem] = []
    links = linksift.read(file, columns=columns, id_column=id_column, on_problem=problems.append)
    places = [(one.match.uri, one.location.locator) for one in links]
    return [(uri, where.id, where.field or where.pointer) for uri, where in places], [one.message for one in problems]


@pytest.mark.parametrize(
    ("octets", "name", "links"),
    [
        (CSV, "a.csv", [("http://a.example", "7", "body"), ("http://www.b.example", "8", "body")]),
        (CSV, None, [("http://a.example", "7", "body"), ("http://www.b.example", "8", "body")]),
        (gzip.compress(CSV), None, [("http://a.example", "7", "body"), ("http://www.b.example", "8", "body")]),
        (
            LINES,
            "a.jsonl",
            [
                ("http://a.example", "7", "/body"),
                ("http://k.example", "8", "/body/http:~1~1k.example"),
                ("http://www.b.example", "8", "/body/http:~1~1k.example/0"),
                ("http://c.example", None, "/body"),
            ],
        ),
        (ARRAY, "a.json", [("http://a.example", "7", "/0/body"), ("http://b.example", "true", "/1/body/0")]),
        (VALUES, "a.json", [("http://a.example", "7", "/body"), ("http://b.example", None, "/body")]),
        (b'{"body": "http://a.example", "id": 7', "a.json", [("http://a.example", "7", "/body")]),
        (b'{"a/b~": "http://a.example", "body": "", "id": 1.5}', "a.json", []),
        (b"", "a.csv", []),
        (b"", "a.jsonl", []),
    ],
)
def test_only_the_columns_named_are_searched(octets: bytes, name: str | None, links: object) -> None:
    assert found(octets, name) == (links, [])


def test_names_of_members_are_escaped_in_pointers() -> None:
    octets = b'{"a/b~": "http://a.example"}'
    assert found(octets, "a.json", ["a/b~"], None) == ([("http://a.example", None, "/a~1b~0")], [])


def test_an_id_alone_leaves_all_columns() -> None:
    links, _ = found(CSV, "a.csv", (), "id")
    assert [(uri, row) for uri, row, _ in links] == [
        ("http://a.example", "7"),
        ("http://no.example", "7"),
        ("http://www.b.example", "8"),
    ]
    assert found(CSV, "a.csv", "note", None) == ([("http://no.example", None, "note")], [])


def test_a_long_id_is_cut() -> None:
    [(_, row, _)], _ = found(b"id,body\n" + b"x" * 2_000 + b",http://a.example\n", "a.csv")
    assert row == "x" * 1_024


@pytest.mark.parametrize(("octets", "name"), [(CSV, "a.csv"), (LINES, "a.jsonl"), (ARRAY, "a.json"), (b"a text", None)])
def test_a_missing_column_is_told(octets: bytes, name: str | None) -> None:
    with pytest.raises(ReadError, match=r": has no column 'text', only '"):
        found(octets, name, ["text"], None)
    with pytest.raises(ReadError, match=r": has no column 'key', only '"):
        found(octets, name, (), "key")


def test_a_message_names_some_columns_only() -> None:
    octets = ",".join(f"c{number}" for number in range(99)).encode() + b"\n"
    with pytest.raises(ReadError, match=r"has no column 'text', only 'c0', .*'c19', \.\.\.$"):
        found(octets, "a.csv", ["text"])


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.md"])
def test_other_documents_have_no_columns(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("http://a.example")
    with pytest.raises(ReadError, match=r": file without columns$"):
        list(linksift.read(tmp_path / name, columns="body"))


@pytest.mark.parametrize("stated", ["sep=;\n", "SEP=;\r\n", '"sep=;"\n'])
def test_a_row_may_state_the_delimiter(stated: str) -> None:
    """Excel reads it so, and it is no row of the table."""
    octets = f"{stated}id;body\n7;http://a.example/b,c\n".encode()
    assert found(octets, "a.csv") == ([("http://a.example/b,c", "7", "body")], [])
    file = io.BytesIO(octets)
    file.name = "a.csv"
    assert [one.location.locator.row for one in linksift.read(file)] == [2]
    assert [*column_cells(iter([octets.decode()]), "body")] == ["body", "http://a.example/b,c"]


def test_what_is_not_json_is_told() -> None:
    octets = b'{"body": "http://a.example", "id": 1}\nno JSON: http://b.example\n{"body": "http://c.example"}\n'
    links = [("http://a.example", "1", "/body"), ("http://c.example", None, "/body")]
    assert found(octets, "a.jsonl") == (links, ["the text at line 2 is not JSON; it was not read"])
    assert found(b'{"body": "x", "id": 1} no', "a.json") == (
        [],
        ["the text at line 1 is not JSON; it was not read"],
    )
    assert found(b'{"body": "x", "id": 1}\n\n no', "a.json") == (
        [],
        ["the text at line 3 is not JSON; it was not read"],
    )
