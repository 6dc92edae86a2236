"""urn."""

import pytest

from linksift.uri.components import recompose
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("urn:oasis:names:specification:docbook:dtd:xml:4.1.2", ("oasis", "names:specification:docbook:dtd:xml:4.1.2")),
        ("URN:ISBN:0-395-36341-1", ("isbn", "0-395-36341-1")),
        ("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", ("uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")),
        ("urn:example:a123%2Cz456", ("example", "a123%2Cz456")),
        ("urn:example:1/406/47452/2", ("example", "1/406/47452/2")),
        ("urn:a-0:b", ("a-0", "b")),
        ("urn:ab::", ("ab", ":")),
        (f"urn:{'a' * 32}:b", ("a" * 32, "b")),
    ],
)
def test_rfc8141_2_identifier_and_string(uri: str, expected: tuple[str, str]) -> None:
    assert parts_of(uri) == (*expected, None, None, None)


@pytest.mark.parametrize(
    ("rest", "r_component", "q_component", "f_component"),
    [
        ("?+CCResolve:cc=uk", "CCResolve:cc=uk", None, None),
        ("?=op=map&lat=39.56&lon=-104.85", None, "op=map&lat=39.56&lon=-104.85", None),
        ("#somepart", None, None, "somepart"),
        ("?+a?=b#c", "a", "b", "c"),
        ("?+a?b/?+c?=d?=e", "a?b/?+c", "d?=e", None),
        ("?=a?+b", None, "a?+b", None),
        ("#", None, None, ""),
    ],
)
def test_rfc8141_2_3_r_q_and_f_components(
    rest: str, r_component: str | None, q_component: str | None, f_component: str | None
) -> None:
    parts = parts_of(f"urn:example:foo-bar-baz-qux{rest}")
    assert parts.nss == "foo-bar-baz-qux"
    assert parts[2:] == (r_component, q_component, f_component)


@pytest.mark.parametrize("nid", ["", "a", "-a", "a-", "a_b", "a.b", "%61b", "a" * 33, "a/b"])
def test_rfc8141_2_1_a_namespace_identifier(nid: str) -> None:
    assert violations_in(f"urn:{nid}:a") == [("path", 0, "RFC 8141, 2.1")]


@pytest.mark.parametrize("uri", ["urn:", "urn:example", "urn://host/a", "urn:/example:a"])
def test_rfc8141_2_1_something_else_than_an_identifier(uri: str) -> None:
    assert ("path", 0, "RFC 8141, 2.1") in violations_in(uri)


def test_rfc2141_2_1_urn_is_no_identifier() -> None:
    assert violations_in("urn:Urn:a") == [("path", 0, "RFC 2141, 2.1")]
    assert violations_in("urn:urn-7:a") == []


@pytest.mark.parametrize("nss", ["", "/", "/a"])
def test_rfc8141_2_2_a_namespace_specific_string(nss: str) -> None:
    assert violations_in(f"urn:example:{nss}") == [("path", 8, "RFC 8141, 2.2")]


@pytest.mark.parametrize("query", ["", "a", "+", "+/a", "+?a", "?+a", "&=a", "+?=a"])
def test_rfc8141_2_3_what_a_question_mark_begins(query: str) -> None:
    assert violations_in(f"urn:example:a?{query}") == [("query", 0, "RFC 8141, 2.3")]


@pytest.mark.parametrize(("query", "offset"), [("=", 1), ("=/", 1), ("=?a", 1), ("+a?=", 4), ("+ab?=/c", 5)])
def test_rfc8141_2_3_2_a_q_component(query: str, offset: int) -> None:
    assert violations_in(f"urn:example:a?{query}") == [("query", offset, "RFC 8141, 2.3.2")]


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("urn:EXAMPLE:a123,z456", "urn:example:a123,z456"),
        ("urn:Example:A123,Z456?+Abc?=xYz#789", "urn:example:A123,Z456?+Abc?=xYz#789"),
        ("urn:example:a123%2Cz456", "urn:example:a123%2Cz456"),
        ("urn:-EXAMPLE:a", "urn:-EXAMPLE:a"),
        ("urn:EXAMPLE", "urn:EXAMPLE"),
        ("urn://HOST/A:b", "urn://HOST/A:b"),
    ],
)
def test_rfc8141_3_1_only_the_identifier_knows_no_case(uri: str, expected: str) -> None:
    assert recompose(normalized_by_scheme(uri)) == expected
