"""gopher."""

import pytest

from linksift.uri.components import split
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in


@pytest.mark.parametrize(
    ("path", "gophertype", "selector", "search", "gopher_plus_string"),
    [
        ("", "1", "", None, None),
        ("/", "1", "", None, None),
        ("/0", "0", "", None, None),
        ("/00/text", "0", "0/text", None, None),
        ("/0a%09b", "0", "a", "b", None),
        ("/0a%09b%09c", "0", "a", "b", "c"),
        ("/7%09b", "7", "", "b", None),
        ("/%31a", "1", "a", None, None),
        ("/%C3%A9", "\udcc3", "\udca9", None, None),
        ("//", "/", "", None, None),
        ("/?", "?", "", None, None),
        ("/?a%09b", "?", "a", "b", None),
        ("/0a;b/c?d:e@f=g&h", "0", "a;b/c?d:e@f=g&h", None, None),
        ("/0a?b%09c/d?e", "0", "a?b", "c/d?e", None),
        ("/0%00%FF%25", "0", "\0\udcff%", None, None),
    ],
)
def test_rfc1738_3_4_1_gopher_path(
    path: str, gophertype: str, selector: str, search: str | None, gopher_plus_string: str | None
) -> None:
    assert parts_of(f"gopher://host{path}")[2:] == (gophertype, selector, search, gopher_plus_string)


@pytest.mark.parametrize(("authority", "port"), [("host", 70), ("host:", 70), ("host:7070", 7070)])
def test_rfc1738_3_4_1_port(authority: str, port: int) -> None:
    assert parts_of(f"gopher://{authority}/").port == port


@pytest.mark.parametrize(
    ("path", "component", "offset"),
    [
        ("/0%0A", "path", 2),
        ("/0a%0d%0ab", "path", 3),
        ("/0a%0D%09b", "path", 3),
        ("/0a?b%0A", "query", 1),
        ("/0?%0A", "query", 0),
        ("/%30%0A", "path", 4),
    ],
)
def test_rfc1738_3_4_1_no_line_break_in_a_selector(path: str, component: str, offset: int) -> None:
    assert violations_in(f"gopher://host{path}") == [(component, offset, "RFC 1738, 3.4.1")]


def test_rfc1738_3_1_a_slash_after_the_host() -> None:
    assert violations_in("gopher://host?a") == [("path", 0, "RFC 1738, 3.1")]


def test_rfc1738_3_4_1_a_line_break_that_is_escaped_twice_is_none() -> None:
    assert parts_of("gopher://host/0%250A").selector == "%0A"


def test_rfc1738_3_4_1_login_and_host() -> None:
    assert violations_in("gopher://user@host/") == [("userinfo", 0, "RFC 1738, 3.4.1")]
    assert violations_in("gopher:///1") == [("host", 0, "RFC 1738, 3.4.1")]
    assert violations_in("gopher://host:70000/") == [("port", 0, "RFC 6335, 6")]


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("gopher://host/1", "gopher://host/"),
        ("gopher://host/", "gopher://host/"),
        ("gopher://host/11", "gopher://host/11"),
        ("gopher://host/1?", "gopher://host/1?"),
        ("gopher://host/1%09a", "gopher://host/1%09a"),
        ("gopher://host/0", "gopher://host/0"),
    ],
)
def test_rfc1738_3_4_1_the_type_is_1_by_default(uri: str, expected: str) -> None:
    assert normalized_by_scheme(uri) == split(expected)
    assert parts_of(uri) == parts_of(expected)


def test_rfc1738_3_4_2_search_engines() -> None:
    assert parts_of("gopher://host/7search%20it%09two%20words")[2:5] == ("7", "search it", "two words")


@pytest.mark.parametrize(
    ("written", "gopher_plus_string"),
    [
        ("+", "+"),
        ("?", "?"),
        ("!", "!"),
        ("$", "$"),
        ("!+ABSTRACT", "!+ABSTRACT"),
        ("!+ABSTRACT%20+SMELL", "!+ABSTRACT +SMELL"),
        ("+application/postscript%20Es_ES", "+application/postscript Es_ES"),
        ("+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A", "+\t1\r\n+-1\r\none\r\ntwo\r\n.\r\n"),
        ("", ""),
    ],
)
def test_rfc1738_3_4_3_to_3_4_9_gopher_plus(written: str, gopher_plus_string: str) -> None:
    assert parts_of(f"gopher://host/0item%09%09{written}")[2:] == ("0", "item", "", gopher_plus_string)


def test_rfc1738_3_4_3_the_search_is_given_before_a_gopher_plus_string() -> None:
    assert parts_of("gopher://host/0item%09+")[4:] == ("+", None)
