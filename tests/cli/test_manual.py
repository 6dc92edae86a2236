"""The manual pages: made from the help, and rendered by groff without a warning."""

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from linksift.cli import main
from linksift.cli.build_shell_files import PLACES, shell_files, write_shell_files

FILES = shell_files("1.2.3")
PAGES = {Path(path).name: text for path, text in FILES.items() if path.startswith("man/man1/")}
CONTEXT = click.Context(main)
COMMANDS = {name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}


def rendered(page: str) -> str:
    """A page as `man` shows it, in plain text."""
    if shutil.which("groff") is None:
        pytest.skip("needs groff")
    command = ["groff", "-man", "-ww", "-Tutf8", "-P-cbou", "-rLL=90n"]
    done = subprocess.run(command, input=page.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout.decode()


def words(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def test_there_is_a_page_for_each_command() -> None:
    assert set(PAGES) == {"linksift.1", *(f"linksift-{name}.1" for name in COMMANDS)}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_renders_without_warnings(name: str) -> None:
    page = rendered(PAGES[name])
    headings = re.findall(r"^[A-Z][A-Z ]+$", page, re.MULTILINE)
    assert [heading for heading in headings if heading not in ("COMMANDS", "EXIT STATUS", "EXAMPLES")] == [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "SEE ALSO",
    ]
    assert "linksift 1.2.3" in page


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_says_what_the_help_says(name: str) -> None:
    page, command = words(rendered(PAGES[f"linksift-{name}.1"])), COMMANDS[name]
    assert command is not None
    assert words(command.help or "-") in page
    for option in (each for each in command.params if isinstance(each, click.Option)):
        assert words(option.help or "-") in page
        assert all(other in page for other in option.opts)
    for line in (command.epilog or "").splitlines():
        assert words(line.replace("\b", "").replace("Examples:", "").removeprefix("Exit status: 0")) in page


def test_what_roff_reads_is_escaped() -> None:
    assert r"\(aqhttp://a/b/c/d;p?q\(aq" in PAGES["linksift-resolve.1"]
    assert "'http://a/b/c/d;p?q'" in rendered(PAGES["linksift-resolve.1"])


def test_the_files_are_written_where_shells_look(tmp_path: Path) -> None:
    write_shell_files(tmp_path, "1.2.3")
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()} == set(FILES)
    assert set(PLACES.values()) < set(FILES)
