"""Each check with texts that have its hazard and texts that do not, and properties of all checks (RFC 3986, 7)."""

import random
import subprocess
import sys
from importlib.metadata import version

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from linksift.documents import read
from linksift.finding import find
from linksift.hazards import Hazard, hazards
from linksift.hazards.all_checks import ALL_CHECKS, CHECKS
from linksift.hazards.authority import _read_once
from linksift.hazards.visual_spoofing import _written_together
from linksift.notes import RULES
from linksift.uri import BrowserURL, Reference, RefusedURL, browser_url, parse
from tests.registries.derive import EVERYDAY_SCRIPTS, carries_unicode_18
from tests.uri.browser_urls import urls_and_bases
from tests.uri.strings import thorny_references, valid_uris

NAMES = [check.applies.__name__ for check in ALL_CHECKS]


def names(text: str, link_text: str | None = None) -> list[str]:
    return [hazard.name for hazard in hazards(parse(text), link_text)]


def names_in_text(text: str) -> list[list[str]]:
    return [[hazard.name for hazard in hazards(match)] for match in find(text)]


HAZARDOUS = {
    "host_like_userinfo": [
        "http://www.bank.example@evil.example/",
        "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        "http://BANK.EXAMPLE@evil.example/",
        "http://bank.example%2Flogin@evil.example/",
        "http://bank%2Eexample@evil.example/",
        "http://https%3A%2F%2Fbank.example%2F@evil.example/",
        "http://b%C3%A4nk.example@evil.example/",
        "http://192.168.0.1@evil.example/",
        "//bank.example@evil.example",
    ],
    "mixed_scripts": [
        *["http://xn--pypal-4ve.example/", "HTTP://XN--PYPAL-4VE.EXAMPLE/", "http://p%D0%B0ypal.example/"],
        *["http://www.xn--a-zlb.example:80/", "//xn--a-wdi.example", "http://u@xn--pypal-4ve.example"],
        *["mailto:a@xn--pypal-4ve.example", "MAILTO:a@b.example?CC=a@b.example,c@p%D0%B0ypal.example"],
    ],
    "whole_script_confusable": [
        # In Cyrillic apple, scope and racy, in Greek pop, in Armenian ong.
        *["https://www.xn--80ak6aa92e.com/", "http://xn--e1argc3h.example/", "http://xn--80a5aei.net:80/"],
        *["http://xn--0xadb.com/", "http://xn--mbbsk.com/", "HTTP://XN--80AK6AA92E.COM./", "//xn--80ak6aa92e.org"],
        *["http://a.xn--80ak6aa92e.b.example", "http://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/"],
        "mailto:a@b.example,c@xn--80ak6aa92e.com",
    ],
    "symbol_in_host": [
        *[
            "http://xn--a-vfq.ws/",
            "http://xn--a-wfq.ws/",
            "http://%E2%9C%AAa.ws/",
            "HTTP://XN--A-VFQ.WS",
            "//xn--n3h.ws",
        ],
        *["http://xn--ls8h.la/", "http://www.xn--savannah-4m3d.example/", "http://xn--ab-u3t.example:80/"],
        "mailto:a@xn--n3h.ws",
    ],
    "password": ["ftp://user:secret@host.example/", "http://:secret@a/", "http://a:b:c@d/", "//u:p@a"],
    "numeric_host": [
        "http://2130706433/",
        "http://017700000001/",
        "http://0x7f.1/",
        "http://0X7F000001/",
        "http://127.1/",
        "http://127.0.1:8080/",
        "http://127.0.0.010/",
        "http://127.0.0.1./",
        "http://%31%32%37.0.0.1/",
        "http://0/",
        "http://0x0/",
        "http://0x00000000000000007f.1/",
        "http://4294967295/",
        *["http://0x/", "http://0x.0x/", "http://%EF%BC%91/", "ssh://0x7f.1/"],
    ],
    "other_host_in_browsers": [
        *[
            "https:/evil.example/",
            "http:evil.example",
            "https:///evil.example/",
            "http:////evil.example",
            "ftp:/evil.example",
        ],
        *["///evil.example/", "/////evil.example", "http://%EF%BC%A1.com/", "http://ex%C2%ADample.com/"],
        *["http://bank%E2%84%A1.example/", "http://evil.example%E3%80%82bank.example/", "http://b%C3%BCcher.example/"],
        *["file://C:/a", "ws:2130706433", "http:///2130706433/", "http:/a..b", "HTTPS:///a"],
    ],
    "unusable_host": [
        *["http://1.1.1.1.1/", "http://256.1.2.3/", "http://a.example:70000/", "http://a.example:0/", "http://xn--a/"],
        *["http://a..b/", "http://-a.example/", "http://a!b.example/", "http://a%2Fb/", "http://a%20b/", "//a..b"],
        *[
            "http://" + "a" * 64 + ".example/",
            "http://[v1.a]/",
            "file://a:80/b",
            "file://08/",
            "ssh://a..b",
            "http://0x1:70000/",
        ],
    ],
    "cross_protocol_port": [
        *["http://mail.example:25/", "http://a.example:025/", "https://a.example:110/", "http://a.example:143/"],
        *["http://irc.example:6667/", "gopher://a.example:25/", "ftp://a.example:25/", "ws://a.example:22/"],
        *["ftp://a.example:80/", "http://a.example:21/", "telnet://a.example:25/", "HTTP://a.example:25/"],
    ],
    "invalid_for_scheme": [
        *["http://user@a.example/", "https://user:@a.example/", "http://%C3%BC@a.example/", "http://@a.example/"],
        *["mailto:joe", "mailto:a/b@c.example", "mailto:a@c.example?urgent", "tel:5551234", "ldap://a.example/dn"],
    ],
    "encoded_delimiter": [
        *["http://bank.example%2F.evil.example/", "http://bank.example%5C.evil.example/", "http://a%40b.example/"],
        *["http://a%3A80/", "http://a%3Fb/", "http://a%23b/", "http://a/b%5cc", "b%5Cc", "/b%5Cc", "file:///a%5Cb"],
        *["http://bank.example%2eevil.example/", "http://bank%2Eexample/", "http://a/b%5C..%2Fc"],
    ],
    "encoded_dot_segments": [
        *["http://a/b/%2E%2E/c", "http://a/b/%2e/c", "http://a/.%2E", "http://a/%2e.", "%2E%2E/a", "/%2E%2E"],
        *["http://a/b/..%2F..%2Fc", "http://a/b%2F../c", "http://a/b/..%5Cc", "file:///%2E%2E/etc"],
    ],
    "control_octets": [
        *["http://a/b%00.png", "telnet://a.example/%0D%0Aquit", "gopher://a.example/0%0d%0a", "gopher://a/?b=c%0Ad"],
        *["http://a/b%0D%0Ac", "https://a/?b%00", "ftp://a/?b%0D"],
        *["http://a%00.b/", "http://u%0A@a/", "http://a/#b%0D", "mailto:a@b.example?subject=c%0D%0ABcc:d@e.example"],
    ],
    "secret_in_query": [
        *[
            "http://a/?password=b",
            "http://a/?b=c&token=d",
            "http://a/?key=AIzaSy3oTc7d",
            "http://a/?API_KEY=b",
            "?secret=b",
        ],
        *["http://a/?sig=5f0a%2Bb3C9%2Fxy%3D", "http://a/?auth=2f7b61c09a44"],
        *["http://a/?access-token=b", "http://a/?X-Amz-Signature=b", "http://a/?pass%77ord=b", "http://a/?pwd=%C3%A9"],
    ],
}

