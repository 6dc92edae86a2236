"""The steps of normalizing, one by one and all together (RFC 3986, 6.2.2 and 6.2.3)."""

from collections.abc import Callable

import pytest
from hypothesis import assume, example, given

from linksift.uri import Components, is_uri_reference, parse, recompose, split
from linksift.uri.normalize import (
    LADDER,
    LADDERS,
    EncodedDots,
    case,
    is_obviously_normal,
    normalize,
    path_segments,
    percent_encoding,
    percent_encoding_except_dots,
    scheme_based,
)
from linksift.uri.percent import decode_unreserved
from tests.uri.strings import (
    VALID_RELATIVE_REFERENCES,
    VALID_URIS,
    nearly_references,
    thorny_references,
    thorny_uris,
    valid_uris,
)

STEPS = [case, percent_encoding, percent_encoding_except_dots, path_segments, scheme_based]
WAYS: list[EncodedDots] = ["decode", "keep"]


def by(step: Callable[[Components], Components], uri: str) -> str:
    return recompose(step(split(uri)))


# ---- Case (6.2.2.1) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        ("x:%3a", "x:%3A"),
        ("x://%3a%aB@%cd/%ef?%af#%fa", "x://%3A%AB@%CD/%EF?%AF#%FA"),
        ("X://User:Pass@HOST:80/Path?Query#Fragment", "x://User:Pass@host:80/Path?Query#Fragment"),
        ("x://[2001:DB8::A]", "x://[2001:db8::a]"),
        ("x://[V1.A:B]", "x://[v1.a:b]"),
        ("x://H%c3%a4", "x://h%C3%A4"),
        ("//HOST/A", "//host/A"),
        ("URN:Example:A", "urn:Example:A"),
        ("A/B", "A/B"),
        # "%25" is a percent sign that begins no triplet.
        ("x:%253a", "x:%253a"),
    ],
)
def test_rfc3986_6_2_2_1_case(uri: str, expected: str) -> None:
    assert by(case, uri) == expected


# ---- Percent-encoding (6.2.2.2) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("x:%41%5a%61%7A%30%39%2d%2E%5f%7e", "x:AZaz09-._~"),
        ("http://example.com/%7Esmith", "http://example.com/~smith"),
        ("x://%61@%62/%63?%64#%65", "x://a@b/c?d#e"),
        # What it brings into the host is folded, and nowhere else.
        ("x://%41@%42/%43", "x://A@b/C"),
        # Neither reserved characters nor what is no ASCII.
        ("x://h%2Fi/%2F%3F%23%5B%40%3A?%26#%20", "x://h%2Fi/%2F%3F%23%5B%40%3A?%26#%20"),
        ("x:%C3%A9%7F%00%80%FF", "x:%C3%A9%7F%00%80%FF"),
        # Once only (2.4).
        ("x:%2541%25%34%31", "x:%2541%2541"),
        ("%2E%2E/%61", "../a"),
        ("%3Aa", "%3Aa"),
    ],
)
def test_rfc3986_6_2_2_2_percent_encoding(uri: str, expected: str) -> None:
    assert by(percent_encoding, uri) == expected


@pytest.mark.parametrize("code", range(256))
def test_rfc3986_2_3_exactly_the_unreserved_are_decoded(code: int) -> None:
    unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    expected = chr(code) if chr(code) in unreserved else f"%{code:02X}"
    for escape in (f"%{code:02X}", f"%{code:02x}"):
        assert str(parse(f"x:a{escape}").normalize()) == f"x:a{expected}"


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("http://h/a/%2e%2E/b", "http://h/a/%2E%2E/b"),
        ("http://h/a/.%2E/%2e./b/%2E", "http://h/a/.%2E/%2E./b/%2E"),
        ("http://h/a/%2E%2E/../b", "http://h/a/b"),
        ("http://h/%2Ea/%2E%2E%2E/a%2E", "http://h/.a/.../a."),
        ("http://h/%61/../%62", "http://h/b"),
        ("http://%61%2E/?%2E%2E#%2E", "http://a./?..#."),
        ("%2E%2E/a", "%2E%2E/a"),
    ],
)
def test_rfc3986_6_2_2_2_encoded_dots_can_be_kept(uri: str, expected: str) -> None:
    assert str(parse(uri).normalize(encoded_dots="keep")) == expected


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("http://h/a/%2e%2E/b", "http://h/b"),
        ("http://h/a/.%2E/%2e./b/%2E", "http://h/b/"),
        ("http://h/a/b/%2E%2E/../c", "http://h/c"),
        ("x:%2e%2e//a", "x:/a"),
    ],
)
def test_rfc3986_6_2_2_2_encoded_dots_are_dots(uri: str, expected: str) -> None:
    assert str(parse(uri).normalize()) == expected
    assert str(parse(uri).normalize(encoded_dots="decode")) == expected


