"""The tables that the package has are the ones that are fitted, and the fit does what it says."""

from collections import Counter
from pathlib import Path

import pytest

from fitting import ablation, character_pairs, collect, evidence, fit, logistic, reasoned
from linksift.finding.joining.weights import PRIOR, WEIGHTS


def test_the_evidence_in_the_repository_is_what_its_texts_give() -> None:
    written = evidence.read(evidence.REPOSITORY)
    assert written == (evidence.FEATURES, Counter(collect.in_repository())), "run: python -m fitting.fit --write"


def test_the_weights_are_the_fitted_ones() -> None:
    fitted = fit.in_quarters(fit.fitted(evidence.all_evidence()))
    table = dict(zip(evidence.FEATURES, (weight.score for weight in WEIGHTS), strict=True)) | {"prior": PRIOR}
    assert dict(zip((*fitted.features, "prior"), fitted.weights, strict=True)) == table, (
        "run: python -m fitting.fit --write"
    )


def test_each_feature_is_at_work_at_some_break() -> None:
    parts = (evidence.read(evidence.REPOSITORY), evidence.read(evidence.ELSEWHERE))  # together, a new one has its mean
    at_work = {
        part.features[place] for part in parts for one in part.breaks if not one.vetoed for place, _ in one.strengths
    }
    idle = {name for name in evidence.FEATURES if name not in at_work}
    assert idle == evidence.WITHOUT_BREAKS, "give each new feature a case in corpora/, then fit again"


def test_a_feature_is_unknown_at_the_breaks_of_a_part_that_does_not_know_it() -> None:
    new, known = "next_word.date", "uri_so_far.after_hyphen"
    elsewhere = evidence.Evidence((known,), {evidence.Break("pdf", False, False, ()): 1000})
    break_with, break_without = (evidence.Break("corpora", False, False, cells) for cells in (((0, 1.0),), ()))
    here = evidence.Evidence((new, known), {break_with: 10, break_without: 30})
    both = evidence.together((elsewhere, here), (known, new))
    assert {one.strengths for one in both.breaks if one.family == "pdf"} == {((1, 0.25),)}


def test_collecting_texts_that_are_not_there_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["collect", str(tmp_path)])
    with pytest.raises(SystemExit, match=r"Cannot make evidence_elsewhere\.txt\.xz without .*/eval/real"):
        collect.main()


def test_the_table_of_characters_is_the_counted_one() -> None:
    assert character_pairs.table_from_counts() == character_pairs.TABLE.read_text("utf-8")


def test_each_feature_has_a_reasoned_weight_in_the_file() -> None:
    lines = reasoned.PATH.read_text("utf-8").splitlines()
    assert {line.split()[0] for line in lines if not line.startswith("#")} == {*evidence.FEATURES, "prior"}


@pytest.mark.parametrize("happened", [20, 30, 50])
def test_a_weight_is_where_rows_and_reason_hold_each_other(happened: int) -> None:
    rows = [logistic.Row(True, happened, ((0, 1.0),)), logistic.Row(False, 10, ((0, 1.0),))]
    (weight,) = logistic.fit(rows, [1.0], [10.0], frozenset(), [1.0])
    pull = sum(row.times * (logistic.probability(weight) - row.happened) for row in rows)
    assert pull + 10 * (weight - 1) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("sign", [1, -1])
def test_no_weight_changes_its_sign_but_a_free_one(sign: int) -> None:
    rows = [logistic.Row(sign < 0, 1000, ((0, 1.0),)), logistic.Row(sign > 0, 10, ((0, 1.0),))]
    assert logistic.fit(rows, [sign], [1.0], frozenset(), [sign]) == [sign * logistic.SMALLEST]
    (free,) = logistic.fit(rows, [sign], [1.0], frozenset({0}), [sign])
    assert free * sign < -2


def test_probabilities_that_hold_have_no_calibration_error() -> None:
    holds = fit.reliability([(0.25, True, 1), (0.25, False, 3), (0.95, True, 19), (0.95, False, 1)])
    assert holds.calibration_error == pytest.approx(0)
    assert holds.brier == pytest.approx((1 * 0.75**2 + 3 * 0.25**2 + 19 * 0.05**2 + 0.95**2) / 24)


def test_a_feature_that_alone_tells_breaks_apart_is_worth_its_place() -> None:
    after_hyphen = evidence.FEATURES.index("uri_so_far.after_hyphen")
    inside_run = evidence.FEATURES.index("across_break.inside_run")
    breaks = {
        evidence.Break(family, joined, False, ((after_hyphen if joined else inside_run, 1.0),)): 50
        for family in ("lists", "pdf")
        for joined in (False, True)
    }
    found = evidence.Evidence(evidence.FEATURES, breaks)
    models = {name: fit.fitted(found, name) for name in fit.families(found)}
    needed = ablation.worth(found, models, {"uri_so_far.after_hyphen"})
    useless = ablation.worth(found, models, {"next_word.date"})
    assert all(one.more > ablation.SURE * one.error > 0 for one in needed.values())
    assert all(one.more == pytest.approx(0, abs=1e-3) for one in useless.values())
