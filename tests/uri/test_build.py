"""Building references from parts: each is encoded as it requires, none twice, and none leaks into another."""

import re
from ipaddress import IPv4Address, IPv6Address
from typing import Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from linksift.uri import (
    IP_LITERAL,
    InvalidHost,
    InvalidReference,
    Reference,
    is_uri_reference,
    parse,
    recompose,
    split,
    to_ascii_host,
)
from linksift.uri.build import Parts, build
from linksift.uri.percent import decode_data
from tests.uri.strings import INVALID, SEEDS, nearly_references, valid_uris

NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")

OCTETS = st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)
"""Octets that are not UTF-8, as lone surrogates (PEP 383)."""

DATA = st.text(st.characters(exclude_categories=["Cs"]) | OCTETS | st.sampled_from("%&=+;#?/:@[] 4A."))
HOSTILE = st.text(st.sampled_from(":/?#[]@%4A. \n\0\\é\ud800\udce9;&=+") | st.characters(), max_size=8)
WRITTEN = DATA | HOSTILE | nearly_references()
REFERENCES = st.sampled_from(SEEDS) | valid_uris() | nearly_references().filter(is_uri_reference)

HOSTS = WRITTEN | st.sampled_from(["", "a.example", "::1", "[::1]", "[v1.x]", "[::g]", "bücher.example", "a@b", "a:80"])
PORTS = st.none() | st.sampled_from(["", "80", "0" * 9]) | st.integers() | HOSTILE
SCHEMES = st.none() | st.sampled_from(["http", "Urn", "x+-.1"]) | HOSTILE
PARTS = st.fixed_dictionaries(
    {
        "scheme": SCHEMES,
        "userinfo": st.none() | WRITTEN,
        "host": st.none() | HOSTS,
        "port": PORTS,
        "path": WRITTEN,
        "query": st.none() | WRITTEN,
        "fragment": st.none() | WRITTEN,
    }
)


def octets(text: str) -> bytes:
    return decode_data(text).encode("utf-8", "surrogateescape")


def again(reference: Reference) -> Reference:
    """A reference built from the components of another."""
    return Reference.build(**{name: getattr(reference, name) for name in NAMES})


# ---- What is given is read back -----------------------------------------------------------------------------------


@given(st.lists(DATA))
def test_rfc3986_2_4_segments_are_data(given_segments: list[str]) -> None:
    reference = Reference.build(host="a", path=given_segments)
    assert list(map(octets_of_data, reference.segments)) == list(map(octets_of_data, given_segments))
    assert (reference.host, reference.query, reference.fragment) == ("a", None, None)


@given(st.lists(st.tuples(DATA, st.none() | DATA)).filter(lambda pairs: pairs != [("", None)]))
def test_rfc3986_2_4_pairs_are_data(pairs: list[tuple[str, str | None]]) -> None:
    reference = Reference.build(query=pairs)
    read = reference.query_pairs()
    assert [(octets_of_data(name), value is None) for name, value in read] == [
        (octets_of_data(name), value is None) for name, value in pairs
    ]
    assert [octets_of_data(value or "") for _, value in read] == [octets_of_data(value or "") for _, value in pairs]
    assert (reference.path, reference.fragment) == ("", None)


def octets_of_data(text: str) -> bytes:
    """The octets of data: adjacent lone surrogates may together be one character of UTF-8."""
    return text.encode("utf-8", "surrogateescape")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_rfc3986_2_4_text_comes_back_as_the_same_text(texts: list[str]) -> None:
    assert Reference.build(scheme="x", host="", path=texts).segments == tuple(texts)
    assert Reference.build(query=dict.fromkeys(texts, "")).query_pairs() == [
        (text, "") for text in dict.fromkeys(texts)
    ]


@pytest.mark.parametrize("separator", ["&", ";", "+"])
def test_rfc3986_3_4_no_pair_holds_what_could_part_it(separator: str) -> None:
    reference = Reference.build(query={f"a{separator}b": f"c{separator}d"})
    assert separator not in (reference.query or "")
    assert reference.query_pairs("&") == reference.query_pairs(";") == [(f"a{separator}b", f"c{separator}d")]


