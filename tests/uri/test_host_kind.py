"""The kind of a host, and its IP address."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import is_uri_reference, parse
from linksift.uri.hosts import host_kind, ip_address

GROUPS = ["2001", "DB8", "c", "0d", "00e", "000f", "A1", "7"]

# How many groups may stand before "::" and must stand behind it, as the nine lines of the rule IPv6address have it.
# The first line has no "::".
LINES_WITH_ELLIPSIS = [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 0)]


def every_form() -> list[tuple[str, tuple[str, ...]]]:
    """Every form of the rule IPv6address, also with an IPv4address at the end, and its eight groups."""
    forms = [(":".join(GROUPS), tuple(GROUPS))]
    for most, behind in LINES_WITH_ELLIPSIS:
        for before in range(most + 1):
            head, tail = GROUPS[:before], GROUPS[8 - behind :]
            middle = ["0"] * (8 - before - behind)
            forms.append((f"{':'.join(head)}::{':'.join(tail)}", (*head, *middle, *tail)))
    return forms + [ending_in_ipv4(*form) for form in forms if form[1][6:] == tuple(GROUPS[6:])]


def ending_in_ipv4(address: str, groups: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The form with an IPv4address in place of its last two groups: the second alternative of ls32."""
    return address.removesuffix("A1:7") + "192.0.2.33", (*groups[:6], "c000", "0221")


def number(groups: tuple[str, ...]) -> int:
    return int("".join(group.zfill(4) for group in groups), 16)


def test_every_line_of_ipv6address_is_there() -> None:
    forms = every_form()
    assert len({address for address, _ in forms}) == len(forms) == 37 + 22
    assert all(len(groups) == 8 for _, groups in forms)


@pytest.mark.parametrize(("address", "groups"), every_form())
def test_rfc3986_3_2_2_every_form_of_ipv6address(address: str, groups: tuple[str, ...]) -> None:
    reference = parse(f"//[{address}]")
    assert reference.host == f"[{address}]"
    assert reference.host_kind == "IPv6address"
    assert reference.ip_address == IPv6Address(number(groups))


FULL = [address for address, groups in every_form() if groups.count("0") <= 1]
"""Those in which "::" stands for one group, or that have none."""


@pytest.mark.parametrize("address", FULL)
def test_rfc3986_3_2_2_a_group_more_is_no_ipv6address(address: str) -> None:
    longer = f"1{address}" if address.startswith("::") else f"1:{address}"
    assert not is_uri_reference(f"//[{longer}]")


@pytest.mark.parametrize(
    "address",
    [
        "",
        ":",
        ":::",
        "1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:",
        ":2:3:4:5:6:7:8",
        "1::2::3",
        "12345::",
        "::12345",
        "::g",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1.2.3",
        "::1.2.3.4.5",
        "::1.2.3.256",
        "::1.2.3.04",
        "::1.2.3.4:5",
        "1.2.3.4::",
        "::1%25eth0",
        "::1 ",
        "::1/64",
        "1.2.3.4",
        "a.example",
        "v1",
        "v1.",
        "v.a",
        "vg.a",
        "v1.a@b",
        "v1.%41",
        "v1.[",
    ],
)
def test_rfc3986_3_2_2_no_ip_literal(address: str) -> None:
    assert not is_uri_reference(f"//[{address}]")


@given(st.integers(0, 2**128 - 1))
def test_rfc3986_3_2_2_an_ipv6address_is_read_back(address: int) -> None:
    for written in (str(IPv6Address(address)), IPv6Address(address).exploded):
        assert parse(f"//[{written}]").ip_address == IPv6Address(address)


@given(st.integers(0, 2**32 - 1))
def test_rfc3986_3_2_2_an_ipv4address_is_read_back(address: int) -> None:
    host = str(IPv4Address(address))
    assert host_kind(host) == "IPv4address"
    assert ip_address(host) == IPv4Address(address)


@pytest.mark.parametrize("host", ["[::ffff:192.0.2.1]", "[::FFFF:C000:201]", "[0:0:0:0:0:ffff:192.0.2.1]"])
def test_rfc4291_2_5_5_2_ipv4_mapped_ipv6_addresses(host: str) -> None:
    address = ip_address(host)
    assert isinstance(address, IPv6Address)
    assert address.ipv4_mapped == IPv4Address("192.0.2.1")


@pytest.mark.parametrize("host", ["0.0.0.0", "255.255.255.255", "10.0.0.1", "249.199.99.9"])
def test_rfc3986_3_2_2_first_match_wins(host: str) -> None:
    """An IPv4address is also a reg-name by the grammar; the first alternative counts."""
    assert host_kind(host) == "IPv4address"


@pytest.mark.parametrize(
    "host",
    [
        "",
        ".",
        "a.example",
        "256.0.0.1",
        "1.2.3",
        "1.2.3.4.",
        "1.2.3.4.5",
        "01.2.3.4",
        "1.2.3.00",
        "0x7f.0.0.1",
        "2130706433",
        "1.2.3.%34",
        "%5B%3A%3A1%5D",
        "v1.a",
    ],
)
def test_rfc3986_3_2_2_all_else_is_a_reg_name(host: str) -> None:
    reference = parse(f"//{host}/")
    assert reference.host_kind == "reg-name"
    assert reference.ip_address is None


@pytest.mark.parametrize("host", ["[v1.a]", "[V1.a]", "[vAf0.!$&'()*+,;=:-._~]", "[v1.::1]"])
def test_rfc3986_3_2_2_ipvfuture_is_an_address_of_no_known_version(host: str) -> None:
    reference = parse(f"//u@{host}:1")
    assert reference.host == host
    assert reference.host_kind == "IPvFuture"
    assert reference.ip_address is None


@pytest.mark.parametrize("text", ["", "a", "/a", "mailto:a@10.0.0.1", "urn:a:b"])
def test_rfc3986_3_2_2_no_authority_has_no_host(text: str) -> None:
    reference = parse(text)
    assert reference.host is None
    assert reference.host_kind is None
    assert reference.ip_address is None