@pytest.mark.parametrize("way", ["", "Keep", None])
def test_other_values_of_encoded_dots_are_refused(way: str | None) -> None:
    with pytest.raises(ValueError, match="encoded_dots"):
        parse("http://a/").normalize(encoded_dots=way)  # type: ignore[arg-type]


# ---- Path segments (6.2.2.3) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("http://a/b/c/./../../g", "http://a/g"),
        ("http://a/b/..", "http://a/"),
        ("http://a/../..", "http://a/"),
        ("http://a/..//b", "http://a//b"),
        ("http://a?/../b#/../c", "http://a?/../b#/../c"),
        ("urn:a:b/../c", "urn:/c"),
        ("a:b/../c", "a:/c"),
        ("mailto:..", "mailto:"),
        # A path is not read as an authority afterwards.
        ("a:/..//b", "a:/.//b"),
        ("a:b/..//c", "a:/.//c"),
        ("a:/.//b", "a:/.//b"),
        ("a:/.//b/..", "a:/.//"),
        ("a:/.//..", "a:/"),
        ("a:.//b", "a:/b"),
        # A relative reference is for resolving (5.2).
        ("../a/./b", "../a/./b"),
        ("/../a", "/../a"),
        ("//h/../a", "//h/../a"),
    ],
)
def test_rfc3986_6_2_2_3_path_segments(uri: str, expected: str) -> None:
    assert by(path_segments, uri) == expected
    assert str(parse(uri).normalize()) in (expected, expected.replace("http://a?", "http://a/?"))


# ---- By scheme (6.2.3) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "uri", ["http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"]
)
def test_rfc3986_6_2_3_four_equivalent(uri: str) -> None:
    assert by(scheme_based, uri) == "http://example.com/"


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        # The default port, however it is written (3.2.3).
        ("http://a:080", "http://a/"),
        ("https://a:443/", "https://a/"),
        ("ftp://u@a:21/", "ftp://u@a/"),
        ("http://[::1]:80/", "http://[::1]/"),
        ("https://a:80/", "https://a:80/"),
        ("http://a:8080/", "http://a:8080/"),
        ("http://a:0/", "http://a:0/"),
        # For a scheme that is not known, what holds for all that use the generic syntax.
        ("x://a:", "x://a/"),
        ("x://a:80", "x://a:80/"),
        ("x://", "x:///"),
        ("x://:", "x:///"),
        ("x://?q", "x:///?q"),
        # Without an authority an empty path is none of these.
        ("x:", "x:"),
        ("http:", "http:"),
        ("http:?q", "http:?q"),
        # "the mailto URI scheme"
        ("mailto:Joe@Example.COM", "mailto:Joe@example.com"),
        ("urn:EXAMPLE:Animal:Ferret", "urn:example:Animal:Ferret"),
    ],
)
def test_rfc3986_6_2_3_by_scheme(uri: str, expected: str) -> None:
    assert by(scheme_based, uri) == expected


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("file://localhost/etc/hosts", "file:///etc/hosts"),
        ("file://LOCALHOST/a", "file:///a"),
        ("file://%6Cocalhost/a", "file:///a"),
        ("file:///etc/hosts", "file:///etc/hosts"),
        ("file://", "file:///"),
        # "If, however, either the userinfo or port subcomponent is non-empty, then the host should be given explicitly"
        ("file://u@localhost/a", "file://u@localhost/a"),
        ("file://localhost:1/a", "file://localhost:1/a"),
        # No authority is made (DESIGN 5.6).
        ("file:/a", "file:/a"),
    ],
)
def test_rfc3986_6_2_3_the_default_of_an_authority_is_empty(uri: str, expected: str) -> None:
    assert str(parse(uri).normalize()) == expected


@pytest.mark.parametrize(
    "uri",
    [
        "http://example.com/?",
        "http://example.com/#",
        "http://example.com/?#",
        "http://@a/",
        "http://u:@a/",
        "//a:",
        "//a",
    ],
)
def test_rfc3986_6_2_3_delimiters_of_empty_components_stay(uri: str) -> None:
    assert str(parse(uri).normalize()) == uri


@pytest.mark.parametrize(
    "uri", ["http://www.a/?b=1&a=2&utm_source=c", "http://a//b///", "http://a/index.html", "http://a./"]
)
def test_rfc3986_6_2_3_what_is_merely_usual_is_not_done(uri: str) -> None:
    assert str(parse(uri).normalize()) == uri


# ---- All together (6.2.2) -------------------------------------------------------------------------------------------


