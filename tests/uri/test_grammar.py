"""Appendix A, rule by rule; possessive quantifiers change no answer."""

import inspect
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linksift.uri import grammar
from tests.uri.strings import VALID_RELATIVE_REFERENCES, VALID_URIS, nearly_references

rfc3986 = pytest.importorskip("abnf.grammars.rfc3986", reason="needs abnf, the grammar of RFC 3986 by itself")

FRAGMENTS = {name: text for name, text in vars(grammar).items() if name.isupper() and not name.endswith("_SET")}

CLASS = r"(?<!\\)\[(?:\\.|[^\]\\])*\]"

CORE_RULES = {"ALPHA", "DIGIT", "HEXDIG"}
"""Rules of RFC 5234 that Appendix A does not repeat."""

IPV6_VALID = [
    "::",
    "::1",
    "1::",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "1::3:4:5:6:7:8",
    "1:2:3::5:6:7:8",
    "1:2:3:4:5:6::8",
    "abcd:EF01:2345:6789:abcd:ef01:2345:6789",
    "2001:db8::7",
    "::ffff:192.0.2.128",
    "1:2:3:4:5:6:1.2.3.4",
    "::1.2.3.4",
    "1::1.2.3.4",
    "1:2::1.2.3.4",
    "1:2:3:4:5::1.2.3.4",
    "::2:3:4:5:6:255.255.255.255",
    "::0:0:0:0:0:0:0",
    "fe80::0001",
]

IPV6_INVALID = [
    "",
    ":",
    ":::",
    "1",
    "1:2",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "::1:2:3:4:5:6:7:8",
    "1:2:3:4::5:6:7:8",
    "1::2::3",
    ":1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:",
    ":1::2",
    "1:::2",
    "12345::",
    "::g",
    "::01.2.3.4",
    "::1.2.3.04",
    "::256.2.3.4",
    "::1.2.3",
    "::1.2.3.4.5",
    "::1.2.3.4:5",
    "1.2.3.4::",
    "1:2:3:4:5:6:7:1.2.3.4",
    "1:2:3:4:5:6::1.2.3.4",
    "1:2:3:4:5:1.2.3.4",
    "1.2.3.4",
    "::1\n",
    "::1%eth0",
    "::1/64",
    "::\u0661",
]


def matches(fragment: str, text: str) -> bool:
    return re.fullmatch(fragment, text) is not None


def test_the_page_has_every_rule_of_appendix_a() -> None:
    rules = {rule.name.upper().replace("-", "_") for rule in rfc3986.Rule.rules()}
    assert "SEGMENT_NZ_NC" in rules
    assert set(FRAGMENTS) - CORE_RULES == rules


def test_each_rule_is_below_its_section_and_abnf() -> None:
    source = inspect.getsource(grammar)
    for name in FRAGMENTS.keys() - CORE_RULES:
        assert re.search(rf"(?im)^# Section \d(\.\d)*\n# {name.replace('_', '-')} +=(.*\n#)*.*\n{name} = ", source), (
            name
        )


@pytest.mark.parametrize("name", FRAGMENTS)
def test_fragments_are_bare(name: str) -> None:
    fragment = FRAGMENTS[name]
    assert re.compile(fragment).groups == 0
    assert re.compile(fragment).flags == re.UNICODE
    outside_classes = re.sub(rf"{CLASS}|\\[^a-zA-Z]", "", fragment)
    assert not set(outside_classes) & set("^$\\")
    assert not re.search(r"\(\?[^:]|\\[dDsSwW]", fragment)


@pytest.mark.parametrize("name", FRAGMENTS)
def test_possessive_quantifiers_follow_single_classes_only(name: str) -> None:
    """CPython before 3.11.5 matches possessive groups wrongly (python/cpython#106052)."""
    assert not re.search(r"\)(?:[*+?]|\{[^}]*\})\+", re.sub(CLASS, "C", FRAGMENTS[name]))
    assert "(?>" not in FRAGMENTS[name]


@settings(max_examples=1000)
@given(nearly_references(), st.sampled_from(sorted(FRAGMENTS)))
def test_possessive_quantifiers_lose_nothing(text: str, name: str) -> None:
    greedy = re.sub(rf"({CLASS}[*+])\+", r"\1", FRAGMENTS[name])
    assert matches(FRAGMENTS[name], text) == matches(greedy, text)


