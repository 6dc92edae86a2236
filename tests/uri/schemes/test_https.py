"""https."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("https://example.com", ("example.com", 443, "/", ("",), None)),
        ("https://example.com:/", ("example.com", 443, "/", ("",), None)),
        ("https://example.com:80/a%2Fb/?q=%31", ("example.com", 80, "/a%2Fb/", ("a/b", ""), "q=%31")),
    ],
)
def test_rfc9110_4_2_2_parts(uri: str, expected: tuple[object, ...]) -> None:
    assert parts_of(uri) == expected


@pytest.mark.parametrize("uri", ["https:///a", "https:g", "https:/a", "https:", "https://:443/"])
def test_rfc9110_4_2_2_an_empty_host_is_invalid(uri: str) -> None:
    assert violations_in(uri) == [("host", 0, "RFC 9110, 4.2.2")]


@pytest.mark.parametrize("userinfo", ["", "user", "user:password"])
def test_rfc9110_4_2_4_no_userinfo(userinfo: str) -> None:
    assert violations_in(f"https://{userinfo}@example.com/") == [("userinfo", 0, "RFC 9110, 4.2.4")]


def test_rfc6335_6_port_out_of_range() -> None:
    assert violations_in("https://example.com:65536/") == [("port", 0, "RFC 6335, 6")]
