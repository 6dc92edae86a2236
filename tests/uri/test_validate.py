"""The judge against the RFC's examples, against an independent reading of the same ABNF, and where it points."""

import json
import os
from pathlib import Path

import pytest
from abnf import ParseError
from abnf.grammars import rfc3986
from hypothesis import given, settings

from linksift.uri import (
    InvalidReference,
    check_uri,
    check_uri_reference,
    is_uri,
    is_uri_reference,
)
from tests.uri.strings import INVALID, VALID_RELATIVE_REFERENCES, VALID_URIS, nearly_references

# abnf takes two milliseconds a string: a longer run is for those who changed the grammar.
ORACLE_EXAMPLES = int(os.environ.get("LINKSIFT_ORACLE_EXAMPLES", "1000"))


def oracle(rule: str, text: str) -> bool:
    """What the package `abnf` says, from RFC 3986's own ABNF."""
    try:
        rfc3986.Rule(rule).parse_all(text)
    except ParseError:
        return False
    return True


def fault(text: str) -> InvalidReference:
    with pytest.raises(InvalidReference) as caught:
        check_uri_reference(text)
    return caught.value


@pytest.mark.parametrize("uri", VALID_URIS)
def test_rfc3986_3_uris(uri: str) -> None:
    assert is_uri(uri)
    assert is_uri_reference(uri)


@pytest.mark.parametrize("reference", VALID_RELATIVE_REFERENCES)
def test_rfc3986_4_2_relative_references(reference: str) -> None:
    assert is_uri_reference(reference)
    assert not is_uri(reference)


@pytest.mark.parametrize("text", INVALID)
def test_rfc3986_4_1_neither(text: str) -> None:
    assert not is_uri(text)
    assert not is_uri_reference(text)


@pytest.mark.parametrize("text", ["a b", " http://a", "http://a/ ", "\ufeffhttp://a", "http:// a"])
def test_rfc3986_2_no_white_space_around(text: str) -> None:
    assert not is_uri_reference(text)


def test_rfc3986_5_4_examples(shared: Path) -> None:
    rows = (shared / "eval" / "parse" / "rfc3986_examples.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(row) for row in rows]
    texts = {case[key] for case in cases for key in ("input", "base") if case[key]}
    assert len(texts) > 40
    assert [text for text in texts if not is_uri_reference(text)] == []


@settings(max_examples=ORACLE_EXAMPLES)
@given(nearly_references())
def test_rfc3986_appendix_a_agrees_with_another_reader_of_the_abnf(text: str) -> None:
    assert is_uri(text) == oracle("URI", text)
    assert is_uri_reference(text) == oracle("URI-reference", text)


@given(nearly_references())
def test_check_raises_exactly_when_is_says_no(text: str) -> None:
    for check, answer in ((check_uri, is_uri(text)), (check_uri_reference, is_uri_reference(text))):
        if answer:
            check(text)
            continue
        with pytest.raises(InvalidReference) as caught:
            check(text)
        assert caught.value.reference == text
        assert 0 <= caught.value.position <= len(text)


@given(nearly_references())
def test_what_precedes_the_fault_can_be_completed(text: str) -> None:
    """The fault is the first: what stands before it begins some valid reference."""
    if is_uri_reference(text):
        return
    position = fault(text).position
    if fault(text).rule == "scheme":
        assert text[:position] == "" or is_uri(text[:position] + ":")
        return
    endings = ["", "0", "]", "0]", ":]", "::]", ".0.0]", "0.0.0]", "0.0]", ".0]", "a]", ".a]", "0.a]"]
    assert any(is_uri_reference(text[:position] + ending) for ending in endings)


@pytest.mark.parametrize(
    ("text", "component", "position", "rule"),
    [
        ("1:2", "scheme", 0, "scheme"),
        ("ht_tp://a", "scheme", 2, "scheme"),
        ("http://us er@h/", "userinfo", 9, "userinfo"),
        ("http://a@b@c/", "userinfo", 8, "userinfo"),
        ("http://a b/", "host", 8, "reg-name"),
        ("http://u@a%4/", "host", 10, "pct-encoded"),
        ("http://a:8o/", "port", 10, "port"),
        ("http://a:%38/", "port", 9, "port"),
        ("http://a/b\n", "path", 10, "path-abempty"),
        ("http://a/%zz", "path", 9, "pct-encoded"),
        ("/a b", "path", 2, "path-absolute"),
        ("a:b c", "path", 3, "path-rootless"),
        ("a/b c", "path", 3, "path-noscheme"),
        (":a", "path", 0, "path-noscheme"),
        ("a?b|c", "query", 3, "query"),
        ("?%", "query", 1, "pct-encoded"),
        ("a#b#c", "fragment", 3, "fragment"),
        ("http://[::01.2.3.4]/", "host", 12, "IPv6address"),
        ("http://[1:2:3:4:5:6:7:8:9]/", "host", 23, "IPv6address"),
        ("http://[1::2::3]/", "host", 13, "IPv6address"),
        ("http://[1:2]/", "host", 11, "IPv6address"),
        ("http://[]/", "host", 8, "IPv6address"),
        ("http://[1:2", "host", 11, "IPv6address"),
        ("http://[::255.255.256]/", "host", 20, "IPv6address"),
        ("http://[fe80::1%25eth0]/", "host", 15, "IPv6address"),
        ("http://[v1.]/", "host", 11, "IPvFuture"),
        ("http://[v1.a/", "host", 12, "IP-literal"),
        ("http://[::1", "host", 11, "IP-literal"),
        ("http://[::1]a:80/", "host", 12, "IP-literal"),
    ],
)
def test_the_first_fault(text: str, component: str, position: int, rule: str) -> None:
    error = fault(text)
    assert (error.component, error.position, error.rule) == (component, position, rule)


@pytest.mark.parametrize(
    "address", ["1:22:333:4444::255.255.255.255", "ffff:2:3:4:5:6:7:8", "1:2:3:4:5:6:100.99.9.200"]
)
def test_rfc3986_3_2_2_every_beginning_of_an_address_goes_on(address: str) -> None:
    for length in range(len(address)):
        text = f"//[{address[:length]}]"
        assert is_uri_reference(text) or fault(text).position == 3 + length, text


@pytest.mark.parametrize(("text", "position"), [("", 0), ("//a b", 0), ("abc", 3), ("a/b", 1), (":a", 0), ("?a:b", 0)])
def test_rfc3986_3_1_a_relative_reference_lacks_a_scheme(text: str, position: int) -> None:
    with pytest.raises(InvalidReference) as caught:
        check_uri(text)
    assert (caught.value.component, caught.value.position, caught.value.rule) == ("scheme", position, "scheme")
