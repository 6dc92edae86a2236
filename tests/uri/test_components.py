"""Taking apart and putting together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import (
    Authority,
    Components,
    recompose,
    recompose_authority,
    split,
    split_authority,
)
from tests.uri.strings import nearly_references

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
    assert recompose_authority(split_authority(text)) == text
