"""JSON, JSON lines, CSV and TSV: each string and cell is a text, with its place in the data and in the file."""

import csv
import io
import json
import re
import tracemalloc
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.documents import Account, ReadOptions, column_cells
from linksift.documents.data_files.json_strings import JSONString, strings, tokens
from linksift.documents.format_detection import pieces
from linksift.documents.read import context_for
from linksift.finding import Finder
from tests.growth import assert_forty_times_at_most


def read(octets: bytes, name: str, **options: Any) -> list[linksift.Found]:
    file = io.BytesIO(octets)
    file.name = name
    return list(linksift.read(file, **options))


def places(octets: bytes, name: str, encoding: str = "utf-8") -> list[tuple[str, str, dict[str, object]]]:
    """The URI, the source text and the known fields of the locator of each link."""
    text = octets.decode(encoding)
    return [
        (
            found.match.uri,
            text[found.location.start : found.location.end],
            {key: value for key, value in found.location.locator._asdict().items() if value is not None},
        )
        for found in read(octets, name)
    ]


@pytest.mark.parametrize(
    ("octets", "name", "expected"),
    [
        (
            rb'{"u":"http:\/\/a.example\/b"}',
            "a.json",
            [("http://a.example/b", r"http:\/\/a.example\/b", {"pointer": "/u"})],
        ),
        (
            rb'[{"t": "see http://b.example/caf\u00e9 and \ud83d\udc4d www.c.example"}]',
            "a.json",
            [
                ("http://b.example/caf%C3%A9", r"http://b.example/caf\u00e9", {"pointer": "/0/t"}),
                ("http://www.c.example", "www.c.example", {"pointer": "/0/t"}),
            ],
        ),
        (
            rb'{"body":"<http://c.example/\nd>"}',
            "a.json",
            [("http://c.example/d", r"http://c.example/\nd", {"pointer": "/body"})],
        ),
        (
            b'{"http://a.example/": {"~/": ["x", "http://b.example"]}}',
            "a.json",
            [
                ("http://a.example/", "http://a.example/", {"pointer": "/http:~1~1a.example~1"}),
                ("http://b.example", "http://b.example", {"pointer": "/http:~1~1a.example~1/~0~1/1"}),
            ],
        ),
        (
            b'{"a": "http://a.example", // http://b.example\n',
            "a.json",
            [
                ("http://a.example", "http://a.example", {"pointer": "/a"}),
                ("http://b.example", "http://b.example", {}),
            ],
        ),
        (
            b'{"a": "http://a.example"}\nno JSON: http://b.example\n["http://c.example"]\n',
            "a.jsonl",
            [
                ("http://a.example", "http://a.example", {"pointer": "/a"}),
                ("http://b.example", "http://b.example", {}),
                ("http://c.example", "http://c.example", {"pointer": "/0"}),
            ],
        ),
        (
            b'id,link,"a ""b"""\r\n1,http://a.example,"http://b.example/x,y"\r\n"a\n""http://c.example""",,\r\n',
            "a.csv",
            [
                ("http://a.example", "http://a.example", {"row": 2, "field": "link"}),
                ("http://b.example/x,y", "http://b.example/x,y", {"row": 2, "field": 'a "b"'}),
                ("http://c.example", "http://c.example", {"row": 3, "field": "id"}),
            ],
        ),
        (
            b"id\tlink\n1\thttp://a.example\thttp://b.example\n",
            "a.tsv",
            [
                ("http://a.example", "http://a.example", {"row": 2, "field": "link"}),
                ("http://b.example", "http://b.example", {"row": 2, "field": "3"}),
            ],
        ),
        (
            b'a;b\n"no end;http://a.example\nhttp://b.example;c\n',
            "a.csv",
            [
                ("http://a.example", "http://a.example", {"row": 2, "field": "b"}),
                ("http://b.example", "http://b.example", {"row": 3, "field": "a"}),
            ],
        ),
    ],
)
def test_links_have_their_place_in_the_data(
    octets: bytes, name: str, expected: list[tuple[str, str, dict[str, object]]]
) -> None:
    assert places(octets, name) == expected


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "url,name\nhttp://a.example/b,c\n"),
        ("a.tsv", "url\tname\nhttp://a.example/b\tc\n"),
        ("a.json", '{"url": "http://a.example/b", "name": "c"}'),
        ("a.jsonl", '{"url": "http://a.example/b", "name": "c"}\n{"name": "c"}\n'),
    ],
)
def test_data_in_utf_16_is_read_as_excel_saves_it(name: str, text: str, encoding: str) -> None:
    assert places(text.encode(encoding), name, encoding) == places(text.encode(), name) != []


