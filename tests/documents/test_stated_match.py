"""Stated references: the URI of each, the rules that repair it, and references without a URI."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.documents import reference_repair as of_references
from linksift.documents import stated_match as of_matches
from linksift.documents.document_model import Problem, Source, StatedReference
from linksift.documents.stated_match import LONGEST, LONGEST_BASE, stated_match, uri_of
from linksift.notes import RULES
from linksift.uri import RefusedURL, browser_host, browser_url, is_uri, parse
from tests.uri.browser_urls import urls_and_bases

BASE = "http://a.example/b/c"


def matched(stated: StatedReference) -> linksift.Match:
    """The match of a stated reference, if there is one."""
    match = stated_match(stated)
    assert isinstance(match, linksift.Match)
    return match


def applied(match: linksift.Match) -> str:
    """The match's text after its notes are applied."""
    pieces: list[str] = []
    position = match.start
    for note in match.notes:
        if note.replacement is not None:
            assert position <= note.start, f"{note} overlaps another"
            pieces += match.text[position - match.start : note.start - match.start], note.replacement
            position = note.end
    return "".join([*pieces, match.text[position - match.start :]])


@pytest.mark.parametrize(
    ("reference", "base", "uri"),
    [
        ("http://a.example/", None, "http://a.example/"),
        ("unheard-of:x", None, "unheard-of:x"),
        ("\n http://a.ex\nample/b\t ", None, "http://a.example/b"),
        ("http://a.example/ü b", None, "http://a.example/%C3%BC%20b"),
        ("http://a.example/%zz%41", None, "http://a.example/%25zz%41"),
        ("http://a.example/?[x]#y#z", None, "http://a.example/?%5Bx%5D#y%23z"),
        ("http://a.example/\udce9", None, "http://a.example/%E9"),
        ("http://[::1]/[x]", None, "http://[::1]/%5Bx%5D"),
        ("http://bü\ncher.example/", None, "http://xn--bcher-kva.example/"),
        ("http:\\\\a.example\\b?c\\d", None, "http://a.example/b?c%5Cd"),
        ("https:///b", None, "https://b"),
        ("http:/b", BASE, "http://a.example/b"),
        ("http:/b", "https://a.example/", "http://b"),
        ("http:b:c", BASE, "http://a.example/b/b:c"),
        ("a b:c", BASE, "http://a.example/b/a%20b:c"),
        ("http://u@v@0x7f.1:080/", None, "http://u%40v@127.0.0.1:080/"),
        ("file://C:\\x", None, "file:///C:/x"),
        ("mailto:joe@a.example?subject=a b", None, "mailto:joe@a.example?subject=a%20b"),
        ("../d e", BASE, "http://a.example/d%20e"),
        ("d\\e", BASE, "http://a.example/b/d/e"),
        ("?q", BASE, "http://a.example/b/c?q"),
        ("//c.example", "https://a.example/", "https://c.example"),
        ("d", "http://a.example/ü/", "http://a.example/%C3%BC/d"),
        ("c#d", BASE, "http://a.example/b/c#d"),
    ],
)
def test_a_stated_reference_becomes_a_uri(reference: str, base: str | None, uri: str) -> None:
    match = matched(StatedReference(reference, "a href", base))
    assert (match.uri, match.text, match.kind, match.enclosure) == (uri, reference, "stated", None)
    assert (match.start, match.end) == (0, len(reference))
    assert applied(match) == uri
    assert match.alternatives == ()


@pytest.mark.parametrize(
    ("reference", "base"),
    [
        ("", BASE),
        ("  ", BASE),
        ("#top", BASE),
        (" #top", BASE),
        ("http:", BASE),
        ("http:#top", BASE),
        ("b", None),
        ("b c:d", None),
        ("//a.example", None),
        ("b", "not a base"),
        ("b", "http://1.1.1.1.1/"),
        ("C:\\file", None),
        ("c:/file", BASE),
        ("b", "b" * LONGEST_BASE + "://a.example/"),
    ],
)
def test_a_reference_that_leads_nowhere_is_neither_a_link_nor_a_problem(reference: str, base: str | None) -> None:
    assert stated_match(StatedReference(reference, "a href", base)) is None
    assert uri_of(reference, base) is None


def test_the_query_of_a_base_may_be_long() -> None:
    assert uri_of("b", "http://a.example/?" + "c" * LONGEST_BASE) == "http://a.example/b"


