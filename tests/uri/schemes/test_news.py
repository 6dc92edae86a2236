"""news."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "newsgroups", "article"),
    [
        ("news:comp.infosystems.www.misc", "comp.infosystems.www.misc", None),
        ("news:comp.infosystems.www.servers.unix", "comp.infosystems.www.servers.unix", None),
        ("news:*", "*", None),
        ("news:alt.c++_x-y", "alt.c++_x-y", None),
        ("news:unique@full.domain.name", None, "unique@full.domain.name"),
        ("news:a;b/c?d:e&f=g@host", None, "a;b/c?d:e&f=g@host"),
        ("news:/a~@host", None, "/a~@host"),
        ("news:a%40b%25@host", None, "a@b%@host"),
        ("news:a%40b", "a@b", None),
    ],
)
def test_rfc1738_3_6_group_or_article(uri: str, newsgroups: str | None, article: str | None) -> None:
    assert parts_of(uri) == (None, None, None, None, newsgroups, article)


@pytest.mark.parametrize(
    ("uri", "host", "newsgroups", "article"),
    [
        ("news://news.server.example/example.group.this", "news.server.example", "example.group.this", None),
        ("news://news.server.example/*", "news.server.example", "*", None),
        ("news://news.server.example/", "news.server.example", "", None),
        ("news://wild.server.example/example.group.th%3Fse", "wild.server.example", "example.group.th?se", None),
        ("news:example.group.*", None, "example.group.*", None),
        ("news:example.group.this", None, "example.group.this", None),
        ("news:", None, "", None),
        ("news://news.gmane.org/gmane.ietf.tools", "news.gmane.org", "gmane.ietf.tools", None),
        (
            "news://news.gmane.org/p0624081dc30b8699bf9b@%5B10.20.30.108%5D",
            "news.gmane.org",
            None,
            "p0624081dc30b8699bf9b@[10.20.30.108]",
        ),
    ],
)
def test_rfc5538_4_server(uri: str, host: str | None, newsgroups: str | None, article: str | None) -> None:
    found = parts_of(uri)
    assert (found.host, found.newsgroups, found.article) == (host, newsgroups, article)
    assert found.port == (119 if host else None)


def test_rfc5538_4_login_and_port_of_a_server() -> None:
    assert parts_of("news://user:secret@host:1119/a")[:4] == ("user", "secret", "host", 1119)
    assert violations_in("news://host:65536/a") == [("port", 0, "RFC 6335, 6")]


@pytest.mark.parametrize(
    ("uri", "component"),
    [("news:///a", "host"), ("news://user@/a", "host"), ("news://:119/a", "host"), ("news://host", "path")],
)
def test_rfc5538_4_a_server_has_a_host_and_a_slash_after_it(uri: str, component: str) -> None:
    assert violations_in(uri) == [(component, 0, "RFC 5538, 4")]


@pytest.mark.parametrize(
    ("uri", "component", "offset"),
    [
        ("news:comp.lang,misc", "path", 9),
        ("news:/comp.lang", "path", 0),
        ("news:comp/lang", "path", 4),
        ("news:comp.lang?", "path", 9),
        ("news:?", "path", 0),
        ("news:~", "path", 0),
        ("news://host/a.b,c", "path", 4),
        ("news://host//a", "path", 1),
        ("news://host/comp.lang.c/12", "path", 12),
    ],
)
def test_rfc5538_4_newsgroups(uri: str, component: str, offset: int) -> None:
    assert violations_in(uri) == [(component, offset, "RFC 5538, 4")]


@pytest.mark.parametrize(
    ("uri", "component", "offset"),
    [
        ("news:@host", "path", 0),
        ("news:unique@", "path", 7),
        ("news:unique@a@b", "path", 8),
        ("news:unique@a/b", "path", 8),
        ("news:unique@a:1", "path", 8),
        ("news:unique@a?", "path", 8),
        ("news:?u@a?", "query", 3),
        ("news:?u@", "query", 2),
        ("news:?@a@", "query", 2),
        ("news://host/@b", "path", 1),
        ("news://host/a@", "path", 3),
        ("news://host/a?b@c/d", "query", 3),
    ],
)
def test_rfc1738_3_6_message_id(uri: str, component: str, offset: int) -> None:
    assert violations_in(uri) == [(component, offset, "RFC 1738, 3.6")]


def test_rfc1738_3_6_a_message_id_without_anything() -> None:
    assert violations_in("news:@") == [("path", 0, "RFC 1738, 3.6"), ("path", 1, "RFC 1738, 3.6")]
