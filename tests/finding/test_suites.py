"""Other tools' cases for finding: where linksift finds what they expect, by the measures shared with the cases.

`suite_differences.txt` and `suite2_differences.txt` name every case in which it does not, and why.
"""

import io
import json
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

Case = dict[str, Any]
Judge = Callable[[Path, str, pytest.MonkeyPatch], set[str]]
"""Gives the ids of the cases of a suite in which linksift does not find what is expected."""


def judged_by_score(shared: Path, suite: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The first suites: `adapter.py` asks a finder for the links that a case is about, `score.py` compares."""
    scorer, adapter = (module(shared / "eval" / f"{name}.py", monkeypatch) for name in ("score", "adapter"))
    asked = cases(shared, "suites", suite)
    failures: list[Case] = []
    scorer.score_suite(asked, [adapter.find(case["text"], case["options"]) for case in asked], failures)
    return {case["id"] for case in failures}


def judged_by_suites2(shared: Path, suite: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The second suites: `suites2.py`, which takes a function from `score.py`, asks and compares."""
    monkeypatch.setitem(sys.modules, "score", module(shared / "eval" / "score.py", monkeypatch))
    misses = io.StringIO()
    module(shared / "eval" / "suites2.py", monkeypatch).run(str(shared / "eval" / "suites2"), [suite], misses)
    return {json.loads(line)["id"] for line in misses.getvalue().splitlines()}


class Collection(NamedTuple):
    """Suites in one folder: who judges them, the file that lists the differences, and how many cases each suite has."""

    folder: str
    judge: Judge
    listed_in: str
    suites: dict[str, int]


COLLECTIONS = (
    Collection(
        "suites",
        judged_by_score,
        "suite_differences.txt",
        {"bleach_linkify": 74, "django_urlize": 74, "linkify_it": 155},
    ),
    Collection(
        "suites2",
        judged_by_suites2,
        "suite2_differences.txt",
        {
            "asciidoctor_urls": 27,
            "ckeditor_autolink": 78,
            "django_urlvalidator": 189,
            "gnome_terminal": 113,
            "horde_linkurls": 39,
            "spacy_url_match": 79,
            "tdlib_urls": 178,
        },
    ),
)
SUITES = [pytest.param(collection, suite, id=suite) for collection in COLLECTIONS for suite in collection.suites]


@cache
def differences(name: str) -> dict[str, str]:
    """The cases in which linksift finds something else, and why."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    listed = dict(rows)
    assert len(listed) == len(rows), "a case is listed twice"
    return listed


def cases(shared: Path, folder: str, suite: str) -> list[Case]:
    lines = (shared / "eval" / folder / f"{suite}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


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


@pytest.mark.parametrize(("collection", "suite"), SUITES)
def test_where_linksift_differs_is_listed(
    collection: Collection, suite: str, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A case that is not listed agrees, and one that is listed does not."""
    differing = collection.judge(shared, suite, monkeypatch)
    listed = {case for case in differences(collection.listed_in) if case.startswith(f"{suite}-")}
    assert differing == listed


@pytest.mark.parametrize(("collection", "suite"), SUITES)
def test_all_cases_are_asked(collection: Collection, suite: str, shared: Path) -> None:
    asked = cases(shared, collection.folder, suite)
    assert len(asked) == len({case["id"] for case in asked}) == collection.suites[suite]


@pytest.mark.parametrize("collection", COLLECTIONS, ids=[collection.folder for collection in COLLECTIONS])
def test_every_difference_says_why(collection: Collection) -> None:
    listed = differences(collection.listed_in)
    assert all(len(why) > 20 for why in listed.values())
    assert {case.rpartition("-")[0] for case in listed} <= collection.suites.keys()
