"""Resolving, relativizing, and the base URI (RFC 3986, 4.4 and 5)."""

import pytest
from hypothesis import assume, example, given

from linksift.uri import InvalidReference, Reference, base_uri, is_uri, parse, split
from linksift.uri.resolve import resolve, resolve_backward_compatible
from tests.uri import pseudo_code
from tests.uri.strings import (
    VALID_URIS,
    nearly_references,
    thorny_references,
    thorny_relative_references,
    thorny_uris,
    valid_uris,
)

BASE = "http://a/b/c/d;p?q"

NORMAL_EXAMPLES = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/;x",
    "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s",
    "": "http://a/b/c/d;p?q",
    ".": "http://a/b/c/",
    "./": "http://a/b/c/",
    "..": "http://a/b/",
    "../": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../": "http://a/",
    "../../g": "http://a/g",
}

ABNORMAL_EXAMPLES = {
    "../../../g": "http://a/g",
    "../../../../g": "http://a/g",
    "/./g": "http://a/g",
    "/../g": "http://a/g",
    "g.": "http://a/b/c/g.",
    ".g": "http://a/b/c/.g",
    "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g",
    "./g/.": "http://a/b/c/g/",
    "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x",
}


@pytest.mark.parametrize(("reference", "target"), NORMAL_EXAMPLES.items())
def test_rfc3986_5_4_1_normal_examples(reference: str, target: str) -> None:
    for strict in (True, False):
        assert str(parse(reference).resolve(BASE, strict=strict)) == target


@pytest.mark.parametrize(("reference", "target"), ABNORMAL_EXAMPLES.items())
def test_rfc3986_5_4_2_abnormal_examples(reference: str, target: str) -> None:
    for strict in (True, False):
        assert str(parse(reference).resolve(BASE, strict=strict)) == target


@pytest.mark.parametrize(
    ("reference", "strictly", "backward_compatibly"),
    [
        ("http:g", "http:g", "http://a/b/c/g"),
        ("HTTP:g", "HTTP:g", "http://a/b/c/g"),
        ("http:", "http:", "http://a/b/c/d;p?q"),
        ("http:?y", "http:?y", "http://a/b/c/d;p?y"),
        ("http:/g", "http:/g", "http://a/g"),
        ("http:g:h", "http:g:h", "http://a/b/c/g:h"),
        ("http://g/../h", "http://g/h", "http://g/h"),
        ("https:g", "https:g", "https:g"),
    ],
)
def test_rfc3986_5_4_2_the_scheme_of_the_base(reference: str, strictly: str, backward_compatibly: str) -> None:
    assert str(parse(reference).resolve(BASE)) == strictly
    assert str(parse(reference).resolve(BASE, strict=False)) == backward_compatibly


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        ("urn:a:b", "../g", "urn:g"),
        ("urn:a:b", "#f", "urn:a:b#f"),
        ("urn:a:b", "", "urn:a:b"),
        ("urn:a:b", "?=q", "urn:a:b?=q"),
        ("urn:a:b", "./c:d", "urn:c:d"),
        ("web+x://h/p/", "q", "web+x://h/p/q"),
        ("mailto:x@y", "#f", "mailto:x@y#f"),
        ("mailto:x@y", "?subject=z", "mailto:x@y?subject=z"),
        ("http://a/b//c/d", "../e", "http://a/b//e"),
        ("http://a/b//c/d", "../../e", "http://a/b/e"),
        ("http://a/b", "/..//c", "http://a//c"),
        ("http://a/b", "//", "http://"),
        ("http://a/b", "///c", "http:///c"),
        ("http://a", "b", "http://a/b"),
        ("http://a?b", "c", "http://a/c"),
        ("http://a", "?b", "http://a?b"),
        ("http://a", "..", "http://a/"),
        ("file:///a/b", "../../c", "file:///c"),
        ("file:///a/b", "//h/c", "file://h/c"),
        ("file:/a/b", "c", "file:/a/c"),
        ("x:a/b", "../../c", "x:/c"),
        ("x:a/b", "c:d/e", "c:d/e"),
    ],
)
def test_rfc3986_5_2_beyond_the_table(base: str, reference: str, target: str) -> None:
    assert str(parse(reference).resolve(base)) == target


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        ("scheme:", "..///bar", "scheme:/.//bar"),
        ("scheme:", ".///bar", "scheme:/.//bar"),
        ("scheme:/a", "/..//bar", "scheme:/.//bar"),
        ("scheme:a/b", "..//bar", "scheme:/.//bar"),
        ("scheme:/.//a/b", "c", "scheme:/.//a/c"),
        ("http://a/b", "x:/.//c", "x:/.//c"),
        ("scheme://h", "..///bar", "scheme://h///bar"),
        ("scheme://", "/..//bar", "scheme:////bar"),
    ],
)
def test_rfc3986_3_3_a_target_gets_no_authority_from_its_path(base: str, reference: str, target: str) -> None:
    assert str(parse(reference).resolve(base)) == target


