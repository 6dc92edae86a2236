"""Invariants of finding, on texts made of pieces of links, delimiters, breaks and oddities."""

import pickle
import re
from functools import cache

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import linksift
from linksift.finding.fast_path.whole_uris import fast_match
from linksift.finding.kernel.load_kernel import COMPILED
from linksift.finding.options import Kind, Profile, Template
from linksift.finding.readings.encode import placeholder_encoded
from linksift.finding.readings.trim import unpaired_closers
from linksift.finding.scan.schemes import placeholders
from linksift.registries import never_by_default, schemes
from linksift.uri import is_uri, split, split_authority
from tests.corpus import read_corpora
from tests.readings import with_notes_applied
from tests.texts import texts
from tests.without_kernel import without_kernel

KINDS: tuple[Kind, ...] = ("uri", "suffix", "email", "domain", "ip")

finders = st.sampled_from(
    [
        linksift.Finder(),
        linksift.Finder(rejoin="never"),
        linksift.Finder(schemes="any"),
        linksift.Finder(schemes={"http", "javascript", "x"}),
        linksift.Finder(max_length=24),
        linksift.Finder(templates=["{}", "{{}}", "${}", "%()s"], top_level_domains=["a", "b"], rejoin="auto"),
    ]
)


def of(characters: str) -> st.SearchStrategy[str]:
    """Strings of these characters and of percent-encoded octets."""
    return st.lists(st.sampled_from([*characters, "%41", "%00", "%e2", "%2F"]), max_size=8).map("".join)


PCHAR = "abcxyzABC019-._~!$&'()*+,;=:@"
hosts = st.one_of(
    of("abcxyz019-._~!$&'()*+,;="),
    st.sampled_from(["a.example", "[::1]", "[2001:db8::7]", "[v1.a:b]", "192.0.2.1", "xn--bcher-kva.example"]),
)
userinfos = st.one_of(st.just(""), of("abc:!$&'()*+,;=").map("{}@".format))
authorities = st.tuples(userinfos, hosts, st.sampled_from(["", ":", ":80", ":99999"])).map("".join)
paths = st.lists(of(PCHAR), max_size=4).map(lambda segments: "".join(f"/{segment}" for segment in segments))
queries = st.one_of(st.just(""), of(PCHAR + "/?").map("?{}".format))
fragments = st.one_of(st.just(""), of(PCHAR + "/?").map("#{}".format))
hierarchical = st.tuples(st.just("//"), authorities, paths).map("".join)
names = st.sampled_from(sorted(set(schemes()) - never_by_default()))
uris = st.tuples(names, st.just(":"), st.one_of(hierarchical, of(PCHAR + "/"), paths), queries, fragments).map("".join)


def has_required_host(uri: str) -> bool:
    parts = split(uri)
    needed = schemes()[parts.scheme or ""].host
    return not needed or bool(parts.authority and split_authority(parts.authority).host)


@settings(max_examples=400)
@given(texts, finders)
def test_spans_are_right_sorted_and_disjoint_and_finding_is_total(text: str, finder: linksift.Finder) -> None:
    matches = finder.find(text)
    position = 0
    for match in matches:
        assert text[match.start : match.end] == match.text
        assert position <= match.start < match.end <= match.start + finder.max_length
        position = match.end
    assert matches == list(finder.finditer(text)) == pickle.loads(pickle.dumps(finder)).find(text)
    assert pickle.loads(pickle.dumps(matches)) == matches


def test_a_lone_surrogate_anywhere_in_the_corpora_raises_nothing() -> None:
    """A text of octets that are not UTF-8 has lone surrogates (PEP 383); no URI and no address contains one."""
    finder = linksift.Finder(kinds=KINDS, refang=True)
    for number, case in enumerate(read_corpora()):
        for position in range(number % 37, len(case.text), 37):
            for match in finder.find(f"{case.text[:position]}\udce9{case.text[position:]}"):
                assert is_uri(match.uri)


def test_a_quoted_address_with_a_lone_surrogate_is_none() -> None:
    found = linksift.find('<"joe \udce9 doe"@a.example> <"joe é doe"@a.example>')
    assert [match.uri for match in found] == ["mailto:%22joe%5C%20%C3%A9%5C%20doe%22@a.example"]


@settings(max_examples=300)
@given(texts, finders)
def test_a_text_has_a_link_if_something_is_found_in_it(text: str, finder: linksift.Finder) -> None:
    assert finder.has_link(text) == bool(finder.find(text))


