"""Wrapped URIs come out exactly; URIs that are not wrappers, or wrap something unsafe, stay as they are."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from linksift.cleaning.unwrap import MAIL_FILTERS, WRAPPERS, Unwrapped, unwrap
from linksift.registries import never_by_default, redirectors, schemes
from linksift.uri import InvalidReference, is_uri, parse
from tests.growth import assert_time_grows_with_the_input
from tests.uri.strings import valid_uris

SAFE = "https://eur01.safelinks.protection.outlook.com/?url="
TEAMS = "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url="
V1 = "https://urldefense.proofpoint.com/v1/url?u="
V2 = "https://urldefense.proofpoint.com/v2/url?u="
V3 = "https://urldefense.com/v3/__"
GOOGLE = "https://www.google.com/url?"

INSIDE = {
    # Safe Links, of all clouds, in mail and in Teams.
    f"{SAFE}http%3A%2F%2Fa.example%2F%3Fb%3Dc%26d&data=05%7C01&reserved=0": "http://a.example/?b=c&d",
    f"{SAFE}http%3a%2f%2fa.example": "http://a.example",
    f"{SAFE}https%3A%2F%2Fa.example%2Fb%2520c": "https://a.example/b%20c",
    f"{SAFE}https%3A%2F%2Fa.example%2Fb%20c": "https://a.example/b%20c",
    f"{SAFE}https%3A%2F%2Fde.example%2FM%C3%BCnchen": "https://de.example/M%C3%BCnchen",
    f"{SAFE}https%3A%2F%2Fb%C3%BCcher.example%2F": "https://xn--bcher-kva.example/",
    f"{SAFE}https%3A%2F%2Fa.example%2F%E9": "https://a.example/%E9",
    f"{SAFE}https%3A%2F%2Fa.example%2F%3Fb%5B%5D%3D1%25": "https://a.example/?b%5B%5D=1%25",
    f"{SAFE}https://a.example/b+c&data=x": "https://a.example/b+c",
    f"{SAFE}mailto%3Aada%40a.example&data=x": "mailto:ada@a.example",
    "http://NAM11.SafeLinks.Protection.Outlook.com./?URL=x&data=1&amp;url=http%3A%2F%2Fa.example": "http://a.example",
    "https://eur01.safelinks.protection.outlook.com/ap/w-59584e83/?url=http%3A%2F%2Fa.example": "http://a.example",
    "https://usg02.safelinks.protection.office365.us/?url=http%3A%2F%2Fa.example": "http://a.example",
    "https://safelinks.protection.apps.mil/?url=http%3A%2F%2Fa.example": "http://a.example",
    "https://can01.safelinks.protection.partner.outlook.cn/?url=http%3A%2F%2Fa.example": "http://a.example",
    f"{TEAMS}https%3A%2F%2Fa.example%2Fb_(c)&locale=en": "https://a.example/b_(c)",
    "https://outlook.office.com/mail/safelink.html?url=https%3A%2F%2Fa.example%2F&corid=1": "https://a.example/",
    # Cloudflare's, with a subject, and in capitals.
    "https://a.example/cdn-cgi/l/email-protection#2a40454f6a4b044f524b475a464f": "mailto:joe@a.example",
    "http://b.example/cdn-cgi/l/email-protection#006A40613F7375626A6563743D6320": "mailto:j@a?subject=c%20",
    # URL Defense, version 1.
    f"{V1}http://www.a.example/&amp;k=oIvRg1%2BdGAgOoM1BIlLLqw%3D%3D%0A&amp;r=x": "http://www.a.example/",
    f"{V1}http://a.example/?b=c&d=e&k=x": "http://a.example/?b=c&d=e",
    f"{V1}http%3A//a.example/%3Fb%3Dc%26amp%3Bd&k=x": "http://a.example/?b=c&d",
    # Version 2.
    f"{V2}http-3A__www.a.example_&d=DwMFAg&c=x": "http://www.a.example/",
    f"{V2}https-3A__a-2Db.example_c-5Fd-3Fe-3Df-26amp-3Bg&d=x": "https://a-b.example/c_d?e=f&g",
    f"{V2}http-3A__a.example_-25C3-25A9&d=x": "http://a.example/%C3%A9",
    # Version 3.
    f"{V3}https://a.example/b/?c=d__;!!LIr3w8kk!6BN$": "https://a.example/b/?c=d",
    f"{V3}https://a.example/*newsletter__;Iw!!LIr3w8kk_Xxm!6BN$": "https://a.example/#newsletter",
    f"{V3}https://google.com:443/search?q=a*test&gs=ps__;Kw!-612Flbf0!Ue6$": "https://google.com:443/search?q=a+test&gs=ps",
    f"{V3}https://a.example/v2.1.300*2Bxpu__;JQ!!G_u$": "https://a.example/v2.1.300%2Bxpu",
    f"{V3}https:/a.example/b__;!!Fqb0$": "https://a.example/b",
    f"{V3}https:/*a.example/b__;Lw!!Fqb0$": "https://a.example/b",
    f"{V3}mailto:ada@a.example__;!!x$": "mailto:ada@a.example",
    f"{V3}http://a.example/b%2Ac__;Kw!!x$": "http://a.example/b+c",
    "https://urldefense.us/v3/__http://a.example/LICENSE-2.0__;!!BCl!XHS$": "http://a.example/LICENSE-2.0",
    "https://urldefense.proofpoint.com/v3/__http://a.example/**C*__;w6nDqCM!!x$": "http://a.example/%C3%A9%C3%A8#",
    # Google.
    f"{GOOGLE}q=https://a.example/b&sa=D&ust=1": "https://a.example/b",
    f"{GOOGLE}sa=t&rct=j&q=&esrc=s&url=https%3A%2F%2Fa.example%2Fb%3Fc&usg=x": "https://a.example/b?c",
    f"{GOOGLE}q=two+words&url=https%3A%2F%2Fa.example%2F": "https://a.example/",
    f"{GOOGLE}sa=i&amp;url=https%3A%2F%2Fa.example%2F": "https://a.example/",
    "http://google.de/url?q=http://a.example/": "http://a.example/",
    "https://www.google.co.jp/url?q=http://a.example/": "http://a.example/",
    "https://www.google.com.au/url?q=http://a.example/": "http://a.example/",
    "https://maps.google.com/url?q=http://a.example/": "http://a.example/",
}

OTHER_HOSTS = [
    *["https://evil-google.com/url?q=", "https://google.com.evil.example/url?q=", "https://google.evil/url?q="],
    *["https://www.google.com@evil.example/url?q=", "https://www.google.com/search?q=", "https://google.com/url/?q="],
    *["https://www.google.com:8080/url?q=", "ftp://www.google.com/url?q=", "https://www.google.com/URL?q="],
    *["https://www.google.co.uk.com/url?q=", "https://google.com%2Fevil.example/url?q=", "https://google.com/url?qq="],
    *["https://safelinks.protection.outlook.com.evil.example/?url=", "https://xsafelinks.protection.outlook.com/?url="],
    *["https://outlook.com/?url=", "https://statics.teams.cdn.office.net/other/?url=", "https://evil.example/?url="],
    *["https://x.urldefense.com/v1/url?u=", "https://urldefense.com.evil.example/v2/url?u=", "https://a/v3/__"],
]

NOT_TO_COME_OUT = [
    *["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "java\nscript:x"],
    *[" javascript:x", "", "//a.example/", "/b", "two words", "http:", "http://", "http:///b", "\\\\a"],
    *["https:\\\\a.example\\", "https://a.example\\@b.example/", "http://a b/", "http://[::1/", "http://a:b/", "1:x"],
    *["http://a\ufffd.example/", "http://\ud800/", "http://a<b>/", "%68ttp://a.example/"],
]


def test_mail_filters_are_among_the_wrappers() -> None:
    assert {wrapper.__name__ for wrapper in WRAPPERS} | {row.name for row in redirectors()} >= MAIL_FILTERS


@pytest.mark.parametrize("wrapped", INSIDE)
def test_wrapped_uris_are_unwrapped(wrapped: str) -> None:
    result = unwrap(wrapped)
    assert result.uri == INSIDE[wrapped]
    assert [wrapper.uri for wrapper in result.through] == [wrapped]


def test_every_wrapper_is_tested() -> None:
    names = {"safe_links", "google", *(wrapper.__name__ for wrapper in WRAPPERS)}
    assert {unwrap(wrapped).through[0].name for wrapped in INSIDE} == names


@pytest.mark.parametrize("start", OTHER_HOSTS)
def test_only_the_exact_host_and_path_count(start: str) -> None:
    other = f"{start}http://a.example/"
    assert unwrap(other) == Unwrapped(other, ())


@pytest.mark.parametrize("inside", NOT_TO_COME_OUT)
@pytest.mark.parametrize("start", [SAFE, TEAMS, V1, f"{GOOGLE}url=", f"{GOOGLE}q="])
def test_the_wrapper_stays_on_content_that_nobody_should_follow(start: str, inside: str) -> None:
    wrapped = start + quote(inside, safe="", errors="surrogatepass") + "&k=x&data=y"
    assert unwrap(wrapped) == Unwrapped(wrapped, ())


@pytest.mark.parametrize(
    "broken",
    [
        *[f"{V3}http://a.example/*__;!!x$", f"{V3}http://a.example/__;Kw!!x$", f"{V3}http://a.example/*__;K!!x$"],
        *[f"{V3}http://a.example/*__;K,!!x$", f"{V3}http://a.example/*__;_w!!x$", f"{V3}http://a.example/"],
        *[f"{V3}http://a.example/__;", f"{V3}javascript*alert__;Og!!x$", V2, V1, f"{V2}&d=", GOOGLE, f"{GOOGLE}q="],
    ],
)
def test_a_broken_wrapper_stays_on(broken: str) -> None:
    assert unwrap(broken) == Unwrapped(broken, ())


# ---- What the test wraps comes back ----------------------------------------------------------------------------------


def safe_link(uri: str) -> str:
    return f"{SAFE}{quote(uri, safe='')}&data=05%7C01&reserved=0"


def version_1(uri: str) -> str:
    return f"{V1}{quote(uri, safe='/')}&k=x%3D&s=y"


def version_2(uri: str) -> str:
    escaped = quote(uri, safe="/").replace("-", "%2D").replace("_", "%5F")
    return f"{V2}{escaped.replace('%', '-').replace('/', '_')}&d=DwMFAg&e="


def version_3(uri: str) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    written, taken, run = "", "", ""
    for character in [*uri, ""]:
        if character and not (character.isalnum() or character in "/:.?=&@-_"):
            run += character
            continue
        while len(run) > 1:
            written += "**" + letters[min(len(run), 65) - 2]
            taken, run = taken + run[:65], run[65:]
        written += "*" * len(run) + character
        taken, run = taken + run, ""
    return f"{V3}{written}__;{urlsafe_b64encode(taken.encode()).decode().rstrip('=')}!!Fqb0!Y83$"


def google_link(uri: str) -> str:
    return f"{GOOGLE}sa=t&q=&url={quote(uri, safe='')}&usg=x"


ENCODERS = [safe_link, version_1, version_2, version_3, google_link]


def may_come_out(uri: str) -> bool:
    reference = parse(uri)
    scheme = (reference.scheme or "").lower()
    needs_host = scheme in schemes() and schemes()[scheme].host
    return scheme not in never_by_default() and not (needs_host and not reference.host) and "&amp;" not in uri


@pytest.mark.parametrize("encoder", ENCODERS)
@given(uri=valid_uris())
def test_every_wrapped_uri_comes_back(encoder: Callable[[str], str], uri: str) -> None:
    assume(may_come_out(uri) and "__;" not in uri)
    wrapped = encoder(uri)
    assert is_uri(wrapped)
    result = unwrap(wrapped, depth=1)
    assert (result.uri, [wrapper.uri for wrapper in result.through]) == (uri, [wrapped])


@given(st.lists(st.sampled_from(ENCODERS), max_size=6))
def test_wrappers_in_wrappers_come_off_one_by_one(encoders: list[Callable[[str], str]]) -> None:
    wrapped = ["https://a.example/b-c_d?e=%2F#f"]
    for encoder in encoders:
        wrapped.append(encoder(wrapped[-1]))
    result = unwrap(wrapped[-1], depth=6)
    assert result.uri == wrapped[0]
    assert [wrapper.uri for wrapper in result.through] == wrapped[:0:-1]


@given(valid_uris(), st.sampled_from([SAFE, V1, V2, V3, f"{GOOGLE}q="]), st.text("*%2aA_-;!/http:.", max_size=30))
def test_the_unwrapped_uri_is_valid(uri: str, start: str, middle: str) -> None:
    for wrapped in (uri, start + uri, start + middle, f"{start}http://a/{middle}__;Kw!!"):
        if is_uri(wrapped):
            assert is_uri(unwrap(wrapped).uri)


# ---- The limits ------------------------------------------------------------------------------------------------------


def test_depth_limits_the_number_of_wrappers_taken_off() -> None:
    once = google_link("http://a.example/")
    twice = google_link(once)
    assert unwrap(twice, depth=0) == Unwrapped(twice, ())
    assert unwrap(twice, depth=1).uri == once
    assert unwrap(twice, depth=2).uri == unwrap(twice).uri == "http://a.example/"
    with pytest.raises(ValueError, match="-1"):
        unwrap(twice, depth=-1)


@pytest.mark.parametrize("text", ["", "a.example", "/b", "http://a b/", "//www.google.com/url?q=http://a/"])
def test_a_text_that_is_not_a_uri_is_refused(text: str) -> None:
    with pytest.raises(InvalidReference):
        unwrap(text)


@pytest.mark.parametrize("start", [SAFE, V1, V2, V3, f"{GOOGLE}q=", f"{V3}http://a/"])
@pytest.mark.parametrize("piece", ["*", "**A", "%2A", "__", "__;", "&amp;", "u=", "&u=", "&url=", "a:/", "-2D", "a."])
@pytest.mark.clock
def test_work_grows_linearly(start: str, piece: str) -> None:
    assert_time_grows_with_the_input(unwrap, start, piece, "", 2_000)


def test_an_iri_is_read_as_the_uri_that_it_maps_to() -> None:
    assert unwrap("http://a.example?url=é") == Unwrapped("http://a.example?url=%C3%A9", ())
    assert unwrap("https://www.google.com/url?q=http://a.example/é").uri == "http://a.example/%C3%A9"
    with pytest.raises(InvalidReference):
        unwrap("http://a.example/é b")


def test_rules_may_be_the_mapping_itself() -> None:
    mapping = {"providers": {"go": {"urlPattern": "^https?://go.example", "redirections": ["to=([^&]+)"]}}}
    assert unwrap("http://go.example/?to=http%3A%2F%2Fa.example%2F", rules=mapping).uri == "http://a.example/"
    mistakes: list[Any] = ["rules.json", {"go": {}}, [mapping]]
    for wrong in mistakes:
        with pytest.raises(ValueError, match="rules must have the form"):
            unwrap("http://go.example/", rules=wrong)
