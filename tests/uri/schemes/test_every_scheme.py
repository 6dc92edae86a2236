"""What holds for every module of the folder, whichever scheme it is."""

import doctest
import re
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from linksift.uri import schemes
from linksift.uri.components import Components, recompose, split
from linksift.uri.schemes import Scheme, Violation, scheme_named
from linksift.uri.validate import is_uri
from tests.growth import assert_forty_times_at_most
from tests.uri.schemes.by_scheme import all_violations, parts_of, violations_in

MODULES = sorted(module.name for module in iter_modules(schemes.__path__))
SCHEMES = [name for name in MODULES if "_" not in name]

# A valid URI or more of every scheme, from which the strategy below makes others. A new scheme adds its own.
VALID = [
    "data:,A%20brief%20note",
    "data:text/plain;charset=iso-8859-7;base64,SGVsbG8=",
    "file:///etc/fstab",
    "file://localhost/c:/a%20b",
    "file:/etc/fstab",
    "ftp://foo:bar@host.com:21/%2Fetc/what?/motd;type=A",
    "gopher://host/0item?a%09search%09!+ABSTRACT%20+SMELL",
    "gopher://host/1",
    "http://host:80/a/b%2Fc;d?e=f&g#h",
    "https://host:443/a/b%2Fc;d?e=f&g#h",
    "ldap://host:389/c=GB?objectClass?one?(cn=a)?!e=f",
    "mailto:gorby%25kremvax@example.com,a@b.example?cc=c@d.example&subject=a%20b",
    "news:unique@full.domain.name",
    "news://user:secret@host:119/comp.lang.*",
    "nntp://user:secret@host:119/comp.lang.c/12345",
    "prospero://host:1525//pros/name;OBJECT-VERSION=1;a=b",
    "ssh://user;fingerprint=ssh-dss-c1-b1-30@host.example:22",
    "tel:+1-201-555-0123;ext=12",
    "tel:7042;phone-context=example.com",
    "telnet://user:secret@host:23/",
    "urn:example:a123,z456?+foo?=bar#baz",
    "wais://host:210/database?search",
    "wais://host/database/TEXT/id",
    "ws://host:80/chat?a=b",
    "wss://host:443/chat?a=b",
]

# What means something to one scheme or another, put in, or in place of something.
PIECES = [
    *["", "/", "//", "?", "#", ":", "@", ";", "=", "&", ",", "+", "-", ".", "..", "*", "!", "(", ")", "~", "$"],
    *["a", "Z", "0", "65536", "%09", "%0A", "%2F", "%3B", "%3D", "%40", "%41", "%C3%A9", "%E9", "%00", "%25"],
    *[";type=I", "localhost", "[::1]", "base64", "?=", "?+", "//user:p@host:1"],
]


def named(name: str) -> Scheme:
    scheme = scheme_named(name)
    assert scheme is not None
    return scheme


@st.composite
def uris(draw: st.DrawFn, name: str) -> str:
    """Well-formed URIs of a scheme: valid ones, and such as differ from them in up to four places."""
    text = draw(st.sampled_from([uri for uri in VALID if uri.startswith(f"{name}:")])).removeprefix(f"{name}:")
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 4)))
        text = text[:start] + draw(st.sampled_from(PIECES)) + text[end:]
    uri = draw(st.sampled_from([name, name.upper()])) + ":" + text
    assume(is_uri(uri))
    return uri


@st.composite
def well_formed(draw: st.DrawFn, name: str) -> str:
    """Well-formed URIs of a scheme that are made by RFC 3986's rules and know nothing of the scheme."""
    piece = st.sampled_from("aZ09-._~!$&'()*+,;=") | st.integers(0, 255).map(lambda octet: f"%{octet:02x}")
    text = st.lists(piece, max_size=4).map("".join)
    userinfo = st.just("") | st.builds("{}@".format, text) | st.builds("{}:{}@".format, text, text)
    host = text | st.sampled_from(["[::1]", "[v1.a]", "127.0.0.1"])
    port = st.just("") | st.integers(0, 99999).map(":{}".format) | st.just(":")
    authority = st.builds("//{}{}{}".format, userinfo, host, port)
    segments = st.lists(text | st.sampled_from([":", "@", "a@b"]), max_size=4).map("/".join)
    absolute = segments.map("/{}".format)
    hierarchy = st.builds("{}{}".format, authority, absolute | st.just("")) | absolute | segments
    query = st.just("") | text.map("?{}/?:@".format)
    fragment = st.just("") | text.map("#{}/?:@".format)
    uri = f"{name}:{draw(hierarchy)}{draw(query)}{draw(fragment)}"
    assume(is_uri(uri))
    return uri


# ---- What a module holds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = import_module(f"{schemes.__name__}.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0
    functions = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") == module.__name__]
    assert result.attempted > 0 or not any(map(callable, functions))


@pytest.mark.parametrize("name", SCHEMES)
def test_a_scheme_has_the_shape(name: str) -> None:
    scheme = named(name)
    assert type(scheme) is Scheme
    assert is_document(scheme.section)
    assert scheme.default_port is None or 0 < scheme.default_port < 65536


