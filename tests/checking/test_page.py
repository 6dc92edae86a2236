"""docs/checking.md lists the rules as they are, and its example is true."""

import re
from pathlib import Path

from linksift.checking import rules
from linksift.cli.options.project_settings import SETTINGS
from tests.cli.conftest import Run, run

__all__ = ["run"]  # the fixture

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")


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


def test_the_settings_of_a_project(run: Run) -> None:
    section = PAGE.partition("## Settings of a project")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    assert sorted(re.findall(r"`([\w-]+)`", " ".join(rows))) == sorted(SETTINGS)
    Path("a.txt").write_text("<http://a.example/b/\nc>")
    assert run("check", "a.txt").exit_code == 1
    Path("pyproject.toml").write_text(blocks("toml")[0])
    assert run("check", "a.txt").exit_code == 0


def test_the_example_of_repairs(run: Run) -> None:
    shown = re.findall(r"^```text\n\$ linksift check --diff spaces.md\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    Path("spaces.md").write_text(re.findall(r"^-(\[.*\n)", shown, re.MULTILINE)[0])
    assert run("check", "--diff", "spaces.md").output == shown


def blocks(language: str) -> list[str]:
    """The blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_mark_in_the_example(run: Run) -> None:
    _, marked = blocks("markdown")
    Path("a.md").write_text(marked)
    assert run("check", "a.md").exit_code == 0
    Path("a.md").write_text(marked.replace("linksift", ""))
    assert run("check", "a.md").exit_code == 1


def test_the_hook_is_the_one_in_the_repository(run: Run) -> None:
    hook, beside_lines, workflow = blocks("yaml")
    defined = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert re.findall(r"id: (\S+)", hook) == re.findall(r"id: (\S+)", defined) == ["linksift-check"]
    entry = re.findall(r"entry: linksift (.*)", defined)[0].split()
    Path("a.txt").write_text("<http://a.example/b/\nc>")
    assert run(*entry, "a.txt").exit_code == 1
    shown = run(*re.findall(r"run: linksift (.*)", beside_lines)[0].split())
    assert (shown.exit_code, shown.stdout[:21]) == (1, "::warning file=a.txt,")
    command = re.findall(r"run: linksift (.*) \|\|", workflow)[0].split()
    assert run(*command).exit_code == 1
    assert Path(re.findall(r"sarif_file: (\S+)", workflow)[0]).read_text(encoding="utf-8").startswith("{")


def test_the_problem_matcher_of_vs_code_reads_each_line(run: Run) -> None:
    page = (ROOT / "docs" / "other-tools.md").read_text(encoding="utf-8")
    pattern = re.search(r'"regexp": "(.*)",', page)[1].replace("\\\\", "\\")  # type: ignore[index]
    Path("a.md").write_text("[a](http://bank.example@2130706433/)\n[b](http://a.example/b c)\n")
    problems = [line for line in run("check", "a.md").output.splitlines() if line.startswith("a.md")]
    found = [re.fullmatch(pattern, line) for line in problems]
    assert [one and one[2] for one in found] == ["1", "1", "2"]
