"""The table of marks: what `finding` and `cleaning` make of each pair, and what else depends on it."""

import re
from pathlib import Path

import pytest

import linksift
from linksift.finding.scan.enclosures import IN_URI_TOO
from linksift.marks import PAIRS, Pair
from linksift.registries import link_term

PAGE = Path(__file__).parents[1] / "docs" / "finding.md"
ROW = r"^\| ([a-z-]+) \| `{1,2} ?(.*?) ?`{1,2} \| (yes|no) \|$"
WITH_CLOSERS = [(pair, closer) for pair in PAIRS for closer in pair.closers]


@pytest.mark.parametrize(("pair", "closer"), WITH_CLOSERS)
def test_every_pair_encloses_a_link(pair: Pair, closer: str) -> None:
    (match,) = linksift.find(f"see {pair.opener}http://a.example/x{closer} there")
    assert (match.uri, match.enclosure) == ("http://a.example/x", pair.name)
    assert linksift.clean(f"{pair.opener}http://a.example/x{closer}").uri == "http://a.example/x"


@pytest.mark.parametrize(("pair", "closer"), [one for one in WITH_CLOSERS if one[0].joins])
def test_quotes_join_lines(pair: Pair, closer: str) -> None:
    assert linksift.find(f"{pair.opener}http://a.example/\nx{closer}")[0].uri == "http://a.example/x"


def test_closers_that_may_be_in_a_uri_are_those_of_the_standard() -> None:
    closers = {closer for _, closer in WITH_CLOSERS if closer > "\x7f"}
    assert {*IN_URI_TOO} == {closer for closer in closers if link_term(closer) == "Include"}


def test_each_opener_stands_in_one_row() -> None:
    openers = [pair.opener for pair in PAIRS]
    assert len(set(openers)) == len(openers)


def test_the_page_has_every_pair() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = {name: (pairs.split(), joins) for name, pairs, joins in re.findall(ROW, page, re.MULTILINE)}
    for name in {pair.name for pair in PAIRS}:
        of_name = [pair for pair in PAIRS if pair.name == name]
        assert rows[name][0] == [pair.opener + pair.closers for pair in of_name]
        assert {rows[name][1]} == {"yes" if pair.joins else "no" for pair in of_name}
