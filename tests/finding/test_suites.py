"""Other tools' cases for finding: where we find what they expect, by the measure that is shared with the cases.

`suite_differences.txt` names every case in which we do not, and why.
"""

import json
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SUITES = {"bleach_linkify": 74, "django_urlize": 74, "linkify_it": 155}

Case = dict[str, Any]


@cache
def differences() -> dict[str, str]:
    """The cases in which we find something else, and why."""
    text = (Path(__file__).parent / "suite_differences.txt").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return dict(rows)


def cases(shared: Path, suite: str) -> list[Case]:
    lines = (shared / "eval" / "suites" / f"{suite}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture
def scorer(shared: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that compares what is found with what a case expects."""
    return module(shared / "eval" / "score.py", monkeypatch)


@pytest.fixture
def adapter(shared: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that asks a finder for the kinds of links that a case is about."""
    return module(shared / "eval" / "adapter.py", monkeypatch)


def module(path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module in a file, which leaves no trace: neither beside the file, nor where modules are looked for."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("suite", SUITES)
def test_where_we_differ_is_listed(suite: str, shared: Path, scorer: ModuleType, adapter: ModuleType) -> None:
    """A case that is not listed agrees, and one that is listed does not."""
    asked = cases(shared, suite)
    failures: list[Case] = []
    scorer.score_suite(asked, [adapter.find(case["text"], case["options"]) for case in asked], failures)
    differing = {case["id"] for case in failures}
    assert differing == {listed for listed in differences() if listed.startswith(f"{suite}-")}


@pytest.mark.parametrize(("suite", "count"), SUITES.items())
def test_all_cases_are_asked(suite: str, count: int, shared: Path) -> None:
    asked = cases(shared, suite)
    assert len(asked) == len({case["id"] for case in asked}) == count


def test_every_difference_says_why() -> None:
    assert all(len(why) > 20 for why in differences().values())
    assert {listed.rpartition("-")[0] for listed in differences()} == SUITES.keys()
