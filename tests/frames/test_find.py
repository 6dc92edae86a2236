"""Each column of links equals a plain loop over the rows, in every layout of Arrow and for every unit."""

import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

from hypothesis import given, settings  # noqa: E402 - after the check
from hypothesis import strategies as st  # noqa: E402

import linksift  # noqa: E402
from linksift import frames  # noqa: E402
from linksift.frames import column_texts  # noqa: E402
from tests.frames.columns import LAYOUTS, octets, plain, rows  # noqa: E402
from tests.without_kernel import without_kernel  # noqa: E402

ENCODED: dict[str, Callable[[str], Any]] = {
    "code-points": list,
    "codepoints": list,
    "utf-8": lambda text: text.encode("utf-8", "surrogateescape"),
    "bytes": lambda text: text.encode("utf-8", "surrogateescape"),
    "utf-16": lambda text: text.encode("utf-16-le", "surrogatepass"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@given(rows=rows)
def test_every_layout_equals_a_plain_loop(layout: str, rows: list[str | None]) -> None:
    found = frames.find(LAYOUTS[layout](rows))
    assert found.to_pylist() == plain(rows)
    with without_kernel():
        assert found.to_pylist() == plain(rows)
    assert found.type == frames.list_of_links()
    found.validate(full=True)


@pytest.mark.parametrize("unit", ENCODED)
@given(rows=rows)
def test_spans_cut_the_text_in_each_unit(unit: Any, rows: list[str | None]) -> None:
    width = 2 if unit == "utf-16" else 1
    for text, links in zip(
        rows,
        frames.find(pa.array(rows, pa.string()), fields=["start", "end", "text"], unit=unit).to_pylist(),
        strict=True,
    ):
        for link in links or ():
            cut = ENCODED[unit](text or "")[link["start"] * width : link["end"] * width]
            assert cut == ENCODED[unit](link["text"])


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.binary_view()], ids=str)
@given(rows=octets)
def test_bytes_that_are_not_utf8_equal_a_plain_loop_without_the_kernel(kind: Any, rows: list[bytes | None]) -> None:
    found = frames.find(pa.array(rows, kind)).to_pylist()
    with without_kernel():
        assert found == plain(rows)


