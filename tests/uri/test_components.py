"""Splitting and recomposing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import (
    Authority,
    Components,
    host_of_valid_reference,
    is_uri_reference,
    recompose,
    split,
    split_authority,
)
from tests.uri.strings import nearly_references, valid_uris

ANY_TEXT = st.text() | st.text("ab:/?#[]@%\n\ud800") | nearly_references()


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        (
            "http://www.ics.uci.edu/pub/ietf/uri/#Related",
            Components("http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related"),
        ),
        ("", Components(None, None, "", None, None)),
        ("a://?#", Components("a", "", "", "", "")),
        ("?", Components(None, None, "", "", None)),
        (":a", Components(None, None, ":a", None, None)),
        ("a:b:c", Components("a", None, "b:c", None, None)),
        ("a?b?c#d#e?f", Components(None, None, "a", "b?c", "d#e?f")),
        ("///a", Components(None, "", "/a", None, None)),
        ("a\n:b#\n", Components("a\n", None, "b", None, "\n")),
    ],
)
def test_rfc3986_appendix_b(reference: str, expected: Components) -> None:
    assert split(reference) == expected


@given(ANY_TEXT)
def test_rfc3986_5_3_split_then_recompose_is_the_identity(text: str) -> None:
    assert recompose(split(text)) == text


@given(valid_uris())
def test_the_host_of_a_valid_reference_is_seen_without_splitting(uri: str) -> None:
    for reference in (uri, uri.partition(":")[2], uri[uri.find("//") :]):
        if is_uri_reference(reference):
            assert host_of_valid_reference(reference) == split(reference).host


@pytest.mark.parametrize(
    ("authority", "expected"),
    [
        ("a", Authority(None, "a", None)),
        ("", Authority(None, "", None)),
        ("@:", Authority("", "", "")),
        ("u:p@h:80", Authority("u:p", "h", "80")),
        ("[::1]", Authority(None, "[::1]", None)),
        ("u@[::1]:", Authority("u", "[::1]", "")),
        ("a@b@c", Authority("a@b", "c", None)),
        ("a:b:c", Authority(None, "a", "b:c")),
        ("[::1", Authority(None, "[::1", None)),
        ("[::1]a:2", Authority(None, "[::1]a", "2")),
    ],
)
def test_rfc3986_3_2_authority(authority: str, expected: Authority) -> None:
    assert split_authority(authority) == expected


@given(ANY_TEXT)
def test_rfc3986_3_2_split_authority_then_recompose_is_the_identity(text: str) -> None:
    assert str(split_authority(text)) == text


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("", (0, 0, 0, 0, 0, 0, 0)),
        ("a", (0, 0, 0, 0, 0, 1, 1)),
        ("a:", (0, 2, 2, 2, 2, 2, 2)),
        ("//", (0, 2, 2, 2, 2, 2, 2)),
        ("a:b?c#d", (0, 2, 2, 2, 2, 4, 6)),
        ("a:?#", (0, 2, 2, 2, 2, 3, 4)),
        ("http://a", (0, 7, 7, 8, 8, 8, 8)),
        ("http://a:", (0, 7, 7, 9, 9, 9, 9)),
        ("http://@a", (0, 7, 8, 9, 9, 9, 9)),
        ("http://u:p@[::1]:80/b?c#d", (0, 7, 11, 17, 19, 22, 24)),
        ("//u@:/#", (0, 2, 4, 5, 5, 6, 7)),
        ("?#", (0, 0, 0, 0, 0, 1, 2)),
        ("\U0001f600:\U0001f600", (0, 2, 2, 2, 2, 3, 3)),
    ],
)
def test_rfc3986_5_3_where_each_component_starts(reference: str, expected: tuple[int, ...]) -> None:
    """Offsets are in code points; an undefined component starts where it would, without its delimiter."""
    starts = split(reference).starts()
    assert tuple(starts) == ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    assert tuple(starts.values()) == expected


@given(ANY_TEXT)
def test_rfc3986_5_3_each_component_is_where_it_starts(text: str) -> None:
    components = split(text)
    starts = components.starts()
    assert list(starts.values()) == sorted(starts.values())
    for name, start in starts.items():
        value = getattr(components, name)
        assert 0 <= start <= len(text)
        assert value is None or text[start : start + len(value)] == value


@given(ANY_TEXT)
def test_rfc3986_5_3_what_introduces_a_component_stands_before_it(text: str) -> None:
    components = split(text)
    starts = components.starts()
    for name, mark in (("port", ":"), ("query", "?"), ("fragment", "#")):
        if getattr(components, name) is not None:
            assert text[starts[name] - 1] == mark
    if components.authority is not None:
        assert text[starts["userinfo"] - 2 : starts["userinfo"]] == "//"
    if components.userinfo is not None:
        assert text[starts["host"] - 1] == "@"


@given(ANY_TEXT)
def test_rfc3986_3_2_the_subcomponents_are_the_authoritys(text: str) -> None:
    components = split(text)
    parts = (components.userinfo, components.host, components.port)
    if components.authority is None:
        assert parts == (None, None, None)
    else:
        assert parts == split_authority(components.authority)
        assert parts[1] is not None


@pytest.mark.parametrize("text", ["a", "a:b@c:1", "/a@b:1", "?//u@h:1", "#//u@h:1", "mailto:u@h"])
def test_rfc3986_3_2_no_authority_no_subcomponents(text: str) -> None:
    components = split(text)
    assert (components.userinfo, components.host, components.port) == (None, None, None)