def test_rfc3986_5_1_the_fragment_of_the_base_is_dropped() -> None:
    for reference, target in {"": "http://a/b?q", "#s": "http://a/b?q#s", "g": "http://a/g"}.items():
        assert str(parse(reference).resolve("http://a/b?q#f/../x")) == target


@pytest.mark.parametrize("base", ["", "a", "/a", "//a/b", "?q", "#f", "http://a b", "1:a"])
def test_rfc3986_5_1_a_base_is_a_uri(base: str) -> None:
    for ask in (parse("g").resolve, parse("x:g").relativize, parse("g").is_same_document):
        with pytest.raises(InvalidReference):
            ask(base)


def test_rfc3986_5_2_4_a_query_has_no_dot_segments() -> None:
    assert str(parse("g").resolve("http://a/b?c/../d")) == "http://a/g"
    assert str(parse("").resolve("http://a/b?c/../d")) == "http://a/b?c/../d"


@given(thorny_references(), thorny_uris())
@example("", "x:../a//")
@example("..", "x:a//..//")
def test_rfc3986_5_2_2_is_kept_to_the_letter(reference: str, base: str) -> None:
    r, b = split(reference), split(base)
    assert resolve(r, b) == pseudo_code.transform(r, b, strict=True)
    lower = r._replace(scheme=r.scheme and r.scheme.lower()), b._replace(scheme=(b.scheme or "").lower())
    assert resolve_backward_compatible(*lower) == pseudo_code.transform(*lower, strict=False)


@given(thorny_references() | nearly_references(), thorny_uris() | valid_uris())
def test_rfc3986_5_2_resolving_is_total_and_gives_a_uri(reference: str, base: str) -> None:
    try:
        r = parse(reference)
    except InvalidReference:
        assume(False)
    for strict in (True, False):
        target = r.resolve(base, strict=strict)
        assert is_uri(str(target))
        assert target.fragment == r.fragment
    assert r.resolve(base).scheme == (r.scheme or parse(base).scheme)


@given(thorny_references(), thorny_uris())
def test_rfc3986_5_2_resolving_neither_makes_nor_unmakes_an_authority(reference: str, base: str) -> None:
    r, b = parse(reference), parse(base)
    own = r.scheme is not None or r.authority is not None
    assert r.resolve(b).authority == (r if own else b).authority


@given(thorny_references(), thorny_uris())
def test_rfc3986_5_2_resolving_twice_is_resolving_once(reference: str, base: str) -> None:
    target = parse(reference).resolve(base)
    # A base is taken as it is where the reference has no path.
    assume(parse(reference).path or parse(reference).authority is not None or parse(reference).scheme is not None)
    assert target.resolve(base) == target