@pytest.mark.parametrize(
    ("octets", "name", "columns", "where"),
    [
        (
            rb'{"u":"see http://a.example/?b&amp;c","c":"<p><a href=\"http://a.example/?b&amp;c\">d</a> <code>http://a.\u0065xample</code>"}',
            "a.json",
            ["c"],
            {"pointer": "/c"},
        ),
        (
            b'u,c\nhttp://a.example/?b&amp;c,"<p><a href=""http://a.example/?b&amp;c"">d</a> <code>http://a.example</code>"\n',
            "a.csv",
            ["c"],
            {"row": 2, "field": "c"},
        ),
    ],
)
def test_values_that_are_html_are_read_as_pages(
    octets: bytes, name: str, columns: list[str], where: dict[str, object]
) -> None:
    plain, stated, text = places(octets, name)
    assert plain[0] == "http://a.example/?b&amp;c"
    assert stated == ("http://a.example/?b&c", "http://a.example/?b&amp;c", where)
    assert (text[0], text[2]) == ("http://a.example", where)
    assert [one.match.uri for one in read(octets, name, columns=columns)] == [stated[0], text[0]]
    assert [one.location.stated_by for one in read(octets, name, columns=columns)] == ["a href", None]


def test_the_escapes_of_slack_are_undone_in_values_with_a_link_of_it() -> None:
    octets = rb'{"text": "<https:\/\/a.example\/?b&amp;c> &lt;http://b.example/?c&amp;d|e&gt;", "u": "http://c.example/?d&amp;e"}'
    assert places(octets, "a.json") == [
        ("https://a.example/?b&c", r"https:\/\/a.example\/?b&amp;c", {"pointer": "/text"}),
        ("http://b.example/?c&d", "http://b.example/?c&amp;d", {"pointer": "/text"}),
        ("http://c.example/?d&amp;e", "http://c.example/?d&amp;e", {"pointer": "/u"}),
    ]


@pytest.mark.parametrize(
    ("value", "uris"),
    [
        ("<http://a.example/> in <b>bold</b>", ["http://a.example/"]),
        ("<joe@a.example> in <b>bold</b>", ["mailto:joe@a.example"]),
        ('<a href=3D"http://a.example/b">c</a>', ["http://a.example/b"]),
        ("<p>cut off: <img src='http://a.exam", ["http://a.exam"]),
        ("http://a.example/<i>name</i>/c and <a href='/d'>d</a>", ["http://a.example/name/c"]),
        ("if (a <b && c> d) http://a.example/?b&amp;c", ["http://a.example/?b&amp;c"]),
    ],
)
def test_which_values_are_html(value: str, uris: list[str]) -> None:
    assert [found[0] for found in places(json.dumps({"a": value}).encode(), "a.json")] == uris


