"""The functions of DuckDB do what the functions of linksift.frames do."""

from typing import Any

import pytest

duckdb = pytest.importorskip("duckdb", reason="needs duckdb (the extra duckdb)")
pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

import pyarrow as pa  # noqa: E402 - after the checks
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

import linksift.frames  # noqa: E402
from linksift import find  # noqa: E402
from linksift.integrations.duckdb import register  # noqa: E402
from tests.frames.columns import LAYOUTS, octets, plain, rows  # noqa: E402

TEXTS = ["See http://a.example, www.b.example.", None, "none", "<http://c.example/d\ne>"]


@pytest.fixture
def connection() -> Any:
    with duckdb.connect() as opened:
        register(opened)
        opened.execute("CREATE TABLE mail (id INTEGER, body VARCHAR)")
        opened.executemany("INSERT INTO mail VALUES (?, ?)", list(enumerate(TEXTS)))
        yield opened


@pytest.mark.parametrize("column", ["body", "body::BLOB"])
def test_links_are_those_of_a_loop(connection: Any, column: str) -> None:
    rows = connection.sql(f"SELECT find_links({column}) FROM mail ORDER BY id").fetchall()
    names = ("uri", "start", "end", "kind")
    assert [found for (found,) in rows] == [
        None if text is None else [{name: getattr(match, name) for name in names} for match in find(text)]
        for text in TEXTS
    ]


SHARED = duckdb.connect()
register(SHARED)


def found_in(column: Any) -> list[Any]:
    """The links of each row of a column."""
    SHARED.register("given", pa.table({"number": range(len(column)), "body": column}))
    found = SHARED.sql("SELECT find_links(body) FROM given ORDER BY number").fetchall()
    SHARED.unregister("given")
    return [links for (links,) in found]


READ_BY_DUCKDB = [layout for layout in LAYOUTS if layout != "run-end encoded dictionary"]
"""DuckDB gives the numbers of a dictionary in runs instead of its texts."""


@pytest.mark.parametrize("layout", READ_BY_DUCKDB)
@settings(max_examples=10, deadline=None)
@given(rows=rows, threads=st.sampled_from([1, 2]))
def test_every_layout_equals_a_plain_loop(layout: str, rows: list[str | None], threads: int) -> None:
    SHARED.execute(f"SET threads = {threads}")
    assert found_in(LAYOUTS[layout](rows)) == plain(rows)


@settings(max_examples=20, deadline=None)
@given(octets)
def test_octets_equal_a_plain_loop(rows: list[bytes | None]) -> None:
    assert found_in(pa.array(rows, pa.binary())) == plain(rows)


@settings(max_examples=5, deadline=None)
@given(st.lists(st.none() | st.sampled_from(TEXTS), min_size=3, max_size=8), st.integers(2_040, 5_000))
def test_rows_of_several_vectors_equal_a_plain_loop(some: list[str | None], count: int) -> None:
    many = (some * count)[:count]
    assert found_in(pa.array(many, pa.string())) == (plain(some) * count)[:count]


def test_a_link_becomes_a_row(connection: Any) -> None:
    rows = connection.sql("SELECT id, unnest(find_links(body), recursive := true) FROM mail ORDER BY 1, 3").fetchall()
    assert [row[:2] for row in rows] == [
        (0, "http://a.example"),
        (0, "http://www.b.example"),
        (3, "http://c.example/de"),
    ]


def test_more_rows_than_a_vector_holds(connection: Any) -> None:
    [row] = connection.sql("SELECT sum(len(find_links('www.a' || i || '.example'))) FROM range(5000) t(i)").fetchall()
    assert row == (5000,)


def test_references_are_cleaned_normalized_and_split(connection: Any) -> None:
    [row] = connection.sql(
        "SELECT clean_uri('htp://a.example').uri, clean_uri('').error IS NULL, normalize_uri('HTTP://A.example'), "
        "normalize_uri('a b'), uri_parts('http://a.example:80/').port, uri_parts(NULL)"
    ).fetchall()
    assert row == ("http://a.example", False, "http://a.example/", None, "80", None)


def test_a_second_call_replaces_the_functions(connection: Any) -> None:
    register(connection, profile="chat", fields=["uri", "host", "confidence", "rules"], unit="bytes")
    [row] = connection.sql("SELECT unnest(find_links('é www.a.example'), recursive := true)").fetchall()
    assert row[:3] == ("https://www.a.example", "www.a.example", 1.0)
    register(connection, fields="start", unit="bytes", max_row_bytes=30)
    assert connection.sql("SELECT find_links('é www.a.example')[1].start").fetchall() == [(3,)]
    with pytest.warns(linksift.frames.LongRowsWarning):
        assert connection.sql("SELECT find_links(repeat('x', 31))").fetchall() == [(None,)]


def cleaned(connection: Any, *typed: str) -> list[str]:
    """The URIs that `clean_uri` gives."""
    return [connection.sql(f"SELECT clean_uri('{one}').uri").fetchall()[0][0] for one in typed]


def test_each_function_has_the_options_that_apply_to_it(connection: Any) -> None:
    assert cleaned(connection, "a.example", "nas/photo") == ["http://a.example", None]
    register(connection, default_scheme="https", intranet=True)
    assert connection.sql("SELECT find_links('www.a.example')[1].uri").fetchall() == [("https://www.a.example",)]
    assert cleaned(connection, "a.example", "nas/photo") == ["https://a.example", "https://nas/photo"]
    register(connection, linksift.Finder("chat"))
    assert cleaned(connection, "a.example", "nas/photo") == ["https://a.example", None]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"profile": "docment"}, "did you mean 'document'"),
        ({"fields": "url"}, "did you mean 'uri'"),
        ({"unit": "utf8"}, "did you mean 'utf-8'"),
        ({"feilds": "uri"}, "register has no option 'feilds': did you mean 'fields'"),
        ({"defaultscheme": "https"}, "register has no option 'defaultscheme': did you mean 'default_scheme'"),
        ({"errors": "raise"}, "register has no option 'errors'"),
        ({"default_scheme": "mailto"}, "default_scheme must be a scheme with a host, such as 'https', not 'mailto'"),
        ({"finder": linksift.Finder(), "default_scheme": "https"}, "pass a finder or options for one, not both"),
    ],
)
def test_wrong_options_raise_when_the_functions_are_registered(options: Any, said: str) -> None:
    with duckdb.connect() as opened, pytest.raises((TypeError, ValueError), match=said):
        register(opened, **options)


def test_a_wrong_column_raises_a_sentence(connection: Any) -> None:
    with pytest.raises(duckdb.Error, match="find takes a column of strings or bytes, not of int32"):
        connection.sql("SELECT find_links(id) FROM mail").fetchall()