@settings(max_examples=400)
@given(texts, finders)
@example("<http://a.example/x'\n '\t'\n 'y>", linksift.Finder())
@example("www.\na.example./b", linksift.Finder("document"))
@example("http://a.example\N{CJK UNIFIED IDEOGRAPH-4E2D}&#106;b", linksift.Finder())
def test_every_uri_is_valid_and_the_notes_make_it_of_the_text(text: str, finder: linksift.Finder) -> None:
    for match in finder.find(text):
        others = match.alternatives
        assert len(others) <= 8
        assert match.uri not in [other.uri for other in others]
        assert all(other.alternatives == () for other in others)
        for reading in (match, *others):
            assert is_uri(reading.uri)
            assert text[reading.start : reading.end] == reading.text
            assert with_notes_applied(reading) == reading.uri
            assert str(reading.reference) == reading.uri


@settings(max_examples=400)
@given(texts)
@example("http://a/(b)c).d)e))")
def test_no_alternative_ends_after_a_bracket_that_nothing_in_it_opens(text: str) -> None:
    for match in linksift.find(text):
        for other in match.alternatives:
            in_brackets = other.enclosure == "angle" or any(note.rule.startswith("rejoin.") for note in other.notes)
            assert in_brackets or len(other.text) - 1 not in unpaired_closers(other.text)


ALL_TEMPLATES: tuple[Template, ...] = ("{}", "{{}}", "${}", "%()s")


@settings(max_examples=400)
@given(texts, st.sets(st.sampled_from(ALL_TEMPLATES), min_size=1))
@example("http://{x}.b.example:80/{{ x|y }}/${x}?%(x)s", set(ALL_TEMPLATES))
def test_a_match_is_its_raw_text_with_the_placeholders_encoded(text: str, templates: set[Template]) -> None:
    pattern = placeholders(templates)
    assert pattern is not None
    for match in linksift.find(text, templates=templates):
        for reading in (match, *match.alternatives):
            assert pattern.sub(lambda found: placeholder_encoded(found[0]), reading.raw) == reading.uri
            assert is_uri(reading.uri)


@settings(max_examples=300)
@given(texts)
def test_without_templates_a_match_is_its_raw_text(text: str) -> None:
    assert all(match.raw == match.uri for match in linksift.find(text))


@settings(max_examples=60)
@given(texts)
def test_every_uri_is_valid_by_a_grammar_that_is_not_ours(text: str) -> None:
    rfc3986 = pytest.importorskip("abnf.grammars.rfc3986", reason="needs abnf, the grammar of RFC 3986 by itself")
    for match in linksift.find(text):
        rfc3986.Rule("URI").parse_all(match.uri)


@settings(max_examples=400)
@given(uris)
@example("http://a!$&'()*+,;=b:/")
@example("urn:")
@example("file::")
@example("qemu+ssh://")
def test_angle_brackets_give_back_every_valid_uri_of_a_known_scheme(uri: str) -> None:
    assume(is_uri(uri) and has_required_host(uri))
    assert [(match.uri, match.enclosure) for match in linksift.find(f"<{uri}>")] == [(uri, "angle")]


@settings(max_examples=300)
@given(
    st.sampled_from(["http", "https", "ftp", "ws", "redis"]),
    st.sampled_from(["a", "a.example", "a-b.c_d.example", "[::1]", "192.0.2.1", "u@a.example", "u:p@a.example:80"]),
    st.lists(st.text("abcxyzABC019-_~!$*+,;=@.", max_size=8), max_size=4),
    st.sampled_from(["", "?q=1", "?a/b?c", "#f", "?a=%20b", "?q[]=1", "/x_(y)"]),
)
def test_white_space_gives_back_what_the_rules_of_the_end_leave_alone(
    scheme: str, authority: str, segments: list[str], end: str
) -> None:
    uri = f"{scheme}://{authority}{''.join(f'/{segment}' for segment in segments)}{end}"
    assume(uri[-1] not in ".,:;!?'")
    assert [match.text for match in linksift.find(f" {uri} ")] == [uri]


@settings(max_examples=300)
@given(texts, finders)
def test_the_segments_of_a_text_join_to_it(text: str, finder: linksift.Finder) -> None:
    segments = list(finder.segments(text))
    assert "".join(part if isinstance(part, str) else part.text for part in segments) == text
    assert [part for part in segments if not isinstance(part, str)] == finder.find(text)
    assert finder.sub(text, lambda match: match.text) == text


