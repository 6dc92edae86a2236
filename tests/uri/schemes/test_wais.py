"""wais."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("wais://host/database", ("database", None, None, None)),
        ("wais://host/", ("", None, None, None)),
        ("wais://host/d%2Fb%3F", ("d/b?", None, None, None)),
        ("wais://host/database?search", ("database", "search", None, None)),
        ("wais://host/database?", ("database", "", None, None)),
        ("wais://host/db?a%20b;c:d@e&f=g", ("db", "a b;c:d@e&f=g", None, None)),
        ("wais://host/database/TEXT/id", ("database", None, "TEXT", "id")),
        ("wais://host/db/TEXT/1%3Dx%3B2%2F~", ("db", None, "TEXT", "1=x;2/~")),
        ("wais://host///", ("", None, "", "")),
    ],
)
def test_rfc1738_3_9_forms(uri: str, expected: tuple[str | None, ...]) -> None:
    assert parts_of(uri)[2:] == expected


@pytest.mark.parametrize(("authority", "port"), [("host", 210), ("host:", 210), ("host:2100", 2100)])
def test_rfc1738_3_9_port(authority: str, port: int) -> None:
    assert parts_of(f"wais://{authority}/db")[:2] == ("host", port)


def test_rfc1738_3_9_login_and_host() -> None:
    assert violations_in("wais://user@host/db") == [("userinfo", 0, "RFC 1738, 3.9")]
    assert violations_in("wais:///db") == [("host", 0, "RFC 1738, 3.9")]
    assert violations_in("wais://host:65536/db") == [("port", 0, "RFC 6335, 6")]


@pytest.mark.parametrize(
    ("path", "offset"), [("", 0), ("/db/TEXT", 8), ("/db/", 4), ("/db/TEXT/1/2", 10), ("/db/TEXT/1/", 10), ("/////", 3)]
)
def test_rfc1738_3_9_a_path_of_another_form(path: str, offset: int) -> None:
    assert violations_in(f"wais://host{path}") == [("path", offset, "RFC 1738, 3.9")]


def test_rfc1738_3_9_documents_are_not_searched() -> None:
    assert violations_in("wais://host/db/TEXT/1?a") == [("query", 0, "RFC 1738, 3.9")]


@pytest.mark.parametrize("character", ";:@&=")
def test_rfc1738_5_reserved_characters_in_a_path_are_encoded(character: str) -> None:
    assert violations_in(f"wais://host/d{character}") == [("path", 2, "RFC 1738, 2.2")]
    assert violations_in(f"wais://host/d/t{character}/p") == [("path", 4, "RFC 1738, 2.2")]
    assert violations_in(f"wais://host/d/t/{character}p") == [("path", 5, "RFC 1738, 2.2")]


@pytest.mark.parametrize("character", "/?")
def test_rfc1738_5_reserved_characters_in_a_search_are_encoded(character: str) -> None:
    assert violations_in(f"wais://host/db?a{character}b") == [("query", 1, "RFC 1738, 2.2")]
