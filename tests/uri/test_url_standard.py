"""Compares the browser's parser with the URL Standard's examples and with `ada_url`, the parser of Node.js."""

import os
import random
import re
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import BrowserURL, RefusedURL, browser_host, browser_url, percent_encode
from linksift.uri.percent import decode_data
from linksift.uri.uts46 import RefusedDomain
from tests.uri.browser_urls import BASES, host, urls_and_bases

ada_url = pytest.importorskip("ada_url", reason="needs ada-url, which reads URLs as browsers do")

HOW_MANY = int(os.environ.get("LINKSIFT_BROWSER_URLS", "4000"))
"""The number of generated URLs to compare with `ada_url`: 100000 by hand."""

REFUSED = "refused"
Parts = tuple[str, str, str, str]


def ours(url: str, base: str | None = None) -> Parts | str | None:
    try:
        found = browser_url(url, base)
    except RefusedURL:
        return REFUSED
    return found and (found.scheme, found.host, "" if found.port is None else str(found.port), found.path)


def adas(url: str, base: str | None = None) -> Parts | str:
    try:
        found = ada_url.URL(re.sub("[\ud800-\udfff]", "\ufffd", url), base)
    except ValueError:
        return REFUSED
    return found.protocol.removesuffix(":"), found.hostname, found.port, found.pathname


# ---- The oracle ------------------------------------------------------------------------------------------------------

# Where ada_url 4.0.0 takes names that UTS #46 refuses: it asks the Bidi rule of each label by itself, with the bidi
# classes of Unicode 13, and of no label with a joiner; it looks at the first joiner of a label only, and anywhere
# behind it for what it joins; it takes Punycode without characters before its hyphen. ICU refuses them as we do:
# test_uts46_names_are_those_of_icu.
LET_THROUGH_BY_ADA = (
    "it mixes writing directions",
    "a joiner between characters",
    "its Punycode decodes to no valid label",
)

# Where we refuse what the URL Standard takes: names that no DNS holds, whose Punycode would take long.
TOO_LONG = ("a label has at most", "a name has at most")

EXPLAINED = {"let through by ada", "too long", "unknown character"}


def explanation(url: str, base: str | None) -> str | None:
    """The reason why ada_url accepts a URL that we refuse, or None."""
    try:
        browser_url(url, base)
    except RefusedURL as refused:
        why = refused.__cause__.why if isinstance(refused.__cause__, RefusedDomain) else ""
        if why.startswith(LET_THROUGH_BY_ADA):
            return "let through by ada"
        if why.startswith(TOO_LONG):
            return "too long"
    return None


def has_unknown_character(url: str) -> bool:
    """Whether a character of the URL, also in Punycode, is from a later version of Unicode than this Python's."""
    return any(unicodedata.category(character) == "Cn" for character in decode_data(url))


def difference(url: str, base: str | None) -> str:
    """The comparison of ada's answer and ours: "refused" or "read" if they agree."""
    mine, theirs = ours(url, base), adas(url, base)
    if mine is None:
        return "not special"
    if has_unknown_character(url):
        return "unknown character"
    if mine == theirs:
        return REFUSED if mine == REFUSED else "read"
    return explanation(url, base) or f"{url!r} {base!r}: {mine}, ada {theirs}"


def test_generated_urls_are_read_as_ada_reads_them() -> None:
    counted = Counter(difference(url, base) for url, base in urls_and_bases(HOW_MANY, seed=HOW_MANY))
    print(dict(counted))  # noqa: T201 - shown with -s
    assert counted.keys() - EXPLAINED <= {"read", REFUSED, "not special"}
    assert counted["read"] > 0.35 * HOW_MANY
    assert counted[REFUSED] > 0.2 * HOW_MANY
    assert sum(counted[explained] for explained in EXPLAINED) < 0.02 * HOW_MANY


# ---- The standard's own examples, and what is read otherwise by RFC 3986 ---------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("EXAMPLE.COM", "example.com"),
        ("example%2Ecom", "example.com"),
        ("faß.example", "xn--fa-hia.example"),
        ("☕.example", "xn--53h.example"),
        ("0", "0.0.0.0"),
        ("%30", "0.0.0.0"),
        ("0x", "0.0.0.0"),
        ("0xffffffff", "255.255.255.255"),
        ("[0:0::1]", "[::1]"),
        ("[0:f:0:0:f:f:0:0]", "[0:f::f:f:0:0]"),
        ("[::ffff:1.2.3.4]", "[::ffff:102:304]"),
        ("１９２.0250.1", "192.168.0.1"),
        ("%EF%BC%A1.com", "a.com"),
        ("ex%C2%ADample.com", "example.com"),
        ("evil.example%E3%80%82bank.example", "evil.example.bank.example"),
        ("xn--8i7caa", "xn--8i7caa"),
        ("a.1.b", "a.1.b"),
        (".", "."),
        ("a..b", "a..b"),
        ("!$&'()*+,;=_~`{}\"", "!$&'()*+,;=_~`{}\""),
        ("a" * 1000, "a" * 1000),
    ],
)
def test_url_standard_3_5_hosts(written: str, expected: str) -> None:
    assert browser_host(written) == expected
    assert browser_host(expected) == expected


