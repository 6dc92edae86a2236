"""ws."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("rest", "resource_name"),
    [
        ("", "/"),
        ("?", "/"),
        ("/", "/"),
        ("/chat", "/chat"),
        ("/chat?", "/chat"),
        ("?a=b", "/?a=b"),
        ("/chat?a/b?c%20", "/chat?a/b?c%20"),
        ("/a%23b", "/a%23b"),
    ],
)
def test_rfc6455_3_resource_name(rest: str, resource_name: str) -> None:
    assert parts_of(f"ws://example.com{rest}") == ("example.com", 80, resource_name, False)


def test_rfc6455_3_port() -> None:
    assert parts_of("ws://example.com:8080/").port == 8080
    assert violations_in("ws://example.com:65536/") == [("port", 0, "RFC 6335, 6")]


@pytest.mark.parametrize(
    ("uri", "component"),
    [
        ("ws:///chat", "host"),
        ("ws:chat", "host"),
        ("ws://@example.com/", "userinfo"),
        ("ws://user:password@example.com/", "userinfo"),
        ("ws://example.com/#", "fragment"),
        ("ws://example.com/#a", "fragment"),
    ],
)
def test_rfc6455_3_a_host_no_userinfo_and_no_fragment(uri: str, component: str) -> None:
    assert violations_in(uri) == [(component, 0, "RFC 6455, 3")]
