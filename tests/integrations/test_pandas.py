"""The accessor of pandas does what the functions of linksift.frames do, with the index of the series."""

from typing import Any

import pytest

pandas = pytest.importorskip("pandas", reason="needs pandas (the extra pandas)")
pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

import numpy  # noqa: E402 - after the checks
import pyarrow as pa  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

import linksift.integrations.pandas  # noqa: E402, F401
from linksift import find  # noqa: E402
from tests.frames.columns import LAYOUTS, octets, plain, rows  # noqa: E402

TEXTS = ["See http://a.example, www.b.example.", None, "none", "<http://c.example/d\ne>"]
DTYPES = ["str", "object", "string", "string[pyarrow]", "category"]


def found_in(series: Any) -> list[Any]:
    """The links of each row, None where the row is missing."""
    found = series.links.find()
    missing = found.isna()
    return [None if is_missing else list(links) for links, is_missing in zip(found, missing, strict=True)]


@pytest.mark.parametrize("dtype", DTYPES)
@settings(max_examples=20)
@given(rows=rows, start=st.integers(0, 3))
def test_a_series_equals_a_plain_loop(dtype: str, rows: list[str | None], start: int) -> None:
    series = pandas.Series(rows, dtype=dtype)
    assert found_in(series) == plain(rows)
    assert found_in(series[start:]) == plain(rows[start:])
    assert found_in(series[::-1]) == plain(rows[::-1])


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=10)
@given(rows=rows)
def test_a_series_of_arrow_equals_a_plain_loop(layout: str, rows: list[str | None]) -> None:
    column = LAYOUTS[layout](rows)
    assert found_in(pandas.Series(pandas.arrays.ArrowExtensionArray(column))) == plain(rows)


@settings(max_examples=30)
@given(octets)
def test_octets_equal_a_plain_loop(rows: list[bytes | None]) -> None:
    assert found_in(pandas.Series(rows, dtype=object)) == plain(rows)
    assert found_in(pandas.Series(rows, dtype=pandas.ArrowDtype(pa.binary()))) == plain(rows)


@pytest.mark.parametrize("dtype", DTYPES)
def test_found_links_have_the_index_and_name_of_the_series(dtype: str) -> None:
    series = pandas.Series(TEXTS, index=[7, 5, 3, 1], name="body", dtype=dtype)
    found = series.links.find(fields=["uri", "start"])
    assert found.index.tolist() == [7, 5, 3, 1]
    assert found.name == "body"
    assert found.isna().tolist() == [False, True, False, False]
    assert list(found[7]) == [{"uri": match.uri, "start": match.start} for match in find(TEXTS[0] or "")]
    assert str(found.dtype).startswith("list<item: struct<uri: string")


@pytest.mark.parametrize("dtype", DTYPES)
def test_rows_have_the_index_of_their_text(dtype: str) -> None:
    series = pandas.Series(TEXTS, index=pandas.Index(list("wxyz"), name="id"), dtype=dtype)
    frame = series.links.rows(fields=["uri"])
    assert frame.index.tolist() == [("w", 0), ("w", 1), ("z", 0)]
    assert frame.index.names == ["id", "number"]
    assert frame["uri"].tolist() == ["http://a.example", "http://www.b.example", "http://c.example/de"]


def test_rows_have_every_level_of_the_index() -> None:
    index = pandas.MultiIndex.from_tuples([(1, "a"), (2, "b")], names=["x", None])
    frame = pandas.Series(["none", "www.a.example"], index=index).links.rows(fields=["uri"])
    assert frame.index.tolist() == [(2, "b", 0)]
    assert frame.index.names == ["x", None, "number"]


@pytest.mark.parametrize("names", [["number"], ["x", "number"]])
def test_rows_have_no_two_levels_of_one_name(names: list[str]) -> None:
    index = pandas.MultiIndex.from_tuples([(3, 4)[: len(names)]], names=names)
    with pytest.raises(ValueError, match="two columns would have the name 'number'"):
        pandas.Series(["www.a.example"], index=index if len(names) > 1 else index.get_level_values(0)).links.rows()


def test_objects_that_are_no_texts_are_missing() -> None:
    series = pandas.Series(["www.a.example \udcff www.b.example", 3, None, b"www.c.example \xff"], dtype=object)
    found = series.links.find(fields=["text"])
    assert found.isna().tolist() == [False, True, True, False]
    assert [link["text"] for link in found[0]] == ["www.a.example", "www.b.example"]
    with pytest.raises(TypeError, match="takes a column of strings or bytes, not of int64"):
        pandas.Series([1]).links.find()


def test_what_arrow_refuses_is_read_as_objects() -> None:
    text = "www.a.example \udcff www.b.example"
    mixed = pandas.Series([text, 3, None], dtype="category")
    sparse = pandas.Series(pandas.arrays.SparseArray(numpy.array([text, 3, None], dtype=object)))
    for series in (mixed, sparse):
        found = series.links.find(fields=["text"])
        assert found.isna().tolist() == [False, True, True]
        assert [link["text"] for link in found[0]] == ["www.a.example", "www.b.example"]


def test_a_series_without_values_has_no_links() -> None:
    for series in (pandas.Series([float("nan")] * 2), pandas.Series([None, None], dtype="category")):
        assert series.links.find().isna().tolist() == [True, True]
        assert series[2:].links.find().empty
        assert series.links.rows().empty


def test_references_are_cleaned_row_by_row() -> None:
    cleaned = pandas.Series(["htp://a.example", "", None], index=[3, 2, 1]).links.clean()
    assert cleaned.index.tolist() == [3, 2, 1]
    assert cleaned["uri"].fillna("").tolist() == ["http://a.example", "", ""]
    assert cleaned["error"].isna().tolist() == [True, False, True]


def test_references_are_normalized_and_split() -> None:
    series = pandas.Series(["HTTP://A.example/%7eb", "no uri"])
    assert series.links.normalize().fillna("").tolist() == ["http://a.example/~b", ""]
    assert series.links.parts()["path"].fillna("").tolist() == ["/%7eb", ""]


def test_texts_are_linked() -> None:
    linked = pandas.Series(["www.a.example", None]).links.linkify("markdown", profile="chat")
    assert linked.isna().tolist() == [False, True]
    assert "https://www.a.example" in linked[0]
