"""The fast path and the long way give the same answers: on every case of the corpora, of other tools' suites, and on
random texts. `LINKSIFT_RANDOM_TEXTS` is how many of these are tried, with `LINKSIFT_SEED`.

Both are built from one table of ends (`scan/character_roles.py`). Here the fast path is switched off for one of two
finders, and what they find is compared: URIs, spans, notes and alternatives.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import linksift
from linksift.finding.scan.character_roles import ASCII, CLOSES, DEPARTURES, ENDS, LINK_TERMS, OPENS, rule_at
from linksift.notes import RULES, rule_name
from tests.corpus import CORPORA, read_corpora
from tests.finding.kernel_fuzz import OPTIONS as KERNEL_OPTIONS
from tests.finding.kernel_texts import random_text
from tests.stable_random import random_of

ALL_KINDS = {"kinds": frozenset({"uri", "suffix", "email", "domain", "ip"})}
CHOICES: tuple[dict[str, Any], ...] = (
    ALL_KINDS | {"profile": "document"},
    ALL_KINDS | {"profile": "chat"},
    ALL_KINDS | {"profile": "ascii"},
    ALL_KINDS | {"refang": True},
)
OPTIONS = [pytest.param({}, id="default"), pytest.param(ALL_KINDS, id="all kinds")]
RANDOM_TEXTS = int(os.environ.get("LINKSIFT_RANDOM_TEXTS", "4000"))
SEED = int(os.environ.get("LINKSIFT_SEED", "0"))
TEMPLATES = frozenset({"{}", "{{}}", "${}", "%()s"})
OPTIONS += [pytest.param(ALL_KINDS | {"templates": TEMPLATES, "top_level_domains": frozenset({"k8s"})}, id="choice")]
OPTIONS += [pytest.param(choice, id=str(choice.get("profile", "refang"))) for choice in CHOICES]


@contextmanager
def fast_path_off() -> Iterator[None]:
    """Finders made and used inside take no fast path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.scan.triggers.HTTP", "(?!)")
        patch.setattr("linksift.finding.fast_path.addresses_and_domains.fast_address", lambda source, hit: None)
        patch.setattr("linksift.finding.fast_path.addresses_and_domains.fast_domain", lambda source, hit: None)
        patch.setattr("linksift.finding.search_loop.Plan.kernel", None)
        yield


def answers(texts: list[str], options: dict[str, Any]) -> list[list[tuple[Any, ...]]]:
    """All that a finder says about each text."""
    finder = linksift.Finder(**options)
    return [[answer(match) for match in finder.find(text)] for text in texts]


def answer(match: linksift.Match) -> tuple[Any, ...]:
    others = [(other.uri, other.start, other.end, other.notes) for other in match.alternatives]
    return match.uri, match.start, match.end, match.kind, match.enclosure, match.notes, others


def assert_both_ways_agree(texts: list[str], options: dict[str, Any]) -> int:
    """The number of matches in all texts, which are the same both ways."""
    fast = answers(texts, options)
    with fast_path_off():
        slow = answers(texts, options)
    for text, one, other in zip(texts, fast, slow, strict=True):
        assert one == other, text
    return sum(map(len, fast))


@pytest.mark.parametrize("options", OPTIONS)
def test_both_ways_agree_on_the_corpora(options: dict[str, Any]) -> None:
    assert assert_both_ways_agree([case.text for case in read_corpora()], options) > 300


def test_both_ways_agree_on_the_samples() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((CORPORA / "samples").glob("*.txt"))]
    assert assert_both_ways_agree(texts, ALL_KINDS) > 20


@pytest.mark.parametrize("options", OPTIONS)
def test_both_ways_agree_on_the_suites(options: dict[str, Any], shared: Path) -> None:
    texts = [
        case.get("text") or case.get("html") or ""
        for path in sorted((shared / "eval").glob("suites*/*.jsonl"))
        for case in map(json.loads, path.read_text(encoding="utf-8").strip("\n").split("\n"))
    ]
    assert assert_both_ways_agree(texts, options) > 1000


