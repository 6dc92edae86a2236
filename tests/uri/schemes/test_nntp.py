"""nntp."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "host", "group", "article_number"),
    [
        ("nntp://host/comp.infosystems.www.misc/12", "host", "comp.infosystems.www.misc", 12),
        ("nntp://host/comp.infosystems.www.misc", "host", "comp.infosystems.www.misc", None),
    ],
)
def test_rfc1738_3_7_group_and_number(uri: str, host: str, group: str, article_number: int | None) -> None:
    assert parts_of(uri) == (None, None, host, 119, group, article_number)


@pytest.mark.parametrize(
    ("uri", "group", "article_number"),
    [
        ("nntp://wild.server.example/example.group.n%2Fa/12345", "example.group.n/a", 12345),
        ("nntp://news.server.example/example.group.this", "example.group.this", None),
        ("nntp://news.gmane.org/gmane.ietf.tools/742", "gmane.ietf.tools", 742),
        ("nntp://news.server.example/example.group.this/12345", "example.group.this", 12345),
        ("nntp://host/0.a+b-c_d/0000000000000007", "0.a+b-c_d", 7),
        ("nntp://host/g/9999999999999999", "g", 9999999999999999),
    ],
)
def test_rfc5538_3_group_and_number(uri: str, group: str, article_number: int | None) -> None:
    found = parts_of(uri)
    assert (found.group, found.article_number) == (group, article_number)


@pytest.mark.parametrize(("authority", "port"), [("host", 119), ("host:", 119), ("host:1119", 1119)])
def test_rfc1738_3_7_port(authority: str, port: int) -> None:
    assert parts_of(f"nntp://{authority}/group").port == port


def test_rfc5538_3_the_server_is_an_authority() -> None:
    assert parts_of("nntp://user:secret@host/group")[:3] == ("user", "secret", "host")
    assert violations_in("nntp:///group") == [("host", 0, "RFC 5538, 3")]
    assert violations_in("nntp://host:65536/group") == [("port", 0, "RFC 6335, 6")]


@pytest.mark.parametrize(
    ("uri", "offset"),
    [
        ("nntp://host", 0),
        ("nntp://host/", 1),
        ("nntp://host//12", 1),
        ("nntp://host/*", 1),
        ("nntp://host/comp.*", 6),
        ("nntp://host/a@b", 2),
        ("nntp://host/a~/1", 2),
    ],
)
def test_rfc5538_3_group(uri: str, offset: int) -> None:
    assert violations_in(uri) == [("path", offset, "RFC 5538, 3")]


@pytest.mark.parametrize(
    ("uri", "offset"),
    [
        ("nntp://host/g/", 3),
        ("nntp://host/g/x", 3),
        ("nntp://host/g/12x", 5),
        ("nntp://host/g/1-2", 4),
        ("nntp://host/g/1/", 4),
        ("nntp://host/g/%31", 3),
        ("nntp://host/g/12345678901234567", 19),
    ],
)
def test_rfc1738_3_7_article_number(uri: str, offset: int) -> None:
    assert violations_in(uri) == [("path", offset, "RFC 5538, 3")]


def test_rfc1738_5_no_query() -> None:
    assert violations_in("nntp://host/group/12?") == [("query", 0, "RFC 5538, 3")]