def test_rfc3986_6_2_2_the_example() -> None:
    assert str(parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d").normalize()) == "example://a/b/c/%7Bfoo%7D"


def test_rfc3986_6_2_the_ladder_is_in_the_order_of_the_sections() -> None:
    steps = (case, percent_encoding, path_segments, scheme_based)
    assert steps == LADDER
    assert (case, percent_encoding_except_dots, *steps[2:]) == LADDERS["keep"]


VALID = thorny_references() | valid_uris() | nearly_references().filter(is_uri_reference)


@given(VALID)
@example("a:b/..//c")
@example("a:/%2E%2E//%2e/")
def test_rfc3986_6_2_normalizing_is_idempotent(reference: str) -> None:
    for way in WAYS:
        normal = parse(reference).normalize(encoded_dots=way)
        assert normal.normalize(encoded_dots=way) == normal


@given(VALID)
def test_rfc3986_6_2_normalizing_keeps_what_is_there_and_what_is_not(reference: str) -> None:
    before = parse(reference)
    for way in WAYS:
        after = before.normalize(encoded_dots=way)
        assert is_uri_reference(str(after))
        assert [part is None for part in after.components] == [part is None for part in before.components]
        assert (after.userinfo is None) == (before.userinfo is None)
        assert after.kind == before.kind


@given(VALID)
def test_rfc3986_6_2_each_step_is_idempotent_and_gives_a_valid_reference(reference: str) -> None:
    for step in STEPS:
        once = by(step, reference)
        assert is_uri_reference(once)
        assert by(step, once) == once


@given(VALID)
def test_rfc3986_6_2_nothing_is_left_to_normalize(reference: str) -> None:
    normal = parse(reference).normalize()
    for step in STEPS:
        assert by(step, str(normal)) == str(normal)
    for part in (normal.authority, normal.path, normal.query, normal.fragment):
        assert part is None or decode_unreserved(part) == part
    if normal.scheme is not None:
        left = normal.path.removeprefix("/./") if normal.authority is None else normal.path
        assert not {".", ".."} & set(left.split("/"))
        assert normal.scheme.islower()
        assert normal.port != ""


@given(VALID)
def test_rfc3986_6_2_3_the_fragment_is_changed_by_syntax_alone(reference: str) -> None:
    assert split(by(scheme_based, reference)).fragment == split(reference).fragment


@given(thorny_uris().filter(lambda uri: "%2" not in uri))
def test_rfc3986_6_2_2_without_encoded_dots_both_ways_are_one(uri: str) -> None:
    assert parse(uri).normalize(encoded_dots="keep") == parse(uri).normalize(encoded_dots="decode")


@given(thorny_references(), thorny_uris())
def test_rfc3986_5_2_resolving_and_normalizing_commute(reference: str, base: str) -> None:
    r = parse(reference)
    normal = r.normalize(encoded_dots="keep")
    assert normal.resolve(base).normalize(encoded_dots="keep") == r.resolve(base).normalize(encoded_dots="keep")
    # `%2E%2E/..` is two steps up for who decodes first, and nowhere for who resolves first, as 5.2.4 knows no escapes.
    assume("%2e" not in reference.lower())
    assert r.normalize().resolve(base).normalize() == r.resolve(base).normalize()


def test_rfc3986_5_2_4_with_encoded_dots_the_order_matters() -> None:
    base, reference = "http://a/b/c/d", parse("%2E%2E/../g")
    assert str(reference.normalize().resolve(base)) == "http://a/g"
    assert str(reference.resolve(base).normalize()) == "http://a/b/c/g"


# ---- The short way --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("uri", ["http://a.example/b?c#d", "https://a-1.example/~/b//c..", "http://a/?/b:c@d"])
def test_plainly_normal(uri: str) -> None:
    assert is_obviously_normal(uri)


@pytest.mark.parametrize(
    "uri",
    [
        *["http://a", "http://A/", "HTTP://a/", "http://a:80/", "http://u@a/", "http://a/%41", "http://a/%2F"],
        *["http://a/./", "http://a/..", "http:///", "http:/a", "ftp://a/", "//a/", "/", "", "http://[::1]/"],
    ],
)
def test_not_plainly_normal(uri: str) -> None:
    assert not is_obviously_normal(uri)


PLAIN = thorny_references().map(lambda text: text.replace("%", "")) | nearly_references().map("http://a/{}".format)


@given(PLAIN | VALID)
def test_what_is_obviously_normal_is_normal(reference: str) -> None:
    if is_uri_reference(reference) and is_obviously_normal(reference):
        assert recompose(normalize(split(reference))) == reference


@pytest.mark.parametrize("uri", [*VALID_URIS, *VALID_RELATIVE_REFERENCES])
def test_the_short_way_is_the_long_way(uri: str) -> None:
    assert str(parse(uri).normalize()) == recompose(normalize(split(uri)))