def test_json_is_recognized_by_its_head() -> None:
    assert places(b'{"a": "http:\\/\\/a.example"}', "data")[0][2] == {"pointer": "/a"}
    assert places(b"[a](http://a.example)", "notes") == [("http://a.example", "http://a.example", {})]
    lines = b'{"a": 1}\n{"a": "http://a.example"}\n'
    assert [(one.location.line, one.location.column) for one in read(lines, "data")] == [(2, 8)]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from(["http://a.example/ü", "//\n\\"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=9,
)


@given(values, st.booleans(), st.none() | st.integers(0, 3))
def test_the_strings_of_json_are_those_of_its_values(value: Any, ascii_only: bool, indent: int | None) -> None:
    from linksift.documents.data_files.json_strings import JSONString, tokens

    source = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    *found, end = tokens(source)
    assert end == len(source)
    texts = [one for one in found if isinstance(one, JSONString)]
    assert [one.text for one in texts] == list(strings_in(value))
    for one in texts:
        assert json.JSONDecoder(strict=False).raw_decode(source, one.start - 1)[0] == one.text


def strings_in(value: Any) -> Any:
    """The keys and strings of a value, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)


@given(
    st.lists(st.lists(st.text('a",;\n\t é', max_size=5), min_size=1, max_size=3), max_size=5),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.integers(1, 9),
)
def test_a_column_has_the_cells_that_were_written(rows: list[list[str]], delimiter: str, end: str, size: int) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, lineterminator=end).writerows([["a", "b c", 'd"'], *rows])
    text = file.getvalue()
    chunks = [text[start : start + size] for start in range(0, len(text), size)]
    for place, name in enumerate(["a", "b c", 'd"']):
        expected = [row[place] if place < len(row) else "" for row in rows]
        assert list(column_cells(chunks, name)) == [name, *expected]


@given(st.binary(max_size=60) | st.text('{}[]",:\\u0x\n é', max_size=60).map(str.encode))
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.csv", "a.tsv"])
def test_no_octets_raise(name: str, octets: bytes) -> None:
    if b"\0" not in octets:
        with suppress(linksift.ReadError):  # of another format that the content shows
            read(octets, name)


@pytest.mark.parametrize(
    ("piece", "name"),
    [
        ('{"a":', "a.json"),
        ('["\\u00e9", ', "a.json"),
        ('"\\', "a.json"),
        ('["http://a.example", ', "a.json"),
        ('{"' + "k" * 300 + '": ["http://a.example", ', "a.json"),
        ('"a,""b,', "a.csv"),
        ('"""b,', "a.csv"),
        ('"\n', "a.csv"),
    ],
)
def test_work_grows_like_the_file(piece: str, name: str) -> None:
    def work(octets: bytes) -> None:
        read(octets, name)

    small, large = ((piece * (size // len(piece))).encode() for size in (5_000, 80_000))
    assert_forty_times_at_most(work, small, large)


def test_lines_are_read_one_by_one() -> None:
    octets = b"".join(b'{"a": "%s http://a.example"}\n' % (b"x" * 6_500) for _ in range(2_000))
    file = io.BytesIO(octets)
    tracemalloc.start()
    try:
        assert sum(1 for _ in linksift.read(file)) == 2_000
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()


@given(
    st.lists(
        st.sampled_from(
            [
                *('{"a": "b, c"}', '{"a": "http://a.example"}', '{"a": "http\\u003a//b.example"}', "12:30", "x@y", ""),
                *('b,"c', 'd",http://c.example', '"e, ""f""",g', "www.d.example,h", '["see http://e.example/f,g"]'),
            ]
        ),
        max_size=12,
    ),
    st.sampled_from(["a.jsonl", "a.csv"]),
    st.sampled_from(["\n", "\r\n", ",\n"]),
)
@pytest.mark.parametrize("block", [1, 20, 100])
def test_what_is_left_out_in_blocks_has_no_link(block: int, parts: list[str], name: str, end: str) -> None:
    octets = end.join(["text,link", *parts]).encode()
    expected = read(octets, name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.documents.text_files.plain_text.BLOCK", block)
        assert read(octets, name) == expected


class WithMills(linksift.Finder):
    """Also finds a link in words without any trigger."""

    def find(self, text: str, skip: Iterable[tuple[int, int]] = ()) -> list[linksift.Match]:
        return super().find(text.replace("the mill here", "www.a.example"), skip)


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.csv"])
def test_a_subclass_of_finder_searches_every_text(name: str) -> None:
    rows = ['"id"', *['"the mill here"'] * 2, *['"stones"'] * 2_000, '"the mill here"']
    octets = {"a.jsonl": "\n".join(rows), "a.json": f"[{', '.join(rows)}]", "a.csv": "\n".join(rows)}[name].encode()
    assert len(read(octets, name, finder=WithMills("document"))) == 3


class Counting(linksift.Finder):
    """Counts its searches."""

    searches = 0

    def find(self, text: str, skip: Iterable[tuple[int, int]] = ()) -> list[linksift.Match]:
        Counting.searches += 1
        return super().find(text, skip)


def test_empty_cells_are_not_searched() -> None:
    octets = b"a,b\n" + b'"",x' + b"," * 10_000 + b"\n"
    assert read(octets, "a.csv", finder=Counting("document", refang=True)) == []
    assert Counting.searches <= 3


def test_a_line_that_is_too_long_is_told() -> None:
    problems: list[linksift.Problem] = []
    octets = b'{"a": 1}\n{"a": "' + b"x" * 500 + b'"}\n{"a": "http://a.example"}\n'
    found = read(octets, "a.jsonl", limits=linksift.Limits(size=100), on_problem=problems.append)
    assert [one.location.line for one in found] == [3]
    assert [problem.message for problem in problems] == ["a line is longer than 100 octets; it was not read"]


@given(
    st.lists(
        st.sampled_from(
            [
                *('"a"', '"b:c"', '"a": 1, ', '"\\u0062:"', '"x": "b:"', "1", "true", "nul", "[]", "[1,]", "01"),
                *'{}[],: \n"',
                *('"\\\\"', '{"a": [1, {"b": "b:"}], "a": ["b:", "b:"]}', '"\\u0001b:"', "\1", '"\\"b:"'),
            ]
        )
    )
)
@pytest.mark.parametrize("longest", [5, 9, 65_536])
def test_strings_that_are_wanted_are_those_among_the_tokens(longest: int, parts: list[str]) -> None:
    """Decoding values as a whole makes no difference, whether the text is JSON or not, and however long they are."""
    source = "".join(parts)
    whole = (one for one in tokens(source) if isinstance(one, int | JSONString))
    expected = [one for one in whole if isinstance(one, int) or "b:" in one.text]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.documents.data_files.json_strings.LONGEST_DECODED", longest)
        found = [*strings(source, re.compile("b:").findall, lambda text: "b:" in text)]
    assert [one if isinstance(one, int) else one[0] for one in found] == expected


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    '{"a": "http://b.example"}\n',
                    '{"a": "\\n http:\\/\\/b.example \\u0062:"}\n',
                    '{"a": 1}\n',
                    '{"a": "c:',
                ),
                *('a,"http://b.example"\n', '"say ""http://b.example"""\n', '"a\n', '",b\n', "a,b\n", "\\x1e", "\x1e"),
                *(
                    'http:\\/\\/b.example"\n',
                    "\\ud83d",
                    "\\",
                    '"',
                    "\n",
                    "nul",
                    "www.b.example",
                    "\r\n",
                    "joe@b.example,",
                ),
            ]
        ),
        max_size=12,
    ),
    st.sampled_from(["a.jsonl", "a.csv"]),
    st.integers(1, 99),
)
def test_lines_are_left_out_without_a_difference(parts: list[str], name: str, size: int) -> None:
    octets = "".join(["a,b\n", *parts]).encode()
    context = context_for(name, ReadOptions(), Finder("document"), Account(linksift.Limits()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.documents.text_files.plain_text.CHUNK_SIZE", size)
        patch.setattr("linksift.documents.text_files.plain_text.BLOCK", size)
        read = [
            list(pieces(io.BytesIO(octets), one)) for one in (context, context._replace(lines_with_hits=every_line))
        ]
    found, expected = ([described(piece) for piece in all_pieces] for all_pieces in read)
    assert found == expected


def every_line(text: str, line_end: str = "\n") -> Iterable[int]:
    return range(text.count(line_end) + 1)


def described(piece: Any) -> tuple[Any, ...]:
    matches = [(match.uri, match.start) for match in piece.matches or ()]
    return piece.text, piece.locator, piece.source.text, piece.source.start, piece.source.first_line, matches
