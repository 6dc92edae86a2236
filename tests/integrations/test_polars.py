"""The expressions of Polars do what the functions of linksift.frames do, and their schema is known before they run."""

import pickle
from typing import Any

import pytest

pl = pytest.importorskip("polars", reason="needs polars (the extra polars)")
pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

from hypothesis import given, settings  # noqa: E402 - after the checks
from hypothesis import strategies as st  # noqa: E402

import linksift.integrations.polars  # noqa: E402, F401
from linksift import NotAURI, find  # noqa: E402
from tests.frames.columns import octets, plain, rows  # noqa: E402

TEXTS = ["See http://a.example, www.b.example.", None, "none", "<http://c.example/d\ne>"]
PLAIN = [
    None if text is None else [{name: getattr(m, name) for name in ("uri", "start", "end", "kind")} for m in find(text)]
    for text in TEXTS
]
FRAME = pl.DataFrame({"body": TEXTS, "group": [1, 1, 2, 2]})
FOUND = pl.List(pl.Struct({"uri": pl.String, "start": pl.Int64, "end": pl.Int64, "kind": pl.String}))


@pytest.mark.parametrize("dtype", [pl.String, pl.Binary, pl.Categorical])
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_a_lazy_query_has_a_schema_and_finds_what_a_loop_finds(dtype: object, engine: str) -> None:
    query = FRAME.lazy().with_columns(pl.col("body").cast(dtype)).select(pl.col("body").links.find())
    assert query.collect_schema() == {"body": FOUND}
    assert query.collect(engine=engine)["body"].to_list() == PLAIN


def found_in(series: Any, engine: str, size: int) -> object:
    """The links of each row, from a query in batches of a size."""
    with pl.Config(streaming_chunk_size=size):
        frame = series.to_frame("body").lazy().select(pl.col("body").links.find()).collect(engine=engine)
    return frame["body"].to_list()


@pytest.mark.parametrize("size", [1, 3, 2_048])
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
@settings(max_examples=15, deadline=None)
@given(rows=rows, cut=st.integers(0, 8), dtype=st.sampled_from([pl.String, pl.Binary, pl.Categorical]))
def test_a_query_equals_a_plain_loop(engine: str, size: int, rows: list[str | None], cut: int, dtype: Any) -> None:
    series = pl.Series("body", rows, pl.String).cast(dtype)
    assert found_in(series, engine, size) == plain(rows)
    assert found_in(series.slice(cut), engine, size) == plain(rows[cut:])
    chunks = pl.concat([series.head(cut), series.slice(cut)], rechunk=False)
    assert found_in(chunks, engine, size) == plain(rows)


@settings(max_examples=30, deadline=None)
@given(octets)
def test_octets_equal_a_plain_loop(rows: list[bytes | None]) -> None:
    assert pl.Series("body", rows, pl.Binary).links.find().to_list() == plain(rows)


def test_a_series_has_the_same_methods() -> None:
    series = FRAME["body"]
    assert series.links.find().to_list() == PLAIN
    assert series.links.find(fields=["uri"]).list.len().to_list() == [2, None, 0, 1]


def test_a_series_has_every_method() -> None:
    typed = pl.Series("typed", ["HTP://a.example/%7eb", None])
    frame = typed.to_frame()
    for name in ("find", "clean", "normalize", "parts", "linkify"):
        made = getattr(typed.links, name)()
        assert made.name == "typed"
        assert made.equals(frame.select(getattr(pl.col("typed").links, name)())["typed"], null_equal=True)


def test_groups_and_windows_keep_their_rows_together() -> None:
    count = pl.col("body").links.find().list.len().sum()
    assert FRAME.group_by("group").agg(count).sort("group")["body"].to_list() == [2, 1]
    assert FRAME.select(count.over("group"))["body"].to_list() == [2, 2, 1, 1]


def test_wrong_options_raise_before_the_query_runs() -> None:
    with pytest.raises(ValueError, match="fields must be some of"):
        pl.col("body").links.find(fields=["url"])
    with pytest.raises(ValueError, match="did you mean 'document'"):
        pl.col("body").links.find(profile="docment")


def test_a_wrong_column_raises_when_the_query_runs() -> None:
    with pytest.raises(TypeError, match="not of Python objects"):
        pl.Series(["www.a.example", 1], dtype=pl.Object).links.find()
    with pytest.raises(TypeError, match="find takes a column of strings or bytes, not of int64"):
        FRAME.lazy().select(pl.col("group").links.find()).collect()


def test_references_are_cleaned_normalized_and_split() -> None:
    frame = pl.DataFrame({"typed": ["htp://a.example", "", None]})
    typed = pl.col("typed").links
    made = frame.select(clean=typed.clean(), normal=typed.normalize(), parts=typed.parts(), linked=typed.linkify())
    assert made["clean"].struct.field("uri").to_list() == ["http://a.example", None, None]
    assert made["normal"].to_list() == ["htp://a.example/", "", None]
    assert made["parts"].struct.field("host").to_list() == ["a.example", None, None]
    assert made["linked"].null_count() == 1


def test_a_series_raises_the_error_of_the_first_row_that_gives_no_uri() -> None:
    with pytest.raises(NotAURI, match=r"\n    hello\n") as raised:
        pl.Series(["http://a.example", "hello"]).links.clean(errors="raise")
    assert (raised.value.typed, raised.value.reason) == ("hello", "this names no host, address or known scheme")
    assert raised.value.__notes__ == ["This is row 1 of the column, counted from 0."]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_a_query_raises_the_error_of_the_first_row_that_gives_no_uri(engine: str) -> None:
    cleaned = pl.col("typed").links.clean(errors="raise").struct.field("uri")
    query = pl.LazyFrame({"typed": ["hello", "http://a.example"]}).select(cleaned.str.len_chars() + 1)
    with pytest.raises(NotAURI) as raised:
        query.collect(engine=engine)
    plain = pickle.loads(pickle.dumps(raised.value))
    assert type(plain) is NotAURI
    assert str(raised.value) == str(plain) == "not a URI: this names no host, address or known scheme\n    hello"
    row, batch = raised.value.__notes__
    assert row == "This is row 0 of the column, counted from 0."
    assert "batches" in batch


def test_octets_are_linked_as_text() -> None:
    linked = pl.Series([b"http://a.example \xff", None]).links.linkify("markdown")
    assert linked.to_list() == ["<http://a.example> \ufffd", None]