@pytest.mark.parametrize("address", IPV6_VALID)
def test_rfc3986_3_2_2_ipv6_valid(address: str) -> None:
    assert matches(grammar.IPV6ADDRESS, address)
    assert matches(grammar.IP_LITERAL, f"[{address}]")


@pytest.mark.parametrize("address", IPV6_INVALID)
def test_rfc3986_3_2_2_ipv6_invalid(address: str) -> None:
    assert not matches(grammar.IPV6ADDRESS, address)
    assert not matches(grammar.IP_LITERAL, f"[{address}]")


def test_rfc3986_3_2_2_every_place_of_the_double_colon() -> None:
    """With "::" there are seven groups at most, an IPv4address counting as two."""
    for before in range(10):
        for after in range(10):
            for ipv4 in (False, True):
                tail = ["a"] * after + ["1.2.3.4"] * ipv4
                address = ":".join(["b"] * before) + "::" + ":".join(tail)
                assert matches(grammar.IPV6ADDRESS, address) == (before + after + 2 * ipv4 <= 7), address


@pytest.mark.parametrize("address", ["v1.a", "VF.a:b", "v0123.~!$&'()*+,;=:"])
def test_rfc3986_3_2_2_ipvfuture_valid(address: str) -> None:
    assert matches(grammar.IP_LITERAL, f"[{address}]")


@pytest.mark.parametrize("address", ["v.a", "v1.", "v1", "vg.a", "v1.a/b", "v1.%41", "v1.[a]", "v1.a@b", "w1.a"])
def test_rfc3986_3_2_2_ipvfuture_invalid(address: str) -> None:
    assert not matches(grammar.IP_LITERAL, f"[{address}]")


def test_rfc3986_3_2_2_dec_octet() -> None:
    texts = [str(number) for number in range(1000)] + ["00", "01", "001", "0255", "", "\u0661", "1\n"]
    assert [text for text in texts if matches(grammar.DEC_OCTET, text)] == [str(number) for number in range(256)]


def test_rfc3986_3_2_2_ipv4address_is_a_subset_of_reg_name() -> None:
    for host in ("1.2.3.4", "255.255.255.255", "256.1.1.1", "1.2.3.4.5", "01.1.1.1"):
        assert matches(grammar.HOST, host)
        assert matches(grammar.REG_NAME, host)


def test_rfc3986_3_3_the_five_paths() -> None:
    paths = ["", "/", "//", "/a", "/:", "a", "a:", ":", "a/b:", "@/"]
    accepted = {
        "PATH_ABEMPTY": ["", "/", "//", "/a", "/:"],
        "PATH_ABSOLUTE": ["/", "/a", "/:"],
        "PATH_NOSCHEME": ["a", "a/b:", "@/"],
        "PATH_ROOTLESS": ["a", "a:", ":", "a/b:", "@/"],
        "PATH_EMPTY": [""],
        "PATH": paths,
    }
    for rule, expected in accepted.items():
        assert [path for path in paths if matches(FRAGMENTS[rule], path)] == expected, rule


def test_rfc3986_4_3_absolute_uri_has_no_fragment() -> None:
    for uri in VALID_URIS:
        assert matches(grammar.ABSOLUTE_URI, uri) == ("#" not in uri)
        assert not matches(grammar.RELATIVE_REF, uri)
    for reference in VALID_RELATIVE_REFERENCES:
        assert matches(grammar.RELATIVE_REF, reference)
        assert not matches(grammar.ABSOLUTE_URI, reference)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("GEN_DELIMS", ":/?#[]@"),
        ("SUB_DELIMS", "!$&'()*+,;="),
        ("RESERVED", ":/?#[]@!$&'()*+,;="),
        ("UNRESERVED", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"),
        ("HEXDIG", "0123456789ABCDEFabcdef"),
    ],
)
def test_rfc3986_2_characters(name: str, expected: str) -> None:
    accepted = [chr(c) for c in range(0x3000) if matches(FRAGMENTS[name], chr(c))]
    assert accepted == sorted(expected)
