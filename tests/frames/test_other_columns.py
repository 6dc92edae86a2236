"""Rows of links, cleaned, normalized, split and linked columns equal a plain loop."""

from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

from hypothesis import given  # noqa: E402 - after the check

import linksift  # noqa: E402
from linksift import frames  # noqa: E402
from tests.frames.columns import LAYOUTS, rows  # noqa: E402


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("make", [pa.table, pa.record_batch])
@given(rows=rows)
def test_rows_are_the_links_one_by_one(make: Any, layout: str, rows: list[str | None]) -> None:
    column = LAYOUTS[layout](rows)
    if make is pa.record_batch and isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    table = make({"id": list(range(10, 10 + len(rows))), "body": column})
    found = frames.rows(table, "body", keep=["id"], fields=["uri", "start"])
    assert type(found) is type(table)
    assert found.to_pylist() == [
        {"row": row, "number": number, "id": row + 10, "uri": match.uri, "start": match.start}
        for row, text in enumerate(rows)
        for number, match in enumerate(linksift.find(text or ""))
    ]


@pytest.mark.parametrize(
    "kind", [pa.string_view(), pa.list_(pa.string_view()), pa.run_end_encoded(pa.int32(), pa.string())]
)
def test_columns_of_any_type_are_kept(kind: Any) -> None:
    values = [["a"], ["b"]] if pa.types.is_list(kind) else ["a", "b"]
    table = pa.table({"id": pa.array(values, kind), "body": ["none", "www.a.example www.b.example"]})
    found = frames.rows(table, "body", keep="id", fields="uri")
    assert found.schema.field("id").type == kind
    assert found["id"].to_pylist() == [values[1]] * 2


def test_rows_refuse_two_columns_of_one_name() -> None:
    with pytest.raises(ValueError, match="two columns would have the name 'uri'"):
        frames.rows(pa.table({"uri": ["a"], "body": ["b"]}), "body", keep=["uri"])


def test_rows_name_the_columns_that_there_are() -> None:
    for make in (pa.table, pa.record_batch):
        with pytest.raises(KeyError, match="the table has no column 'text', only 'id', 'body'"):
            frames.rows(make({"id": [1], "body": ["b"]}), "text")
        with pytest.raises(KeyError, match="the table has no column 'ID', only 'id', 'body'"):
            frames.rows(make({"id": [1], "body": ["b"]}), "body", keep=["ID"])
    with pytest.raises(TypeError, match=r"^rows takes an Arrow table or record batch, not dict$"):
        frames.rows({"body": ["b"]}, "body")


@pytest.mark.parametrize("engine", ["pandas", "polars"])
def test_a_series_is_led_to_its_own_methods(engine: str) -> None:
    module = pytest.importorskip(engine)
    door = rf"import linksift\.integrations\.{engine}, and use"
    with pytest.raises(
        TypeError, match=rf"^clean takes an Arrow array .*, not Series: {door} series\.links\.clean\(\)$"
    ):
        frames.clean(module.Series(["a"]))
    way = {"pandas": rf"{door} frame\['body'\]\.links\.rows\(\)", "polars": r"pass frame\.to_arrow\(\)"}[engine]
    with pytest.raises(TypeError, match=rf"^rows takes an Arrow table or record batch, not DataFrame: {way}$"):
        frames.rows(module.DataFrame({"body": ["a"]}), "body")
    with pytest.raises(
        TypeError, match=r"^clean takes an Arrow array or chunked array, not list: pyarrow\.array\(texts\) makes one$"
    ):
        frames.clean(["a"])


def test_an_unknown_option_gets_the_nearest_one() -> None:
    table = pa.table({"body": ["a"]})
    with pytest.raises(TypeError, match=r"^find has no option 'feilds': did you mean 'fields'\?$"):
        frames.find(table["body"], feilds="uri")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^rows has no option 'kep': did you mean 'keep'\?$"):
        frames.rows(table, "body", kep="body")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^linkify has no option 'polcy': did you mean 'policy'\?$"):
        frames.linkify(table["body"], polcy=None)  # type: ignore[call-arg]


@given(rows)
def test_cleaned_rows_are_aligned(rows: list[str | None]) -> None:
    for text, made in zip(rows, frames.clean(pa.array(rows, pa.string())).to_pylist(), strict=True):
        if text is None:
            assert made is None
            continue
        assert made == cleaned(text)


def test_a_row_that_gives_no_uri_raises_if_the_caller_wants_it() -> None:
    column = pa.array(["http://a.example", None, "hello"])
    assert frames.clean(column, errors="coerce").field("uri").to_pylist() == ["http://a.example", None, None]
    with pytest.raises(linksift.NotAURI, match="names no host"):
        frames.clean(column, errors="raise")
    with pytest.raises(ValueError, match="errors must be one of 'coerce', 'raise', not 'ignore'"):
        frames.clean(column, errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="mailto"):
        frames.clean(pa.array([], pa.string()), default_scheme="mailto")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_error_names_the_row(layout: str) -> None:
    column = LAYOUTS[layout](["http://a.example", None, "www.b.example", "hello", "hello you"])
    with pytest.raises(linksift.NotAURI, match=r"\n    hello\n") as raised:
        frames.clean(column, errors="raise")
    assert raised.value.__notes__ == ["This is row 3 of the column, counted from 0."]


def test_the_options_of_clean_are_passed_on() -> None:
    column = pa.array(["nas/photo", "a.example"])
    made = frames.clean(column, default_scheme="https", intranet=True).field("uri")
    assert made.to_pylist() == ["https://nas/photo", "https://a.example"]


def cleaned(text: str) -> dict[str, object]:
    """What the column has for a text."""
    try:
        one = linksift.clean(text)
    except linksift.NotAURI as error:
        return {"uri": None, "error": error.reason, "rules": []}
    return {"uri": one.uri, "error": None, "rules": [note.rule for note in one.notes]}


@given(rows)
def test_parts_and_normal_forms_are_those_of_the_reference(rows: list[str | None]) -> None:
    column = pa.array(rows, pa.string())
    for text, normal, split in zip(
        rows, frames.normalize(column).to_pylist(), frames.parts(column).to_pylist(), strict=True
    ):
        try:
            reference = linksift.parse(text or "\n")
        except linksift.InvalidReference:
            if text:
                assert (normal, split) == (None, None)
            continue
        assert normal == str(reference.normalize())
        assert split == {part.name: getattr(reference, part.name) for part in frames.PARTS}


@given(rows)
def test_linked_texts_are_those_of_linkify(rows: list[str | None]) -> None:
    linked = [None if text is None else linksift.linkify(text) for text in rows]
    assert frames.linkify(pa.array(rows, pa.string())).to_pylist() == linked
    octets = frames.linkify(pa.array([None if text is None else text.encode() for text in rows], pa.binary()))
    assert octets.to_pylist() == [None if text is None else text.encode() for text in linked]