def expected_path(path: str, scheme: str | None, host: str | None) -> str:
    """A path adjusted so that it is read as a path (3.3 and 4.2)."""
    if host is not None:
        return path if path.startswith("/") or not path else f"/{path}"
    if path.startswith("//"):
        return f"/.{path}"
    return f"./{path}" if scheme is None and ":" in path.split("/")[0] else path


def is_ipv6_address(host: str) -> bool:
    return not host.lower().startswith("v") and is_uri_reference(f"//[{host}]")


def expected_host(host: str) -> str:
    return f"[{host}]" if is_ipv6_address(host) else to_ascii_host(host)


def is_zoned(host: str) -> bool:
    address, percent, _ = host.removeprefix("[").partition("%")
    return percent == "%" and is_ipv6_address(address)


def can_stand(host: str) -> bool:
    try:
        to_ascii_host(host)
    except InvalidHost:
        return False
    broken_literal = host.startswith("[") and not re.fullmatch(IP_LITERAL, host)
    return not broken_literal and not is_zoned(host)


def is_refused(parts: dict[str, Any]) -> bool:
    """Whether `build` should raise for these parts, by its documentation."""
    scheme, userinfo, host, port = (parts[name] for name in NAMES[:4])
    bad_scheme = scheme is not None and not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.\-]*", scheme)
    bad_port = port is not None and not re.fullmatch("[0-9]*", str(port))
    bad_host = not can_stand(host) if host is not None else (userinfo is not None or port is not None)
    return bad_scheme or bad_port or bad_host


@settings(max_examples=300)
@given(PARTS)
@example(dict(zip(NAMES, (None, None, None, None, "//evil.example/a", None, None), strict=True)))
@example(dict(zip(NAMES, ("x", None, None, None, "//evil.example/a", None, None), strict=True)))
@example(dict(zip(NAMES, (None, None, None, None, "javascript:alert(1)", None, None), strict=True)))
@example(dict(zip(NAMES, ("x", "a@b/", "h@i/j:1]", "1", "?#", "#", "#"), strict=True)))
@example(dict(zip(NAMES, (None, "", "", "", "", "", ""), strict=True)))
def test_no_part_leaks_into_another(parts: dict[str, Any]) -> None:
    """Any text in any part gives a valid reference that gives each part back, or a documented error."""
    try:
        reference = Reference.build(**parts)
    except InvalidReference:
        assert is_refused(parts)
        return
    except UnicodeEncodeError:
        assert re.search("[\ud800-\udc7f\udd00-\udfff]", "".join(str(parts[name]) for name in NAMES))
        return
    assert not is_refused(parts)
    assert is_uri_reference(str(reference))
    assert split(str(reference)) == reference.components
    assert reference.scheme == parts["scheme"]
    assert reference.port == (None if parts["port"] is None else str(parts["port"]))
    expected = parts | {"path": expected_path(parts["path"], parts["scheme"], parts["host"])}
    if parts["host"] is not None:
        expected["host"] = expected_host(parts["host"])
    for name in ("userinfo", "host", "path", "query", "fragment"):
        read, put = getattr(reference, name), expected[name]
        assert (read is None) == (put is None), name
        assert octets(read or "") == octets(put or ""), name
    assert again(reference) == reference


@given(PARTS)
def test_the_components_that_are_built_are_valid(parts: dict[str, Any]) -> None:
    """Errors are always about a part: the check of the whole reference never fails."""
    try:
        components = build(cast(Parts, parts))
    except ValueError:
        return
    assert is_uri_reference(recompose(components))
    assert split(recompose(components)) == components


# ---- Never twice --------------------------------------------------------------------------------------------------


@given(REFERENCES)
def test_rfc3986_2_4_building_again_is_the_identity(text: str) -> None:
    reference = parse(text)
    assert again(reference) == reference
    assert reference.replace() == reference