@pytest.mark.parametrize("name", SCHEMES)
def test_a_scheme_has_a_document_in_its_first_line(name: str) -> None:
    """`ftp: files and directories on hosts that speak FTP (RFC 1738, 3.2).`"""
    module = import_module(f"{schemes.__name__}.{name}")
    first = (module.__doc__ or "").splitlines()[0]
    assert re.fullmatch(rf"{name}: .+\(.*[0-9].*\)\.", first)


@pytest.mark.parametrize("name", SCHEMES)
def test_a_scheme_has_a_valid_uri_here(name: str) -> None:
    assert any(uri.startswith(f"{name}:") for uri in VALID)


@pytest.mark.parametrize("uri", VALID)
def test_a_valid_uri_breaks_nothing_and_its_parts_have_names(uri: str) -> None:
    assert violations_in(uri) == []
    assert parts_of(uri)._fields


def is_document(text: str) -> bool:
    """Whether a text names a document, whole or a section of it: "RFC 6068", "RFC 1738, 3.2"."""
    return re.fullmatch(r"[A-Za-z][^,]*[0-9][^,]*(, [0-9A-Z].*)?", text) is not None


def is_section(text: str) -> bool:
    """Whether a text names a section of a document: "RFC 1738, 3.2"."""
    return is_document(text) and ", " in text


@pytest.mark.parametrize(
    ("text", "expected"), [("RFC 1738, 3.2", True), ("RFC 1738", False), ("3.2", False), ("RFC 1738, ", False)]
)
def test_the_judge_of_sections(text: str, expected: bool) -> None:
    assert is_section(text) == expected


# ---- What its functions do -------------------------------------------------------------------------------------------


def has_its_place(broken: Violation, uri: Components) -> bool:
    """Whether the place of a fault is in the component, or at its end; a component that is missing has only 0."""
    assert broken.component in ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    component: str | None = getattr(uri, broken.component)
    return 0 <= broken.offset <= len(component or "")


def check(scheme: Scheme, uri: str) -> None:
    """All that must hold for a well-formed URI of a scheme."""
    components = split(uri)
    broken = all_violations(scheme, components)
    for each in broken:
        assert type(each) is Violation
        assert has_its_place(each, components)
        assert is_section(each.section)
        assert each.why
    if not broken:
        check_valid(scheme, components)


def check_valid(scheme: Scheme, uri: Components) -> None:
    """All that must hold for a valid one: it has parts, and each step is idempotent and leaves it valid."""
    assert isinstance(scheme.parts(uri), tuple)
    for normalizer in scheme.normalizers:
        after = normalizer(uri)
        assert normalizer(after) == after
        assert split(recompose(after)) == after
        assert is_uri(recompose(after))
        assert (after.authority is None) == (uri.authority is None)
        assert all_violations(scheme, after) == []
        uri = after


@pytest.mark.parametrize("name", SCHEMES)
@settings(max_examples=40)
@given(data=st.data())
def test_what_holds_for_every_uri_near_a_valid_one(name: str, data: st.DataObject) -> None:
    check(named(name), data.draw(uris(name)))


@pytest.mark.parametrize("name", SCHEMES)
@settings(max_examples=20)
@given(data=st.data())
def test_what_holds_for_every_well_formed_uri(name: str, data: st.DataObject) -> None:
    check(named(name), data.draw(well_formed(name)))


@pytest.mark.parametrize("uri", [uri for uri in VALID if "secret" in uri])
def test_rfc3986_7_5_no_parts_show_a_password(uri: str) -> None:
    parts = parts_of(uri)
    assert "secret" in parts
    assert "secret" not in repr(parts)


# ---- How long they take ----------------------------------------------------------------------------------------------

NASTY = [
    *[("", piece, "") for piece in (";", "a@", "%09", "a:", ",", "?", ";a=b", "=", "a", "1", "(", "a@b,")],
    *[("//host:1/", piece, "") for piece in ("/", ";", "a@", "%09", "?", ";a=b", "%C3", ";type=A")],
    *[("//", piece, "@host:1/") for piece in (":", ";a=b", "a", "%41")],
    ("//host:", "1", "/"),
    ("a@b?", "a=b&", ""),
]


def everything(scheme: Scheme, components: Components) -> None:
    """All that a scheme does with a URI."""
    if not all_violations(scheme, components):
        scheme.parts(components)
        for normalizer in scheme.normalizers:
            normalizer(components)


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.clock
def test_linear(name: str) -> None:
    for before, piece, behind in NASTY:
        small, large = (f"{name}:{before}{piece * n}{behind}" for n in (1_000, 16_000))
        assert is_uri(small)
        assert_forty_times_at_most(partial(everything, named(name)), split(small), split(large))


def row_of_the_page(name: str) -> str:
    """What docs/uris.md has to say of a scheme."""
    module = import_module(f"{schemes.__name__}.{name}")
    scheme = module.SCHEME
    fields = ", ".join(f"`{field}`" for field in module.parts.__annotations__["return"]._fields)
    normalizers = ", ".join(f"`{normalizer.__name__}`" for normalizer in scheme.normalizers)
    cells = (f"`{name}`", scheme.section, str(scheme.default_port or ""), fields, normalizers)
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


@pytest.mark.parametrize("name", SCHEMES)
def test_the_page_has_a_row_for_the_scheme(name: str) -> None:
    page = Path(__file__).parents[3] / "docs" / "uris.md"
    assert row_of_the_page(name) in page.read_text(encoding="utf-8").splitlines()
