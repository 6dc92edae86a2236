"""`violations`: three checks, made one after the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import (
    InvalidForScheme,
    InvalidReference,
    Reference,
    UnusableReference,
    is_uri_reference,
    parse,
    split,
    violations,
)
from linksift.uri.hosts import usability_violations
from linksift.uri.schemes import scheme_named
from tests.uri.strings import INVALID, SEEDS, VALID_RELATIVE_REFERENCES, nearly_references, valid_uris

KNOWN = st.sampled_from(["ftp:", "FTP:", "http:", "Http:", "mailto:", "urn:", "unheard-of:"])
ANY_TEXT = st.text() | st.text("ab:/?#[]@%\n\ud800é") | nearly_references() | valid_uris()
OF_A_SCHEME = st.builds("{}{}".format, KNOWN, st.sampled_from(SEEDS) | nearly_references())


def met(reference: Reference) -> bool:
    """Whether a reference passes every check of its scheme and of `hosts`, one by one."""
    scheme = scheme_named(reference.scheme or "")
    checks = scheme.checks if scheme else ()
    broken = [fault for check in checks for fault in check(reference.components)]
    return not [*broken, *usability_violations(reference.components)]


@given(ANY_TEXT | OF_A_SCHEME)
def test_violations_never_raise_and_are_none_exactly_when_nothing_is_wrong(text: str) -> None:
    found = violations(text)
    assert (not found) == (is_uri_reference(text) and met(parse(text)))


@given(ANY_TEXT | OF_A_SCHEME)
def test_a_string_that_is_not_well_formed_gets_no_other_check(text: str) -> None:
    questions = {fault.question for fault in violations(text)}
    assert questions == {"well-formed"} if not is_uri_reference(text) else "well-formed" not in questions


@given(ANY_TEXT | OF_A_SCHEME)
def test_every_violation_points_into_the_string(text: str) -> None:
    for fault in violations(text):
        assert fault.reference == text
        assert 0 <= fault.position <= len(text)
        assert fault.component in ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
        assert len(str(fault).split("\n")) == 3


@given(ANY_TEXT | OF_A_SCHEME)
def test_a_fault_in_a_component_lies_in_it(text: str) -> None:
    """A missing part is reported at the end; an undefined component has the position that it would have."""
    components = split(text)
    starts = components.starts()
    for fault in violations(text):
        value = getattr(components, fault.component) or ""
        assert starts[fault.component] <= fault.position <= starts[fault.component] + len(value)


@pytest.mark.parametrize("text", INVALID)
def test_rfc3986_4_1_what_parsing_raises_is_the_first_of_all(text: str) -> None:
    with pytest.raises(InvalidReference) as caught:
        parse(text)
    first = violations(text)[0]
    assert type(first) is InvalidReference
    assert (first.position, first.rule, first.component) == (
        caught.value.position,
        caught.value.rule,
        caught.value.component,
    )


@pytest.mark.parametrize("text", [*VALID_RELATIVE_REFERENCES, "unheard-of:a?b#c", "unheard-of://a.example/"])
def test_nothing_is_wrong(text: str) -> None:
    assert violations(text) == []
    assert violations(parse(text)) == []
    assert parse(text).violations() == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://a b/c|d", [("well-formed", "host", 8, "reg-name"), ("well-formed", "path", 12, "path-abempty")]),
        ("a_b:c", [("well-formed", "scheme", 1, "scheme")]),
        ("x://a b/ c?%#^", [("well-formed", part, at, rule) for part, at, rule in (
            ("host", 5, "reg-name"), ("path", 8, "path-abempty"), ("query", 11, "pct-encoded"),
            ("fragment", 13, "fragment"),
        )]),
        ("ftp:///a", [("valid", "host", 6, "RFC 1738, 3.2")]),
        ("ftp:a", [("valid", "host", 4, "RFC 1738, 3.2")]),
        ("ftp://a/b;c", [("valid", "path", 9, "RFC 1738, 3.2.2")]),
        ("FTP://a:65536/", [("valid", "port", 8, "RFC 6335, 6")]),
        ("ftp://a:65535/", []),
        ("ftp://u:p@h..i:0/;", [
            ("valid", "path", 17, "RFC 1738, 3.2.2"),
            ("usable", "host", 12, "RFC 1035, 2.3.4"),
            ("usable", "port", 15, "RFC 6335, 6"),
        ]),
        ("//a..b", [("usable", "host", 4, "RFC 1035, 2.3.4")]),
        ("x://a:99999", [("usable", "port", 6, "RFC 6335, 6")]),
        ("x://10.0.0.256", [("usable", "host", 11, "RFC 1123, 2.1")]),
    ],
)  # fmt: skip
def test_the_three_questions(text: str, expected: list[tuple[str, str, int, str]]) -> None:
    found = [(fault.question, fault.component, fault.position, fault.rule) for fault in violations(text)]
    assert found == expected


def test_the_kinds_of_violations() -> None:
    kinds = [type(fault) for fault in violations("ftp://u@h..i/;")]
    assert kinds == [InvalidForScheme, UnusableReference]
    assert all(issubclass(kind, InvalidReference) and issubclass(kind, ValueError) for kind in kinds)


@pytest.mark.parametrize("text", ["ftp:a", "ftp://a/b;c", "FTP://a:65536/", "ftp://a/;type=x"])
def test_scheme_parts_raise_the_first_violation_of_the_scheme(text: str) -> None:
    with pytest.raises(InvalidForScheme) as caught:
        _ = parse(text).scheme_parts
    first = violations(text)[0]
    assert (caught.value.position, caught.value.rule, caught.value.why) == (first.position, first.rule, first.why)


def test_scheme_parts_of_what_is_merely_unusable() -> None:
    assert violations("ftp://a..b:0/c")
    assert parse("ftp://a..b:0/c").scheme_parts.host == "a..b"


@pytest.mark.parametrize("text", ["", "//a", "ftp", "unheard-of:a", "by-name:"])
def test_scheme_parts_of_no_scheme_that_is_known(text: str) -> None:
    assert parse(text).scheme_parts is None


@pytest.mark.parametrize(("port", "number"), [("", 21), ("0000080", 80), ("0" * 5000 + "80", 80), ("00", 0)])
def test_rfc3986_3_2_3_a_port_is_a_number_whatever_zeros_it_is_written_with(port: str, number: int) -> None:
    assert parse(f"ftp://a:{port}/").scheme_parts.port == number


@pytest.mark.parametrize("text", ["|a" * 50_000, "http://" + "a." * 50_000, "//" + "-." * 50_000, "\ud800" * 100_000])
def test_faults_without_end(text: str) -> None:
    assert violations(text)
