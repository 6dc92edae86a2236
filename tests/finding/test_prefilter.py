"""The prefilter dismisses short texts without a link, and no others."""

import pytest
from hypothesis import given

from linksift import Finder, Matcher
from linksift.finding.match import ResumeAt
from linksift.finding.pattern_hits import first_literal
from linksift.finding.prefilter import LONGEST_FILTERED, has_no_link
from linksift.finding.search import search
from tests.texts import texts

FINDERS = [
    Finder(),
    Finder("document", kinds={"uri", "suffix", "email", "domain"}),
    Finder("chat", schemes="any", top_level_domains=["k8s"]),
    Finder("ascii", schemes={"x", "javascript"}),
    Finder("uts58"),
    Finder(matchers=[Matcher("word", "(?i)x|@a", "x:{0}"), Matcher.tickets("x:{0}")]),
    Finder(refang=True),
]


@given(texts)
def test_what_it_dismisses_has_no_link(text: str) -> None:
    for finder in FINDERS:
        matches = list(search(finder._plan, text, ResumeAt(), len(text) + 1))
        wanted = {*finder.kinds, *(matcher.name for matcher in finder.matchers)}
        assert finder.find(text) == [match for match in matches if match.kind in wanted]
        assert finder.has_link(text) == bool(finder.find(text))


@pytest.mark.parametrize("finder", FINDERS[:-2], ids=lambda finder: finder.profile)
def test_every_trigger_has_a_literal(finder: Finder) -> None:
    assert all(literal for literal, _ in finder._prefilter)


@pytest.mark.parametrize("finder", FINDERS[:-1], ids=lambda finder: finder.profile)
@pytest.mark.parametrize("text", ["hello there", "", "Note: it is 12:30. Well, so it is.", "a < b", "std::string"])
def test_ordinary_texts_are_dismissed(finder: Finder, text: str) -> None:
    assert has_no_link(finder._prefilter, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.finder.search", None)
        assert finder.find(text) == []


def test_long_texts_are_searched_at_once() -> None:
    assert not has_no_link(FINDERS[0]._prefilter, "a" * (LONGEST_FILTERED + 1))


def test_patterns_without_a_simple_start_have_no_literal() -> None:
    assert [first_literal(pattern) for pattern in (r"\d:", "a?b", "(?=a)b", "^a", r"\.\.x")] == ["", "", "", "", "..x"]
