"""The prefilter dismisses short texts without a link, and no others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift import Finder, Matcher
from linksift.finding import line_filter, link_filter
from linksift.finding.match import ResumeAt
from linksift.finding.matchers.own_matches import first_literal
from linksift.finding.prefilter import SHORT_TEXT, has_no_link
from linksift.finding.search_loop import search
from tests.texts import texts

FINDERS = [
    Finder(),
    Finder("document", kinds={"uri", "suffix", "email", "domain", "ip"}),
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
        assert finder.find(text) == list(finder.finditer(text)) == [match for match in matches if match.kind in wanted]
        assert not (matches and has_no_link(finder._prefilter, text))
        assert finder.has_link(text) == bool(finder.find(text))


@pytest.mark.parametrize("finder", FINDERS[:-2], ids=lambda finder: finder.profile)
def test_every_trigger_has_a_literal(finder: Finder) -> None:
    assert all(literal for literal, _ in finder._prefilter)


@pytest.mark.parametrize("finder", FINDERS[:-1], ids=lambda finder: finder.profile)
@pytest.mark.parametrize("text", ["hello there", "", "Note: it is 12:30. Well, so it is.", "a < b", "std::string"])
def test_ordinary_texts_are_dismissed(finder: Finder, text: str) -> None:
    assert has_no_link(finder._prefilter, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("linksift.finding.finder.matches_in", None)
        assert finder.find(text) == []


def test_long_texts_are_not_looked_through() -> None:
    assert has_no_link(FINDERS[0]._prefilter, "a" * SHORT_TEXT)
    assert not has_no_link(FINDERS[0]._prefilter, "a" * (SHORT_TEXT + 1))


def test_patterns_without_a_simple_start_have_no_literal() -> None:
    assert [first_literal(pattern) for pattern in (r"\d:", "a?b", "(?=a)b", "^a", r"\.\.x")] == ["", "", "", "", "..x"]


@given(st.lists(texts, min_size=1, max_size=4))
def test_a_text_without_a_link_has_none_in_its_parts(parts: list[str]) -> None:
    for finder in FINDERS:
        if any(map(finder.find, parts)):
            assert link_filter(finder)("".join(parts))


def test_an_address_is_seen_before_a_letter_of_the_next_part() -> None:
    assert link_filter(FINDERS[1])("2001:db8::7" + "next")


@given(st.lists(texts, min_size=1, max_size=6), st.sampled_from("\n\x1e"))
def test_lines_without_hits_hold_no_link(parts: list[str], line_end: str) -> None:
    text = line_end.join(parts)
    for finder in FINDERS:
        left_out = text.split(line_end)
        for number in reversed([*line_filter(finder)(text, line_end)]):
            left_out.pop(number)
        assert not any(finder.find(line) or link_filter(finder)(line) for line in left_out)


@pytest.mark.parametrize("finder", FINDERS[:4], ids=lambda finder: finder.profile)
def test_colons_and_angle_brackets_of_code_and_prose_hold_no_link(finder: Finder) -> None:
    assert not link_filter(finder)("Note: std::list<int> of { a: b }, or a ? b:c. Then: help. Now.\n")
