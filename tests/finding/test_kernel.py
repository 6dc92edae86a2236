"""The compiled kernel finds what Python alone finds, and runs patterns as `re` does. Skips where it was not built.

`python -m tests.finding.kernel_fuzz --texts 1000000` compares both on more texts.
"""

import os
import re
import subprocess
import sys
from array import array
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linksift
from linksift.finding import Finder
from linksift.finding.kernel.load_kernel import COMPILED, PURE, kernel_in_use, replace_in_python
from linksift.finding.kernel.regex_compiler import FAIL, Untranslatable, program
from tests.corpus import CORPORA, read_corpora
from tests.finding.kernel_fuzz import FINDERS, OPTIONS, REPLACEMENTS, answers, differences, patterns
from tests.finding.planted_faults import misplaced
from tests.texts import texts
from tests.without_kernel import without_kernel

compiled = pytest.mark.skipif(COMPILED is None, reason="the kernel was not built, or is switched off")

smaller = st.text("abcd_ 1é中", max_size=12)


def test_every_option_is_among_those_that_are_compared() -> None:
    without_texts = {"matchers", "matcher_seconds"}  # matchers run in Python, beside the search
    assert {*Finder.OPTIONS} - without_texts == {name for options in OPTIONS for name in options}


@compiled
@given(st.sampled_from(FINDERS), texts, st.integers(0, 3))
@settings(max_examples=300)
def test_it_finds_what_python_finds(finder: linksift.Finder, text: str, seed: int) -> None:
    with_it = answers(finder, text, seed)
    with without_kernel():
        assert with_it == answers(finder, text, seed)


@compiled
def test_it_finds_what_python_finds_in_random_texts() -> None:
    assert [*differences(texts=int(os.environ.get("LINKSIFT_KERNEL_TEXTS", "1500")), seed=0)] == []


@compiled
@pytest.mark.parametrize("finder", FINDERS[:6], ids=range(6))
def test_it_finds_what_python_finds_in_the_corpora(finder: linksift.Finder) -> None:
    cases = [case.text for case in read_corpora()]
    samples = [path.read_text(encoding="utf-8") for path in sorted((CORPORA / "samples").glob("*.txt"))]
    whole = "\n\n".join((*cases, *samples))
    with_it = [finder.find(text) for text in (*cases, *samples, whole)]
    with without_kernel():
        alone = [finder.find(text) for text in (*cases, *samples, whole)]
    assert with_it == alone


@compiled
def test_the_buffer_may_end_anywhere() -> None:
    whole = "\N{WAVING HAND SIGN} joe@a.example, (http://a.example/b?c=%41). www.a.example:80/x <mailto:joe@a.example> "
    for text in (whole, whole.replace("\N{WAVING HAND SIGN}", "\N{CJK UNIFIED IDEOGRAPH-4E2D}"), whole[2:]):
        for end in range(len(text) + 1):
            for finder in FINDERS[:3]:
                with_it = finder.find(text[:end])
                with without_kernel():
                    assert with_it == finder.find(text[:end])


@compiled
def test_most_finders_have_it() -> None:
    without = [finder for finder in FINDERS if finder._plan.kernel is None]
    assert without == [
        linksift.Finder("uts58", kinds=FINDERS[1].kinds),
        FINDERS[-1],
    ]  # a profile and a label of their own


@compiled
def test_a_subclass_of_str_is_searched_by_python() -> None:
    class Text(str):
        __slots__ = ()

    assert linksift.find(Text("see http://a.example/b")) == linksift.find("see http://a.example/b")