@given(rows=rows, size=st.integers(1, 400))
def test_batches_of_any_size_give_the_same(rows: list[str | None], size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(column_texts, "LARGEST_BATCH", size)
        assert frames.find(pa.array(rows, pa.string())).to_pylist() == plain(rows)


def batch_sizes(column: Any) -> list[int]:
    """The number of texts in each batch of a column."""
    sizes: list[int] = []

    def counted(batch: Any) -> Any:
        sizes.append(len(batch))
        return batch

    column_texts.mapped(column, counted)
    return sizes


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary_view()])
def test_a_long_column_has_few_batches(kind: Any) -> None:
    column = pa.array([f"http://a.example/{'b' * 80}{row}" for row in range(1_000)], pa.string()).cast(kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(column_texts, "LARGEST_BATCH", column.nbytes // 8)
        sizes = batch_sizes(column)
    assert sum(sizes) == 1_000
    assert len(sizes) <= 16


def test_slices_that_share_runs_read_what_they_use() -> None:
    column = pa.compute.run_end_encode(pa.array([f"http://a.example/{number // 2}" for number in range(200)]))
    dictionary = column_texts.runs_in_dictionary(column[101:104])
    assert dictionary.dictionary.to_pylist() == ["http://a.example/50", "http://a.example/51"]
    assert dictionary.to_pylist() == ["http://a.example/50", "http://a.example/51", "http://a.example/51"]


def test_chunks_that_share_a_dictionary_search_what_they_use() -> None:
    dictionary = pa.array([f"http://a.example/{row}" for row in range(200)] + [None])
    chunks = [
        pa.DictionaryArray.from_arrays(pa.array([row, None, row, 200], pa.int32()), dictionary) for row in range(200)
    ]
    assert sum(batch_sizes(pa.chunked_array(chunks))) <= 3 * 200
    assert frames.find(pa.chunked_array(chunks), fields="uri", max_row_bytes=20).to_pylist()[:5] == [
        [{"uri": "http://a.example/0"}],
        None,
        [{"uri": "http://a.example/0"}],
        None,
        [{"uri": "http://a.example/1"}],
    ]


@pytest.mark.parametrize("encode", ["dictionary_encode", "run_end_encode"])
def test_a_text_stored_once_for_many_rows_fills_several_arrays(encode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_texts, "LARGEST_ARRAY", 1_000)
    texts = ["see http://a.example/"] * 40 + ["http://b.example"] * 2
    found = frames.find(getattr(pa.compute, encode)(pa.array(texts)))
    assert found.to_pylist() == plain(texts)
    assert max(chunk.nbytes for chunk in found.chunks) <= 1_000


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=20)
@given(rows=rows, size=st.integers(1, 400))
def test_a_result_that_is_too_large_for_an_array_is_chunked(layout: str, rows: list[str | None], size: int) -> None:
    column = LAYOUTS[layout](rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(column_texts, "LARGEST_BATCH", size)
        patch.setattr(column_texts, "LARGEST_ARRAY", size)
        assert frames.find(column).to_pylist() == plain(rows)
        table = pa.table({"id": range(len(rows)), "body": column})
        found = frames.rows(table, "body", keep="id", fields="uri").to_pylist()
    assert [(row["row"], row["id"], row["uri"]) for row in found] == [
        (row, row, link["uri"]) for row, links in enumerate(plain(rows)) for link in links or ()
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=20)
@given(rows=rows)
def test_long_rows_are_null_and_told(layout: str, rows: list[str | None]) -> None:
    bound = 30
    short = [None if text is None or len(text.encode()) > bound else text for text in rows]
    column = LAYOUTS[layout](rows)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = frames.find(column, max_row_bytes=bound)
        linked = frames.linkify(column, max_row_bytes=bound)
    assert found.to_pylist() == plain(short)
    assert [text is None for text in linked.to_pylist()] == [text is None for text in short]
    assert bool(told) == (short != rows)
    assert all(one.category is frames.LongRowsWarning for one in told)


def test_the_warning_has_a_number_and_the_line_of_the_caller() -> None:
    with pytest.warns(frames.LongRowsWarning, match="rows of more than 3 bytes are not searched, and null: 2") as told:
        frames.find(pa.array(["abcd", "a", "abcde"]), max_row_bytes=3)
    assert told[0].filename == __file__


@given(
    st.lists(
        st.none()
        | st.binary(max_size=30)
        | st.sampled_from([b"http://a.example/\xff b", b"\xed\xa0\x80 www.b.example"])
    )
)
def test_no_octets_raise(rows: list[bytes | None]) -> None:
    column = pa.array(rows, pa.binary())
    every = frames.find(column, fields=list(frames.FIELDS), unit="bytes")
    every.validate(full=True)
    for row, links in zip(rows, every.to_pylist(), strict=True):
        for link in links or ():
            assert row is not None
            cut = row[link["start"] : link["end"]].decode("utf-8", "surrogateescape")
            assert re.sub("[\udc80-\udcff]", "\ufffd", cut) == link["text"]
    frames.linkify(column).validate(full=True)
    frames.clean(column).validate(full=True)
    frames.parts(column).validate(full=True)
    frames.normalize(column).validate(full=True)


def test_a_string_column_that_nobody_validated_is_read() -> None:
    octets = pa.array([b"http://a.example \xff", None, b"www.b.example"])
    column = pa.Array.from_buffers(pa.string(), 3, octets.buffers())
    assert [links and links[0]["uri"] for links in frames.find(column).to_pylist()] == [
        "http://a.example",
        None,
        "http://www.b.example",
    ]


def test_a_column_of_nulls_has_no_links() -> None:
    assert frames.find(pa.nulls(2)).to_pylist() == [None, None]
    assert frames.find(pa.chunked_array([], pa.string())).type == frames.list_of_links()


def test_every_field_is_that_of_the_match() -> None:
    text = "See <http://user@www.a.example/b-\nc>, http://b.example/d."
    [links] = frames.find(pa.array([text]), fields=list(frames.FIELDS)).to_pylist()
    for link, match in zip(links, linksift.find(text), strict=True):
        assert link == {
            **{name: getattr(match, name) for name in ("uri", "start", "end", "kind", "text", "enclosure", "iri")},
            "scheme": match.reference.scheme,
            "host": match.reference.host,
            "site": match.site,
            "registered_domain": match.registered_domain,
            "confidence": match.confidence,
            "rules": [note.rule for note in match.notes],
            "alternatives": [other.uri for other in match.alternatives],
            "hazards": [hazard.name for hazard in linksift.hazards(match)],
            "worth_a_look": [sign.name for sign in linksift.worth_a_look(match)],
        }


def test_options_are_those_of_a_finder() -> None:
    column = pa.array(["a.example http://b.example/c-\nd"])
    finder = linksift.Finder(kinds={"domain"})
    assert frames.find(column, kinds={"domain"}).equals(frames.find(column, finder=finder))
    assert frames.find(column, fields=["uri"], rejoin="auto").to_pylist() == [[{"uri": "http://b.example/c-d"}]]


@pytest.mark.parametrize(
    ("column", "options", "sentence"),
    [
        (pa.array([1]), {}, "find takes a column of strings or bytes, not of int64"),
        (["a"], {}, "find takes an Arrow array or chunked array, not list"),
        (
            pa.array(["a"]),
            {"finder": linksift.Finder(), "kinds": {"uri"}},
            "pass a finder or options for one",
        ),
    ],
)
def test_wrong_columns_raise_a_sentence(column: object, options: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        frames.find(column, **options)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fields": ["url"]}, "fields must be some of .*'uri'"),
        ({"fields": []}, "fields must be some of"),
        ({"fields": ["uri", "uri"]}, "two columns would have the name .uri."),
        ({"max_row_bytes": 0}, "max_row_bytes must be a whole number of 1 or more"),
        ({"unit": "utf8"}, "unit must be one of 'code-points', 'utf-8', 'utf-16'"),
        ({"profile": "docment"}, "did you mean 'document'"),
    ],
)
def test_wrong_options_raise_a_sentence(options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        frames.find(pa.array(["a"]), **options)
