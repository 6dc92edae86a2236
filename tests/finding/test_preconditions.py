"""Preconditions: a feature that is skipped for want of a fact would have been 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.finding import Finder
from linksift.finding.finder import find_in_typefaces
from linksift.finding.joining import joined_uri
from linksift.finding.joining.break_facts import FACTS, NEEDS, facts_of
from linksift.finding.joining.joined_uri import Verdict, weigh
from linksift.finding.joining.seam import Seam
from linksift.finding.joining.weights import WEIGHTS, possible_weights
from tests.corpus import Case, read_corpora

FINDER = Finder(rejoin="auto")
CASES = [case for case in read_corpora() if "\n" in case.text]
AFTER_URI = "/ wiki/ - = % %. ? @d.example ( ) word Word 2024 12 0a1b2c3d4e .html _ : , ‐ é 10.1 #x ~ www."
STARTS = ["http://", "http://a.example", "http://b.example/c", "(http://a.example/b", "1 See https://doi.org/10."]
PIECES = [*AFTER_URI.split(), *STARTS, " ", "| ", "   ", *["\n"] * 6, *["\n\n"] * 3, "\n> ", "\n# ", "\n1. "]


def assert_skipped_are_zero(seam: Seam) -> None:
    """Check that each feature that a break's facts rule out is 0."""
    possible = {weight.feature for weight in possible_weights(facts_of(seam))}
    assert not [weight.feature for weight in WEIGHTS if weight.feature not in possible and weight.feature(seam)]


def check_all_breaks(text: str, typefaces: dict[int, bool], monkeypatch: pytest.MonkeyPatch) -> int:
    """Check each break of a text that is weighed; the number of them."""
    seams: list[Seam] = []

    def weighed(seam: Seam) -> Verdict:
        seams.append(seam)
        return weigh(seam)

    with monkeypatch.context() as patched:
        patched.setattr(joined_uri, "weigh", weighed)
        list(find_in_typefaces(FINDER, text, typefaces))
    for seam in seams:
        assert_skipped_are_zero(seam)
    return len(seams)


def test_no_precondition_changes_a_sum_in_the_corpora(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(case: Case) -> int:
        return check_all_breaks(case.text, case.typefaces, monkeypatch)

    assert sum(map(breaks, CASES)) > 300


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_precondition_changes_a_sum(text: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        check_all_breaks("http://a.example/b" + text, {}, monkeypatch)


def test_each_feature_with_a_precondition_is_in_the_table_and_each_fact_is_needed() -> None:
    assert set(NEEDS) <= {weight.feature for weight in WEIGHTS}
    assert all(any(needs & fact for needs in NEEDS.values()) for fact in FACTS)