HARMLESS = {
    "host_like_userinfo": [
        *["http://evil.example/www.bank.example@", "http://user@host.example/", "ssh://first.last@host.example/"],
        *["ftp://anonymous:me%40home.example@ftp.example/", "mailto:bank.example@evil.example", "http://@a/"],
        *["http://a/?b@c.example", "http://example@a/", "http://1.2.3@a/"],
    ],
    "mixed_scripts": [
        # Latin with accents, also next to a label in Cyrillic; Japanese, Korean; Cyrillic with digits; Cherokee alone.
        *["http://xn--bcher-kva.example/", "http://xn--bcher-kva.xn--p1ai/", "http://xn--abc-4k4bodqhlg.example/"],
        *["http://xn--abc-lt8lk11n.example/", "http://xn--123-qddoytid.example/", "http://xn--f9dt7l.example/"],
        *[
            "http://xn--h2bhs4b8d8a.xn--h2brj9c/",
            "http://xn--a/",
            "http://a%FFb/",
            "http://127.0.0.1/",
            "http://[::1]/",
        ],
        *["mailto:xn--pypal-4ve@a.example", "http://a/xn--pypal-4ve.example", "http:///"],
    ],
    "whole_script_confusable": [
        # Under a domain where the script is written; a letter that Latin lacks; Latin with accents; Han; not a host.
        *["http://xn--80ak6aa92e.xn--p1ai/", "http://xn--80ak6aa92e.ua/", "http://xn--uxahgj.gr/"],
        *[
            "http://xn--e1afmkfd.com/",
            "http://xn--4dbgl.com/",
            "http://xn--bcher-kva.example/",
            "http://xn--wgv71a.com/",
        ],
        *["http://apple.com/", "http://a-1.b/", "http://a/xn--80ak6aa92e.com", "mailto:xn--80ak6aa92e@a.example"],
        *["http://127.0.0.1/", "http://[::1]/", "http:///", "http://./", "urn:a:b", "http://xn--80ak6aa92e/"],
    ],
    "symbol_in_host": [
        # Middle dots in Catalan and Japanese, geresh; letters and marks; not a host.
        *["http://xn--ll-0ea.example/", "http://xn--eckr4nj.example/", "http://xn--vekudb.example/"],
        *["http://xn--bcher-kva.example/", "http://xn--h2bhs4b8d8a.xn--h2brj9c/", "http://xn--a/", "http://a!b/"],
        *["http://a/xn--n3h", "mailto:xn--n3h@a.example", "http://[::1]/", "http:///"],
    ],
    "password": ["ftp://user:@host/", "ftp://user@host/", "http://host:80/", "http://a%3Ab@c/", "mailto:a:b@c.example"],
    "numeric_host": [
        *[
            "http://127.0.0.1/",
            "http://[::1]/",
            "http://1.2.3.4.5/",
            "http://08/",
            "http://256.1/",
            "http://1.256.1.1/",
        ],
        *["http://4294967296/", "http://0x100000000/", "http://127.1.example/", "http://1..2/"],
        *["http:///", "http://./", "http://1-2/", "http://a/127.1", "mailto:a@127.1", "http://a%2F1/"],
    ],
    "other_host_in_browsers": [
        *[
            "http://A%2Db.example/",
            "http://%61.example/",
            "http://[0:0::1]/",
            "http://[::FFFF:1.2.3.4]/",
            "http://a.example./",
        ],
        *[
            "http://2130706433/",
            "http://1.1.1.1.1/",
            "http://a%2Fb/",
            "http://u@v:80/",
            "//a.example",
            "/a",
            "a",
            "?a",
            "",
        ],
        *[
            "file:///a",
            "file:a",
            "file:/a",
            "file://localhost/a",
            "mailto:a@b.example",
            "x:///a",
            "ssh://%C3%BC.example/",
        ],
        *["http:///", "http:", "http://a/..//b"],
    ],
    "unusable_host": [
        *[
            "http://a_b.example:080/",
            "http://127.0.0.1/",
            "http://[::1]:65535/",
            "http://2130706433/",
            "http://localhost/",
        ],
        *[
            "http://xn--n3h.ws/",
            "http://b%C3%BCcher.example/",
            "http://a.example./",
            "http:///",
            "http:/a",
            "/a",
            "//a",
        ],
        *["doi://10.1000/182", "x://a..b/", "mailto:a@a..b", "urn:a:b", "file:///a", "file://a/b", "a..b:c"],
    ],
    "cross_protocol_port": [
        *[
            "http://a:80/",
            "http://a:443/",
            "https://a:80/",
            "ftp://a:21/",
            "http://a:8080/",
            "http://a:/",
            "http://a:0/",
        ],
        *["http://a:65536/", "x:a:25", "unheard://a:25/", "//a:25/", "nntp://a.example:563/", "ldap://a.example:636/"],
        "http://a:8000/",
    ],
    "invalid_for_scheme": [
        *["ftp://user@a.example/", "http://user:secret@a.example/", "http://a.example@b.example/", "http://a:70000/"],
        *["mailto:joe@a.example", "mailto:?subject=b", "tel:+1-555", "//user@a.example/", "x:a@b"],
    ],
    "encoded_delimiter": [
        *["http://a/%40b", "http://a/?b=%2F", "http://a/#%5C", "http://a/%3A", "http://a/%3Fb", "http://a/%252F"],
        *["https://gitlab.example/api/v4/projects/group%2Fproject", "http://a/b%2Ehtml", "file:///a%2Fb"],
        *["mailto:a%2Fb@c.example", "urn:example:a%2Fb", "http://[::1]:80/", "http://b%C3%BCcher.example/"],
    ],
    "encoded_dot_segments": [
        *["http://a/b/../c", "http://a/%2E%2E%2E", "http://a/b%2Ehtml", "http://a/b%2Fc", "http://a/?b=%2E%2E/c"],
        *["http://a/%252E%252E/", "urn:%2E%2E", "http://%2E%2E/", "http://a/%2Eb/"],
    ],
    "control_octets": [
        *["http://a/%01", "http://a/%20", "http://a/%09", "http://a/%250A"],
        *["data:text/plain,a%0Ab", "mailto:a@b.example?body=c%0D%0Ad", "http://a/%C2%85"],
        *["http://a/?text=line1%0Aline2", "HTTPS://a/?b=c%0D%0Ad", "?b%0Ac"],
    ],
    "secret_in_query": [
        *["http://a/?token", "http://a/?token=", "http://a/?q=token", "http://a/?tokens=3", "http://a/?keyword=b"],
        *["http://a/?key=value", "http://a/?auth=google", "http://a/?sig=1", "http://a/?key=PROJ-1234"],
        *["http://a/#token=b", "http://a/token=b", "http://a/?", "http://a/"],
    ],
}