@settings(max_examples=300)
@given(texts, st.integers(1, 40))
@example("<http://a.example/b-\nde>", 21)
@example('"http://a.example/b-\nde"', 21)
def test_no_match_and_no_alternative_is_longer_than_max_length(text: str, max_length: int) -> None:
    finder = linksift.Finder(max_length=max_length, kinds={"uri", "suffix", "email", "domain", "ip"}, rejoin="auto")
    for match in finder.find(text):
        assert all(len(reading.text) <= max_length for reading in (match, *match.alternatives))


@settings(max_examples=300)
@given(texts)
def test_rejoin_never_joins_nothing(text: str) -> None:
    assert not any(re.search(r"\s", match.text) for match in linksift.find(text, rejoin="never"))


@cache
def without_fast_path(templates: frozenset[Template] = frozenset()) -> linksift.Finder:
    """A finder whose trigger matches no URI whole, so none takes the fast path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.scan.triggers.FAST_PATH", "(?!)")
        return linksift.Finder(templates=templates)


def both_ways(text: str) -> tuple[list[linksift.Match], list[linksift.Match]]:
    """The matches with the fast path, and without it."""
    return linksift.find(text), without_fast_path().find(text)


@settings(max_examples=600)
@given(texts)
@example("http://a<")
@example("http://a.example/b\u3000c")
def test_the_fast_path_makes_the_same_matches(text: str) -> None:
    fast, slow = both_ways(text)
    assert fast == slow


@settings(max_examples=300)
@given(texts)
def test_the_fast_path_makes_the_same_matches_with_templates(text: str) -> None:
    templates = frozenset(ALL_TEMPLATES)
    assert linksift.find(text, templates=templates) == without_fast_path(templates).find(text)


BEYOND_ASCII = [
    "中国",
    "münchen",
    "a",
    "é",
    "日本-x",
    "a中",
    "xn--a",
    "-é",
    "тест",
    "ß",
    "9",
    "e\u0301",
    "中" * 25,
    "✪",
]
DOMAINS = ["cn", "com", "example", "中国", "рф", "zzz", "co.uk", "cn.", "1", "localhost"]
BEFORE = [
    "",
    " ",
    "\n",
    "(",
    '"',
    "'",
    "<",
    "[",
    "*",
    "_",
    "“",
    "「",
    "中",
    "a",
    ".",
    "@",
    "/",
    "URL:",
    "`",
    "x:",
    "é",
    "-",
]
AFTER = [
    "",
    " ",
    "\n",
    ")",
    '"',
    "'",
    ">",
    "]",
    "*",
    "”",
    "中",
    ". ",
    ", ",
    "!",
    "`",
    "|",
    "\\",
    "\\@x",
    ")x",
    ">x",
    ":80",
]
PATHS = ["", "", "/", "/x", "/x.", "/é", "?q=1", "#f", "/x-\ny", "/(a)", "/a&lt;b", "/x's", "/http://b", "/%", "/{a}"]
NAMES_BEYOND_ASCII = st.tuples(
    st.sampled_from(BEFORE),
    st.sampled_from(["http://", "https://", "", "", "www.", "HTTP://", "ftp://"]),
    st.lists(st.sampled_from(BEYOND_ASCII), min_size=1, max_size=2).map(".".join),
    st.sampled_from(DOMAINS).map(".{}".format),
    st.sampled_from(PATHS),
    st.sampled_from(AFTER),
).map("".join)


@settings(max_examples=300)
@given(
    st.lists(NAMES_BEYOND_ASCII, min_size=1, max_size=3).map("".join),
    st.sampled_from(["text", "document", "chat", "ascii"]),
    st.sampled_from([24, 65536]),
)
@example("http://中国.cn/x's\nb/c", "document", 65536)
@example("http://中国.cn/x(\nb/c", "document", 65536)
@example("http://中国.cn/x&amp;\nb/c", "document", 65536)
@example("_http://中国.cn/x_\nb/c", "document", 65536)
def test_the_fast_paths_beyond_ascii_make_the_same_matches(text: str, profile: Profile, max_length: int) -> None:
    finder = linksift.Finder(profile, kinds={"uri", "suffix", "email", "domain", "ip"}, max_length=max_length)
    fast = finder.find(text)
    with without_kernel():
        slow = finder.find(text)
    assert fast == slow
    assert [match.alternatives for match in fast] == [match.alternatives for match in slow]


@pytest.mark.skipif(COMPILED is None, reason="the kernel was not built, or is switched off")
def test_the_kernel_makes_matches_beyond_ascii() -> None:
    text = "http://中国.cn/x"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.search_loop.first_match", lambda *_: None)
        assert [match.text for match in linksift.find(text)] == [text]


def test_the_fast_path_is_taken() -> None:
    assert fast_match("http://a.example/b", 4, 18, 1) is not None
