"""Valid URIs that software refuses: names that the DNS cannot have, and URIs that are too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import is_uri_reference, parse, split
from linksift.uri.hosts import HOST_CHECKS, usability_violations
from tests.uri.strings import nearly_references

Fault = tuple[str, int, str]


def faults(text: str) -> list[Fault]:
    """Component, offset and section of each violation; the grammar must accept the text."""
    assert is_uri_reference(text), text
    return [(fault.component, fault.offset, fault.section) for fault in usability_violations(split(text))]


def host_faults(host: str) -> list[tuple[int, str]]:
    found = faults(f"x://u:p@{host}:1/")
    assert all(component == "host" for component, _, _ in found)
    return [(offset, section) for _, offset, section in found]


LABEL = "a" * 63
NAME = f"{LABEL}.{LABEL}.{LABEL}.{'a' * 61}"


def test_the_names_to_test_with_are_as_long_as_can_be() -> None:
    assert (len(LABEL), len(NAME)) == (63, 253)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "a",
        "localhost",
        "a.example",
        "A-B.Example.",
        "a--b.example",
        "_dmarc._tcp.example",
        "xn--bcher-kva.example",
        "1.example",
        "1a.2b",
        "0x7f.a",
        "%61.example",
        "b%C3%BCcher.example",
        "a%2Eb",
        "%31.2.3.4",
        "3com.com",
        LABEL,
        f"{LABEL}.",
        NAME,
        f"{NAME}.",
        "10.0.0.1",
        "255.255.255.255",
    ],
)
def test_rfc3986_3_2_2_names_in_the_syntax_of_the_dns(host: str) -> None:
    assert host_faults(host) == []


@pytest.mark.parametrize("literal", ["[::1]", "[::ffff:10.0.0.255]"])
def test_rfc3986_3_2_2_an_ip_literal_is_not_a_name(literal: str) -> None:
    assert host_faults(literal) == []


@pytest.mark.parametrize("literal", ["[v1.-]", f"[v1.{'a.' * 200}]", "[vF.-.1]", "[v1.!$..:]"])
def test_rfc3986_3_2_2_no_software_knows_an_ip_of_the_future(literal: str) -> None:
    assert host_faults(literal) == [(0, "RFC 3986, 3.2.2")]


@pytest.mark.parametrize(
    ("host", "section"),
    [
        ("a%2Fb", "URL Standard, 3.3"),
        ("a%25b", "URL Standard, 3.3"),
        ("a.%FF", "URL Standard, 3.3"),
        ("b%C3%BC%E2%80%8D", "URL Standard, 3.3"),
        ("a.%2Da", "RFC 1123, 2.1"),
        ("a.%31", "RFC 1123, 2.1"),
        ("a%2E%2Eb", "RFC 1035, 2.3.4"),
    ],
)
def test_rfc3986_3_2_2_percent_encoded_octets_are_what_they_stand_for(host: str, section: str) -> None:
    assert host_faults(host) == [(0, section)]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("xn--a", [0]),
        ("a.XN--A.xn--bcher-kva", [2]),
        ("xn--", [0, 3]),
        ("xn--8i7caa.xn---bbk", [0, 11]),
    ],
)
def test_uts46_4_1_an_a_label_stands_for_a_label(host: str, expected: list[int]) -> None:
    assert sorted(offset for offset, _ in host_faults(host)) == expected
    assert (expected[0], "UTS #46, 4.1") in host_faults(host)


@pytest.mark.parametrize("host", ["xn--mnchen--n2a.example", "XN----BGA.example"])
def test_rfc5891_4_2_3_1_a_u_label_has_no_hyphen_at_its_edges(host: str) -> None:
    assert host_faults(host) == [(0, "RFC 5891, 4.2.3.1")]


def test_uts46_4_1_labels_in_ascii_may_stand_beside_letters_from_right_to_left() -> None:
    assert host_faults("1.xn--4dbrk0ce") == []


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        (f"{LABEL}a", [63]),
        (f"b.{LABEL}a.{LABEL}a.", [2 + 63, 2 + 65 + 63]),
        (".a", [0]),
        ("a..b", [2]),
        ("a..", [2]),
        ("..", [0, 1]),
    ],
)
def test_rfc1035_2_3_4_labels_of_1_to_63(host: str, expected: list[int]) -> None:
    assert host_faults(host) == [(offset, "RFC 1035, 2.3.4") for offset in expected]


@pytest.mark.parametrize("host", [f"{NAME}a", f"{NAME}a.", f"{LABEL}.{LABEL}.{LABEL}.{LABEL}."])
def test_rfc1035_2_3_4_names_up_to_253(host: str) -> None:
    assert host_faults(host) == [(253, "RFC 1035, 2.3.4")]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("-a", [0]),
        ("a-", [1]),
        ("-", [0]),
        ("a.-b-.c", [2]),
        ("a.b-.c", [3]),
        ("a!b", [1]),
        ("a.b,c.d~", [3, 7]),
        ("a=b&c", [1]),
    ],
)
def test_rfc1123_2_1_labels_are_letters_digits_and_inner_hyphens(host: str, expected: list[int]) -> None:
    assert host_faults(host) == [(offset, "RFC 1123, 2.1") for offset in expected]


@pytest.mark.parametrize(("host", "expected"), [("a-!b", 2), ("a--!", 3), ("a--", 2), ("ab-.c", 2)])
def test_rfc1123_2_1_a_hyphen_is_at_fault_only_where_it_is_the_last(host: str, expected: int) -> None:
    assert host_faults(host) == [(expected, "RFC 1123, 2.1")]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("10.0.0.256", 7),
        ("10.0.0", 5),
        ("1.2.3.4.5", 8),
        ("127.0.0.1.", 8),
        ("127.0.0.01", 8),
        ("2130706433", 0),
        ("a.example.1", 10),
        ("0x7f", 0),
        ("a.0X", 2),
    ],
)
def test_rfc1123_2_1_the_last_label_is_not_a_number(host: str, expected: int) -> None:
    assert host_faults(host) == [(expected, "RFC 1123, 2.1")]


@pytest.mark.parametrize("port", ["0", "00", "0" * 5000])
def test_rfc6335_6_port_0_is_reserved(port: str) -> None:
    assert faults(f"x://a:{port}/") == [("port", 0, "RFC 6335, 6")]


@pytest.mark.parametrize("port", ["65536", "70000", "9" * 5000])
@pytest.mark.parametrize("start", ["x://a", "http://a", "//a"])
def test_rfc6335_6_a_port_has_16_bits_whatever_the_scheme(start: str, port: str) -> None:
    violations = parse(f"{start}:{port}/").violations()
    assert [(fault.component, fault.rule) for fault in violations] == [("port", "RFC 6335, 6")]


@pytest.mark.parametrize("port", ["", "1", "01", "80", "0" * 5000 + "1", "65535"])
def test_rfc6335_6_other_ports_are_not(port: str) -> None:
    assert faults(f"x://a:{port}/") == []


@pytest.mark.parametrize("start", ["http://a/", "HTTPS://a/", "http://a?", "http:"])
def test_rfc9110_4_1_8000_octets(start: str) -> None:
    longest = start + "b" * (8000 - len(start))
    assert faults(longest) == []
    assert faults(f"{longest}b") == [("path", 0, "RFC 9110, 4.1")]


@pytest.mark.parametrize("start", ["data:,", "ftp://a/", "//a/", "/", ""])
def test_rfc9110_4_1_says_nothing_of_other_schemes(start: str) -> None:
    assert faults(start + "b" * 8001) == []


def test_rfc9110_4_2_a_fragment_is_not_sent() -> None:
    assert faults(f"http://a/#{'b' * 8001}") == []


def test_all_checks_run_in_order() -> None:
    long = "http://a!" + "a" * 300 + "..1:0/" + "b" * 8000
    sections = ["1035, 2.3.4", "1035, 2.3.4", "1035, 2.3.4", "1123, 2.1", "1123, 2.1", "6335, 6", "9110, 4.1"]
    assert [fault[2] for fault in faults(long)] == [f"RFC {section}" for section in sections]
    assert len(HOST_CHECKS) == 7


@given(nearly_references().filter(is_uri_reference))
def test_faults_lie_within_their_component(text: str) -> None:
    components = parse(text).components
    for component, offset, section, why in usability_violations(components):
        assert 0 <= offset <= len(getattr(components, component))
        assert section.startswith(("RFC ", "URL Standard, ", "UTS #46, "))
        assert why


@given(st.lists(st.text("abcXYZ019_", min_size=1, max_size=63), min_size=1, max_size=3), st.sampled_from(["", "."]))
def test_rfc1123_2_1_whatever_has_the_shape_is_usable(labels: list[str], root: str) -> None:
    assert host_faults(".".join([*labels, "example"]) + root) == []