def test_every_check_has_both_kinds_of_examples() -> None:
    assert list(HAZARDOUS) == list(HARMLESS) == [check.applies.__name__ for check in CHECKS]


@pytest.mark.parametrize(("name", "uri"), [(name, uri) for name, uris in HAZARDOUS.items() for uri in uris])
def test_rfc3986_7_what_is_a_hazard_is_reported(name: str, uri: str) -> None:
    assert name in names(uri)


@pytest.mark.parametrize(("name", "uri"), [(name, uri) for name, uris in HARMLESS.items() for uri in uris])
def test_rfc3986_7_what_looks_alike_is_not_a_hazard(name: str, uri: str) -> None:
    assert name not in names(uri)


@pytest.mark.parametrize(
    "uri", ["http://a.example/", "https://xn--bcher-kva.example/a?b=c#d", "mailto:a@b.example", ""]
)
def test_an_ordinary_reference_has_no_hazard(uri: str) -> None:
    assert hazards(parse(uri)) == []


LABELS = st.text(
    "aZ1-\u00b7\u00fc\u0436\u0430\u03bf\u0561\u05d0\u0627\u0915\u0964\u4e2d\u3042\u30ab\u30fc\u3105\ud55c\u10d0\u16a0\u2c00\u0301\u0660",
    max_size=5,
)
LANGUAGES = [
    *([script] for script in EVERYDAY_SCRIPTS.split()),
    *(["Latin", "Han", "Hiragana", "Katakana"], ["Latin", "Han", "Bopomofo"], ["Latin", "Han", "Hangul"]),
]


