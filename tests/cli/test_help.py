"""The help of the commands: whole sentences, and examples that a shell can run."""

import shlex

import click
import pytest

from linksift.cli import main

from .conftest import Run

CONTEXT = click.Context(main)
EXAMPLES = [
    line.strip()
    for command in (main, *(main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)))
    if command is not None
    for line in (command.epilog or "").replace("\\\n", " ").splitlines()
    if "linksift " in line
]


def test_the_list_of_commands_cuts_no_sentence(run: Run) -> None:
    rows = run("--help").output.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(rows) == len(main.list_commands(CONTEXT))
    assert [row for row in rows if not row.endswith(".") or row.endswith("...")] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_has_no_unquoted_semicolon(example: str) -> None:
    assert not any(";" in word for word in shlex.shlex(example, punctuation_chars=True) if word[0] not in "'\"")