# ---- Same-document references (4.4) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "base", "same"),
    [
        ("", "http://a/b?q", True),
        ("#", "http://a/b?q", True),
        ("#s", "http://a/b?q#f", True),
        ("#s", "mailto:x@y", True),
        ("#s", "urn:a:b", True),
        ("?q", "http://a/b?q", True),
        ("b?q#s", "http://a/b?q", True),
        ("../a", "x:/a", True),
        ("//a/b", "http://a/b", True),
        ("http://a/b#s", "http://a/b#f", True),
        ("", "http://a/b/../c", True),
        ("b", "http://a/b?q", False),
        ("?", "http://a/b", False),
        ("?", "http://a/b?q", False),
        (".", "http://a/b", False),
        ("//a", "http://a/", False),
        # It may be asked of normalized ones, and is not normalized for.
        ("HTTP://a/b", "http://a/b", False),
        ("%62", "http://a/b", False),
    ],
)
def test_rfc3986_4_4_same_document(reference: str, base: str, same: bool) -> None:
    assert parse(reference).is_same_document(base) is same


@given(thorny_references(), thorny_uris())
def test_rfc3986_4_4_same_document_is_the_base_less_fragments(reference: str, base: str) -> None:
    target = str(parse(reference).resolve(base))
    assert parse(reference).is_same_document(base) == (target.partition("#")[0] == base.partition("#")[0])


@given(thorny_uris(), thorny_uris())
def test_rfc3986_4_4_only_a_fragment_is_always_the_same_document(base: str, other: str) -> None:
    fragment = parse(other).fragment
    assert parse("" if fragment is None else f"#{fragment}").is_same_document(base)


# ---- The base (5.1) -------------------------------------------------------------------------------------------------


def test_rfc3986_5_1_1_embedded_comes_first() -> None:
    assert str(base_uri(embedded="x:a", enclosing="x:b", retrieval="x:c", default="x:d")) == "x:a"


def test_rfc3986_5_1_2_then_the_enclosing_entity() -> None:
    assert str(base_uri(enclosing="x:b", retrieval="x:c", default="x:d")) == "x:b"


def test_rfc3986_5_1_3_then_the_retrieval_uri() -> None:
    assert str(base_uri(retrieval=parse("x:c"), default="x:d")) == "x:c"


def test_rfc3986_5_1_4_then_the_default() -> None:
    assert str(base_uri(default="x:d")) == "x:d"


def test_rfc3986_5_1_4_without_any_there_is_none() -> None:
    with pytest.raises(ValueError, match=r"5\.1\.4"):
        base_uri()


@pytest.mark.parametrize(
    ("embedded", "outer", "expected"),
    [
        ("d/", {"retrieval": "http://a/b/c"}, "http://a/b/d/"),
        ("/d/", {"enclosing": "http://a/b/c", "retrieval": "http://x/"}, "http://a/d/"),
        ("//d", {"default": "http://a/"}, "http://d"),
        ("", {"retrieval": "http://a/b#f"}, "http://a/b"),
        ("#s", {"retrieval": "http://a/b"}, "http://a/b"),
    ],
)
def test_rfc3986_5_1_1_a_relative_embedded_base_needs_the_next(
    embedded: str, outer: dict[str, str], expected: str
) -> None:
    assert str(base_uri(embedded=embedded, **outer)) == expected


@pytest.mark.parametrize("layer", ["embedded", "enclosing", "retrieval", "default"])
@pytest.mark.parametrize("given", ["", "a", "//a", "#f", "http://a b"])
def test_rfc3986_5_1_a_base_that_is_taken_is_a_uri(layer: str, given: str) -> None:
    with pytest.raises(InvalidReference):
        base_uri(**{layer: given})


@given(thorny_uris() | valid_uris())
def test_rfc3986_5_1_a_base_is_what_is_given_less_its_fragment(uri: str) -> None:
    for base in (base_uri(embedded=uri), base_uri(enclosing=uri), base_uri(retrieval=uri), base_uri(default=uri)):
        assert str(base) == uri.partition("#")[0]


