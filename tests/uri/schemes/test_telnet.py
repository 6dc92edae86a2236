"""telnet."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("telnet://user:password@host:2323/", ("user", "password", "host", 2323)),
        ("telnet://user:password@host:2323", ("user", "password", "host", 2323)),
        ("telnet://user@host/", ("user", None, "host", 23)),
        ("telnet://host", (None, None, "host", 23)),
        ("telnet://u%20r:@host:/", ("u r", "", "host", 23)),
        ("telnet://192.0.2.16:80/", (None, None, "192.0.2.16", 80)),
    ],
)
def test_rfc1738_3_8_parts(uri: str, expected: tuple[str | None, str | None, str, int]) -> None:
    assert parts_of(uri) == expected


@pytest.mark.parametrize(("path", "offset"), [("/a", 1), ("//", 1), ("/%2F", 1)])
def test_rfc1738_3_8_nothing_after_the_slash(path: str, offset: int) -> None:
    assert violations_in(f"telnet://host{path}") == [("path", offset, "RFC 1738, 3.8")]


@pytest.mark.parametrize("tail", ["?", "/?a"])
def test_rfc1738_3_8_no_query(tail: str) -> None:
    assert violations_in(f"telnet://host{tail}") == [("query", 0, "RFC 1738, 3.8")]


def test_rfc1738_3_8_host_and_port() -> None:
    assert violations_in("telnet:///") == [("host", 0, "RFC 1738, 3.8")]
    assert violations_in("telnet:a") == [("host", 0, "RFC 1738, 3.8"), ("path", 0, "RFC 1738, 3.8")]
    assert violations_in("telnet://host:65536") == [("port", 0, "RFC 6335, 6")]


def test_rfc1738_3_1_a_colon_in_a_password_is_encoded() -> None:
    assert violations_in("telnet://a:b:c@host/") == [("userinfo", 3, "RFC 1738, 3.1")]
    assert parts_of("telnet://a:b%3Ac@host/").password == "b:c"


def test_rfc3986_7_5_a_password_is_not_shown() -> None:
    assert "secret" not in repr(parts_of("telnet://user:secret@host/"))