@pytest.mark.parametrize(
    ("base", "directory"),
    [
        ("https://a.example/" + "b" * LONGEST_BASE + "/", "https://a.example/"),
        ("https://a.example/b/" + "c/" * LONGEST_BASE, "https://a.example/b/" + "c/" * 1_014),
        ("https://a.example/" + "ü" * LONGEST_BASE + "/", "https://a.example/"),
        ("https://" + "u" * LONGEST_BASE + "@a.example:8443/b/", "https://a.example:8443/b/"),
    ],
)
def test_a_link_below_a_long_base_has_the_host_that_it_has_in_browsers(base: str, directory: str) -> None:
    root = "/".join(directory.split("/")[:3])
    assert len(directory) <= LONGEST_BASE
    assert uri_of("login", base) == uri_of("https:login", base) == directory + "login"
    assert uri_of("/login", base) == uri_of("https:/login", base) == root + "/login"
    assert uri_of("//c.example/", base) == "https://c.example/"


def test_a_long_host_of_a_base_hides_no_other_host() -> None:
    base = "https://" + "a." * LONGEST_BASE + "example/"
    assert uri_of("//c.example/", base) == "https://c.example/"
    for reference in ("login", "/login", "https:login"):
        problem = stated_match(StatedReference(reference, "a href", base))
        assert isinstance(problem, Problem)


def test_a_long_base_without_slashes_keeps_its_scheme() -> None:
    assert uri_of("b", "urn:" + "c" * LONGEST_BASE) == "urn:b"


@pytest.mark.parametrize(
    ("reference", "base", "why"),
    [
        ("http://", None, "browsers refuse it (host-missing): http://"),
        ("http://a b/", BASE, "browsers refuse it (domain-to-ASCII): http://a b/"),
        ("http://a:b/", None, "browsers refuse it (port-invalid): http://a:b/"),
        ("https:///a.example:70000", BASE, "browsers refuse it (port-out-of-range): https:///a.example:70000"),
        ("http://1.1.1.1.1/", BASE, "browsers refuse it (IPv4-too-many-parts): http://1.1.1.1.1/"),
        ("//", BASE, "browsers refuse it (host-missing): //"),
        ("http://" + "ü" * 64 + ".example/", None, "browsers refuse it (domain-to-ASCII): http://" + "ü" * 64),
        ("http://\udce9/", None, "browsers refuse it (domain-to-ASCII): http://\\udce9/"),
        ("http://{host}/b", None, "it cannot be made into a URI: http://{host}/b"),
        ("xx://[a/", None, "it cannot be made into a URI: xx://[a/"),
        ("ssh:///a", None, "its scheme needs a host: ssh:///a"),
        ("http://a.example/" + "b" * LONGEST, None, "it is longer than 65,536 characters: http://a.example/bbb"),
        ("http://joe:secret@a b/c?token=secret", None, "browsers refuse it (domain-to-ASCII): ...@a b/c"),
        ("http:joe:secret@", None, "browsers refuse it (host-missing): ...@"),
    ],
)
def test_a_reference_that_browsers_refuse_or_that_cannot_be_a_uri_is_a_problem(
    reference: str, base: str | None, why: str
) -> None:
    place = linksift.Locator(part="1.2")
    problem = stated_match(
        StatedReference(reference, "a href", base, source=Source("\n" + reference), start=1, locator=place)
    )
    assert isinstance(problem, Problem)
    assert problem.message.startswith(f"a href on line 2 left out, since {why}")
    assert (problem.locator, problem.left_out) == (place, "link")
    assert "secret" not in problem.message
    assert len(problem.message) < 200
    assert uri_of(reference, base) is None


# ---- As browsers read it ---------------------------------------------------------------------------------------------