@pytest.fixture(scope="module")
def unicode_18() -> None:
    """The Unicode version of the tables, which older versions of `regex` lack."""
    if not carries_unicode_18():
        pytest.skip(f"regex {version('regex')} has another Unicode version than 18")


@pytest.mark.usefixtures("unicode_18")
@given(LABELS)
def test_scripts_are_mixed_as_the_properties_in_regex_say(label: str) -> None:
    def extensions(scripts: list[str]) -> str:
        return "".join(map(r"\p{{scx={}}}".format, scripts))

    common = extensions(["Common", "Inherited"])
    together = [f"[{common}{extensions(language)}]*+" for language in LANGUAGES]
    rare = f"(?:[{common}]|[^{extensions(EVERYDAY_SCRIPTS.split())}])*+"
    assert _written_together(label) == any(regex.fullmatch(pattern, label) for pattern in [*together, rare])


# ---- Checks that need a match ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", ["\u200b", "\u200e", "\u202e", "\u2060", "\u2066", "\ufeff"])
def test_a_hidden_character_that_ended_a_uri_is_reported(hidden: str) -> None:
    assert names_in_text(f"http://a.example/b{hidden}c") == [["hidden_character"]]
    assert names_in_text(f"see www.bank.example{hidden}.evil.example") == [["hidden_character"]]


def test_an_invisible_character_at_the_end_of_a_word_hides_nothing() -> None:
    text = "\u2068http://a.example/b\u2069 (\u200bhttp://a.example\u200b). http://a.example/\u05e9\u200f"
    assert names_in_text(text) == [[], [], []]
    assert names_in_text("<http://a.example/\u200b> www.a.example\ufeff") == [[], []]


def test_other_characters_that_end_a_uri_and_those_that_belong_to_it_are_not_hazards() -> None:
    text = "http://a.example/b c <http://a.example/> http://a.example/日\u200d本, http://a.example/\u00adb"
    assert names_in_text(text) == [[], [], [], []]