@given(WRITTEN.filter(lambda text: not re.search("[\ud800-\udc7f\udd00-\udfff]", text)))
def test_rfc3986_2_4_what_is_written_is_encoded_once(text: str) -> None:
    once = Reference.build(scheme="x", userinfo=text, host="h", path=text, query=text, fragment=text)
    assert again(once) == once


@given(REFERENCES, st.text(max_size=5), st.text(max_size=5))
def test_changing_a_part_leaves_the_others(text: str, query: str, fragment: str) -> None:
    reference = parse(text)
    changed = reference.replace(query=query, fragment=fragment)
    assert changed.components[:3] == reference.components[:3]
    assert (octets(changed.query or ""), octets(changed.fragment or "")) == (octets(query), octets(fragment))
    assert changed.replace(query=reference.query, fragment=reference.fragment) == reference


@given(REFERENCES)
def test_changing_all_authorities_and_schemes_keeps_the_path_a_path(text: str) -> None:
    reference = parse(text)
    bare = reference.replace(scheme=None, userinfo=None, host=None, port=None)
    assert (bare.scheme, bare.authority) == (None, None)
    assert (bare.query, bare.fragment) == (reference.query, reference.fragment)
    assert bare.path in (reference.path, f"./{reference.path}", f"/.{reference.path}")
    hosted = reference.replace(scheme="x", host="h")
    assert (hosted.scheme, hosted.host) == ("x", "h")
    assert hosted.path in (reference.path, f"/{reference.path}")


# ---- Examples -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, ""),
        ({"scheme": "foo", "host": "example.com", "port": 8042, "path": "/over/there", "query": "name=ferret",
          "fragment": "nose"}, "foo://example.com:8042/over/there?name=ferret#nose"),
        ({"scheme": "urn", "path": "example:animal:ferret:nose"}, "urn:example:animal:ferret:nose"),
        ({"scheme": "ldap", "host": IPv6Address("2001:db8::7"), "path": "/c=GB", "query": "objectClass?one"},
         "ldap://[2001:db8::7]/c=GB?objectClass?one"),
        ({"scheme": "telnet", "host": IPv4Address("192.0.2.16"), "port": 80, "path": "/"}, "telnet://192.0.2.16:80/"),
        ({"scheme": "mailto", "path": "John.Doe@example.com"}, "mailto:John.Doe@example.com"),
        ({"scheme": "file", "host": "", "path": "/etc/hosts"}, "file:///etc/hosts"),
        ({"host": "h", "userinfo": "", "port": ""}, "//@h:"),
        ({"query": "", "fragment": ""}, "?#"),
    ],
)  # fmt: skip
def test_rfc3986_1_1_2_and_3_examples_from_their_parts(parts: Parts, expected: str) -> None:
    assert str(Reference.build(**parts)) == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", ""),
        ("Example.com", "Example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("::", "[::]"),
        ("[::]", "[::]"),
        ("::ffff:192.0.2.1", "[::ffff:192.0.2.1]"),
        ("[v1.a:b]", "[v1.a:b]"),
        ("a:80", "a%3A80"),
        ("u@a", "u%40a"),
        ("a/b?c#d", "a%2Fb%3Fc%23d"),
        ("a]", "a%5D"),
        ("a%20b", "a%20b"),
        ("a b%", "a%20b%25"),
        ("a\\b", "a%5Cb"),
        ("a\0", "a%00"),
    ],
)
def test_rfc3986_3_2_2_hosts(host: str, expected: str) -> None:
    reference = Reference.build(scheme="x", userinfo="u", host=host, port=1)
    assert (reference.host, reference.userinfo, reference.port) == (expected, "u", "1")


@pytest.mark.parametrize("host", ["bücher.a\u200d", "é`", "é b", "é/", "é@a", "é:80", "é%41", "℀.example", "é\ud800"])
def test_uts46_hosts_beyond_ascii_without_a_name(host: str) -> None:
    with pytest.raises(InvalidHost):
        Reference.build(host=host)


