"""Hosts allowed and refused by lists in a policy."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.finding import Match, new_match
from linksift.linking.policy_hosts import is_covered
from tests.growth import assert_time_grows_with_the_input

ALLOWED = linksift.Policy(allowed_hosts=["a.example", "B\u00fccher.example", "192.0.2.1", "::1"])
REFUSED = linksift.Policy(refused_hosts=["a.example", "b\u00fccher.example", "127.0.0.1", "[::1]"])


def linked(text: str, policy: linksift.Policy) -> bool:
    """Whether the whole text becomes a link."""
    return linksift.linkify(text, policy=policy).startswith("<a ")


COVERED = [
    "http://a.example",
    "HTTPS://A.EXAMPLE:8080/b",
    "http://www.a.example/",
    "http://a.example./",
    "http://%61.example/",
    "http://u:p@a.example/",
    "ftp://x.y.a.example/",
    "www.a.example",
    "joe@a.example",
    "mailto:eve@b.example,joe@mail.a.example",
    "mailto:eve@b.example?cc=joe@a.example",
    "mailto:eve@b.example?cc=joe%40a.example",
    "sip:joe@a.example;transport=tcp",
    "xmpp:joe@a.example/home",
    "http://b\u00fccher.example/",
    "http://www.xn--bcher-kva.example/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
]


@pytest.mark.parametrize("scheme", ["acct", "pres"])
def test_schemes_before_addresses_that_a_policy_adds_are_covered(scheme: str) -> None:
    assert linked(f"{scheme}:joe@a.example", linksift.Policy(schemes=[scheme], allowed_hosts=["a.example"]))
    assert not linked(f"{scheme}:joe@a.example", linksift.Policy(schemes=[scheme], refused_hosts=["a.example"]))


@pytest.mark.parametrize("text", [*COVERED, "http://127.0.0.1/", "http://2130706433/", "http://0x7f.1/"])
def test_refused_hosts_are_not_linked_however_they_are_written(text: str) -> None:
    assert linked(text, linksift.Policy(schemes=["http", "https", "ftp", "mailto", "sip", "xmpp"]))
    assert not linked(text, REFUSED)


@pytest.mark.parametrize(
    "text", ["http://192.0.2.1/", "http://3221225985/", *(t for t in COVERED if "b.example" not in t)]
)
def test_allowed_hosts_are_linked(text: str) -> None:
    assert linked(text, ALLOWED)


@pytest.mark.parametrize(
    "text",
    [
        "http://b.example",
        "http://ba.example/",
        "http://a.example.b.example/",
        "http://a.example@b.example/",
        "mailto:joe@a.example,eve@b.example",
        "mailto:joe@a.example?bcc=eve@b.example",
        "tel:+1-201-555-0123",
        "urn:isbn:9780141036144",
        "http://%7Bhost%7D/",
    ],
)
def test_other_hosts_and_none_are_not_allowed(text: str) -> None:
    assert not linked(text, ALLOWED)
    assert linked(text, linksift.Policy(refused_hosts=["c.example"]))


def test_refusing_wins() -> None:
    policy = linksift.Policy(allowed_hosts=["a.example"], refused_hosts=["ads.a.example"])
    assert linked("http://a.example/", policy)
    assert not linked("http://ads.a.example/", policy)
    assert not linked("http://x.ads.a.example/", policy)
    assert not linked("http://a.example/", linksift.Policy(allowed_hosts=[]))


def test_a_host_that_browsers_read_from_a_reference_counts_too() -> None:
    """`https:///a.example` has an empty host by RFC 3986, and a.example by the URL Standard."""
    uri = "https:///a.example"
    match: Match = new_match(uri, 0, len(uri), uri, "uri", None, None)
    assert "<a" not in linksift.linkify(uri, policy=REFUSED, matches=[match])
    assert "<a" in linksift.linkify(uri, policy=linksift.Policy(), matches=[match])


def test_a_policy_with_lists_can_be_pickled_and_changed() -> None:
    assert pickle.loads(pickle.dumps(ALLOWED)) == ALLOWED
    assert ALLOWED.replace(allowed_hosts=None) == linksift.Policy()
    assert repr(linksift.Policy(refused_hosts="A.example")) == "Policy(refused_hosts=frozenset({'a.example'}))"


@pytest.mark.parametrize(
    "host", ["", ".", ".a.example", "*.a.example", "a.example:80", "a.example/b", "a b", "http://a"]
)
def test_what_is_no_host_is_refused_with_a_sentence(host: str) -> None:
    with pytest.raises(ValueError, match="refused_hosts must be hosts such as"):
        linksift.Policy(refused_hosts=[host])


PIECES = [
    "http://",
    "https://",
    "a.example",
    "b.example",
    "www.",
    "@",
    "/",
    " ",
    "mailto:",
    "joe",
    "%61",
    ".",
    ":80",
    "<",
    ">",
]


@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_each_match_is_allowed_or_refused_and_the_links_are_those_that_are_left(text: str) -> None:
    listed = ["a.example"]
    every = linksift.linkify(text).count("<a ")
    allowed = linksift.linkify(text, policy=linksift.Policy(allowed_hosts=listed)).count("<a ")
    refused = linksift.linkify(text, policy=linksift.Policy(refused_hosts=listed)).count("<a ")
    assert allowed + refused <= every
    if "@" not in text and "mailto" not in text and "joe" not in text:
        assert allowed + refused == every


def test_a_host_of_many_labels_is_compared_in_linear_time() -> None:
    """In angle brackets, a host may be as long as a URI."""
    listed = frozenset({"a.example"})
    assert_time_grows_with_the_input(lambda host: is_covered(f"{host}a.example", listed), "", "a.", "", 1_000)
    assert is_covered("a." * 20_000 + "a.example.", listed)
    assert not is_covered("x" * 300 + "a.example", listed)
    with pytest.raises(ValueError, match="refused_hosts must be hosts"):
        linksift.Policy(refused_hosts=["a." * 200 + "example"])