@pytest.mark.parametrize(
    "text",
    [
        *[
            r"http://good.example\@evil.example/",
            r"www.good.example\@evil.example",
            r"http://good.example:80\\.x@evil.example",
        ],
        *[r"(http://good.example\@evil.example/)", r'"http://good.example\@evil.example/"'],
    ],
)
def test_a_backslash_before_an_at_sign_is_reported(text: str) -> None:
    assert names_in_text(text) == [["backslash"]]


def test_other_backslashes_are_not_hazards() -> None:
    text = r"http://a.example\n http://a.example\ http://a.example/b\@c http://a.example\*, http://a.example\b/@c"
    assert names_in_text(text) == [[], [], [], [], []]


def test_the_rules_that_the_checks_look_for_exist() -> None:
    import linksift.documents.reference_repair  # noqa: F401 - registers its rules
    from linksift.hazards.authority import (
        _FOR_BROWSERS,
        _HOST_TO_ASCII,
        _HYPHEN_EDGE,
        _SYMBOL_AFTER_NAME,
    )
    from linksift.hazards.visual_spoofing import _BACKSLASH, _FORMAT_CHARACTER

    assert {_BACKSLASH, _FORMAT_CHARACTER, *_FOR_BROWSERS, *_HOST_TO_ASCII} <= RULES.keys()
    assert {_SYMBOL_AFTER_NAME, _HYPHEN_EDGE} <= RULES.keys()


@pytest.mark.parametrize("stop", ["\u3002", "\uff0e", "\uff61"])
def test_a_stop_that_is_read_as_a_dot_is_reported(stop: str) -> None:
    assert names_in_text(f"http://b{stop}example/c") == [["stop_for_dot"]]
    assert names_in_text(f"http://a.example/b{stop}") == [[]]
    (found,) = read(f"<!doctype html><a href='http://b{stop}example/'>c</a>".encode())
    assert [hazard.name for hazard in hazards(found.match)] == ["stop_for_dot"]


@pytest.mark.parametrize("rest", ["!b.example/", ",b.example", "*b.example:80/c", "\u2019b.example/", "=x.com"])
def test_a_word_that_goes_on_to_another_host_is_reported(rest: str) -> None:
    assert names_in_text(f"http://a.example{rest}") == [["host_cut_short"]]
    assert names_in_text(f"www.a.example{rest}") == [["host_cut_short"]]


@pytest.mark.parametrize(
    "rest", [",b", ", b.example", ".", "!", "!/b.example", "/!b.example", "[1]", ")!", "\uff08b.example\uff09"]
)
def test_a_word_that_goes_on_to_nowhere_or_the_same_host_is_not_a_hazard(rest: str) -> None:
    assert names_in_text(f"http://a.example{rest}")[0] == []


@pytest.mark.parametrize("host", ["user①", "user①/x", "nas.corp①", "ab½", "xn--", "a.xn--."])
def test_a_host_that_ends_where_no_prose_begins_is_reported(host: str) -> None:
    assert names_in_text(f"http://{host}") == [["host_cut_short"]]


@pytest.mark.parametrize(
    "host", ["a.example①", "intranet查看", "intranet😀", "nas.corp™", "intranet–", "intranet,then", "a--", "user"]
)
def test_a_host_that_prose_or_a_note_ends_is_not_a_hazard(host: str) -> None:
    assert names_in_text(f"http://{host}") == [[]]


STATED_FOR_BROWSERS = [
    *["https:///evil.example/", "http:/evil.example", "http:evil.example", "///evil.example", "\\\\evil.example"],
    *[
        "ftp:/good",
        "http://0x7f.1/",
        "http://%65vil.example/",
        "http://good.example\\@evil.example/",
        "file:\\\\evil\\x",
    ],
]
STATED_FOR_ALL = [
    "http://evil.example/",
    "//evil.example",
    "b\\c",
    "../b",
    "/b",
    "http://b\u00fccher.example/",
    " http://a.example/b c",
]


def names_in_page(href: str) -> list[str]:
    page = f"<!doctype html><base href='ftp://good.example/'><a href='{href}'>a</a>".encode()
    *_, found = read(page)
    return [hazard.name for hazard in hazards(found.match)]


@pytest.mark.parametrize("href", STATED_FOR_BROWSERS)
def test_a_link_that_only_browsers_follow_is_reported(href: str) -> None:
    assert names_in_page(href) == ["stated_for_browsers"]


@pytest.mark.parametrize("href", STATED_FOR_ALL)
def test_a_link_that_all_follow_is_not_a_hazard(href: str) -> None:
    assert names_in_page(href) == []


