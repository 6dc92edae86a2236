"""The coverage-guided fuzzer (tests/finding/guided): what its octets mean, and that its seeds show no fault.

The fuzzer needs atheris, and does not run in CI.
"""

import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.finding.guided import given as meaning
from tests.finding.guided.given import octets_of, text_of
from tests.own_process import assert_runs

pytest.importorskip("html5lib", reason="needs html5lib, to read HTML as browsers do")
from tests.finding.guided import answers


def test_docstrings() -> None:
    assert doctest.testmod(meaning) == (0, 3)


@given(st.text(st.characters(max_codepoint=0xFFFFF)))
def test_octets_stand_for_a_text(text: str) -> None:
    assert text_of(octets_of(text)) == text


@pytest.mark.filterwarnings("ignore::linksift.LinkPolicyWarning")
@given(st.binary(max_size=40))
def test_all_octets_stand_for_something(octets: bytes) -> None:
    assert not answers.test(octets).faults


@pytest.mark.parametrize("target", ["answers", "streams", "growing"])
def test_a_short_search(target: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="the fuzzer needs atheris, which is not installed")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "one").write_bytes(bytes(6) + b"http://a.example/")
    printed = assert_runs("tests.finding.guided", target, str(tmp_path), "--runs", "5")
    assert "branches of linksift" in printed
