"""tel."""

import pytest

from linksift.uri.components import recompose
from tests.uri.schemes.by_scheme import normalized_by_scheme, parts_of, violations_in


@pytest.mark.parametrize(
    ("uri", "number"),
    [
        ("tel:+1-201-555-0123", "+12015550123"),
        ("tel:+1-816-555-1212", "+18165551212"),
        ("tel:+358-555-1234567", "+3585551234567"),
        ("tel:+1.(201)", "+1201"),
        ("tel:+-.()1", "+1"),
        ("tel:+1#part", "+1"),
    ],
)
def test_rfc3966_5_1_4_global_numbers(uri: str, number: str) -> None:
    assert parts_of(uri) == (number, None, None, None, ())


@pytest.mark.parametrize(
    ("uri", "number", "context"),
    [
        ("tel:7042;phone-context=example.com", "7042", "example.com"),
        ("tel:863-1234;phone-context=+1-914-555", "8631234", "+1914555"),
        ("tel:*21%23;phone-context=example.com.", "*21#", "example.com."),
        ("tel:(a)-F;phone-context=com", "aF", "com"),
        ("tel:--1;PHONE-CONTEXT=1-2.a-b.c3", "1", "1-2.a-b.c3"),
    ],
)
def test_rfc3966_5_1_5_local_numbers(uri: str, number: str, context: str) -> None:
    assert parts_of(uri) == (number, None, None, context, ())


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (";ext=1-2", ("12", None, None, ())),
        (";isub=a:b@c%3Bd", (None, "a:b@c;d", None, ())),
        (";isub=a/b=c,d;ext=(3)", ("3", "a/b=c,d", None, ())),
        (";a;b=-;c=d", (None, None, None, (("a", None), ("b", "-"), ("c", "d")))),
        (";Cic=+1-23;npdi;RN=a%5Bb%5D", (None, None, None, (("cic", "+1-23"), ("npdi", None), ("rn", "a[b]")))),
    ],
)
def test_rfc3966_3_parameters(written: str, expected: tuple[object, ...]) -> None:
    assert parts_of(f"tel:+1-2{written}") == ("+12", *expected)


@pytest.mark.parametrize(
    "number",
    ["+", "+-", "+1a", "+*1", "1+2", "+1%202", "+%31x", "1/2", "1,2", "+1=2", "g", "-", "%2A", "%2321x", "1:2"],
)
def test_rfc3966_3_what_is_not_a_number(number: str) -> None:
    assert violations_in(f"tel:{number};phone-context=a") == [("path", 0, "RFC 3966, 3")]


def test_rfc3966_3_an_empty_number_is_refused() -> None:
    assert violations_in("tel:") == [("path", 0, "RFC 3966, 3"), ("path", 0, "RFC 3966, 5.1.5")]
    assert violations_in("tel://host/;phone-context=a") == [("path", 0, "RFC 3966, 3")]


@pytest.mark.parametrize("uri", ["tel:911", "tel:911;ext=1", "tel:911;context=a", "tel:911;x=phone-context"])
def test_rfc3966_5_1_5_a_local_number_needs_a_context(uri: str) -> None:
    assert violations_in(uri) == [("path", 3, "RFC 3966, 5.1.5")]


@pytest.mark.parametrize(
    "parameter",
    [
        *["", "=a", "a=", "a_b=c", "a=b=c", "a=b@c", "%61=b", "ext", "ext=", "ext=a", "ext=-", "isub", "isub="],
        *["phone-context", "phone-context=", "phone-context=-a", "phone-context=a-", "phone-context=a..b"],
        *["phone-context=a.1", "phone-context=+", "phone-context=1", "phone-context=a_b", "phone-context=%61"],
    ],
)
def test_rfc3966_3_what_is_not_a_parameter(parameter: str) -> None:
    assert violations_in(f"tel:+1;{parameter}") == [("path", 3, "RFC 3966, 3")]


@pytest.mark.parametrize(
    ("written", "offset"),
    [
        (";a=1;a=2", 7),
        (";a=1;A=1", 7),
        (";ext=1;ext=1", 9),
        (";b;a", 5),
        (";a;ext=1", 5),
        (";phone-context=a;isub=1", 19),
        (";a;phone-context=a", 5),
    ],
)
def test_rfc3966_3_parameters_appear_once_and_in_order(written: str, offset: int) -> None:
    assert violations_in(f"tel:+1{written}") == [("path", offset, "RFC 3966, 3")]


def test_rfc3966_3_no_query() -> None:
    assert violations_in("tel:+1?a") == [("query", 0, "RFC 3966, 3")]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("tel:+1-201-555-0123", "tel:+1(201)5550123"),
        ("tel:7042;phone-context=example.com", "tel:70-42;Phone-Context=EXAMPLE.com"),
        ("tel:863-1234;phone-context=+1-914-555", "tel:8631234;phone-context=+1914555"),
        ("tel:A;phone-context=a", "tel:a;phone-context=a"),
        ("tel:+1;ext=1-2;a;b=C", "tel:+1;b=c;ext=12;A"),
        ("tel:+1;isub=1;ext=2", "tel:+1;ext=2;isub=1"),
    ],
)
def test_rfc3966_4_equal(a: str, b: str) -> None:
    assert normalized_by_scheme(a) == normalized_by_scheme(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("tel:+12015550123", "tel:12015550123"),
        ("tel:+1", "tel:+1;a"),
        ("tel:+1;a=1-2", "tel:+1;a=12"),
        ("tel:+1;isub=1-2", "tel:+1;isub=12"),
        ("tel:1;phone-context=a-b", "tel:1;phone-context=ab"),
        ("tel:+1#a", "tel:+1#A"),
    ],
)
def test_rfc3966_4_not_equal(a: str, b: str) -> None:
    assert normalized_by_scheme(a) != normalized_by_scheme(b)


@pytest.mark.parametrize("uri", ["tel:-//a", "tel:--", "tel:a-b/c", "tel://h-1/-"])
def test_what_is_not_a_number_keeps_its_separators(uri: str) -> None:
    assert recompose(normalized_by_scheme(uri)) == uri