def test_a_hazard_is_reported_wherever_browsers_read_another_host() -> None:
    differ = 0
    for url, _ in urls_and_bases(4_000, random.randrange(10**9)):
        try:
            reference = parse(url)
            there = browser_url(url, None if reference.scheme else BrowserURL("https", "", None, "/"))
        except RefusedURL:
            assert not reference.host or names(url), url
            continue
        except ValueError:  # not a reference
            continue
        host = reference.normalize().host or ""
        if there is not None and not host.startswith("[") and host != there.host and host != "localhost":
            differ += 1
            assert {"other_host_in_browsers", "numeric_host"} & {*names(url)}, url
    assert differ > 50


def test_a_match_has_the_hazards_of_its_reference_too() -> None:
    (match,) = find("http://www.bank.example:secret@evil.example/?token=a\u202eb")
    reported = hazards(match)
    assert [hazard.name for hazard in reported] == [
        "host_like_userinfo",
        "password",
        "secret_in_query",
        "hidden_character",
    ]
    assert reported[:-1] == hazards(match.reference)


# ---- Checks that need a link -----------------------------------------------------------------------------------------

MISMATCHES = [
    ("http://evil.example/", "https://www.bank.example/login"),
    ("http://evil.example/", "www.bank.example"),
    ("http://evil.example/", "bank.example"),
    ("http://evil.example/", "(bank.example)."),
    ("http://evil.example/", "Log in at https://bank.example/ now"),
    ("http://bank.example.evil.example/", "http://bank.example/"),
    ("http://evilbank.example/", "bank.example"),
    ("http://bank.example@evil.example/", "http://bank.example/"),
    ("http://xn--bnk-qla.example/", "bank.example"),
    ("http://10.0.0.2/", "http://10.0.0.1/"),
    ("javascript:location='http://evil.example/'", "https://bank.example/"),
    ("//evil.example/", "https://bank.example/"),
    ("mailto:eve@evil.example", "ada@bank.example"),
    ("mailto:eve@bank.example", "ada@bank.example"),
    ("mailto:eve@evil.example", "mailto:ada@bank.example"),
    ("http://evil.example/", "ada@bank.example"),
    ("mailto:eve@evil.example", "www.bank.example"),
    *[
        ("http://evil.example/", f"ban{hidden}k.com")
        for hidden in "\u200b\u00ad\u2060\ufeff\u202e\u034f\ufe0f\U000e0041"
    ],
    *[("http://evil.example/", f"bank{dot}com") for dot in "\u3002\uff0e\uff61"],
    ("http://evil.example/", "\uff42\uff41\uff4e\uff4b.com"),
    *[("http://evil.example/", address) for address in ("192.168.1.1", " 192.168.1.1:80/a", "(192.168.1.1)")],
    ("http://evil.example/", "//bank.com/x"),
    ("http://evil.example/", "https:// bank.com"),
    ("http://evil.example/", "http//bank.com"),
    ("http://evil.example/", "htt\u0440s://bank.com"),
    ("http://evil.example/", "Log in: htt\u0440s://bank.com/a now"),
    ("mailto:evil@evil.com,joe@bank.com", "joe@bank.com"),
    ("mailto:joe@bank.com?cc=evil@evil.com", "joe@bank.com"),
    ("mailto:joe@bank.com?subject=a&BCC=joe@bank.com,%20evil%40evil.com", "joe@bank.com"),
    ("mailto:joe@bank.com?to=evil@evil.com", "joe@bank.com"),
    ("mailto:ada@bank.example,eve@bank.example", "eve@bank.example"),
    ("http://evil.github.io/", "http://github.io"),
    ("http://co.uk/", "http://bank.co.uk"),
    ("http://bank.co.uk/", "http://co.uk/"),
    ("http://evil.com.au/", "http://com.au/"),
    ("http://uk/", "bank.co.uk"),
    ("http://evil.example/", "https://www.bank.\nexample/"),
    ("http://evil.example/", "https://www.bank.example\nevil.example"),
    ("http://evil.example/", "https://bank.example/\nlogin"),
    ("http://evil.example/", "http://bank.example\\@evil.example/"),
    ("http://evil.example/", "https://bank.example/a-\nb"),
]

