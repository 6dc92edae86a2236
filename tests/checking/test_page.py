"""docs/checking.md lists the rules as they are, and its example is true."""

import re
from pathlib import Path

from linksift.checking import rules
from tests.cli.conftest import Run, run

__all__ = ["run"]  # the fixture

PAGE = (Path(__file__).parents[2] / "docs" / "checking.md").read_text(encoding="utf-8")


def test_the_table_lists_all_rules() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE)
    assert rows == [(rule.name, rule.why, rule.advice) for rule in rules()]


def test_the_groups_that_are_on_by_default() -> None:
    assert {rule.group for rule in rules() if rule.is_default} == {"wrapped", "invalid", "deceptive"}
    assert {rule.group for rule in rules() if not rule.is_default} == {"risky"}


def test_the_example(run: Run) -> None:
    notes, shown = re.findall(r"^```(?:markdown|text)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[:2]
    Path("notes.md").write_text(notes)
    result = run("check", "notes.md")
    assert f"$ linksift check notes.md\n{result.output}" == shown
    assert result.exit_code == 1
