"""ftp, and what RFC 1738, 3.1, says of all schemes with a login."""

import pytest

from linksift.uri.components import split
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "user", "password"),
    [
        ("ftp://@host.com/", "", None),
        ("ftp://host.com/", None, None),
        ("ftp://foo:@host.com/", "foo", ""),
        ("ftp://:bar@host.com/", "", "bar"),
        ("ftp://foo:bar@host.com/", "foo", "bar"),
        ("ftp://f%3Ao%40o:b%2Fr%3A@host.com/", "f:o@o", "b/r:"),
        ("ftp://a;b&c=d:e;f&g=h@host.com/", "a;b&c=d", "e;f&g=h"),
    ],
)
def test_rfc1738_3_1_user_and_password(uri: str, user: str | None, password: str | None) -> None:
    assert parts_of(uri)[:2] == (user, password)


def test_rfc1738_3_1_a_colon_in_a_password_is_encoded() -> None:
    assert violations_in("ftp://foo:b:r@host.com/") == [("userinfo", 5, "RFC 1738, 3.1")]
    assert violations_in("ftp://::@host.com/") == [("userinfo", 1, "RFC 1738, 3.1")]


def test_rfc1738_3_1_host() -> None:
    assert parts_of("ftp://192.0.2.16/").host == "192.0.2.16"
    assert violations_in("ftp:///a") == [("host", 0, "RFC 1738, 3.2")]
    assert violations_in("ftp:a") == [("host", 0, "RFC 1738, 3.2")]
    assert violations_in("ftp://user@:21/a") == [("host", 0, "RFC 1738, 3.2")]


@pytest.mark.parametrize(
    ("uri", "port"),
    [("ftp://host", 21), ("ftp://host:", 21), ("ftp://host:2121", 2121), ("ftp://host:00065535/", 65535)],
)
def test_rfc1738_3_2_port(uri: str, port: int) -> None:
    assert parts_of(uri).port == port


@pytest.mark.parametrize("port", ["65536", "065536", "99999999999999999999"])
def test_rfc6335_6_port_out_of_range(port: str) -> None:
    assert violations_in(f"ftp://host:{port}/") == [("port", 0, "RFC 6335, 6")]


def test_rfc1738_3_1_a_slash_after_the_host() -> None:
    assert violations_in("ftp://host?a") == [("path", 0, "RFC 1738, 3.1")]


@pytest.mark.parametrize(
    ("path", "directories", "name", "typecode"),
    [
        ("/%2Fetc/motd", ("/etc",), "motd", None),
        ("/etc/motd", ("etc",), "motd", None),
        ("//etc/motd", ("", "etc"), "motd", None),
        ("", (), "", None),
        ("/", (), "", None),
        ("//", ("",), "", None),
        ("/a", (), "a", None),
        ("/a/", ("a",), "", None),
        ("/;type=d", (), "", "d"),
        ("/a%2Fb%3Bc/%E9", ("a/b;c",), "\udce9", None),
        ("/a%3Btype=a", (), "a;type=a", None),
        ("/:@&=?/what?", (":@&=?",), "what?", None),
        ("/~user/a", ("~user",), "a", None),
    ],
)
def test_rfc1738_3_2_2_url_path(path: str, directories: tuple[str, ...], name: str, typecode: str | None) -> None:
    assert parts_of(f"ftp://myname@host.dom{path}")[4:] == (directories, name, typecode)


@pytest.mark.parametrize("typecode", ["a", "i", "d", "A", "I", "D"])
def test_rfc1738_5_ftptype(typecode: str) -> None:
    assert parts_of(f"ftp://host/a;type={typecode}")[5:] == ("a", typecode.lower())


@pytest.mark.parametrize(
    ("path", "component", "offset"),
    [
        ("/a;b", "path", 2),
        ("/a;b;type=a", "path", 2),
        ("/a;type=", "path", 2),
        ("/a;type=x", "path", 2),
        ("/a;type=ai", "path", 2),
        ("/a;type=a/b", "path", 2),
        ("/a;type=a;type=i", "path", 2),
        ("/;", "path", 1),
        ("/a?b;c", "query", 1),
        ("/a?;", "query", 0),
        ("/a;?;", "path", 2),
        ("/a;type=a?", "path", 2),
    ],
)
def test_rfc1738_3_2_2_semicolons_are_encoded(path: str, component: str, offset: int) -> None:
    assert violations_in(f"ftp://host{path}") == [(component, offset, "RFC 1738, 3.2.2")]


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("ftp://host/a;type=I", "ftp://host/a;type=i"),
        ("ftp://host/a?b;type=D", "ftp://host/a?b;type=d"),
        ("ftp://host/A;type=a", "ftp://host/A;type=a"),
        ("ftp://host/A%3Btype=A", "ftp://host/A%3Btype=A"),
        ("ftp://host/", "ftp://host/"),
        ("ftp://host", "ftp://host"),
        ("ftp://host/?", "ftp://host/?"),
    ],
)
def test_rfc1738_5_a_type_code_in_either_case_is_the_same(uri: str, expected: str) -> None:
    assert normalized_by_scheme(uri) == split(expected)
    assert parts_of(uri) == parts_of(expected)


@pytest.mark.parametrize(
    ("uri", "directories", "name", "typecode"),
    [
        ("ftp://info.cern.ch/pub/www/doc;type=d", ("pub", "www"), "doc", "d"),
        ("ftp://ds.internic.net/rfc", (), "rfc", None),
        ("ftp://ds.internic.net/rfc/rfc1436.txt;type=a", ("rfc",), "rfc1436.txt", "a"),
    ],
)
def test_rfc1738_appendix(uri: str, directories: tuple[str, ...], name: str, typecode: str | None) -> None:
    assert parts_of(uri)[4:] == (directories, name, typecode)


def test_rfc3986_7_5_a_password_is_not_shown() -> None:
    assert parts_of("ftp://foo:secret@host.com/").password == "secret"
    assert "secret" not in repr(parts_of("ftp://foo:secret@host.com/"))