NO_MISMATCHES = [
    ("http://bank.example/", "http://bank.example"),
    ("http://bank.example/?a=b#c", "HTTPS://Bank.Example:443/other"),
    ("https://www.bank.example/", "bank.example"),
    ("https://bank.example/", "www.bank.example"),
    ("https://login.bank.example/", "bank.example"),
    ("https://bank.example/", "https://login.bank.example/"),
    ("http://b%61nk.example./", "bank.example"),
    ("http://xn--bcher-kva.example/", "b\u00fccher.example"),
    ("http://[2001:DB8::7]/", "http://[2001:db8::7]/"),
    ("http://evil.example/", "Log in"),
    ("http://evil.example/", ""),
    ("http://evil.example/", "See README.md and bank.example for more"),
    ("http://evil.example/", "or write to ada@bank.example"),
    ("http://evil.example/", "https://www.bank.exam\u2026"),
    ("http://evil.example/", "https://www.bank.exam..."),
    ("http://tracker.example/", "urn:isbn:0451450523"),
    ("/relative", "https://bank.example/"),
    ("?a", "bank.example"),
    ("http://b.example/", "http://a.example/ is now at http://b.example/"),
    ("mailto:ada@bank.example?subject=x", "Ada@bank.example"),
    ("mailto:ada@bank.example,eve@bank.example", "bank.example"),
    ("mailto:ada@bank.example?cc=Ada@Bank.example&body=a@b.example", "ada@bank.example"),
    ("mailto:?to=ada@bank.example", "ada@bank.example"),
    ("mailto:ada@bank.example", "bank.example"),
    ("http://login.bank.co.uk/", "bank.co.uk"),
    ("http://ada.github.io/", "http://blog.ada.github.io"),
    ("http://bank.com/", "b\u200bank\u3002com"),
    ("http://192.168.1.1/", "192.168.1.1"),
    ("http://bank.com/", "https://bank.com\u3002\u6b21"),
    ("http://evil.example/", "myapp://settings"),
    ("http://evil.example/", "// a comment, see a.example"),
    ("http://evil.example/", "1.2.3"),
    ("http://evil.example/", "Release 1.2.3.4"),
    ("http://evil.example/", "src//bank.example"),
    ("https://bank.example/ada", "ada@bank.example"),
    ("https://www.bank.example/", "https://www.bank.\nexample/"),
    ("https://www.bank.example/a", "https://www.\r\nbank.example/a"),
    ("https://my-bank.example/", "https://my-\nbank.example/"),
    ("https://mybank.example/", "https://my-\nbank.example/"),
    ("https://www.bank.example/a#b", "The page https://www.bank.\nexample/a#b of the bank"),
]


SAFE_LINK = "https://eur01.safelinks.protection.outlook.com/?url={}&data=05"
NESTED = SAFE_LINK.format("https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fwww.bank.example%252Flogin")
WRAPPED = [
    (SAFE_LINK.format("https%3A%2F%2Fwww.bank.example%2Flogin"), "https://www.bank.example/login", False),
    (SAFE_LINK.format("https%3A%2F%2Fevil.example%2Flogin"), "https://www.bank.example/login", True),
    (SAFE_LINK.format("https%3A%2F%2Fwww.bank.example%40evil.example%2F"), "https://www.bank.example/login", True),
    (SAFE_LINK.format("mailto%3Aada%40bank.example"), "ada@bank.example", False),
    (SAFE_LINK.format("mailto%3Aeve%40bank.example"), "ada@bank.example", True),
    (SAFE_LINK.format("https%3A%2F%2Fevil.example%2F"), "https://eur01.safelinks.protection.outlook.com/", False),
    (NESTED, "www.bank.example", True),
    (SAFE_LINK.format("https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2Fa.example%2F__%3B%21%21x"), "a.example", False),
    (NESTED, "www.google.com", False),
    (NESTED, "www.evil.example", True),
    ("https://evil.example/?url=https%3A%2F%2Fwww.bank.example%2Flogin", "https://www.bank.example/login", True),
    ("https://www.google.com/url?q=https%3A%2F%2Fwww.bank.example%2F", "https://www.bank.example/", True),
    ("//www.google.com/url?q=https%3A%2F%2Fwww.bank.example%2F", "https://www.bank.example/", True),
]


@pytest.mark.parametrize(("target", "shown", "differs"), WRAPPED)
def test_the_link_of_a_mail_filter_leads_to_the_link_inside_too(target: str, shown: str, differs: bool) -> None:
    assert ("link_text_mismatch" in names(target, shown)) is differs


@pytest.mark.parametrize(("target", "shown"), MISMATCHES)
def test_text_that_names_another_host_is_reported(target: str, shown: str) -> None:
    assert [hazard.name for hazard in hazards(parse(target), link_text=shown)][-1:] == ["link_text_mismatch"]


@pytest.mark.parametrize(("target", "shown"), NO_MISMATCHES)
def test_text_that_names_no_other_host_is_not_a_hazard(target: str, shown: str) -> None:
    assert "link_text_mismatch" not in [hazard.name for hazard in hazards(parse(target), shown)]


