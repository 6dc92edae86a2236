"""The page of the scoreboard: it has each tool of the runners, and figures of linksift that the runner gives today."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT / "corpora" / "shared"
PAGE = (ROOT / "docs" / "scoreboard.md").read_text(encoding="utf-8")
RANKED = ["Links on one line", "Links that are broken over lines", "Domains without a scheme"]


def printed(*command: str | Path) -> list[str]:
    """The lines that a command prints."""
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return ran.stdout.split("\n")[:-1]


def rows(heading: str) -> list[dict[str, str]]:
    """The rows of the table below a heading, by their columns."""
    lines = [line for line in PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0].split("\n") if line.startswith("|")]
    head, _, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(head, cells, strict=True)) for cells in body]


def shares(name: str) -> dict[str, float]:
    """The shares of a tool on the page, by the rows of the score: "RFC 3986", "generated, broken"."""
    found = {}
    for heading in [*RANKED, "linksift's own practice"]:
        (row,) = (row for row in rows(heading) if row["tool"] == name)
        for column, right in row.items():
            if sized := re.fullmatch(r"(.*) \((\d+)\)", column):
                found[sized[1]] = int(right) / int(sized[2])
    return found


@pytest.mark.parametrize("name", ["linksift", "linksift document", "linksift uts58"])
def test_the_figures_of_linksift_are_those_of_the_runner(name: str, tmp_path: Path) -> None:
    """Within two points of a hundred: the corpora grow, and the page is not made anew for each case."""
    cases = tmp_path / "cases.jsonl"
    cases.write_text("\n".join(printed(sys.executable, "-m", "tests.corpus_export")) + "\n", encoding="utf-8")
    on_page = shares(name)
    counted = [line.split("\t") for line in printed(sys.executable, SHARED / "run.py", cases, name)]
    assert {row for _, row, *_ in counted} == {row for row in on_page if not row.startswith("Unicode's")}
    for _, row, right, count in counted:
        assert on_page[row] == pytest.approx(int(right) / int(count), abs=0.02), (row, right, count)


@pytest.mark.parametrize("heading", ["Links on one line", "linksift's own practice", "The tools and their options"])
def test_the_page_has_each_tool_of_the_runners(heading: str) -> None:
    on_page = {row["tool"] for row in rows(heading)}
    asked = printed(sys.executable, SHARED / "run.py", "--tools")
    node = shutil.which("node")
    asked += printed(node, SHARED / "run.mjs", "--tools") if node else []
    assert {json.loads(line)["tool"] for line in asked} <= on_page
    assert len([row for row in rows(heading) if row["tool"] == "linkify-it"]) == 2, "npm's newest, and the one ported"


def test_what_linksift_practises_is_not_ranked() -> None:
    assert "rank" not in rows("linksift's own practice")[0]
    for ranked in map(rows, RANKED):
        assert "practice" not in " ".join(ranked[0])
        means = [int(row["mean of the shares"].rstrip("%")) for row in ranked]
        assert means == sorted(means, reverse=True)


def test_the_first_sentence_counts_where_another_is_right_and_linksift_is_not() -> None:
    first = PAGE.split("\n\n")[1]
    found = re.match(r"In (\d+) of (\d+) answers .*?\bis not: (.*?)\.", first, re.DOTALL)
    assert found
    assert sum(map(int, re.findall(r"(?:^|, | and )(\d+) of", found[3]))) == int(found[1]) < int(found[2])
