"""The class `Reference`."""

import copy
import json
import pickle
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import InvalidReference, Reference, is_uri, is_uri_reference, parse, recompose, to_iri
from tests.uri.strings import INVALID, SEEDS, VALID_RELATIVE_REFERENCES, VALID_URIS, nearly_references, valid_uris

FIELDS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


def references() -> st.SearchStrategy[str]:
    """Valid ones."""
    return st.sampled_from(SEEDS) | valid_uris() | nearly_references().filter(is_uri_reference)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "http://user:secret@[::1]:80/a/b?c#d",
            ("http", "user:secret@[::1]:80", "user:secret", "[::1]", "80", "/a/b", "c", "d"),
        ),
        ("", (None, None, None, None, None, "", None, None)),
        ("A://@:?#", ("A", "@:", "", "", "", "", "", "")),
        ("//", (None, "", None, "", None, "", None, None)),
        ("mailto:a@b", ("mailto", None, None, None, None, "a@b", None, None)),
        ("file:///a", ("file", "", None, "", None, "/a", None, None)),
        ("//H%41:080", (None, "H%41:080", None, "H%41", "080", "", None, None)),
    ],
)
def test_rfc3986_3_components(text: str, expected: tuple[str | None, ...]) -> None:
    reference = parse(text)
    assert tuple(getattr(reference, field) for field in FIELDS) == expected


@pytest.mark.parametrize("text", [*VALID_URIS, *VALID_RELATIVE_REFERENCES])
def test_str_is_what_was_parsed(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize("text", INVALID)
def test_no_reference_exists_that_is_not_valid(text: str) -> None:
    for make in (parse, Reference):
        with pytest.raises(InvalidReference):
            make(text)


@given(nearly_references())
def test_parse_takes_exactly_the_uri_references(text: str) -> None:
    if is_uri_reference(text):
        assert str(parse(text)) == text
    else:
        with pytest.raises(InvalidReference):
            parse(text)


def test_equality_and_hash_are_the_strings() -> None:
    assert parse("http://a") == Reference("http://a")
    assert hash(parse("http://a")) == hash(parse("http://a"))
    assert parse("http://a") != parse("http://A")
    assert parse("http://a") != "http://a"
    assert len({parse("a"), parse("a"), parse("b")}) == 2


@pytest.mark.parametrize("name", [*FIELDS, "other"])
def test_immutable_and_slotted(name: str) -> None:
    reference = parse("http://a/b")
    with pytest.raises(AttributeError):
        setattr(reference, name, "x")
    with pytest.raises(AttributeError):
        delattr(reference, name)
    assert not hasattr(reference, "__dict__")


def test_pickles_and_copies() -> None:
    reference = parse("http://user:secret@a/b?c")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(reference, protocol))
        assert type(again) is Reference
        assert again == reference
        assert again.query == "c"
    assert copy.copy(reference) == copy.deepcopy(reference) == reference


def test_rfc3986_7_5_repr_shows_no_password() -> None:
    assert repr(parse("http://user:secret@a/b")) == "Reference('http://user:...@a/b')"
    assert repr(parse("http://user@a:80/b:c@d")) == "Reference('http://user@a:80/b:c@d')"
    assert repr(parse("//:secret@a")) == "Reference('//:...@a')"
    assert "secret" not in repr(parse("http://a/http://user:secret@b/?c=http://user:secret@d"))


