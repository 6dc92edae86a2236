"""Validation of the RFC's examples, and the positions of faults. `test_oracle` compares it with another parser."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from linksift.uri import (
    InvalidReference,
    check_uri,
    grammar_faults,
    is_uri,
    is_uri_reference,
)
from linksift.uri.check_grammar import check_uri_reference
from tests.uri.strings import INVALID, VALID_RELATIVE_REFERENCES, VALID_URIS, nearly_references


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
    """The fault is the first one: some valid reference begins with the text before it."""
    if is_uri_reference(text):
        return
    position = fault(text).position
    if fault(text).rule == "scheme":
        assert text[:position] == "" or is_uri(text[:position] + ":")
        return
    endings = ["", "@", "0", "]", "0]", ":]", "::]", ".0.0]", "0.0.0]", "0.0]", ".0]", "a]", ".a]", "0.a]"]
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
    ("text", "faults"),
    [
        ("http://a/b?c#d", []),
        ("http://a b/c  d?%", [("host", 8, "reg-name"), ("path", 12, "path-abempty"), ("query", 16, "pct-encoded")]),
        ("h_t_p://a", [("scheme", 1, "scheme"), ("scheme", 3, "scheme")]),
        ("1_:", [("scheme", 0, "scheme"), ("scheme", 1, "scheme")]),
        ("a@b@c://d", [("scheme", 1, "scheme"), ("scheme", 3, "scheme")]),
        ("//a@b@c@d", [("userinfo", 3, "userinfo"), ("userinfo", 5, "userinfo")]),
        (
            "//u u@[::1 ]:8o8o/",
            [("userinfo", 3, "userinfo"), ("host", 10, "IPv6address"), ("port", 14, "port"), ("port", 16, "port")],
        ),
        ("//[ ", [("host", 3, "IPv6address")]),
        ("//[::1/ ", [("host", 6, "IP-literal"), ("path", 7, "path-abempty")]),
        ("//a:%38%30", [("port", 4, "port"), ("port", 7, "port")]),
        (":a:b c", [("path", 0, "path-noscheme"), ("path", 4, "path-noscheme")]),
        ("a:b c/d\\e", [("path", 3, "path-rootless"), ("path", 7, "path-rootless")]),
        ("/%4/%zz", [("path", 1, "pct-encoded"), ("path", 4, "pct-encoded")]),
        ("?[]#[]#", [("query", 1, "query"), ("fragment", 4, "fragment")]),
        ("?\u00e9\ud800 \n", [("query", 1, "query")]),
    ],
)
def test_all_the_faults(text: str, faults: list[tuple[str, int, str]]) -> None:
    assert [(fault.component, fault.position, fault.rule) for fault in grammar_faults(text)] == faults


def test_a_fault_begins_where_the_one_before_it_ends_in_an_escape() -> None:
    """Each broken escape is a fault of its own, and so are characters next to it, which break another rule."""
    assert [(fault.position, fault.rule) for fault in grammar_faults("?%% ")] == [
        (1, "pct-encoded"),
        (2, "pct-encoded"),
        (3, "query"),
    ]


@given(nearly_references())
def test_the_faults_are_errors_about_the_string(text: str) -> None:
    """A reference has no faults; each fault is within or at the end of its component; the first one is raised."""
    faults = list(grammar_faults(text))
    assert (faults == []) == is_uri_reference(text)
    positions = [fault.position for fault in faults]
    assert positions == sorted(set(positions))
    assert all(fault.reference == text and 0 <= fault.position <= len(text) for fault in faults)
    if faults:
        assert repr(faults[0]) == repr(fault(text))


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
