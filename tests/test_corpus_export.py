"""The corpora as JSON lines for other tools, and the runner in Python."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from linksift.uri import is_uri
from tests import corpus_export
from tests.corpus import CORPORA

RUNNER = CORPORA / "shared" / "run.py"


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of all cases."""
    path = tmp_path_factory.mktemp("export") / "cases.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in corpus_export.exported()), encoding="utf-8")
    return path


def test_every_link_is_a_uri_in_its_text(cases: Path) -> None:
    read = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines()]
    assert len({case["id"] for case in read}) == len(read) > 1000
    for case in read:
        for link in case["links"]:
            assert 0 <= link["start"] < link["end"] <= len(case["text"])
            assert is_uri(link["uri"])


def test_each_authority_has_cases() -> None:
    assert {case["authority"] for case in corpus_export.exported()} == {"RFC 3986", "UTS #58", "practice"}


def run(*command: str) -> dict[str, tuple[int, int]]:
    """The rows that a runner prints: how many cases are right, and how many there are, by authority."""
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = (line.split("\t") for line in ran.stdout.splitlines())
    return {authority: (int(right), int(count)) for _, authority, right, count in rows}


def test_the_runner_asks_linksift_and_finds_it_right_in_its_own_cases(cases: Path) -> None:
    rows = run(sys.executable, str(RUNNER), str(cases), "linksift")
    assert rows["practice"][0] == rows["practice"][1] > 500
    assert rows["RFC 3986"][0] == rows["RFC 3986"][1] > 50


def test_both_runners_ask_the_same_cases(cases: Path, tmp_path: Path) -> None:
    node = shutil.which("node") or pytest.skip("needs node")
    package = tmp_path / "node_modules" / "linkifyjs"
    package.mkdir(parents=True)
    (package / "index.js").write_text("exports.find = () => [];")
    (tmp_path / "package.json").write_text("{}")
    command = [node, str(RUNNER.with_suffix(".mjs")), str(cases), "linkifyjs"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    counts = [line.split("\t")[3] for line in ran.stdout.splitlines()]
    rows = run(sys.executable, str(RUNNER), str(cases), "linksift")
    assert counts == [str(count) for _, (_, count) in sorted(rows.items())]