@pytest.mark.parametrize("number", range(len(KERNEL_OPTIONS)))
def test_both_ways_agree_on_random_texts(number: int) -> None:
    texts = [random_text(random_of(SEED + number, one)) for one in range(RANDOM_TEXTS // len(KERNEL_OPTIONS))]
    assert assert_both_ways_agree(texts, KERNEL_OPTIONS[number]) > 0


def test_plain_text_near_the_greatest_length_is_left_to_the_rules() -> None:
    """A pattern that may read no further than the greatest length cannot see the whole reference."""
    text = "http://a.example:8080/&quot;b http://c.example:8080/%41%42%43"
    options: dict[str, Any] = ALL_KINDS | {"max_length": 24}
    assert assert_both_ways_agree([text], options) == 1
    assert [match.uri for match in linksift.find(text, **options)] == ["http://a.example:8080/"]


@pytest.mark.parametrize(
    ("text", "options", "uris"),
    [
        ("ftp://tp.a.example/b:http://|j.COM", ALL_KINDS | {"max_length": 24}, ["http://j.COM"]),
        (f"<URL:{' ' * 32}http://a>", {}, ["http://a"]),
        (f"<URL:{' ' * 33}http://a>", {}, ["http://a"]),
        ("http://e/'\u00ads", {}, ["http://e/"]),
        ("aaaaaaaaaaaaaaaaaaaa.com;@", ALL_KINDS | {"max_length": 24}, ["http://aaaaaaaaaaaaaaaaaaaa.com"]),
        ("aaaaaaaaaaaaaaaaaaaa.com;@b", ALL_KINDS | {"max_length": 24}, []),
        ("HTTP://a/\uff5b\n1", {"profile": "document"}, ["HTTP://a/"]),
        ("http://a/\u083a\nh.html", {"profile": "document"}, ["http://a/%E0%A0%BAh.html"]),
        ("*http://a/b*(\nthe h", {"profile": "document"}, ["http://a/b"]),
        ("*http://a/b*.(\nthe h", {"profile": "document"}, ["http://a/b"]),
        ("<a href='http://a/'title='b'>", {}, ["http://a/"]),
        ("<a href='http://a/'b.example'>", ALL_KINDS, ["http://a/", "http://b.example"]),
        ("<a href='ftp://a/'mailto:b@c.example'>", {}, ["ftp://a/", "mailto:b@c.example"]),
        ("<a href='http://a/'mailto:b@c.example'>", {}, ["http://a/", "mailto:b@c.example"]),
        ("<a href='http://a/'title='bbbbbb'>", {"max_length": 24}, ["http://a/"]),
        ("see 'http://a/'b'", {}, ["http://a/'b"]),
        (".https://__a]]]]]]]]]]]]]]/", {"max_length": 24}, []),
        (f"www.a.example/b{')' * 15}/", {"max_length": 24}, ["http://www.a.example/b"]),
        (f"http://a/{'b' * 15}.urn:a:b", {"max_length": 24}, ["urn:a:b"]),
        (f"http://a/{'b' * 14}.urn:a:b", {"max_length": 24}, []),
        (f"https://a/{'b' * 14}.urn:a:b", {"max_length": 24}, ["urn:a:b"]),
        (f"https://a/{'b' * 13}.urn:a:b", {"max_length": 24}, []),
        ("ftplf.name/http://c?un:a:a.kn", ALL_KINDS | {"max_length": 24}, ["http://a.kn"]),
        ("www.a.example?u=http://c.com/d@urn:a:a.com", ALL_KINDS | {"max_length": 24}, ["urn:a:a.com"]),
        ("_x.y|（t.co/b_;", ALL_KINDS, ["http://t.co/b"]),
        (", _x.http://a_,", {}, ["http://a"]),
        ('(see 10.0.0.1"\n"or', ALL_KINDS | {"profile": "document"}, ["http://10.0.0.1"]),
        ("ftplf.name/aaa/http://c?un:urn:a:a", {"max_length": 24}, ["http://c?un:urn:a:a"]),
    ],
)
def test_texts_on_which_they_once_differed(text: str, options: dict[str, Any], uris: list[str]) -> None:
    """They differed on a scheme inside what is too long, on much white space after `URL:`, on a soft hyphen in what is
    trimmed, at the greatest length, on what is trimmed beyond ASCII or after emphasis at a line end, on a scheme beyond
    the greatest length of what is too long, on a URI that begins inside what was too long, and on emphasis that opened
    earlier and closes before a semicolon or ends a host. Finding raised where a name ends a string and another string
    follows.
    """
    assert_both_ways_agree([text], options)
    assert [match.uri for match in linksift.find(text, **options)] == uris


def test_the_table_names_each_character_of_ascii_once() -> None:
    assert sorted("".join(row.characters for row in ASCII)) == [*map(chr, range(0x80))]


def test_the_table_names_rules_that_exist() -> None:
    """What ends or trims is a rule with a corpus, except white space, which needs no note."""
    rows = [(row.role, row.rule) for row in ASCII if row.rule]
    rows += [(row.role, row.rule) for row in DEPARTURES]
    rows += [(row.role, row.rule) for row in LINK_TERMS.values()]
    assert all(rule_name(rule_at(rule)) == rule for _, rule in rows)
    assert {rule for role, rule in rows if role == ENDS} - {"scan.scanned_text.white_space"} <= RULES.keys()
    assert {row.trimmed_by for row in ASCII if row.trimmed_by} <= RULES.keys()
    assert all(row.trimmed_by for row in ASCII if row.role in (OPENS, CLOSES))