def test_rfc3986_examples(shared: Path) -> None:
    rows = (shared / "eval" / "parse" / "rfc3986_examples.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, rows) if case["op"] == "parse"]
    assert cases
    for case in cases:
        reference = parse(case["input"])
        expected = {field: value for field, value in case["expected"].items() if field in FIELDS}
        assert expected
        assert {field: getattr(reference, field) for field in expected} == expected, case["id"]


# ---- The examples of the sections -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ftp://ftp.is.co.za/rfc/rfc1808.txt", ("ftp", "ftp.is.co.za", "/rfc/rfc1808.txt", None, None)),
        ("http://www.ietf.org/rfc/rfc2396.txt", ("http", "www.ietf.org", "/rfc/rfc2396.txt", None, None)),
        ("ldap://[2001:db8::7]/c=GB?objectClass?one", ("ldap", "[2001:db8::7]", "/c=GB", "objectClass?one", None)),
        ("mailto:John.Doe@example.com", ("mailto", None, "John.Doe@example.com", None, None)),
        (
            "news:comp.infosystems.www.servers.unix",
            ("news", None, "comp.infosystems.www.servers.unix", None, None),
        ),
        ("tel:+1-816-555-1212", ("tel", None, "+1-816-555-1212", None, None)),
        ("telnet://192.0.2.16:80/", ("telnet", "192.0.2.16:80", "/", None, None)),
        (
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            ("urn", None, "oasis:names:specification:docbook:dtd:xml:4.1.2", None, None),
        ),
    ],
)
def test_rfc3986_1_1_2_examples(text: str, expected: tuple[str | None, ...]) -> None:
    reference = parse(text)
    assert reference.components == expected
    assert reference.kind == "absolute-URI"
    assert str(reference) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "foo://example.com:8042/over/there?name=ferret#nose",
            ("foo", "example.com:8042", "/over/there", "name=ferret", "nose"),
        ),
        ("urn:example:animal:ferret:nose", ("urn", None, "example:animal:ferret:nose", None, None)),
    ],
)
def test_rfc3986_3_the_two_uris_taken_apart(text: str, expected: tuple[str | None, ...]) -> None:
    assert parse(text).components == expected


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("mailto:fred@example.com", "fred@example.com"),
        ("foo://info.example.com?fred", ""),
        ("//example.com", ""),
        ("?fred", ""),
        ("./this:that", "./this:that"),
    ],
)
def test_rfc3986_3_3_paths(text: str, path: str) -> None:
    assert parse(text).path == path


@pytest.mark.parametrize(
    ("text", "component"), [("1:2", "scheme"), (":a", "path"), ("a_b:c", "scheme"), ("%3A:", "scheme")]
)
def test_rfc3986_4_2_no_colon_in_the_first_segment_of_a_relative_path(text: str, component: str) -> None:
    with pytest.raises(InvalidReference) as caught:
        parse(text)
    assert caught.value.component == component
    assert (parse(f"./{text}").kind, parse(f"./{text}").path) == ("relative-path", f"./{text}")


def test_rfc3986_4_2_what_stands_before_the_first_colon_is_a_scheme() -> None:
    assert parse("this:that").components == ("this", None, "that", None, None)


@pytest.mark.parametrize("text", ["http://a?b/c?d", "//a?b/c?d", "?b/c?d"])
def test_rfc3986_3_4_slashes_and_question_marks_in_a_query(text: str) -> None:
    assert parse(text).query == "b/c?d"


@pytest.mark.parametrize("text", ["http://a#b/c?d", "?#b/c?d", "#b/c?d"])
def test_rfc3986_3_5_slashes_and_question_marks_in_a_fragment(text: str) -> None:
    assert parse(text).fragment == "b/c?d"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("http://a/b?c#d", "URI"),
        ("a:#", "URI"),
        ("urn:a:b#c", "URI"),
        ("http://a/b?c", "absolute-URI"),
        ("a:", "absolute-URI"),
        ("mailto:a@b", "absolute-URI"),
        ("g:h", "absolute-URI"),
        ("//a", "network-path"),
        ("//", "network-path"),
        ("//?#", "network-path"),
        ("///a", "network-path"),
        ("/", "absolute-path"),
        ("/a//b:c#d", "absolute-path"),
        ("/?", "absolute-path"),
        (".", "relative-path"),
        ("..", "relative-path"),
        ("a", "relative-path"),
        ("a/b:c", "relative-path"),
        ("a#b", "relative-path"),
        ("./a:b", "relative-path"),
        (";x", "relative-path"),
        ("?", "relative-path"),
        ("?y#s", "relative-path"),
        ("", "same-document"),
        ("#", "same-document"),
        ("#s", "same-document"),
    ],
)
def test_rfc3986_4_1_to_4_4_kinds(text: str, kind: str) -> None:
    assert parse(text).kind == kind