def test_the_text_of_a_match_can_be_given_too() -> None:
    (match,) = find("http://evil.example/")
    assert [hazard.name for hazard in hazards(match, link_text="bank.example")] == ["link_text_mismatch"]
    assert hazards(match, link_text=match.text) == hazards(match) == []


@given(valid_uris(), st.text())
def test_the_link_text_raises_nothing_and_only_adds_hazards(uri: str, shown: str) -> None:
    reported = hazards(parse(uri), shown)
    assert reported[: len(hazards(parse(uri)))] == hazards(parse(uri))
    for match in find(f"http://a.example/{shown}"):
        assert hazards(match, link_text=match.text) == hazards(match)


# ---- What holds for all ----------------------------------------------------------------------------------------------


def test_each_hazard_has_a_name_of_its_own_a_sentence_and_a_source() -> None:
    reported = [check.hazard for check in ALL_CHECKS]
    assert len({hazard.name for hazard in reported}) == len(reported)
    assert all(hazard.why.endswith(".") and "RFC " in hazard.source for hazard in reported)


def test_no_sentence_shows_a_secret() -> None:
    reported = hazards(parse("http://user:s3cret@127.1:25/?token=s3cret"))
    assert [hazard.name for hazard in reported] == [
        "password",
        "numeric_host",
        "cross_protocol_port",
        "secret_in_query",
    ]
    assert "s3cret" not in repr(reported)


@st.composite
def hostile(draw: st.DrawFn) -> str:
    """URIs made of fragments that the checks look for."""
    piece = st.sampled_from(
        [
            "0x7f",
            "0",
            "08",
            "1",
            ".",
            "%2E",
            "%2F",
            "%5C",
            "%00",
            "%0A",
            "%C3%A9",
            "%D0%B0",
            "%C3",
            "xn--",
            "a",
            "com",
            "-",
        ]
    )
    run = st.lists(piece, max_size=6).map("".join)
    userinfo = draw(st.sampled_from(["", "@", ":@"]) | run.map("{}:x@".format) | run.map("{}@".format))
    port = draw(st.sampled_from(["", ":", ":25", ":00443", ":99999999"]))
    query = draw(st.sampled_from(["", "?token=a", "?key", "?%6Bey=%FF&=&a"]))
    return f"{draw(st.sampled_from(['http:', 'x:', '']))}//{userinfo}{draw(run)}{port}/{draw(run)}{query}"


@given(valid_uris() | thorny_references() | hostile())
def test_hazards_never_raises_and_reports_each_hazard_once_in_order(uri: str) -> None:
    reported = hazards(parse(uri))
    assert reported == hazards(Reference(uri))
    places = [NAMES.index(hazard.name) for hazard in reported]
    assert places == sorted(set(places))
    assert all(type(hazard) is Hazard for hazard in reported)


@given(st.text())
def test_hazards_of_a_match_never_raises(text: str) -> None:
    for match in find(f"{text} http://a.example/{text} www.a.example{text}"):
        assert hazards(match)[: len(hazards(match.reference))] == hazards(match.reference)


@pytest.mark.parametrize(
    "uri",
    [
        *[
            "http://" + "1" * 50_000,
            "http://0x" + "0" * 50_000 + "1",
            "http://" + "1." * 50_000,
            "http://a:" + "9" * 50_000,
        ],
        *["http://" + "a." * 50_000 + "@b/", "http://" + "%2e" * 50_000 + "@b/", "http://a/" + "%2E/" * 50_000],
        *["http://a/?" + "a=b&" * 20_000, "mailto:a?" + "&body=" * 20_000],
    ],
    ids=lambda uri: uri[:20],
)
def test_what_is_long_raises_nothing(uri: str) -> None:
    assert all(hazard.name in NAMES for hazard in hazards(parse(uri)))


def test_the_room_can_be_imported_when_its_name_is_the_function() -> None:
    """`linksift.hazards` is the function, yet `from linksift.hazards import ...` imports from the room."""
    code = (
        "import linksift; from linksift.hazards import Hazard, hazards; linksift.hazards = hazards\n"
        "from linksift.hazards import hazards as again; from linksift.hazards.all_checks import CHECKS\n"
        "import linksift.hazards; assert again is hazards is linksift.hazards"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_one_reading_by_browsers_serves_all_checks() -> None:
    before = _read_once.cache_info().misses
    hazards("http://read-once.example/b")
    assert _read_once.cache_info().misses == before + 1