HREFS = [
    *["https:///evil.example/", "http:///evil.example/", "http:/evil.example/", "http:evil.example/"],
    *["http:////evil.example/", "///evil.example/", "////evil.example", "//\\evil.example", "ftp:/evil.example"],
    *[
        "\\\\evil.example",
        "/\\evil.example",
        "https:\\\\evil.example\\a",
        "https:/\\/evil.example\\@b.example",
        "https:evil",
    ],
    *[
        "ht\ttp://evil.example",
        "\x01 http://evil.example",
        "/\t/evil.example",
        "http:\n//evil.example",
        "ht\x01tp://evil.example",
    ],
    *[
        "b/c?d",
        "../b",
        "/b\\c",
        "?b",
        "b c:d",
        "ü:b",
        "https:?b",
        "https:b:c",
        "./",
        "#",
        "",
        "HTTPS:/b",
        "https://:80",
    ],
    *[
        "http://u:p@w@evil.example/",
        "http:@evil.example",
        "http://[@evil.example/",
        "https:u@evil.example",
        "http://@/",
    ],
    *["http://evil.example:8443/", "https://evil.example:443", "http://evil.example:/", "http://evil.example:00080/"],
    *[
        "http://evil.example:70000/",
        "http://evil.example:a/",
        "http://evil.example:８０/",
        "http://evil.example:80:80/",
    ],
    *[
        "http://evil%2Eexample/",
        "http://%65vil.example/",
        "http://ex%C2%ADample.com/",
        "http://evil.example%E3%80%82b/",
    ],
    *[
        "http://a%2Fb/",
        "http://%EF%BC%A1.com/",
        "http://ｅｖｉｌ．ｅｘａｍｐｌｅ/",
        "http://bücher.example/",
        "http://✪a.ws/",
    ],
    *[
        "http://0x7f.1/",
        "http://2130706433/",
        "http://127.1:80/",
        "http://0x/",
        "http://１２７.1/",
        "http://1.1.1.1.1/",
    ],
    *[
        "http://[::1]:80\\x",
        "http://[0:0::1]/",
        "http://[::1/",
        "http://[v1.a]/",
        "http://a b/",
        "http://{a}/",
        'http://"/',
    ],
    *[
        "file:///etc/x",
        "file:/etc/x",
        "file:etc",
        "file://h/x",
        "file:\\\\h\\x",
        "file://C:/x",
        "file:///C|/x",
        "file:////h/x",
    ],
    *[
        "file://localhost/x",
        "file://a:80/x",
        "mailto:joe@a.example",
        "javascript:a",
        "urn:a:b",
        "x:///a",
        "ws:a",
        "//1.2.3",
    ],
]
HREF_BASES = [None, "https://good.example/a/", "http://good.example:81/a?b", "file:///C:/a/b", "file://h/a", "urn:a:b"]


def host_in_browsers(reference: str, base: str | None) -> str | None:
    """The host that a browser goes to; None without a URL or for another scheme."""
    try:
        url = browser_url(reference, base)
    except RefusedURL:
        return None
    return url and url.host


def assert_as_in_browsers(reference: str, base: str | None) -> None:
    """The URI of a stated reference has the browser's host; one without is reported or leads into its document."""
    stated = StatedReference(reference, "a href", base)
    match = stated_match(stated)
    host = host_in_browsers(reference, base)
    if isinstance(match, linksift.Match):
        assert is_uri(match.uri)
        assert applied(match) == match.uri
        written = parse(match.uri).host or ""
        if match.uri.partition(":")[0].lower() in ("http", "https", "ws", "wss", "ftp", "file"):
            assert host is not None
            assert same(written) == host or (host, written) == ("", "localhost")
            assert host_in_browsers(match.uri, None) == host
    elif match is not None and "browsers refuse" in match.message:
        assert host is None
    elif match is not None and host is not None:
        assert not is_uri(f"http://{host}/")  # what no URI can be made of


def same(host: str) -> str:
    """A host of RFC 3986 in the one form of each IPv6 address, and in lower case."""
    return browser_host(host) if host.startswith("[") else host.lower()


@pytest.mark.parametrize("base", HREF_BASES)
@pytest.mark.parametrize("href", HREFS)
def test_the_links_of_a_page_have_the_host_that_a_browser_goes_to(href: str, base: str | None) -> None:
    assert_as_in_browsers(href, base)


def test_generated_references_have_the_host_that_a_browser_goes_to() -> None:
    for url, base in urls_and_bases(2_000, random.randrange(10**9)):
        assert_as_in_browsers(url, base)


@pytest.mark.parametrize("href", HREFS[:14])
def test_slashes_missing_or_too_many_lose_no_link_of_a_page(href: str) -> None:
    problems: list[Problem] = []
    page = f'<!doctype html><base href="ws://b.example/"><a href="{href}">x</a>'.encode()
    _, found = linksift.read(page, on_problem=problems.append)
    assert found.match.reference.host in ("evil.example", "evil")
    assert problems == []


def test_the_links_that_a_page_loses_are_reported() -> None:
    problems: list[Problem] = []
    page = b"<!doctype html>\n<p><a href='http://1.1.1.1.1/'>x</a><a href=javascript:a>y</a><a href='#z'>z</a>"
    assert list(linksift.read(page, on_problem=problems.append)) == []
    why = "a href on line 2 left out, since browsers refuse it (IPv4-too-many-parts): http://1.1.1.1.1/"
    assert [(problem.message, problem.left_out) for problem in problems] == [(why, "link")]


