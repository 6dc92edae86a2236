"""URIs in pages where reading order counts: most are found, and each step of the reader adds to that."""

import pytest

pytest.importorskip("pypdfium2", reason="PDFs are read with pypdfium2")
pytest.importorskip("reportlab", reason="PDFs are made with reportlab")

from tests.documents.page_layouts import STYLES, Sample, Score, answers_kept, sample, score, score_without

STEPS = [
    "page_layout.is_wide",
    "page_layout.in_reading_order",
    "page_layout.is_raised",
    "rows_to_text.typefaces_go_on",
]


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """Pages of one and two columns, drawn in both orders, with all that can be on a page."""
    return [sample(style, 0, pages=2) for style in STYLES if style.columns < 3 and style[3:] == (True, True, True)]


def test_nearly_all_are_found(samples: list[Sample]) -> None:
    total = sum(map(score, samples), Score())
    assert total.broken > 200
    assert total.whole > 150
    assert total.broken_found >= 0.93 * total.broken
    assert total.whole_found >= 0.99 * total.whole
    assert total.wrong <= 0.04 * (total.broken + total.whole)


def test_each_step_adds_to_it(samples: list[Sample]) -> None:
    with answers_kept():
        total = sum(map(score, samples), Score())
        for step in STEPS:
            without = score_without(step, samples)
            assert without.broken_found + without.whole_found < total.broken_found + total.whole_found, step
            assert without.wrong > total.wrong, step
