"""prospero."""

import pytest

from tests.uri.schemes.by_scheme import parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "hsoname", "fields"),
    [
        ("prospero://host.dom//pros/name", "/pros/name", ()),
        ("prospero://host.dom/pros/name", "pros/name", ()),
        ("prospero://host.dom/", "", ()),
        ("prospero://host.dom/name;OBJECT-VERSION=1", "name", (("OBJECT-VERSION", "1"),)),
        ("prospero://host.dom/n;a=1;b=2", "n", (("a", "1"), ("b", "2"))),
        ("prospero://host.dom/;=", "", (("", ""),)),
        ("prospero://host.dom/n%3Bm;a%3D=1%3B%2F", "n;m", (("a=", "1;/"),)),
        ("prospero://host.dom/a?b:c@d&e=f", "a?b:c@d&e=f", ()),
        ("prospero://host.dom/a?b;c?:@&=d?:@&", "a?b", (("c?:@&", "d?:@&"),)),
    ],
)
def test_rfc1738_3_11_name_and_fields(uri: str, hsoname: str, fields: tuple[tuple[str, str], ...]) -> None:
    assert parts_of(uri)[2:] == (hsoname, fields)


@pytest.mark.parametrize(("authority", "port"), [("host", 1525), ("host:", 1525), ("host:191", 191)])
def test_rfc1738_3_11_port(authority: str, port: int) -> None:
    assert parts_of(f"prospero://{authority}/a")[:2] == ("host", port)


def test_rfc1738_3_11_login_and_host() -> None:
    assert violations_in("prospero://user@host/a") == [("userinfo", 0, "RFC 1738, 3.11")]
    assert violations_in("prospero:///a") == [("host", 0, "RFC 1738, 3.11")]
    assert violations_in("prospero://host:65536/a") == [("port", 0, "RFC 6335, 6")]


@pytest.mark.parametrize("tail", ["", "?a"])
def test_rfc1738_5_a_slash_after_the_host(tail: str) -> None:
    assert violations_in(f"prospero://host{tail}") == [("path", 0, "RFC 1738, 5")]


@pytest.mark.parametrize(
    ("path", "component", "offset"),
    [
        ("/a;", "path", 3),
        ("/a;b", "path", 4),
        ("/a;b;c=1", "path", 4),
        ("/a;b=1;", "path", 7),
        ("/a;b=1=2", "path", 6),
        ("/a;b/c=1", "path", 4),
        ("/a;b=1/2", "path", 6),
        ("/a;=1;=2=", "path", 8),
        ("/a?;b", "query", 2),
        ("/a?b;c=1;d", "query", 7),
        ("/a;b?", "query", 0),
    ],
)
def test_rfc1738_3_11_fields_are_names_and_values(path: str, component: str, offset: int) -> None:
    assert violations_in(f"prospero://host{path}") == [(component, offset, "RFC 1738, 3.11")]


def test_rfc1738_3_11_every_malformed_field_is_reported() -> None:
    assert [offset for _, offset, _ in violations_in("prospero://host/a;b;c=1;d")] == [4, 10]
