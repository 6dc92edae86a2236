"""`linksift help`: the topics, and their pages as text."""

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from linksift import help_topics
from linksift.cli.colour import COLOURS, PLAIN
from linksift.cli.help import help
from linksift.cli.page import page
from tests.cli.command_docs import undocumented_options
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run


def test_the_list_has_a_line_for_each_topic(run: Run) -> None:
    result = run("help")
    rows = [line.split(None, 1) for line in result.stdout.splitlines()[2:]]
    assert result.exit_code == 0
    assert rows == [[topic, help_topics.PAGES[name]] for topic, name in help_topics.TOPICS.items()]


def test_a_page(run: Run) -> None:
    result = run("help", "bleach")
    assert result.exit_code == 0
    assert result.stdout.startswith("From bleach's linkify\n\n    bleach is no longer developed.")
    assert "      pip install 'linksift[html]'\n" in result.stdout


def test_shells_complete_topics(run: Run) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "bounded-work" in run("completion", shell).stdout


def test_the_name_of_a_command_shows_its_help(run: Run) -> None:
    assert run("help", "resolve").stdout == run("resolve", "--help").stdout


def test_an_unknown_topic(run: Run) -> None:
    result = run("help", "hazard")
    assert result.exit_code == 2
    assert "did you mean 'hazards'?" in result.stderr


def test_pages_that_are_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(help_topics, "__file__", str(tmp_path / "a" / "b" / "help_topics.py"))
    result = run("help", "finding")
    assert result.exit_code == 2
    assert result.stderr.startswith("linksift: the pages are not installed: ")


def test_the_options_are_documented() -> None:
    assert not undocumented_options(help, "`linksift help`", __file__)


def test_a_terminal_gets_the_pager(tmp_path: Path) -> None:
    controller, terminal = pty.openpty()
    environment = {**ENVIRONMENT, "PAGER": "sed s/^/pager:/"}
    subprocess.run(
        [*COMMAND, "help", "bounded-work"], cwd=tmp_path, env=environment, stdin=terminal, stdout=terminal, check=True
    )
    os.close(terminal)
    with os.fdopen(controller, "rb") as output:
        assert output.read1(1 << 16).startswith(b"pager:Bounded work\r\npager:\r\npager:    linksift reads")


@pytest.mark.parametrize("topic", help_topics.TOPICS)
@pytest.mark.parametrize("columns", [40, 100])
def test_every_page_keeps_its_words_and_its_width(topic: str, columns: int) -> None:
    markdown = help_topics.text_of(topic)
    text = page(markdown, columns, PLAIN)
    paragraphs = [line.strip() for line in text.splitlines() if line.startswith("    ") and line[4:5] != " "]
    assert [line for line in paragraphs if len(line) > columns - 4 and " " in line] == []
    # Without comments, the addresses of links, the languages of code, and the headings of tables.
    shown = re.sub(r"<!--(?:.|\n)*?-->|\]\([^()\s]*\)|^```\w+$|^\|.*\n(?=\| *-)", "", markdown, flags=re.MULTILINE)
    assert set(re.findall(r"\w+", shown.lower())) <= set(re.findall(r"\w+", text.lower()))


def test_styles_are_on_single_words() -> None:
    text = page("# A b\n\nSee `c d` and **e f**.\n", 80, COLOURS)
    assert text.splitlines() == [
        "\x1b[1mA\x1b[0m \x1b[1mb\x1b[0m",
        "",
        "    See \x1b[36mc\x1b[0m \x1b[36md\x1b[0m and \x1b[1me\x1b[0m \x1b[1mf\x1b[0m.",
    ]
