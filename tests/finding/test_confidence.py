"""`Match.confidence`: a probability, shared by the readings of one place."""

import pickle

import pytest

import linksift
from tests.corpus import Case, read_corpora

FINDER = linksift.Finder(rejoin="auto")
CASES = [case for case in read_corpora() if case.options.get("rejoin") == "auto"]


@pytest.mark.parametrize(
    "text",
    ["See http://a.example/b there", "http://a.example/b", "<http://a.example/b\nc>", '"http://a.example/b\nc"'],
    ids=["inside a line", "the end", "angle brackets", "quotes"],
)
def test_nothing_was_asked_or_an_enclosure_closed(text: str) -> None:
    (match,) = FINDER.find(text)
    assert match.confidence == 1


def test_what_is_joined_and_what_is_left_share_one() -> None:
    (match,) = FINDER.find("See https://a.example/kettles?blue=\ntea&pot=1 there.")
    (unjoined,) = match.alternatives
    assert 0.5 < match.confidence < 1
    assert match.confidence + unjoined.confidence == pytest.approx(1)


def test_a_near_miss_has_what_the_match_leaves() -> None:
    (match,) = FINDER.find("See https://a.example/wiki/\nkettles of that kind.")
    (joined,) = match.alternatives
    assert 0.5 < match.confidence < 1
    assert match.confidence + joined.confidence == pytest.approx(1)


def test_each_break_counts() -> None:
    one, two = "http://a.example/b?c=\nd&e=", "http://a.example/b?c=\nd&e=\nf&g=1"
    assert FINDER.find(two)[0].uri.endswith("g=1")
    assert 0.5 < FINDER.find(two)[0].confidence < FINDER.find(f"{one}1")[0].confidence


def test_the_ways_to_read_a_hyphen_share_too() -> None:
    (match,) = FINDER.find("http://a.example/the_kettle-\nof_enamel")
    kept, *others = match, *match.alternatives
    assert [other.uri for other in others] == ["http://a.example/the_kettleof_enamel", "http://a.example/the_kettle-"]
    assert sum(other.confidence for other in (kept, *others)) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_confidences_are_probabilities_that_sum_to_one_at_most(case: Case) -> None:
    for match in FINDER.find(case.text):
        readings = [other for other in match.alternatives if _is_of_white_space(other)]
        assert all(0 <= other.confidence <= 1 for other in (match, *match.alternatives))
        if match.enclosure is None and match.confidence < 1:
            assert match.confidence + sum(other.confidence for other in readings) <= 1 + 1e-9


def _is_of_white_space(other: linksift.Match) -> bool:
    """Whether an alternative comes from the rules of breaks, and from no other rule that ends or trims."""
    rules = {note.rule for note in other.notes}
    return not any(
        rule.startswith(("other_readings", "match.")) and rule != "other_readings.unjoined" for rule in rules
    )


@pytest.mark.parametrize("text", ["See https://a.example/kettles?blue=\ntea&pot=1 there.", "http://a.example/b"])
def test_copies_and_streams_have_it(text: str) -> None:
    (match,) = FINDER.find(text)
    assert pickle.loads(pickle.dumps(match)).confidence == match.confidence == match.shifted(3).confidence
    assert [other.confidence for other in FINDER.stream(iter(text))] == [match.confidence]
