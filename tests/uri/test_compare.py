"""The ladder: the lowest rung on which two references are equal (RFC 3986, 6.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import InvalidReference, Rung, climb, compare, is_uri_reference, parse, recompose, split
from linksift.uri.normalize import case, path_segments, percent_encoding, scheme_based
from tests.uri.strings import nearly_references, thorny_references, thorny_uris, valid_uris

STEPS = [case, percent_encoding, path_segments, scheme_based]


def by_definition(a: str, b: str) -> Rung | None:
    """The lowest rung whose steps, with those below, make two references the same string."""
    for rung in list(Rung)[: len(STEPS) + 1]:
        forms = []
        for reference in map(split, (a, b)):
            for step in STEPS[: rung - Rung.SIMPLE_STRING]:
                reference = step(reference)
            forms.append(recompose(reference))
        if forms[0] == forms[1]:
            return rung
    return None


def test_rfc3986_6_2_the_rungs() -> None:
    names = "SIMPLE_STRING CASE PERCENT_ENCODING PATH_SEGMENTS SCHEME_BASED PROTOCOL_BASED"
    assert [rung.name for rung in sorted(Rung)] == names.split()


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # 6.2.1
        ("http://a/", "http://a/", Rung.SIMPLE_STRING),
        ("", "", Rung.SIMPLE_STRING),
        # 6.2.2.1
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", Rung.CASE),
        ("x:%3a", "x:%3A", Rung.CASE),
        # 6.2.2.2
        ("x:%63", "x:c", Rung.PERCENT_ENCODING),
        ("x://%41", "x://a", Rung.PERCENT_ENCODING),
        ("//%41", "//a", Rung.PERCENT_ENCODING),
        # 6.2.2.3
        ("x:/b/../c", "x:/c", Rung.PATH_SEGMENTS),
        ("x:/b/%2E%2e/c", "x:/c", Rung.PATH_SEGMENTS),
        ("example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", Rung.PATH_SEGMENTS),
        # 6.2.3
        ("http://example.com", "http://example.com:80/", Rung.SCHEME_BASED),
        ("x://a", "x://a/", Rung.SCHEME_BASED),
        ("mailto:Joe@Example.COM", "mailto:Joe@example.com", Rung.SCHEME_BASED),
        ("file://localhost/a", "file:///a", Rung.SCHEME_BASED),
    ],
)
def test_rfc3986_6_2_the_lowest_rung(a: str, b: str, expected: Rung) -> None:
    assert compare(a, b) is expected
    assert compare(parse(b), parse(a)) is expected
    assert by_definition(a, b) is expected


FOUR = ["http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"]


@pytest.mark.parametrize("a", FOUR)
@pytest.mark.parametrize("b", FOUR)
def test_rfc3986_6_2_3_four_equivalent(a: str, b: str) -> None:
    assert compare(a, b) is (Rung.SIMPLE_STRING if a == b else Rung.SCHEME_BASED)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        # "cannot be assumed to be equivalent to any of the examples above"
        *[("http://example.com/?", uri) for uri in FOUR],
        # "two URIs that differ only by the suffix "#" are considered different regardless of the scheme"
        ("http://a/", "http://a/#"),
        ("mailto:a@b", "mailto:a@b#"),
        # "delimiters within a userinfo subcomponent is usually significant"
        ("http://u@a/", "http://u:@a/"),
        ("http://@a/", "http://a/"),
        # "The other generic syntax components are assumed to be case-sensitive"
        ("http://U@a/", "http://u@a/"),
        ("http://a/B", "http://a/b"),
        ("http://a/?B", "http://a/?b"),
        ("http://a/#B", "http://a/#b"),
        ("mailto:Joe@a", "mailto:joe@a"),
        # Reserved characters and their escapes (2.2).
        ("http://a/b%2Fc", "http://a/b/c"),
        ("http://a/%3A", "http://a/:"),
        ("http://a/?a=1&b", "http://a/?b&a=1"),
        ("http://a/b", "http://a/b/"),
        ("http://a//", "http://a/"),
        ("http://a/", "https://a/"),
        ("x:/a", "x:///a"),
        ("x:", "x:/"),
        # Relative references are compared as they are (6.1).
        ("./a", "a"),
        ("//a", "//a/"),
    ],
)
def test_rfc3986_6_2_different(a: str, b: str) -> None:
    assert compare(a, b) is None
    assert compare(b, a) is None


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("http://a/#b", "http://a/#c", Rung.SIMPLE_STRING),
        ("http://a/#b", "http://a/", Rung.SIMPLE_STRING),
        ("HTTP://a/#b", "http://a/#", Rung.CASE),
        ("http://a/?#b", "http://a/#b", None),
        ("#a", "#b", Rung.SIMPLE_STRING),
    ],
)
def test_rfc3986_6_1_fragments_left_out(a: str, b: str, expected: Rung | None) -> None:
    assert compare(a, b, ignore_fragment=True) is expected


DATA, SLASH = "http://example.com/data", "http://example.com/data/"


def test_rfc3986_6_2_4_a_known_redirect() -> None:
    assert compare(DATA, SLASH) is None
    assert compare(DATA, SLASH, redirects={DATA: SLASH}) is Rung.PROTOCOL_BASED
    assert compare(SLASH, DATA, redirects={DATA: SLASH}) is Rung.PROTOCOL_BASED
    assert compare(DATA, "http://example.com/other", redirects={DATA: SLASH}) is None


def test_rfc3986_6_2_4_redirects_are_for_what_is_not_equal_below() -> None:
    assert compare(DATA, DATA, redirects={DATA: SLASH}) is Rung.SIMPLE_STRING
    assert compare("http://a", "http://a/", redirects={"http://a": "http://b"}) is Rung.SCHEME_BASED


def test_rfc3986_6_2_4_redirects_are_known_by_their_normal_form() -> None:
    redirects = {"HTTP://Example.com:80/%64ata": "http://example.com/x/../data/"}
    assert compare(DATA, SLASH, redirects=redirects) is Rung.PROTOCOL_BASED


def test_rfc3986_6_2_4_redirects_lead_on() -> None:
    redirects = {"x:a": "x:b", "x:b": "x:c", "x:d": "x:c", "x:e": "x:f"}
    for a in ("x:a", "x:b", "x:c", "x:d"):
        assert compare(a, "x:d", redirects=redirects) is (Rung.SIMPLE_STRING if a == "x:d" else Rung.PROTOCOL_BASED)
        assert compare(a, "x:e", redirects=redirects) is None


def test_rfc3986_6_2_4_redirects_in_a_circle_say_nothing() -> None:
    assert compare("x:a", "x:b", redirects={"x:a": "x:b", "x:b": "x:a"}) is None
    assert compare("x:a", "x:b", redirects={"x:a": "x:a"}) is None
    into_it = {"x:a": "x:b", "x:b": "x:c", "x:c": "x:b", "x:d": "x:b"}
    for a, b in (("x:a", "x:b"), ("x:a", "x:c"), ("x:a", "x:d"), ("x:b", "x:c")):
        assert compare(a, b, redirects=into_it) is None


def test_rfc9110_10_2_2_a_fragment_goes_along() -> None:
    redirects = {"x:a": "x:b", "x:c": "x:b#own"}
    assert compare("x:a#f", "x:b#f", redirects=redirects) is Rung.PROTOCOL_BASED
    assert compare("x:a#f", "x:b", redirects=redirects) is None
    assert compare("x:c#f", "x:b#own", redirects=redirects) is Rung.PROTOCOL_BASED
    assert compare("x:c#f", "x:b#f", redirects=redirects) is None
    assert compare("x:c#f", "x:b#f", redirects=redirects, ignore_fragment=True) is None


@pytest.mark.parametrize(("a", "b"), [("http://a b", "x:"), ("x:", "1:"), ("%", "%")])
def test_rfc3986_6_2_only_references_are_compared(a: str, b: str) -> None:
    with pytest.raises(InvalidReference):
        compare(a, b)


VALID = thorny_references() | valid_uris() | nearly_references().filter(is_uri_reference)


@given(VALID, VALID)
def test_rfc3986_6_2_the_rung_is_the_definition_s(a: str, b: str) -> None:
    assert compare(a, b) is by_definition(a, b)
    assert compare(b, a) is by_definition(a, b)


@given(VALID)
def test_rfc3986_6_2_equal_strings_are_equal_at_once(reference: str) -> None:
    assert compare(reference, parse(reference)) is Rung.SIMPLE_STRING


@given(VALID)
def test_rfc3986_6_2_what_is_normalized_is_equal(reference: str) -> None:
    normal = parse(reference).normalize()
    rung = compare(reference, normal)
    assert rung is not None
    assert rung is by_definition(reference, str(normal))
    assert (rung is Rung.SIMPLE_STRING) == (str(normal) == reference)


@given(VALID)
def test_rfc3986_6_2_a_rung_further_needs_no_more_than_that_rung(reference: str) -> None:
    uri = split(reference)
    for rung, step in zip(list(Rung)[1:], STEPS, strict=False):
        uri = step(uri)
        found = compare(reference, recompose(uri))
        assert found is not None
        assert found <= rung


@st.composite
def aliases(draw: st.DrawFn) -> tuple[str, str]:
    """Two spellings of a URI."""
    ways = [
        [["ftp:", "FTP:", "Ftp:"]],
        [["//u@"], ["//%75@"]],
        [["a.example", "A.Example", "%61.example", "A%2eexample"]],
        [["", ":", ":21", ":021"]],
        *draw(st.lists(st.sampled_from(SEGMENT_ALIASES).map(lambda alias: [alias]), max_size=4)),
        [["/~", "/%7E", "/%7e", "/./~", "/b/../~", "/b/%2E%2e/~"]],
        [["?q=%c3%A9", "?%71=%C3%a9"]],
    ]
    kinds = [draw(st.sampled_from(way)) for way in ways]
    a, b = (["".join(draw(st.sampled_from(kind)) for kind in kinds)] for _ in range(2))
    return a[0], b[0]


SEGMENT_ALIASES = [
    ["/a", "/%61", "/./a", "/x/../a"],
    ["/%C3%A9", "/%c3%a9", "/%2e/%c3%A9"],
    ["/", "//..//.", "/%2E/"],
    ["/%2F", "/%2f"],
]


@given(aliases())
def test_rfc3986_6_2_2_aliases_are_found_out(uris: tuple[str, str]) -> None:
    a, b = uris
    assert parse(a).normalize() == parse(b).normalize()
    rung = compare(a, b)
    assert rung is not None
    assert rung is by_definition(a, b)


@given(VALID, VALID)
def test_rfc3986_6_2_equal_is_having_one_normal_form(a: str, b: str) -> None:
    assert (compare(a, b) is not None) == (parse(a).normalize() == parse(b).normalize())


@given(thorny_uris(), thorny_uris(), st.dictionaries(thorny_uris(), thorny_uris(), max_size=3))
def test_rfc3986_6_2_4_redirects_only_add(a: str, b: str, redirects: dict[str, str]) -> None:
    without, known = compare(a, b), compare(a, b, redirects=redirects)
    assert known in ((without,) if without else (None, Rung.PROTOCOL_BASED))
    assert compare(b, a, redirects=redirects) is known


@given(VALID, VALID)
def test_rfc3986_6_2_climbing_ends_where_they_are_equal(a: str, b: str) -> None:
    forms = list(climb(split(a), split(b)))
    assert forms[0] == (Rung.SIMPLE_STRING, a, b)
    assert [form.rung for form in forms] == list(Rung)[: len(forms)]
    assert [form.rung for form in forms if form.a == form.b] == ([compare(a, b)] if compare(a, b) else [])
    if compare(a, b) is None:
        assert forms[-1].rung is Rung.SCHEME_BASED
