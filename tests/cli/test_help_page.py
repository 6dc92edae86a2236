"""`linksift help`: the topics, and their pages as text."""

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from linksift import documentation_pages
from linksift.cli.commands.help import help, page
from linksift.cli.streams.terminal_text import COLOURS, PLAIN
from tests.cli.command_docs import undocumented_options
from tests.cli.conftest import COMMAND, ENVIRONMENT, Run


def test_the_list_has_a_line_for_each_topic(run: Run) -> None:
    result = run("help")
    rows = [line.split(None, 1) for line in result.stdout.splitlines()[2:]]
    assert result.exit_code == 0
    assert rows == [[topic, documentation_pages.PAGES[name]] for topic, name in documentation_pages.TOPICS.items()]


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


def topics_in(listing: str) -> list[str]:
    return [line.split()[0] for line in listing.splitlines()[2:] if line[2] != " "]


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("mail", ["phishing", "cookbook"]),
        ("CSV", ["cookbook", "command"]),
        ("sanitize", ["why", "cookbook"]),
        ("pandas", ["frames"]),
        ("safe links", ["cookbook"]),
        ("migrating", ["bleach", "django", "jinja", "markdown-it", "linkify-it", "urlextract", "w3lib"]),
    ],
)
def test_another_word_lists_the_pages_about_it(run: Run, word: str, first: list[str]) -> None:
    result = run("help", word)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, f"linksift help TOPIC shows a page about {word}:")
    assert topics_in(result.stdout)[: len(first)] == first


def test_a_page_about_a_word_has_its_headings_below(run: Run) -> None:
    rows = run("help", "mailbox").stdout.splitlines()[2:4]
    assert rows == [f"  {'cookbook':15}  {documentation_pages.PAGES['cookbook']}", f"  {'':15}  - A mailbox to CSV"]


def test_the_reference_is_the_list_of_all_names(run: Run) -> None:
    assert run("help", "reference").stdout.startswith("API reference\n\n    Every public name")


def test_an_unknown_topic(run: Run) -> None:
    result = run("help", "hazrads")
    assert result.exit_code == 2
    assert "There is no page about 'hazrads': did you mean 'hazards'?" in result.stderr
    assert "There is no page about 'xyzzy'. linksift help lists the topics." in run("help", "xyzzy").stderr


def test_pages_that_are_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(documentation_pages, "__file__", str(tmp_path / "a" / "b" / "documentation_pages.py"))
    result = run("help", "finding")
    assert result.exit_code == 2
    assert result.stderr.startswith("linksift: the pages are not installed: ")
    assert run("help", "mail").stderr == result.stderr.replace("finding.md", "why.md")


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


@pytest.mark.parametrize("topic", documentation_pages.TOPICS)
@pytest.mark.parametrize("columns", [40, 100])
def test_every_page_keeps_its_words_and_its_width(topic: str, columns: int) -> None:
    markdown = documentation_pages.text_of(topic)
    text = page(markdown, columns, PLAIN)
    paragraphs = [line.strip() for line in text.splitlines() if line.startswith("    ") and line[4:5] != " "]
    assert [line for line in paragraphs if len(line) > columns - 4 and " " in line] == []
    # Without comments, the addresses and names that links lead to, the languages of code, and the headings of tables.
    shown = re.sub(
        r"<!--(?:.|\n)*?-->|\]\([^()\s]*\)|\]\[[\w.]+\]|^```\w+$|^\|.*\n(?=\| *-)", "", markdown, flags=re.MULTILINE
    )
    assert set(re.findall(r"\w+", shown.lower())) <= set(re.findall(r"\w+", text.lower()))


def test_styles_are_on_single_words() -> None:
    text = page("# A b\n\nSee `c d` and **e f**.\n", 80, COLOURS)
    assert text.splitlines() == [
        "\x1b[1mA\x1b[0m \x1b[1mb\x1b[0m",
        "",
        "    See \x1b[36mc\x1b[0m \x1b[36md\x1b[0m and \x1b[1me\x1b[0m \x1b[1mf\x1b[0m.",
    ]
