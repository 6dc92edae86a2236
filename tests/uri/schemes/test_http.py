"""http."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "path", "segments", "search"),
    [
        ("http://host", "/", ("",), None),
        ("http://host/", "/", ("",), None),
        ("http://host?", "/", ("",), ""),
        ("http://host/?a/b?c", "/", ("",), "a/b?c"),
        ("http://host/a%2Fb/c?d%20e", "/a%2Fb/c", ("a/b", "c"), "d%20e"),
        ("http://host/a;b:c@d&e=f", "/a;b:c@d&e=f", ("a;b:c@d&e=f",), None),
        ("http://host//a/", "//a/", ("", "a", ""), None),
        ("http://ds.internic.net/instructions/overview.html#WARNING", "/instructions/overview.html", None, None),
    ],
)
def test_rfc1738_3_3_path_and_search(uri: str, path: str, segments: tuple[str, ...] | None, search: str | None) -> None:
    found = parts_of(uri)
    assert (found.path, found.search) == (path, search)
    assert found.segments == (segments or ("instructions", "overview.html"))


@pytest.mark.parametrize(
    ("uri", "host", "port"),
    [
        ("http://www.w3.org/", "www.w3.org", 80),
        ("http://www.w3.org:/", "www.w3.org", 80),
        ("http://[2001:db8::7]:8080/", "[2001:db8::7]", 8080),
    ],
)
def test_rfc1738_3_3_host_and_port(uri: str, host: str, port: int) -> None:
    assert parts_of(uri)[:2] == (host, port)


@pytest.mark.parametrize("uri", ["http:///a", "http:g", "http:/a", "http:", "http://:80/", "http://?a"])
def test_rfc9110_4_2_1_an_empty_host_is_invalid(uri: str) -> None:
    assert violations_in(uri) == [("host", 0, "RFC 9110, 4.2.1")]


@pytest.mark.parametrize("userinfo", ["", "user", "user:password", ":"])
def test_rfc1738_3_3_no_user_name_or_password_is_allowed(userinfo: str) -> None:
    assert violations_in(f"http://{userinfo}@host/") == [("userinfo", 0, "RFC 9110, 4.2.4")]


def test_rfc6335_6_port_out_of_range() -> None:
    assert violations_in("http://host:65535/") == []
    assert violations_in("http://host:65536/") == [("port", 0, "RFC 6335, 6")]


def test_every_demand_is_answered() -> None:
    assert [component for component, _, _ in violations_in("http://user@:65536/")] == ["host", "userinfo", "port"]
