"""Other tools' test suites: linksift gives the answers that they expect, by the scorers that came with the suites.

Most suites are about finding, some about cleaning and unwrapping. `suite_differences.txt`, `suite2_differences.txt` and
`suite3_differences.txt` list every exception, with the reason; docs/other-suites.md is made from them.
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
"""Returns the ids of the cases of a suite in which linksift's answer is not the expected one."""


def judged_by_score(shared: Path, suite: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The first suites: `adapter.py` finds the links that a case is about, `score.py` compares."""
    scorer, adapter = (module(shared / "eval" / f"{name}.py", monkeypatch) for name in ("score", "adapter"))
    asked = cases(shared, "suites", suite)
    failures: list[Case] = []
    scorer.score_suite(asked, [adapter.find(case["text"], case["options"]) for case in asked], failures)
    return {case["id"] for case in failures}


def judged_by_suites2(shared: Path, suite: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The second suites: `suites2.py` finds, cleans or unwraps, and compares, with a function of `score.py`."""
    if any(case.get("html") for case in cases(shared, "suites2", suite)):
        pytest.importorskip("turbohtml", reason="links are made in HTML with turbohtml")
    monkeypatch.setitem(sys.modules, "score", module(shared / "eval" / "score.py", monkeypatch))
    misses = io.StringIO()
    module(shared / "eval" / "suites2.py", monkeypatch).run(str(shared / "eval" / "suites2"), [suite], misses)
    return {json.loads(line)["id"] for line in misses.getvalue().split("\n") if line}


def judged_by_suites3(shared: Path, suite: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The third suites, as the second; `suites3.py` also asks whether typed text is a URL."""
    for name in ("score", "adapter", "suites2"):
        monkeypatch.setitem(sys.modules, name, module(shared / "eval" / f"{name}.py", monkeypatch))
    misses = io.StringIO()
    judge = module(shared / "eval" / "suites3.py", monkeypatch)
    judge.run(str(shared / "eval" / "suites3"), [suite], ["linksift"], misses)
    return {json.loads(line)["id"] for line in misses.getvalue().split("\n") if line}


class Collection(NamedTuple):
    """The suites in one folder: their judge, the file that lists the differences, and the number of cases in each."""

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
            "bluesky_facets": 40,
            "chromium_url_fixer": 52,
            "ckeditor_autolink": 78,
            "deltachat_links": 31,
            "django_urlvalidator": 189,
            "dokuwiki": 27,
            "drupal_url": 22,
            "emacs_thingatpt": 36,
            "gnome_terminal": 113,
            "horde_linkurls": 39,
            "konsole_hotspot": 53,
            "ktexttohtml_convert": 41,
            "mattermost_autolink": 88,
            "moodle_urltolink": 79,
            "rails_autolink": 50,
            "redmine": 28,
            "spacy_url_match": 79,
            "tdlib_email": 15,
            "tdlib_urls": 178,
            "ural_is_url": 56,
            "ural_redirection": 28,
            "urlx_parse": 60,
            "vscode_linkcomputer": 38,
            "xterm_weblinks": 116,
            "zulip_linkify": 73,
        },
    ),
    Collection(
        "suites3",
        judged_by_suites3,
        "suite3_differences.txt",
        {
            "aerc_hyperlinks": 19,
            "android_linkify": 77,
            "auto_linker_ex": 26,
            "cakephp_autolink": 38,
            "chromium_omnibox": 102,
            "comrak_autolink": 42,
            "earmark_purelinks": 25,
            "etherpad": 36,
            "gajim_iri": 13,
            "iamcal_autolink": 71,
            "lila_rawhtml": 25,
            "md4c_permissive": 28,
            "mfm_url": 15,
            "micromark_autolink": 253,
            "mimekit_urlscanner": 32,
            "misp_freetext": 59,
            "multidecoder_domains": 88,
            "public_inbox": 8,
            "python_validators_url": 128,
            "snudown": 10,
            "threatingestor": 21,
            "tusky_spans": 35,
            "wicket_linkparser": 14,
        },
    ),
)
SUITES = [pytest.param(collection, suite, id=suite) for collection in COLLECTIONS for suite in collection.suites]


@cache
def differences(name: str) -> dict[str, str]:
    """The cases in which linksift's answer is another, with the reason."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    listed = dict(rows)
    assert len(listed) == len(rows), "a case is listed twice"
    return listed


def cases(shared: Path, folder: str, suite: str) -> list[Case]:
    lines = (shared / "eval" / folder / f"{suite}.jsonl").read_text(encoding="utf-8").strip("\n").split("\n")
    return [json.loads(line) for line in lines]


def module(path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module in a file, imported without a trace: no bytecode next to the file, no change of `sys.path`."""
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
    """Exactly the listed cases differ."""
    differing = collection.judge(shared, suite, monkeypatch)
    listed = {case for case in differences(collection.listed_in) if case.startswith(f"{suite}-")}
    assert differing == listed


@pytest.mark.parametrize(("collection", "suite"), SUITES)
def test_no_case_is_missing(collection: Collection, suite: str, shared: Path) -> None:
    asked = cases(shared, collection.folder, suite)
    assert len(asked) == len({case["id"] for case in asked}) == collection.suites[suite]


@pytest.mark.parametrize("collection", COLLECTIONS, ids=[collection.folder for collection in COLLECTIONS])
def test_every_difference_says_why(collection: Collection) -> None:
    listed = differences(collection.listed_in)
    assert all(len(why) > 20 for why in listed.values())
    assert {case.rpartition("-")[0] for case in listed} <= collection.suites.keys()
