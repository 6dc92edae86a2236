"""data."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri.components import recompose
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "media_type", "parameters", "data"),
    [
        ("data:,A%20brief%20note", "text/plain", {"charset": "US-ASCII"}, b"A brief note"),
        ("data:text/plain;charset=iso-8859-7,%be%d3%be", "text/plain", {"charset": "iso-8859-7"}, b"\xbe\xd3\xbe"),
        (
            "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local",
            "application/vnd-xxx-query",
            {},
            b"select_vcount,fcol_from_fieldtable/local",
        ),
    ],
)
def test_rfc2397_4_examples(uri: str, media_type: str, parameters: dict[str, str], data: bytes) -> None:
    assert parts_of(uri) == (media_type, tuple(parameters.items()), data)


def test_rfc2397_4_a_picture() -> None:
    parts = parts_of("data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAw")
    assert parts[:2] == ("image/gif", ())
    assert parts.data.startswith(b"GIF87a0\x00")


@pytest.mark.parametrize(
    ("header", "media_type", "parameters"),
    [
        ("", "text/plain", {"charset": "US-ASCII"}),
        (";base64", "text/plain", {"charset": "US-ASCII"}),
        (";charset=utf-8", "text/plain", {"charset": "utf-8"}),
        ("Text/HTML;Charset=UTF-8;Base64", "text/html", {"charset": "UTF-8"}),
        ("image/svg+xml;a=b;c=d", "image/svg+xml", {"a": "b", "c": "d"}),
        ("a/b;c=%22d%5C%22%2C%3Be%22", "a/b", {"c": 'd",;e'}),
        ("a/b;c=%22%22", "a/b", {"c": ""}),
        ("a%2Bb/c", "a+b/c", {}),
    ],
)
def test_rfc2397_3_media_types(header: str, media_type: str, parameters: dict[str, str]) -> None:
    assert parts_of(f"data:{header},") == (media_type, tuple(parameters.items()), b"")


@pytest.mark.parametrize(
    ("uri", "data"),
    [
        ("data:,a?b,c", b"a?b,c"),
        ("data:,?", b"?"),
        ("data:,a#b", b"a"),
        ("data:,%00%FF%C3%A9", b"\x00\xff\xc3\xa9"),
        ("data:;base64,4oKs", b"\xe2\x82\xac"),
        ("data:;base64,QQ%3D%3D", b"A"),
        ("data:;base64,QU%0D%0AI%20=", b"AB"),
        ("data:;base64,%2F%2B//", b"\xff\xef\xff"),
    ],
)
def test_rfc2397_3_data(uri: str, data: bytes) -> None:
    assert parts_of(uri).data == data


@given(st.binary())
def test_rfc2397_3_all_octets(octets: bytes) -> None:
    assert parts_of("data:," + "".join(f"%{octet:02X}" for octet in octets)).data == octets
    assert parts_of("data:;base64," + base64.b64encode(octets).decode()).data == octets


@pytest.mark.parametrize("uri", ["data:", "data:text/plain", "data:;base64", "data:#,"])
def test_rfc2397_3_a_comma_is_needed(uri: str) -> None:
    length = len(uri.removeprefix("data:").partition("#")[0])
    assert violations_in(uri) == [("path", length, "RFC 2397, 3")]


def test_rfc2397_3_a_comma_in_the_query_is_none() -> None:
    assert violations_in("data:a/b;base64?,QQ==") == [("path", 10, "RFC 2397, 3")]


@pytest.mark.parametrize(
    ("header", "offset"),
    [
        ("text", 0),
        ("base64", 0),
        ("text/", 0),
        ("/plain", 0),
        ("a/b/c", 0),
        ("a%20b/c", 0),
        ("caf%C3%A9/c", 0),
        ("a/b;", 4),
        ("a/b;c", 4),
        ("a/b;c=", 4),
        ("a/b;=c", 4),
        ("a/b;c=d=e", 4),
        ("a/b;c=d;base64;e=f", 8),
        ("a/b;c=%22d", 4),
        ("a/b;c=%22d%22e", 4),
        ("a/b;c=%22d%5C%22", 4),
        ("a/b;c=%22%E9%22", 4),
        ("a/b;;base64", 4),
    ],
)
def test_rfc2397_3_what_is_not_a_media_type(header: str, offset: int) -> None:
    assert violations_in(f"data:{header},") == [("path", offset, "RFC 2397, 3")]


def test_rfc2397_3_no_authority() -> None:
    assert violations_in("data://a/b,c") == [("path", 0, "RFC 2397, 3")]


@pytest.mark.parametrize(
    "data", ["A", "AA", "AAA", "AA=", "A===", "====", "=", "AAAA=", "AA==AA==", "AA_-", "AAA?", "%C3%A9AA"]
)
def test_rfc2045_6_8_base64_that_does_not_decode(data: str) -> None:
    assert violations_in(f"data:;base64,{data}") == [("path", 8, "RFC 2045, 6.8")]
    assert violations_in(f"data:,{data}") == []


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("data:Text/HTML;CharSet=UTF-8;Base64,QQ==", "data:text/html;charset=UTF-8;base64,QQ=="),
        ("data:A%2FB/C,D", "data:a%2Fb/c,D"),
        ("data:,A", "data:,A"),
        ("data:A/B", "data:A/B"),
        ("data:;A=B,C?D", "data:;a=B,C?D"),
    ],
)
def test_rfc2045_5_1_types_and_names_know_no_case(uri: str, expected: str) -> None:
    assert recompose(normalized_by_scheme(uri)) == expected
