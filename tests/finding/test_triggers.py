"""Where triggers hit: a missing hit is a missing URI, so they may hit too often, but never too seldom."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from linksift.finding.scan.beyond_ascii import PARTICLE_OF_ONE
from linksift.finding.scan.character_roles import BELONGS, FIRST_OF_PARTICLES, LETTERS, row_beyond_ascii
from linksift.finding.scan.schemes import Schemes
from linksift.finding.scan.triggers import (
    BLANK,
    BLOCK,
    DELIMITER,
    IN_ANGLES,
    MARK,
    TAIL,
    colon_trigger,
    hits,
    trigger,
)
from linksift.registries import never_by_default, particles, schemes


def places(text: str, choice: set[str] | str | None = None) -> list[int]:
    return [hit.start() for hit in hits(text, trigger(Schemes(choice)), [IN_ANGLES])]


@pytest.mark.parametrize(
    "text", ["", "plain words", "12:30", "Note: this", "a:", ": :", "a : b", "<b>", "< a:b>", "//a"]
)
def test_most_text_is_not_looked_at(text: str) -> None:
    assert places(text) == []


@pytest.mark.parametrize("name", sorted(set(schemes()) - never_by_default()))
def test_every_known_scheme_is_looked_at_before_its_slashes(name: str) -> None:
    assert places(f"{name}://a.example/b") == [len(name)]
    assert places(f"{name.upper()}://a.example/b") == [len(name)]


@pytest.mark.parametrize("name", sorted(Schemes(None).opaque))
def test_every_scheme_that_goes_without_slashes_is_looked_at(name: str) -> None:
    assert places(f"see {name}:a1@b") == [4 + len(name)]
    assert places(f"see {name.upper()}:a1@b") == [4 + len(name)]


@pytest.mark.parametrize("choice", [None, "any", {"ftp", "mailto"}, {"http", "https", "x"}])
def test_the_prefilter_stops_at_the_same_colons(choice: set[str] | str | None) -> None:
    before = ["http", "see https", "URL: http", "xhttp", "ftp", "mailto", "x", "12", "file", "a.b+c", "<http", ""]
    behind = ["//a.example/b ", "//a.example", "//", "/ /a", "/b", "\n> //a", "a@b.example", " a", "30", "", ":", "<b>"]
    stops, known = colon_trigger(Schemes(choice)), trigger(Schemes(choice))
    for text in (f"{scheme}:{rest}" for scheme in before for rest in behind):
        colons = [place for place, character in enumerate(text) if character == ":"]
        assert [bool(stops.match(text, place)) for place in colons] == [
            bool(known.match(text, place)) for place in colons
        ]


@pytest.mark.parametrize("names", [{"x"}, {"x", "urn"}, {"x", "http"}, {"x", "javascript"}])
def test_schemes_of_one_letter_are_looked_at(names: set[str]) -> None:
    assert places("see x:b", names) == [5]


@pytest.mark.parametrize("name", sorted(never_by_default()))
def test_what_must_be_named_is_looked_at_when_named(name: str) -> None:
    assert places(f"{name}:a", {name}) == [len(name)]


def test_angle_brackets_are_looked_at_before_any_scheme() -> None:
    assert places("<acme:b> <URL:acme:b> <url: acme:b>", {"http"}) == [0, 9, 22]


def test_a_scheme_may_be_broken_after_its_colon() -> None:
    assert places("<ht\ntp:\n/\n/a>") == [6]


def test_hits_come_in_order() -> None:
    found = places("mailto:a@b <acme:b> http://c <URL:http://d> <x:e> urn:f")
    assert found == sorted(found)
    assert len(found) > 5


def test_the_rule_decides_about_each_particle_after_a_segment() -> None:
    listed = {particle[0] for particle in particles("Hiragana", "Hangul")}
    others = {chr(letter) for letter in range(0xAC00, 0xD7A4) if PARTICLE_OF_ONE.match(f"{chr(letter)} ")}
    assert listed | others == set(FIRST_OF_PARTICLES)


@pytest.mark.parametrize(
    "rest",
    [
        "a",
        "a.example",
        "a.b.c.d.e.f",
        "a-b.example:8080/",
        "a_b/c?d=e&f#g",
        "a/b%20c",
        "a/&amp;b=1",
        "192.0.2.1/~x/",
        "a/b:c",
        "a/b_(c)d",
        "a/b'c,d;e",
    ],
)
@pytest.mark.parametrize(
    ("scheme", "after", "group"), [("http", " ", BLANK), ("https", "", BLANK), ("http", ">", DELIMITER)]
)
def test_the_plainest_uris_are_matched_whole(scheme: str, rest: str, after: str, group: int) -> None:
    (hit,) = hits(f"see {scheme}://{rest}{after}", trigger(Schemes(None)))
    assert (hit.start(), hit.end(), hit.lastindex) == (4 + len(scheme), 4 + len(f"{scheme}://{rest}"), group)


@pytest.mark.parametrize(
    ("text", "end", "group"),
    [
        ("http://a/b. c", 11, TAIL),
        ("http://a/b...", 13, TAIL),
        ("http://a/b:)", 11, TAIL),
        ("http://a/(b)", 12, TAIL),
        ("http://a/b'.", 12, TAIL),
        ("http://a. b", 9, TAIL),
        ("http://a?>", 9, TAIL),
        ("http://a, b", 8, MARK),
        ("http://a:80.", 11, MARK),
    ],
)
def test_uris_before_punctuation_are_matched_whole(text: str, end: int, group: int) -> None:
    (hit,) = hits(text, trigger(Schemes(None)))
    assert (hit.end(), hit.lastindex) == (end, group)


@pytest.mark.parametrize(
    "text",
    [
        "http://a/b,http://c/",
        "http://a/b;tel:c",
        "http://a/(b),tel:c",
        "http://a/b/http://c/",
        "http://a/(b",
        "http://a/b's",
        "http://a/b'-c",
        "http://a/b&lt;",
        "http://a/%zz",
        "http://a/é",
        "http://a/b\u00a0",
        "http://a./",
        "http://a-/",
        "http://-a/",
        "http://a..b/",
        "http://u@a/",
        "http://[::1]/",
        "http://a:123456/",
        "http://a.b.c.d.e.f.g.h.i/",
        f"http://{'a' * 64}/",
        "xhttp://a/",
        "post.https://a/",
        "URL: http://a/",
        "HTTP://a/",
        "ftp://a/",
    ],
)
def test_a_uri_that_a_rule_may_change_is_not_matched_whole(text: str) -> None:
    assert [hit.lastindex for hit in hits(text, trigger(Schemes(None)))][:1] == [None]


class Noted:
    """A pattern that notes how far it was searched for."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.searched_to = re.compile(pattern), 0

    def finditer(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        self.searched_to = end
        return self.pattern.finditer(text, start, end)


@pytest.mark.parametrize("filler", ["b ", "b: ", "<a ", "b"])
def test_hits_are_found_in_order(filler: str) -> None:
    text = f"<URL: x: {filler}www.a.example j@b.example {filler * BLOCK}" * 3
    patterns = [IN_ANGLES, *map(re.compile, ("@(?=b)", "w[.](?=a)", r"(?<=b.)\w{1,9}\Z"))]
    found = hits(text, None, patterns)
    expected = sorted(hit.span() for pattern in patterns for hit in pattern.finditer(text))
    assert [hit.span() for hit in found] == expected


def test_hits_are_looked_for_only_as_far_as_they_are_needed() -> None:
    pattern: Any = Noted("@")
    text = f"http://a.example {'b ' * 3 * BLOCK}@"
    found = hits(text, trigger(Schemes(None)), [pattern])
    assert next(found).start() == 4
    assert 0 < pattern.searched_to <= BLOCK + 3
    assert [hit.start() for hit in found] == [len(text) - 1]


def test_nothing_is_matched_whole_when_http_is_not_asked_for() -> None:
    assert [hit.lastindex for hit in hits("http://a/ ftp://b/", trigger(Schemes({"ftp"})))] == [None, None]


@pytest.mark.parametrize("longest", [-4, 0, 1])
def test_a_hit_longer_than_any_uri_is_found_once(longest: int) -> None:
    """A `max_length` shorter than a scheme had kept the search at its first hit for ever."""
    found = hits("http://a.example http://b.example", trigger(Schemes(None)), longest=longest)
    assert [hit.start() for hit in islice(found, 9)] == [4, 21]


def test_letters_that_the_patterns_take_belong_to_a_uri() -> None:
    letters = re.findall(f"[{LETTERS}]", "".join(map(chr, range(0x80, 0xD800))))
    assert [letter for letter in letters if row_beyond_ascii(letter).role != BELONGS] == []
    assert len(letters) > 500
