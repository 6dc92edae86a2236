"""wss."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("wss://example.com", ("example.com", 443, "/", True)),
        ("WSS://example.com:80/chat?a", ("example.com", 80, "/chat?a", True)),
    ],
)
def test_rfc6455_3_the_secure_flag_is_set(uri: str, expected: tuple[object, ...]) -> None:
    assert parts_of(uri) == expected


@pytest.mark.parametrize(
    ("uri", "component"),
    [("wss:///", "host"), ("wss://user@example.com/", "userinfo"), ("wss://example.com/#a", "fragment")],
)
def test_rfc6455_3_a_host_no_userinfo_and_no_fragment(uri: str, component: str) -> None:
    assert violations_in(uri) == [(component, 0, "RFC 6455, 3")]
