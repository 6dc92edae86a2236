"""The verdicts of `judge_host` on hosts and ports."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import RefusedURL, Verdict, browser_host, is_uri, judge_host, split, to_ascii_host
from linksift.uri.hosts import _PLAIN_NAME, host_violations
from linksift.uri.uts46 import LONGEST_NAME
from tests.uri.strings import HOSTS


@pytest.mark.parametrize(
    ("host", "port"),
    [
        ("", None),
        ("a.example", None),
        ("A-b.Example.", ""),
        ("_dmarc.a.example", "1"),
        ("a" * 63 + "." + "b" * 63, "65535"),
        ("localhost", "00080"),
        ("3com.com", None),
        ("0x7f.a", None),
        ("a--b.example", None),
        ("192.0.2.1", "80"),
        ("[2001:db8::7]", "80"),
        ("xn--bcher-kva.example", None),
        ("b%C3%BCcher.example", None),
        ("bücher.example", None),
        ("✪a.ws", None),
        ("\U0001f973.ws", None),
        ("evil。example", None),
        ("1.xn--4dbrk0ce", None),
    ],
)
def test_usable(host: str, port: str | None) -> None:
    assert judge_host(host, port) == Verdict("usable", "", "")


@pytest.mark.parametrize(
    ("host", "port", "section"),
    [
        ("1.1.1.1.1", None, "RFC 1123, 2.1"),
        ("111.222.333.444", None, "RFC 1123, 2.1"),
        ("2130706433", None, "RFC 1123, 2.1"),
        ("0x7f", None, "RFC 1123, 2.1"),
        ("127.0.0.1.", None, "RFC 1123, 2.1"),
        ("a!b", None, "RFC 1123, 2.1"),
        ("-a.example", None, "RFC 1123, 2.1"),
        ("bücher.-", None, "RFC 1123, 2.1"),
        ("a..example", None, "RFC 1035, 2.3.4"),
        ("bücher-.example", None, "RFC 5891, 4.2.3.1"),
        ("-b%C3%BCcher.example", None, "RFC 5891, 4.2.3.1"),
        ("bücher..example", None, "RFC 1035, 2.3.4"),
        ("a" * 64, None, "RFC 1035, 2.3.4"),
        ("a." * 127 + "a", None, "RFC 1035, 2.3.4"),
        ("a." * 10_000, None, "RFC 1035, 2.3.4"),
        ("xn--a", None, "UTS #46, 4.1"),
        ("a.XN--A", None, "UTS #46, 4.1"),
        ("[v1.a]", None, "RFC 3986, 3.2.2"),
        ("a%2Fb", None, "URL Standard, 3.3"),
        ("a.example", "0", "RFC 6335, 6"),
        ("a.example", "70000", "RFC 6335, 6"),
        ("[::1]", "65536", "RFC 6335, 6"),
        ("xn--a", "70000", "UTS #46, 4.1"),
    ],
)
def test_valid_and_taken_by_no_browser_or_dns(host: str, port: str | None, section: str) -> None:
    verdict = judge_host(host, port)
    assert (verdict.usability, verdict.section) == ("unusable", section)
    assert verdict.why


@pytest.mark.parametrize(
    ("host", "port", "section"),
    [
        ("a b", None, "RFC 3986, 3.2.2"),
        ("a%4", None, "RFC 3986, 3.2.2"),
        ("[::1", None, "RFC 3986, 3.2.2"),
        ("[1.2.3.4]", None, "RFC 3986, 3.2.2"),
        ("a\n", None, "RFC 3986, 3.2.2"),
        ("a`b", None, "RFC 3986, 3.2.2"),
        ("é`b", None, "reg-name"),
        ("a\u200db", None, "UTS #46"),
        ("\ud800", None, "UTS #46"),
        ("é" * 64, None, "RFC 1035, 2.3.4"),
        ("a.example", "8a", "RFC 3986, 3.2.3"),
        ("a.example", "٨", "RFC 3986, 3.2.3"),
        ("xn--a b", "8a", "RFC 3986, 3.2.2"),
    ],
)
def test_invalid(host: str, port: str | None, section: str) -> None:
    assert judge_host(host, port)[:2] == ("invalid", section)


NEARLY_NAMES = st.text("aB0x9-_.%", max_size=12) | st.text("xn-0x1.aA_", max_size=80) | st.text(max_size=8)


@given(NEARLY_NAMES | st.sampled_from(HOSTS))
def test_a_plain_name_breaks_no_demand(host: str) -> None:
    if len(host) <= LONGEST_NAME and _PLAIN_NAME.fullmatch(host):
        assert list(host_violations(host)) == []
        assert browser_host(host) == host.lower()


@given(NEARLY_NAMES | st.sampled_from(HOSTS))
def test_what_a_browser_refuses_is_not_usable(host: str) -> None:
    if host and judge_host(host).usability == "usable":
        try:
            browser_host(host)
        except RefusedURL:
            pytest.fail("a browser has no such host")


@given(NEARLY_NAMES | st.sampled_from(HOSTS))
def test_a_verdict_is_the_grammars_and_of_the_ascii_form(host: str) -> None:
    verdict = judge_host(host)
    if host.isascii():
        is_host = is_uri(f"x://{host}") and split(f"x://{host}").host == host
        assert (verdict.usability == "invalid") != is_host
    elif verdict.usability != "invalid":
        assert judge_host(to_ascii_host(host)) == verdict
