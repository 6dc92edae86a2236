"""The registrable domain of hosts, by the Public Suffix List's own cases and a package that reads the list."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

import linksift
from linksift.registries import public_suffixes
from linksift.uri import registered_domain_of, site_of
from tests.registries.derive import DATA

PUBLISHED = Path(__file__).with_name("public_suffix_cases.txt").read_text(encoding="utf-8")
CASES = re.findall(r"^checkPublicSuffix\('(.*)', (null|'.*')\);", PUBLISHED, re.MULTILINE)


def test_the_published_cases_are_all_read() -> None:
    assert len(CASES) == PUBLISHED.count("\ncheckPublicSuffix(") - 1  # all but the one of null


@pytest.mark.parametrize(("host", "expected"), CASES)
def test_publicsuffix_org_cases(host: str, expected: str) -> None:
    uri = linksift.to_uri(f"http://{host}/")
    expected_uri = linksift.to_uri(f"http://{expected[1:-1]}/") if expected != "null" else None
    wanted = expected_uri and linksift.parse(expected_uri).host
    assert linksift.parse(uri).site == wanted


LABELS = sorted({label for rule in public_suffixes() for label in rule.strip("!").split(".")} - {"*"})
ABOVE_WILDCARDS = {rule.removeprefix("*.") for rule in public_suffixes() if rule.startswith("*.")}
"""Names such as `kobe.jp`, which publicsuffixlist takes for public suffixes. The list's algorithm says that no rule but
`jp` matches that name."""


@given(some.lists(some.sampled_from(["a", "www", *LABELS[::30], "uk", "co", "jp", "kobe", "city", "ck", "app", "web"])))
def test_generated_names_have_the_site_that_publicsuffixlist_gives(labels: list[str]) -> None:
    psl = pytest.importorskip(
        "publicsuffixlist", reason="needs the package publicsuffixlist, another reader of the list"
    )
    if version("publicsuffixlist") not in (DATA / "public_suffixes.txt").read_text(encoding="utf-8"):
        pytest.skip("publicsuffixlist has another version of the list")
    name = ".".join(labels)
    if len(labels) < 2 or len(name) > 253 or name in ABOVE_WILDCARDS or not labels[-1][0].isalpha():
        return  # no top-level domain begins with a digit, and linksift finds no site under one
    assert site_of(name) == psl.PublicSuffixList().privatesuffix(name)
    assert registered_domain_of(name) == psl.PublicSuffixList(only_icann=True).privatesuffix(name)


@pytest.mark.parametrize("rule", [rule for rule in public_suffixes() if rule[0] not in "!*"][::97])
def test_a_suffix_itself_has_no_site_and_a_name_under_it_has(rule: str) -> None:
    assert site_of(rule) is None
    assert site_of(f"a.b.{rule}") in (f"b.{rule}", f"a.b.{rule}")


def test_hosts_that_are_no_names_have_none() -> None:
    for host in (
        "",
        "192.0.2.1",
        "3221225985",
        "[2001:db8::1]",
        "localhost",
        "a..b.com",
        "%00.com",
        "x." * 200 + "com",
    ):
        assert site_of(host) is None
        assert registered_domain_of(host) is None


def test_a_host_of_many_labels_is_read_once() -> None:
    assert site_of("a." * 100_000 + "com") is None  # 200,000 characters: no name of the DNS


def test_matches_and_references_have_both() -> None:
    [match] = linksift.find("see http://login.Shop.web.APP/x")
    assert (match.site, match.registered_domain) == ("shop.web.app", "web.app")
    assert (match.reference.site, match.reference.registered_domain) == ("shop.web.app", "web.app")
    [address] = linksift.find("joe@mail.example")
    assert (address.site, address.registered_domain) == (None, None)