@pytest.mark.parametrize(
    ("written", "error"),
    [
        ("", "domain-to-ASCII"),
        ("[0:0::1%5D", "IPv6-unclosed"),
        ("[0:0::%31]", "IPv6-invalid-code-point"),
        ("[::1%eth0]", "IPv6-invalid-code-point"),
        ("[v1.a]", "IPv6-invalid-code-point"),
        ("09", "IPv4-non-numeric-part"),
        ("a.0x1g.1", "IPv4-non-numeric-part"),
        ("example.255", "IPv4-non-numeric-part"),
        ("1.1.1.1.1", "IPv4-too-many-parts"),
        ("111.222.333.444", "IPv4-out-of-range-part"),
        ("4294967296", "IPv4-out-of-range-part"),
        ("1." + "9" * 10_000, "IPv4-out-of-range-part"),
        ("example^example", "domain-to-ASCII"),
        ("a%2Fb", "domain-to-ASCII"),
        ("a%b", "domain-to-ASCII"),
        ("%FF", "domain-to-ASCII"),
        ("bank℀.example", "domain-to-ASCII"),
        ("xn--a.é", "domain-to-ASCII"),
        ("\u00ad", "domain-to-ASCII"),
        ("é" * 64, "domain-to-ASCII"),
    ],
)
def test_url_standard_3_5_hosts_that_are_refused(written: str, error: str) -> None:
    with pytest.raises(RefusedURL) as caught:
        browser_host(written)
    assert caught.value.error == str(caught.value) == error


@pytest.mark.parametrize(
    "url",
    [
        *["https:///evil.example/", "https:/evil.example/", "https:evil.example", "https:////evil.example/"],
        *[
            "https:\\\\evil.example\\",
            "https:/\\evil.example/",
            "ht\ttps:/\n/evil\r.example",
            " \x00https://evil.example/\x1f ",
        ],
        *["https://good.example@evil.example/", "https://good.example:80@evil.example:443", "https://a@b@evil.example"],
    ],
)
def test_url_standard_4_4_what_leads_to_evil_example(url: str) -> None:
    assert browser_url(url) == BrowserURL("https", "evil.example", None, "/")


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("///evil.example", "evil.example"),
        ("//\\evil.example", "evil.example"),
        ("\\\\evil.example", "evil.example"),
        ("https:///evil.example", "evil.example"),
        ("http:/evil.example", "evil.example"),
        ("http:evil.example", "evil.example"),
        ("https:/evil.example", "good.example"),
        ("https:evil.example", "good.example"),
        ("/evil.example", "good.example"),
        ("?evil.example", "good.example"),
        ("", "good.example"),
    ],
)
def test_url_standard_4_4_slashes_against_a_base(url: str, host: str) -> None:
    found = browser_url(url, "https://good.example/a/")
    assert found is not None
    assert found.host == host


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("http://", "host-missing"),
        ("http://u@/", "host-missing"),
        ("http://:80", "host-missing"),
        ("http://a:b", "port-invalid"),
        ("http://a:٨", "port-invalid"),
        ("http://a:65536", "port-out-of-range"),
        ("http://a:" + "9" * 10_000, "port-out-of-range"),
        ("//a", "missing-scheme-non-relative-URL"),
        ("", "missing-scheme-non-relative-URL"),
    ],
)
def test_url_standard_4_4_urls_that_are_refused(url: str, error: str) -> None:
    with pytest.raises(RefusedURL) as caught:
        browser_url(url)
    assert caught.value.error == error


def test_url_standard_4_4_a_base_that_is_refused_refuses() -> None:
    with pytest.raises(RefusedURL):
        browser_url("/a", "http://1.1.1.1.1")


@pytest.mark.parametrize(("url", "base"), [("mailto:a", None), ("/a", "mailto:a"), ("a:b", "http://a")])
def test_what_is_not_of_a_special_scheme_is_none(url: str, base: str | None) -> None:
    assert browser_url(url, base) is None


# ---- Properties ------------------------------------------------------------------------------------------------------

ODD = st.text("htpfile:/\\@.?#[]%0x1aé。\u00ad\ud800 \t|", max_size=30)


@given(ODD.map(lambda text: f"http:{text}") | ODD | st.text(), st.sampled_from([None, *BASES]))
def test_any_string_is_read_or_refused_as_by_ada(url: str, base: str | None) -> None:
    assert difference(url, base) in {"read", REFUSED, "not special", *EXPLAINED}


@given(st.integers())
def test_what_was_read_is_read_again(seed: int) -> None:
    try:
        read = browser_host(host(random.Random(seed)))
    except RefusedURL:
        return
    assert browser_host(read) == read
    assert read.startswith("[") or browser_host(percent_encode(read)) == read
