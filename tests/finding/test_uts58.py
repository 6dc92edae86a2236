"""The profile "uts58": Unicode's own tests, an oracle for termination, and cases that those tests leave open."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import linksift
from linksift.finding.uts58.termination import end_of_link
from linksift.uri import is_uri
from tests.corpus import draw
from tests.finding.test_corpora import apply_notes
from tests.uri.termination import end_of_link as end_by_oracle

FINDER = linksift.Finder("uts58")

LINKS = "http:// https:// HTTP:// mailto: :// a b.c example.com foo.org. 例え.テスト foo。com xn--a.com -a.com a..com"
MARKS = "@ . .. / ? # :~: = & ( ) [ ] { } < > \" ' “ ” « » , ; : ! … \\ ^ | ` ~ + _ % %41 :80 :x us er:pw joe john.uk+x"
ODDITIES = " é 한日、（）\u0301\u0f0b\u00ad\u200b\u200d\u202e\ud800\ue000\x00\n\t\u3000"
PIECES = [*f"{LINKS} {MARKS}".split(), *ODDITIES]
texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.text(max_size=60))


def drawn(text: str, **options: Any) -> str:
    """The text with its links marked."""
    return draw(text, [(match.start, match.end) for match in linksift.find(text, profile="uts58", **options)])


def test_unicodes_own_tests_pass(shared: Path) -> None:
    lines = (shared / "unicode" / "LinkDetectionTest.txt").read_text(encoding="utf-8").split("\n")
    tests = [line.replace("⸠", "⟪").replace("⸡", "⟫") for line in lines if line.strip() and not line.startswith("#")]
    assert len(tests) == 344
    assert [drawn(test.replace("⟪", "").replace("⟫", "")) for test in tests] == tests


@settings(max_examples=500)
@given(texts)
@example("foo.com/" + "(" * 300)
def test_finding_never_raises_and_the_notes_of_a_match_turn_its_text_into_its_uri(text: str) -> None:
    position = 0
    for match in FINDER.find(text):
        assert position <= match.start < match.end
        assert match.text == text[match.start : match.end]
        assert apply_notes(match) == match.uri
        assert is_uri(match.uri)
        assert match.alternatives == ()
        position = match.end


@settings(max_examples=500)
@given(st.sampled_from(["", "/", "?", "#", "/a(?", "/a(/b", "#(:~:"]), texts)
def test_a_link_ends_where_an_oracle_of_the_standard_ends_it(head: str, text: str) -> None:
    assert end_of_link(head + text, 0, len(head + text))[0] == end_by_oracle(head + text, 0)


@settings(max_examples=200)
@given(texts, st.lists(st.integers(1, 9), max_size=30))
def test_a_text_in_chunks_has_the_same_links(text: str, sizes: list[int]) -> None:
    starts = [sum(sizes[:count]) for count in range(len(sizes) + 1)]
    chunks = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    assert list(FINDER.stream(chunks)) == FINDER.find("".join(chunks))


@settings(max_examples=200)
@given(texts, st.integers(1, 30))
def test_no_link_is_longer_than_max_length(text: str, max_length: int) -> None:
    found = linksift.find(text, profile="uts58", max_length=max_length)
    assert all(len(match.text) <= max_length for match in found)


@settings(max_examples=200)
@given(texts)
def test_links_of_other_kinds_are_skipped(text: str) -> None:
    every = FINDER.find(text)
    for kind in ("uri", "email", "domain"):
        of_kind = linksift.find(text, profile="uts58", kinds=[kind])
        assert of_kind == [match for match in every if match.kind == kind]


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("foo.example", "https://foo.example"),
        ("foo.example:80/a", "https://foo.example:80/a"),
        ("FOO.VERMÖGEN.example", "https://foo.xn--vermgen-d1a.example"),
        ("普遍。example", "https://xn--tkvz54g.example"),
        ("joe@foo.example", "mailto:joe@foo.example"),
        ("mailto:joe@foo.example", "mailto:joe@foo.example"),
        ("HTTP://foo/", "HTTP://foo/"),
        ('http://foo.example/"a"/é^', "http://foo.example/%22a%22/%C3%A9%5E"),
        ("http://foo.example/?a[]=<b>#c#d", "http://foo.example/?a%5B%5D=%3Cb%3E#c%23d"),
        ("http://foo.example/100%", "http://foo.example/100%25"),
    ],
)
def test_the_uri_of_a_link(text: str, uri: str) -> None:
    assert [match.uri for match in FINDER.find(text)] == [uri]


@pytest.mark.parametrize(
    "text",
    [
        # Hosts that are valid after a scheme, whatever their last label, and dots that belong to the sentence.
        "⟪http://localhost⟫ ⟪http://foo.bar0/⟫ ⟪http://192.0.2.1:8080/⟫ ⟪http://foo.example⟫... ⟪http://foo.example.:80/⟫",
        # An address is found rather than the domain name that its local part resembles.
        "⟪john.uk@foo.example⟫ ⟪john.uk+tag@foo.example⟫ ⟪x+john.uk@foo.example⟫。",
        "⟪foo.example/a@b.example⟫ ⟪foo.example⟫@bar",
        # The standard allows unusual marks in a local part.
        "⟪{x}/y?z@foo.example⟫ ⟪mailto:x@foo.example⟫?subject=y",
        # Invalid labels.
        "http://xn--a.example/ xn--a.example http://a.-b.example http://é-.example ⟪http://xn--mgba3gch31f060k.example/⟫",
        # The Bidi rule, within a label and over the whole name.
        "⟪א1.example⟫ א1a.example 1א.example http://אa.example ⟪http://a.א.example/⟫ http://1a.א.example/ 1é.א.example",
        "-a.example a..example .a.example",
        f"{'a' * 64}.example a@{'a' * 64}.example {'a' * 65}@a.example ⟪{'a' * 64}@a.example⟫ {'a.' * 130}example",
        # Users, and schemes that the standard does not mention.
        "http://joe@foo.example http://joe:pw@foo.example/a http://john.uk@foo.example ftp://foo.example/ x://foo.example",
        "ssh://joe@foo.example:22/ ftp://joe:pw@foo.example/ x://joe@foo.example",
        "“⟪foo.example⟫” (⟪foo.example/a⟫) ⟪foo.example⟫, ⟪foo.example⟫; foo.example-",
        "http://a%2eb.example/ http://a.%s/ http://a{b} http://$a/ http://[::1]/ http://a[.]example/",
        "http:// http:/// http://. http://? mailto: mailto:joe @ @. a@b. .@.",
    ],
)
def test_which_texts_are_links(text: str) -> None:
    assert drawn(text.replace("⟪", "").replace("⟫", "")) == text


def test_a_host_full_of_soft_hyphens_is_neither_a_link_nor_an_error() -> None:
    assert [match.uri for match in FINDER.find("a\u00adb.example")] == ["https://ab.example"]
    assert FINDER.find("a\u00ad" * 40 + ".example http://" + "a\u00ad" * 40 + ".example") == []


def test_only_requested_schemes_are_found() -> None:
    text = "ftp://a.example/ http://b.example/ mailto:c@d.example e.example"
    assert drawn(text, schemes=["ftp"]) == "⟪ftp://a.example/⟫ http://b.example/ mailto:c@d.example e.example"
    assert drawn(text, schemes=["https"]) == "ftp://a.example/ http://b.example/ mailto:c@d.example ⟪e.example⟫"


def test_bare_domains_get_the_default_scheme() -> None:
    assert linksift.find("a.example", profile="uts58", default_scheme="http")[0].uri == "http://a.example"