@pytest.mark.parametrize("host", ["fe80::1%eth0", "fe80::1%25eth0", "[fe80::1%25eth0]", IPv6Address("fe80::1%eth0")])
def test_rfc3986_3_2_2_an_address_with_a_zone_is_not_a_name(host: str | IPv6Address) -> None:
    """It is not an IP literal either; as a name, `%5Bfe80%3A...` would be looked up in the DNS."""
    with pytest.raises(InvalidHost):
        Reference.build(host=host)


@pytest.mark.parametrize(
    ("scheme", "position"),
    [("", 0), ("1a", 0), ("a_b", 1), ("http:", 4), ("http://evil/", 4), ("é", 0), ("a\n", 1), (" a", 0), ("%61", 0)],
)
def test_rfc3986_3_1_no_scheme(scheme: str, position: int) -> None:
    with pytest.raises(InvalidReference) as caught:
        Reference.build(scheme=scheme)
    assert (caught.value.component, caught.value.position, caught.value.rule) == ("scheme", position, "scheme")


@pytest.mark.parametrize(
    ("port", "position"),
    [("80/x", 2), ("80\n", 2), (-1, 0), ("-1", 0), ("+1", 0), ("٨", 0), ("80@evil", 2), (" 80", 0), ("1_0", 1)],
)
def test_rfc3986_3_2_3_no_port(port: str | int, position: int) -> None:
    with pytest.raises(InvalidReference) as caught:
        Reference.build(host="a", port=port)
    assert (caught.value.component, caught.value.position, caught.value.rule) == ("port", position, "port")


@pytest.mark.parametrize(
    ("port", "expected"), [(0, "0"), (80, "80"), ("080", "080"), ("", ""), (10**30, "1" + "0" * 30)]
)
def test_rfc3986_3_2_3_ports(port: str | int, expected: str) -> None:
    assert Reference.build(host="a", port=port).port == expected


def test_a_port_longer_than_python_writes_is_refused() -> None:
    with pytest.raises(ValueError, match="digits"):
        Reference.build(host="a", port=10**5000)


@pytest.mark.parametrize("parts", [{"userinfo": ""}, {"port": ""}, {"userinfo": "user:secret"}, {"port": 80}])
def test_rfc3986_3_2_no_userinfo_and_no_port_without_a_host(parts: Parts) -> None:
    for make in (Reference.build, parse("//user:secret@a:80/").replace):
        with pytest.raises(InvalidReference) as caught:
            make(**({"host": None} | parts))
        assert "authority" in str(caught.value)


@pytest.mark.parametrize(
    "userinfo", ["user:secret", "user:80/secret", "user:?secret", "us@er:secret", ":secret", "::secret"]
)
def test_rfc3986_7_5_what_cannot_be_built_shows_no_password(userinfo: str) -> None:
    with pytest.raises(InvalidReference) as caught:
        Reference.build(userinfo=userinfo)
    assert "secret" not in str(caught.value)
    assert "secret" not in repr(caught.value)


@pytest.mark.parametrize(
    ("part", "value", "wrong"),
    [
        ("query", {"page": 2}, "int"),
        ("query", {"tags": ["a", "b"]}, "list"),
        ("query", [(2, "a")], "int"),
        ("query", 2, "int"),
        ("path", ["a", 2], "int"),
        ("path", 2, "int"),
        ("scheme", 2, "int"),
        ("userinfo", b"joe", "bytes"),
        ("fragment", 2, "int"),
    ],
)
def test_a_part_of_another_type_is_named_with_what_it_takes(part: Any, value: Any, wrong: str) -> None:
    with pytest.raises(TypeError, match=rf"^{part} takes a str.*, not {wrong}"):
        Reference.build(**({"scheme": "https", "host": "a.example"} | {part: value}))