@compiled
@pytest.mark.parametrize("before", ["", "(", "[", "="])
def test_a_uri_at_the_end_of_the_text_is_asked_of_nobody(before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linksift.finding.search_loop.HitSearch.answer", None)
    (found,) = linksift.find(f"see {before}http://a.example/b")
    assert (found.uri, found.enclosure, found.notes, found.alternatives) == ("http://a.example/b", None, (), ())


ASKED_OF_NOBODY = (
    *("see http://a.example/é.", "（http://a.example/wiki/ж）", "http://münchen.example|", "ftp://u:p@a.example/b"),
    *("&lt;http://a.example/b&gt;", "net 192.0.2.0/24", "by ([192.0.2.1]:25 EHLO", "192.0.2.1#53(192.0.2.1)"),
    *("http://a.example/w/日本 b", "mail joe@a.example.\nThanks to all", 'say "mail joe@a.example" now'),
    *("<p>or joe@a.example</p>", "<img src='http://a.example/b'>"),
    *("<joe@é.example>", "<joe@[192.0.2.1]>", "<a#b@c.example>", "<a..b@c.example>", "<joe@a-b.unknown-c>"),
    *("in Tea.app/Contents", "in _Tea.app/Contents_"),
)


@compiled
@pytest.mark.parametrize("text", ASKED_OF_NOBODY)
def test_plain_text_before_what_surely_ends_it_is_asked_of_nobody(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linksift.finding.search_loop.HitSearch.answer", None)
    finder = linksift.Finder(kinds=("uri", "email", "ip", "domain"))
    found = finder.find(text)
    with without_kernel():
        assert found == finder.find(text)


@compiled
@pytest.mark.parametrize(
    "link", ["mailto:joe@a.example", "ftp://a.example/b", "http://a.example/b|c", "HTTP://a.example"]
)
def test_a_link_within_its_line_is_asked_of_nobody_if_lines_are_joined(
    link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linksift.finding.search_loop.HitSearch.answer", None)
    assert len(linksift.Finder("document").find(f"see {link} now\n")) == 1


@compiled
def test_a_list_of_names_is_asked_of_nobody_if_lines_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linksift.finding.search_loop.HitSearch.answer", None)
    assert len(linksift.Finder("document").find("www.a.example\nwww.b.example/c\n> www.d.example\nWWW.e.example")) == 4


def test_an_apostrophe_closes_a_value_that_the_text_ends() -> None:
    (found,) = linksift.find("<a href='http://a.example/'x")
    assert (found.uri, found.enclosure) == ("http://a.example/", "single-quote")


@compiled
def test_a_search_can_be_left_at_any_match() -> None:
    text = "http://a.example joe@b.example " * 3
    for count in range(7):
        found = linksift.Finder().finditer(text)
        assert [next(found).start for _ in range(count)] == [31 * (i // 2) + 17 * (i % 2) for i in range(count)]
        del found


@compiled
def test_a_search_can_end_after_some_matches() -> None:
    text = "http://a.example joe@b.example " * 3
    find = linksift.Finder()._at_once
    assert find is not None
    assert [find(text, most) for most in range(8)] == [find(text)[:most] for most in range(8)]


@compiled
@given(st.lists(st.sampled_from(["<", "&", "'", ".", "b" * 31, "b" * 255, "é", "中", "\U0001f600"])).map("".join))
def test_characters_are_replaced_as_in_python(text: str) -> None:
    made = COMPILED.replace_characters(REPLACEMENTS, text)
    assert made == replace_in_python(REPLACEMENTS, text)
    assert (made is text) == (made == text)


@compiled
@given(st.sampled_from(patterns()), st.one_of(texts, smaller), st.data())
@settings(max_examples=500)
def test_a_program_matches_what_its_pattern_matches(pattern: re.Pattern[str], text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = pattern.match(text, start, end)
    assert COMPILED.run(program(pattern.pattern), text, start, end) == (
        (found.end(), found.lastindex or 0) if found else (-1, 0)
    )


@compiled
def test_a_program_reads_nothing_from_the_end_on() -> None:
    assert [COMPILED.run(program("abc"), "abcd", 0, end)[0] for end in range(5)] == [-1, -1, -1, 3, 3]


@compiled
def test_a_program_may_fail_at_once() -> None:
    fails = array("i", [FAIL]).tobytes()  # to Python 3.11, `(?!)` is a lookahead
    assert COMPILED.run((fails, "", ()), "a", 0, 1) == (-1, 0)


@pytest.mark.parametrize("pattern", ["(a)\\1", "^a", "(?i:a)", "a*?", "(?:a?)*", "\\ba", "(?:ab){30000}"])
def test_what_the_kernel_does_not_know_is_no_program(pattern: str) -> None:
    with pytest.raises(Untranslatable):
        program(pattern)


def test_flags_are_refused_that_change_a_pattern() -> None:
    with pytest.raises(Untranslatable):
        program("a", re.IGNORECASE)


def in_use(**environment: str) -> str:
    """What a new process says of its kernel."""
    command = "from linksift.finding import kernel_in_use; print(kernel_in_use())"
    source = str(Path(linksift.__file__).parents[1])
    environment = {name: value for name, value in os.environ.items() if name != PURE} | environment
    ran = subprocess.run(
        [sys.executable, "-c", command],
        env=environment | {"PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def test_it_can_be_switched_off() -> None:
    assert in_use(LINKSIFT_PURE="1") == "pure Python (LINKSIFT_PURE is set)"


def test_the_version_says_which_is_in_use() -> None:
    assert kernel_in_use() == "compiled" or kernel_in_use().startswith("pure Python")
    assert PURE in os.environ or in_use() == kernel_in_use()


def test_each_planted_fault_has_its_place_in_the_kernel() -> None:
    """A change of the kernel that moves one shows here, not half an hour later in CI."""
    assert misplaced() == []