@pytest.mark.parametrize("scheme", ["javascript", "data", "vbscript", " JavaScript"])
def test_a_link_that_runs_is_stated_only_if_its_scheme_is_named(scheme: str) -> None:
    stated = StatedReference(f"{scheme}:x", "a href")
    assert stated_match(stated) is None
    assert stated_match(stated, "any") is None
    assert stated_match(stated, frozenset({scheme.strip().lower()})) is not None


def test_only_the_schemes_that_are_named_are_wanted() -> None:
    https = frozenset({"https"})
    assert stated_match(StatedReference("http://a.example/", ""), https) is None
    assert stated_match(StatedReference("HTTPS://a.example/", ""), https) is not None
    assert stated_match(StatedReference("b", "", "http://a.example/"), https) is None
    assert stated_match(StatedReference("b", "", "https://a.example/"), https) is not None


def test_a_match_and_its_notes_have_their_spans_in_the_source() -> None:
    source = Source('<a href=" http://a.example/b c">')
    match = matched(StatedReference(" http://a.example/b c", "a href", source=source, start=9, end=30))
    assert (match.start, match.end, match.text) == (9, 30, source.text[9:30])
    assert [(note.rule, note.start, note.end, note.replacement) for note in match.notes] == [
        ("reference_repair.white_space", 9, 10, ""),
        ("reference_repair.percent_encoded", 28, 29, "%20"),
    ]
    assert applied(match) == match.uri == "http://a.example/b%20c"


def test_an_escaped_reference_has_one_note_with_the_others_as_remarks() -> None:
    source = Source("x http://a.example/?a&amp;b c")
    match = matched(StatedReference("http://a.example/?a&b c", "a href", source=source, start=2, end=29))
    assert (match.text, match.uri) == (source.text[2:], "http://a.example/?a&b%20c")
    assert applied(match) == match.uri
    assert [(note.rule, note.replacement is None) for note in match.notes] == [
        ("stated_match.unescaped", False),
        ("reference_repair.percent_encoded", True),
    ]


EXAMPLES = {
    "reference_repair.white_space": StatedReference(" http://a.example/", ""),
    "reference_repair.backslash": StatedReference("http://a.example/b\\c", ""),
    "reference_repair.backslash_after_host": StatedReference("http://a.example\\b", ""),
    "reference_repair.slashes": StatedReference("http:/a.example/", ""),
    "reference_repair.drive_letter": StatedReference("file://C:/a", ""),
    "reference_repair.host_in_browsers": StatedReference("http://0x7f.1/", ""),
    "reference_repair.host_to_ascii": StatedReference("http://ü.example/", ""),
    "reference_repair.percent_encoded": StatedReference("http://a.example/ü", ""),
    "reference_repair.scheme_of_base": StatedReference("http:/b", "", "http://a.example/"),
    "stated_match.resolved": StatedReference("b", "", "http://a.example/"),
    "stated_match.unescaped": StatedReference("http://a.example/", "", source=Source("http&#58;//a.example/"), end=21),
}


def test_each_rule_of_stated_references_is_noted_only_if_it_changes_something() -> None:
    modules = {of_references.__name__, of_matches.__name__}
    assert sorted(name for name, rule in RULES.items() if rule.__module__ in modules) == sorted(EXAMPLES)
    for name, stated in EXAMPLES.items():
        match = matched(stated)
        assert {note.rule for note in match.notes} - {"stated_match.resolved"} == {name} - {"stated_match.resolved"}
        assert name in {note.rule for note in match.notes}
    assert matched(StatedReference("http://a.example/b%20c", "")).notes == ()


REFERENCES = st.text(alphabet=st.sampled_from("htp:/?#[]@%ab.ü\\ \n\tC1|\udcff")) | st.text()


@given(REFERENCES, st.sampled_from([None, BASE, "x:y", "http://ü/ "]) | REFERENCES, st.text(max_size=3))
def test_any_match_is_valid_and_is_what_its_notes_make(reference: str, base: str | None, pad: str) -> None:
    start = len(pad)
    stated = StatedReference(
        reference, "", base, source=Source(f"{pad}{reference}{pad}"), start=start, end=start + len(reference)
    )
    match = stated_match(stated)
    if isinstance(match, linksift.Match):
        assert is_uri(match.uri)
        assert applied(match) == match.uri
        assert match.text == reference