@pytest.mark.parametrize("name", ["authority", "hots", "Path", "username"])
def test_there_are_no_other_parts(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        Reference.build(**{name: "a"})
    with pytest.raises(TypeError, match=name):
        parse("http://a/").replace(**{name: "a"})


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"path": "//a"}, "/.//a"),
        ({"path": "///"}, "/.///"),
        ({"scheme": "x", "path": "//a"}, "x:/.//a"),
        ({"host": "", "path": "//a"}, "////a"),
        ({"host": "h", "path": "a"}, "//h/a"),
        ({"host": "h", "path": "a:b"}, "//h/a:b"),
        ({"path": "a:b"}, "./a:b"),
        ({"path": ":"}, "./:"),
        ({"path": "a/b:c"}, "a/b:c"),
        ({"path": "a%3Ab"}, "a%3Ab"),
        ({"path": "é:b"}, "./%C3%A9:b"),
        ({"scheme": "x", "path": "a:b"}, "x:a:b"),
        ({"path": []}, ""),
        ({"path": [""]}, "/"),
        ({"path": ["a:b"]}, "/a:b"),
        ({"path": ["", "a"]}, "/.//a"),
        ({"host": "h", "path": ["", "a"]}, "//h//a"),
        ({"path": ("a/b", "?", "#", "%41", "é")}, "/a%2Fb/%3F/%23/%2541/%C3%A9"),
    ],
)
def test_rfc3986_3_3_and_4_2_a_path_is_read_as_one(parts: Parts, expected: str) -> None:
    assert str(Reference.build(**parts)) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (None, None),
        ("", ""),
        ({}, ""),
        ([], ""),
        ("a=b c&d=%20#", "a=b%20c&d=%20%23"),
        ({"a": "1+1", "b": None, "c": ""}, "a=1%2B1&b&c="),
        ([("a", "1"), ("a", "2")], "a=1&a=2"),
        ([("a=b", "c=d")], "a%3Db=c%3Dd"),
        ([("", "")], "="),
        ([("", None), ("", None)], "&"),
        ({"q": "/?:@!$'()*,-._~"}, "q=/?:@!$'()*,-._~"),
        ({"q": "[]\udce9é"}, "q=%5B%5D%E9%C3%A9"),
    ],
)
def test_rfc3986_3_4_queries(query: Any, expected: str | None) -> None:
    assert Reference.build(query=query).query == expected


def test_rfc3986_2_2_what_may_stand_in_a_component_is_not_encoded() -> None:
    reg_name = "azAZ09-._~!$&'()*+,;=%41%e9"
    text = f"x://{reg_name}:@{reg_name}:1/:@{reg_name}?/?:@{reg_name}#/?:@{reg_name}"
    reference = Reference.build(
        scheme="x",
        userinfo=f"{reg_name}:",
        host=reg_name,
        port=1,
        path=f"/:@{reg_name}",
        query=f"/?:@{reg_name}",
        fragment=f"/?:@{reg_name}",
    )
    assert str(reference) == text
    assert str(reference.replace()) == text


@pytest.mark.parametrize("name", ["userinfo", "path", "query", "fragment"])
def test_a_lone_surrogate_that_is_no_octet_has_no_escape(name: str) -> None:
    parts: Any = {"host": "h", name: "a\ud800"}
    with pytest.raises(UnicodeEncodeError):
        Reference.build(**parts)
    parts[name] = "a\udce9"
    assert str(Reference.build(**parts)).count("a%E9") == 1


@pytest.mark.parametrize("text", INVALID)
def test_text_that_is_not_a_reference_can_be_part_of_one(text: str) -> None:
    data = text.replace("\ud800", "")
    reference = Reference.build(scheme="x", path=[data], query={data: data})
    assert (reference.segments, reference.query_pairs()) == ((data,), [(data, data)])


def test_a_change_gives_a_new_one() -> None:
    reference = parse("http://user:secret@a.example:80/b?c#d")
    assert str(reference.replace(scheme="https", port=None)) == "https://user:secret@a.example/b?c#d"
    assert str(reference.replace(userinfo=None, path=["e f"], query=None, fragment=None)) == "http://a.example:80/e%20f"
    assert str(reference.replace(host="::1")) == "http://user:secret@[::1]:80/b?c#d"
    assert str(parse("http://a//b").replace(host=None)) == "http:/.//b"
    assert str(parse("urn:a:b").replace(scheme=None)) == "./a:b"
    assert str(reference) == "http://user:secret@a.example:80/b?c#d"