def test_rfc3986_4_5_a_suffix_reference_is_a_relative_path() -> None:
    """The grammar alone decides: a suffix reference is a path (4.5)."""
    reference = parse("www.w3.org/Addressing/")
    assert (reference.kind, reference.host, reference.path) == ("relative-path", None, "www.w3.org/Addressing/")
    assert (parse("example.com:80").scheme, parse("localhost:80/").path) == ("example.com", "80/")


@given(references())
def test_rfc3986_4_the_kind_is_read_off_the_string(text: str) -> None:
    kind = parse(text).kind
    assert (kind in ("URI", "absolute-URI")) == is_uri(text)
    assert (kind == "absolute-URI") == (is_uri(text) and "#" not in text)
    assert (kind == "network-path") == text.startswith("//")
    assert (kind == "absolute-path") == (text.startswith("/") and not text.startswith("//"))
    assert (kind == "same-document") == (text == "" or text.startswith("#"))


# ---- Authority, host and port ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("http://user:secret@host/", "http://user:...@host/"),
        ("http://user:@host/", "http://user:...@host/"),
        ("http://:@host", "http://:...@host"),
        ("http://user@host:80/", "http://user@host:80/"),
        ("http://user:a:b@[::1]:80/", "http://user:...@[::1]:80/"),
        ("http://user%3Aname:secret@host/", "http://user%3Aname:...@host/"),
        ("mailto:a@b", "mailto:a@b"),
        ("a:b@c", "a:b@c"),
        ("http://host:80/a@b", "http://host:80/a@b"),
        ("http://host:80?a@b#c@d", "http://host:80?a@b#c@d"),
        ("http://a/http://user:secret@b/", "http://a/http://user:...@b/"),
        ("", ""),
    ],
)
def test_rfc3986_3_2_1_redacted(text: str, redacted: str) -> None:
    reference = parse(text)
    assert reference.redacted() == redacted
    assert repr(reference) == f"Reference({redacted!r})"
    assert str(reference) == text


@given(references())
def test_rfc3986_3_2_1_what_is_redacted_is_a_reference_with_the_same_parts_else(text: str) -> None:
    reference, shown = parse(text), parse(parse(text).redacted())
    user, colon, _ = (reference.userinfo or "").partition(":")
    assert (shown.scheme, shown.host, shown.port) == (reference.scheme, reference.host, reference.port)
    assert (shown.userinfo or "") == (f"{user}:..." if colon else user)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("http://example.com", "example.com", None),
        ("http://example.com:", "example.com", ""),
        ("http://example.com:80", "example.com", "80"),
        ("http://:80", "", "80"),
        ("file:///etc/hosts", "", None),
        ("//[::1]", "[::1]", None),
        ("//[::1]:", "[::1]", ""),
        ("//a%3A80", "a%3A80", None),
        ("//u:p@a:000", "a", "000"),
        ("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "10.0.0.1", None),
    ],
)
def test_rfc3986_3_2_2_and_3_2_3_host_and_port(text: str, host: str, port: str | None) -> None:
    assert (parse(text).host, parse(text).port) == (host, port)


@pytest.mark.parametrize(
    ("text", "kind", "address"),
    [
        ("http://192.0.2.16:80/", "IPv4address", IPv4Address("192.0.2.16")),
        ("http://[2001:db8::7]/", "IPv6address", IPv6Address("2001:db8::7")),
        ("http://[::FFFF:129.144.52.38]:80/", "IPv6address", IPv6Address("::ffff:129.144.52.38")),
        ("http://[v7.a]/", "IPvFuture", None),
        ("http://999.0.0.1/", "reg-name", None),
        ("file:///a", "reg-name", None),
        ("file:/a", None, None),
    ],
)
def test_rfc3986_3_2_2_kinds_of_host(text: str, kind: str | None, address: IPv4Address | IPv6Address | None) -> None:
    assert (parse(text).host_kind, parse(text).ip_address) == (kind, address)


