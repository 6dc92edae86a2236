"""The option `top_level_domains`: names that count as top-level domains besides the known ones."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linksift
from linksift.finding.options import Kind
from tests.readings import with_notes_applied

KINDS: tuple[Kind, ...] = ("uri", "suffix", "email", "domain")
NAMES = ("CORP", "k8s", "1home", "my-corp", "x", "m\u00fcnchen")
FINDER = linksift.Finder(kinds=KINDS, top_level_domains=NAMES)
WITHOUT = linksift.Finder(kinds=KINDS)

FOUND = {
    "www.wiki.corp": "http://www.wiki.corp",
    "joe@mail.Corp.": "mailto:joe@mail.Corp",
    "see wiki.corp/a,": "http://wiki.corp/a",
    "api.k8s, db.my-corp": "http://api.k8s http://db.my-corp",
    "a.x/b": "http://a.x/b",
    "see nas.1home for": "http://nas.1home",
    "bier.m\u00fcnchen": "http://bier.xn--mnchen-3ya",
    "joe@bier.xn--mnchen-3ya": "mailto:joe@bier.xn--mnchen-3ya",
    # A complete host may have a comma and more text after it, or a bracket, or prose without a space.
    "http://wiki.corp=b": "http://wiki.corp",
    "http://wiki.corp[the docs]": "http://wiki.corp",
    "http://wiki\u3002corp/": "http://wiki.corp/",
    "http://a\u4e2d\u56fd.corp/": "http://xn--a-lq6ay5z.corp/",
    "http://a\u272ab.corp": "http://xn--ab-piy.corp",
}


def uris(finder: linksift.Finder, text: str) -> list[str]:
    return [match.uri for match in finder.find(text)]


@pytest.mark.parametrize("text", FOUND)
def test_names_under_them_are_found(text: str) -> None:
    assert uris(FINDER, text) == FOUND[text].split()
    assert uris(WITHOUT, text) != FOUND[text].split()
    assert list(FINDER.stream(text)) == FINDER.find(text)


@pytest.mark.parametrize("text", ["wiki.corporate", "joe@wiki", "www.corp.y", "a.x(b)", "1.x", "corp", "setup.corp()"])
def test_nothing_else_is(text: str) -> None:
    assert uris(FINDER, text) == []


def test_they_are_known_to_every_profile_and_to_refanging() -> None:
    for profile in ("text", "document", "chat", "ascii", "uts58"):
        found = linksift.find("joe@mail.corp", profile=profile, top_level_domains={"corp"})
        assert [match.uri for match in found] == ["mailto:joe@mail.corp"]
    (match,) = linksift.find("wiki[.]corp", refang=True, top_level_domains={"corp"})
    assert match.uri == "http://wiki.corp"


AT_LINE_ENDS = (
    "The service is described in detail and for everyone at http://wiki.corp\nmirror/index.html for details.\n",
    "See http://a.example/b\nwiki.corp/index.html for the details.\n",
)


@pytest.mark.parametrize("text", AT_LINE_ENDS)
def test_a_host_at_a_line_end_is_as_finished_under_them_as_under_known_ones(text: str) -> None:
    known = linksift.find(text.replace("corp", "asia"), rejoin="auto")
    found = linksift.find(text, rejoin="auto", top_level_domains={"corp"})
    assert [match.uri for match in found] == [match.uri.replace("asia", "corp") for match in known]
    rules = [[note.rule for note in match.notes] for match in known]
    assert [[note.rule for note in match.notes] for match in found] == rules
    assert [[note.rule for note in match.notes] for match in linksift.find(text, rejoin="auto")] != rules


def test_they_are_compared_as_a_labels_in_any_case() -> None:
    assert (
        FINDER
        == pickle.loads(pickle.dumps(FINDER))
        == linksift.Finder(kinds=KINDS, top_level_domains={"Xn--mnchen-3YA", "x", "My-Corp", "K8S", "1Home", "corp"})
    )
    assert linksift.Finder(top_level_domains="corp").top_level_domains == {"corp"}
    assert linksift.Finder(top_level_domains=[]) == linksift.Finder()
    assert [match.uri for match in linksift.find("a@b.corp", top_level_domains=["corp"])] == ["mailto:a@b.corp"]


PARTS = [
    *("www.", "a", "wiki", ".corp", ".k8s", ".1home", ".x", ".my-corp", "b@", "http://", ":80", "/p"),
    *",./([<>- \n",
    ".m\u00fcnchen",
    "\u4e2d",
]


@given(st.lists(st.sampled_from(PARTS), max_size=9).map("".join))
def test_the_fast_path_makes_the_same_matches_and_the_notes_make_each_uri(text: str) -> None:
    fast = FINDER.find(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.fast_path.addresses_and_domains.fast_address", lambda source, hit: None)
        patch.setattr("linksift.finding.fast_path.addresses_and_domains.fast_domain", lambda source, hit: None)
        assert linksift.Finder(kinds=KINDS, top_level_domains=NAMES).find(text) == fast
    assert list(FINDER.stream(text)) == fast
    assert all(with_notes_applied(match) == match.uri for match in fast)
