"""ldap."""

import pytest

from linksift.uri.components import recompose
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in

MICHIGAN = "o=University of Michigan,c=US"
ANYTHING = "(objectClass=*)"


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("ldap:///o=University%20of%20Michigan,c=US", ("", 389, MICHIGAN, (), "base", ANYTHING, ())),
        (
            "ldap://ldap1.example.net/o=University%20of%20Michigan,c=US?postalAddress",
            ("ldap1.example.net", 389, MICHIGAN, ("postalAddress",), "base", ANYTHING, ()),
        ),
        (
            "ldap://ldap1.example.net:6666/o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)",
            ("ldap1.example.net", 6666, MICHIGAN, (), "sub", "(cn=Babs Jensen)", ()),
        ),
        (
            "LDAP://ldap1.example.com/c=GB?objectClass?ONE",
            ("ldap1.example.com", 389, "c=GB", ("objectClass",), "one", ANYTHING, ()),
        ),
        (
            "ldap://ldap2.example.com/o=Question%3f,c=US?mail",
            ("ldap2.example.com", 389, "o=Question?,c=US", ("mail",), "base", ANYTHING, ()),
        ),
        (
            "ldap://ldap3.example.com/o=Babsco,c=US???(four-octet=%5c00%5c00%5c00%5c04)",
            ("ldap3.example.com", 389, "o=Babsco,c=US", (), "base", r"(four-octet=\00\00\00\04)", ()),
        ),
        (
            "ldap://ldap.example.com/o=An%20Example%5C2C%20Inc.,c=US",
            ("ldap.example.com", 389, r"o=An Example\2C Inc.,c=US", (), "base", ANYTHING, ()),
        ),
        ("ldap://ldap.example.net", ("ldap.example.net", 389, "", (), "base", ANYTHING, ())),
        ("ldap://ldap.example.net/", ("ldap.example.net", 389, "", (), "base", ANYTHING, ())),
        ("ldap://ldap.example.net/?", ("ldap.example.net", 389, "", (), "base", ANYTHING, ())),
        (
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            ("[2001:db8::7]", 389, "c=GB", ("objectClass",), "one", ANYTHING, ()),
        ),
    ],
)
def test_rfc4516_4_examples(uri: str, expected: tuple[object, ...]) -> None:
    assert parts_of(uri) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("e-bindname=cn=Manager%2cdc=example%2cdc=com", [("e-bindname", "cn=Manager,dc=example,dc=com", False)]),
        ("!e-bindname=cn=Manager%2cdc=example%2cdc=com", [("e-bindname", "cn=Manager,dc=example,dc=com", True)]),
        ("a,!1.3.6=,b=!", [("a", None, False), ("1.3.6", "", True), ("b", "!", False)]),
    ],
)
def test_rfc4516_4_extensions(written: str, expected: list[tuple[object, ...]]) -> None:
    assert list(parts_of(f"ldap:///??sub??{written}").extensions) == expected


@pytest.mark.parametrize("attributes", ["*", "cn,sn", "cn;lang-en;binary", "2.5.4.3", "1.1", "*,%2B", "*,+"])
def test_rfc4511_4_5_1_8_attributes(attributes: str) -> None:
    expected = tuple(attributes.replace("%2B", "+").split(","))
    assert parts_of(f"ldap:///?{attributes}").attributes == expected


@pytest.mark.parametrize(
    "dn",
    [
        *["cn=a", "2.5.4.3=a", "cn=a+sn=b,c=US", "cn=", "cn=%23414a", "cn=%5C%23a", "cn=a%23", "cn=a=b", "cn=a%5C%20"],
        *["cn=%5C%20a", "cn=a%5C,b", "cn=Lu%C4%8Di%C4%87", "cn=Lu%5CC4%5C8Di", "cn=a/b", "cn=a%5C%5C"],
    ],
)
def test_rfc4514_3_distinguished_names(dn: str) -> None:
    assert violations_in(f"ldap:///{dn}") == []


@pytest.mark.parametrize(
    "dn",
    [
        *["cn", "=a", "cn=a,", "cn=a,b", ",cn=a", "cn=a,%20c=b", "cn=%20a", "cn=a%20", "cn=a%22", "cn=a;b", "cn=%3Ca"],
        *["cn=%23", "cn=%234", "cn=%23xy", "cn=a%5C", "cn=a%5Cg", "c_n=a", "1=a", "1.=a", "cn=%00", "cn=%E9", "/cn=a"],
    ],
)
def test_rfc4514_3_what_is_not_a_distinguished_name(dn: str) -> None:
    assert violations_in(f"ldap:///{dn}") == [("path", 1, "RFC 4514, 3")]


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("ldap:/c=GB", ("host", 0, "RFC 4516, 2")),
        ("ldap:", ("host", 0, "RFC 4516, 2")),
        ("ldap://user@host/", ("userinfo", 0, "RFC 4516, 2")),
        ("ldap://host:65536/", ("port", 0, "RFC 6335, 6")),
        ("ldap://host?cn", ("path", 0, "RFC 4516, 2")),
        ("ldap:///?cn?sub?(a=b)?c?d", ("query", 14, "RFC 4516, 2.1")),
        ("ldap:///????", None),
        ("ldap:///?????", ("query", 3, "RFC 4516, 2.1")),
        ("ldap:///?,cn", ("query", 0, "RFC 4511, 4.5.1.8")),
        ("ldap:///?cn,a%20b", ("query", 3, "RFC 4511, 4.5.1.8")),
        ("ldap:///?cn,", ("query", 3, "RFC 4511, 4.5.1.8")),
        ("ldap:///?cn;,sn", ("query", 0, "RFC 4511, 4.5.1.8")),
        ("ldap:///?cn?all", ("query", 3, "RFC 4516, 2")),
        ("ldap:///??%6Fne", ("query", 1, "RFC 4516, 2")),
        ("ldap:///?cn?one?a=b", ("query", 7, "RFC 4515, 3")),
        ("ldap:///???((a=b)", ("query", 2, "RFC 4515, 3")),
        ("ldap:///???(a=b)(c=d)", ("query", 2, "RFC 4515, 3")),
        ("ldap:///???(a=b))", ("query", 2, "RFC 4515, 3")),
        ("ldap:///???)a=b(", ("query", 2, "RFC 4515, 3")),
        ("ldap:///???x(a=b)", ("query", 2, "RFC 4515, 3")),
        ("ldap:///???(%26(a=b)(!(c=d)))", None),
        ("ldap:///????a,", ("query", 5, "RFC 4516, 2")),
        ("ldap:///?cn?sub?(a=b)?!", ("query", 13, "RFC 4516, 2")),
        ("ldap:///????=a", ("query", 3, "RFC 4516, 2")),
        ("ldap:///????!!a", ("query", 3, "RFC 4516, 2")),
    ],
)
def test_rfc4516_2_what_is_broken(uri: str, expected: tuple[str, int, str] | None) -> None:
    assert violations_in(uri) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("ldap:///CN=A?CN?SUB?(CN=A)?X", "ldap:///CN=A?CN?sub?(CN=A)?X"),
        ("ldap:///CN=A?CN", "ldap:///CN=A?CN"),
        ("ldap:///CN=A?", "ldap:///CN=A?"),
        ("ldap:///CN=A", "ldap:///CN=A"),
    ],
)
def test_rfc4516_2_only_the_scope_knows_no_case(uri: str, expected: str) -> None:
    assert recompose(normalized_by_scheme(uri)) == expected