# ---- Segments and pairs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("", ()),
        ("http://a", ()),
        ("/", ("",)),
        ("/a", ("a",)),
        ("a", ("a",)),
        ("/a/", ("a", "")),
        ("http://a//", ("", "")),
        ("/a//b", ("a", "", "b")),
        ("urn:a:b/c", ("a:b", "c")),
        ("./a/../b", (".", "a", "..", "b")),
        ("/%2E%2E/%2F", ("..", "/")),
        ("/a%252Fb", ("a%2Fb",)),
        ("/name;v=1.1/name,1.1", ("name;v=1.1", "name,1.1")),
        ("/%C3%BC%FC", ("\u00fc\udcfc",)),
    ],
)
def test_rfc3986_3_3_segments(text: str, segments: tuple[str, ...]) -> None:
    assert parse(text).segments == segments


@given(references())
def test_rfc3986_3_3_there_is_a_segment_more_than_slashes_between_them(text: str) -> None:
    path = parse(text).path
    assert len(parse(text).segments) == (path.count("/") + (not path.startswith("/")) if path else 0)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("a", []),
        ("?", []),
        ("?a", [("a", None)]),
        ("?a=", [("a", "")]),
        ("?=", [("", "")]),
        ("?&", [("", None), ("", None)]),
        ("?a=b=c", [("a", "b=c")]),
        ("?a=1&a=2", [("a", "1"), ("a", "2")]),
        ("?a+b=c+d", [("a+b", "c+d")]),
        ("?a%3Db=%26%3B", [("a=b", "&;")]),
        ("?a=%2541", [("a", "%41")]),
        ("?a=1;b=2", [("a", "1;b=2")]),
        ("?%FC=%C3%BC", [("\udcfc", "\u00fc")]),
        ("#?a=b", []),
    ],
)
def test_rfc3986_3_4_query_pairs(text: str, pairs: list[tuple[str, str | None]]) -> None:
    assert parse(text).query_pairs() == pairs


def test_rfc3986_3_4_query_pairs_divided_by_semicolons() -> None:
    assert parse("?a=1;b&c;;").query_pairs(";") == [("a", "1"), ("b&c", None), ("", None), ("", None)]


@pytest.mark.parametrize("separator", ["", ",", "&;", "&&", None])
def test_rfc3986_3_4_no_other_separators(separator: Any) -> None:
    with pytest.raises(ValueError, match="separator"):
        parse("?a").query_pairs(separator)


@given(references())
def test_query_pairs_and_the_rest_never_raise(text: str) -> None:
    reference = parse(text)
    for separator in ("&", ";"):
        pairs = reference.query_pairs(separator)
        assert len(pairs) == ((reference.query or "").count(separator) + 1 if reference.query else 0)
    assert reference.host_kind is None or reference.host is not None
    assert reference.ip_address is None or reference.host_kind in ("IPv4address", "IPv6address")
    assert reference.iri == to_iri(text)


# ---- 5.3, and parsing is total --------------------------------------------------------------------------------------


@given(references())
def test_rfc3986_5_3_recomposing_is_the_identity(text: str) -> None:
    reference = parse(text)
    assert str(reference) == recompose(reference.components) == text
    assert reference.replace() == reference
    assert Reference(str(reference)) == reference


@given(st.text() | st.text(":/?#[]@%4aA.\0\n\r \ud800\udfff", max_size=30) | nearly_references())
def test_parsing_is_total(text: str) -> None:
    if is_uri_reference(text):
        assert str(parse(text)) == text
        return
    with pytest.raises(InvalidReference) as caught:
        parse(text)
    assert caught.value.reference == text
    assert 0 <= caught.value.position <= len(text)


@pytest.mark.parametrize(
    "piece", ["a", "/", ":", "//", "?", "#", "[", "]", "@", "%", "%41", "%4", ".", "\0", "\n", "\ud800", "é"]
)
def test_parsing_takes_100_000_code_points(piece: str) -> None:
    for start in ("", "//", "a:", "http://a/", "http://[", "http://u:"):
        text = start + piece * (100_000 // len(piece))
        if is_uri_reference(text):
            assert str(parse(text)) == text
            continue
        with pytest.raises(InvalidReference) as caught:
            parse(text)
        assert len(str(caught.value)) < 600