# ---- The way back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "base", "expected"),
    [
        ("http://a/b/c/g", BASE, "g"),
        ("http://a/b/c/d;p?q", BASE, ""),
        ("http://a/b/c/d;p?q#s", BASE, "#s"),
        ("http://a/b/c/d;p?y", BASE, "?y"),
        ("http://a/b/c/d;p", BASE, "d;p"),
        ("http://a/b/c/", BASE, "./"),
        ("http://a/b/", BASE, "../"),
        ("http://a/g?y#s", BASE, "../../g?y#s"),
        ("http://a/b/c/x:y", BASE, "./x:y"),
        ("http://a/b/c//x", BASE, ".//x"),
        ("http://a//x", BASE, "../..//x"),
        ("http://a", BASE, "//a"),
        ("http://g/h", BASE, "//g/h"),
        ("https://a/b/c/g", BASE, "https://a/b/c/g"),
        ("HTTP://a/b/c/g", BASE, "HTTP://a/b/c/g"),
        ("http:g", BASE, "http:g"),
        ("urn:a:c", "urn:a:b", "./a:c"),
        ("urn:a:b#f", "urn:a:b", "#f"),
        ("mailto:z@y", "mailto:x@y", "z@y"),
        ("x:/.//b", "x:/a", ".//b"),
        ("x:b", "x://a/b", "x:b"),
        ("http://a/b", "http://a", "b"),
        ("http://a?q", "http://a", "?q"),
        ("x:/c", "x:a/b", "/c"),
        ("x:/c", "x:", ".//c"),
        # The way starts where the base's path leads, without its dot-segments.
        ("http://a/b/d", "http://a/b/../c", "b/d"),
        ("http://a//d", "http://a//../c", ".//d"),
        ("http://a/b/../c", "http://a/b/../c#f", ""),
        ("http://a/b/../c?y", "http://a/b/../c?q", "?y"),
    ],
)
def test_rfc3986_5_2_relativize(target: str, base: str, expected: str) -> None:
    assert str(parse(target).relativize(base)) == expected
    assert str(parse(expected).resolve(base)) == target


@pytest.mark.parametrize(
    ("target", "base"),
    [
        ("http://a/b/../c", "http://a/b/c"),
        ("http://a/.", "http://a/"),
        ("x:./a", "x:a"),
        ("x:..", "http://a"),
        # It is the base's path, but nothing takes away the base's query and leaves the path alone.
        ("http://a/./b", "http://a/./b?q"),
    ],
)
def test_rfc3986_5_2_nothing_resolves_to_dot_segments(target: str, base: str) -> None:
    with pytest.raises(ValueError, match="dot-segments"):
        parse(target).relativize(base)


@given(thorny_references())
def test_rfc3986_5_2_only_a_uri_has_a_way_to_it(reference: str) -> None:
    assume(not is_uri(reference))
    with pytest.raises(InvalidReference):
        parse(reference).relativize("http://a/")


@given(thorny_uris(), thorny_uris())
def test_rfc3986_5_2_relativize_round_trips_or_there_is_no_way(target: str, base: str) -> None:
    _relativizes(parse(target), parse(base))


@given(thorny_uris(), thorny_relative_references())
def test_rfc3986_5_2_relativize_round_trips_near_the_base(base: str, reference: str) -> None:
    _relativizes(parse(reference).resolve(base), parse(base))


@pytest.mark.parametrize("base", VALID_URIS)
def test_rfc3986_5_2_relativize_round_trips_among_the_examples(base: str) -> None:
    for target in VALID_URIS:
        _relativizes(parse(target), parse(base))


def _relativizes(target: Reference, base: Reference) -> None:
    """`relativize` returns a reference to the target, and raises only if there is none.

    What is resolved is without dot-segments or has the base's path, whose query can be replaced but not taken away.
    """
    t, b = target.components, base.components
    replaces = t[:3] == b[:3] and not (t.query is None and b.query is not None)
    if target.resolve(base) == target or replaces:
        relative = target.relativize(base)
        assert relative.resolve(base) == target
        assert relative == target or relative.scheme is None
    else:
        with pytest.raises(ValueError, match="dot-segments"):
            target.relativize(base)
