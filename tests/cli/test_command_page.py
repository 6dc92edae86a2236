"""docs/command.md agrees with the help of the commands, and the examples of `find` there are true."""

import gzip
import re
import subprocess
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from linksift.cli import main
from linksift.cli.commands.completion import OptionOutline, command_contexts, options_of
from linksift.cli.formats.field_formats import ALL, CSV, PARQUET
from linksift.cli.options.grouped_command import grouped_options
from tests.documents.pdf_makers import of_lines

from .command_docs import PAGE, section
from .conftest import ENVIRONMENT

MAIL = "> See <http://a.example/one-\n> two/three>, or\n> http://b.example/x\n"
LINK = b"<a href='http://b.example/x'>the report</a>"
WARC = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
    b"Content-Type: text/html\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
) % (len(LINK), LINK)
NEEDS = {"parquet": "pyarrow", "report.pdf": "pypdfium2"}
COMMANDS = command_contexts(main)[1]
CELLS = re.compile(r"^\| (`-.*?) \| ", re.MULTILINE)


def cell(option: OptionOutline) -> str:
    """An option as the tables name it, with its value: "`--output FILE`, `-o FILE`"."""
    value = "" if option.value is None else f" {option.value.metavar}".replace("|", r"\|")
    return ", ".join(f"`{name}{value}`" for name in reversed(option.names))


def test_the_page_lists_how_each_command_is_used() -> None:
    listed = re.findall(r"^    (linksift .*)$", PAGE.partition("\n## ")[0], re.MULTILINE)
    used = [f"{each.command_path} {' '.join(each.command.collect_usage_pieces(each))}" for each in COMMANDS]
    assert sorted(listed) == sorted([*used, "linksift --version", "linksift --help"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.info_name)
def test_the_page_has_every_option_as_the_help_shows_it(command: click.Context) -> None:
    text = section(f"`{command.command_path}`")
    assert text
    shown = [cell(option) for option in options_of(command)]
    listed = CELLS.findall(text)
    assert listed == shown or (listed == [] and len(shown) == 1)
    headings = [heading for heading, _ in grouped_options(command)]
    if len(headings) > 1:
        assert [heading for heading in re.findall("^###+ (.*)$", text, re.MULTILINE) if heading in headings] == headings


def names_between(start: str, end: str) -> set[str]:
    """The names in code on the page, between two pieces of text."""
    return set(re.findall(r"`(\w+)`", PAGE.partition(start)[2].partition(end)[0]))


def test_the_page_lists_the_fields_that_csv_lacks_by_default() -> None:
    by_option = {"defanged"}
    assert names_between("`--fields` can also write", "The values of") == {*ALL} - {*CSV} - by_option
    assert names_between("As in JSON,", "are included even") == {*PARQUET} - {*CSV}


def test_the_examples_of_find(tmp_path: Path) -> None:
    """Each is run by a shell in a folder with the files that it names."""
    (tmp_path / "mail.txt").write_text(MAIL)
    (tmp_path / "crawl.warc.gz").write_bytes(gzip.compress(WARC))
    for folder in ("mail", "Mail", "docs"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.eml").write_text(f"Subject: a\n\n{MAIL}")
    examples = re.findall(r"^    \$ (.*)\n((?:    (?!\$).*\n)*)", section("`linksift find`"), re.MULTILINE)
    assert len(examples) >= 5
    environment = {**ENVIRONMENT, "PYTHON": sys.executable, "HOME": str(tmp_path)}
    for command, output in examples:
        if any(word in command and find_spec(package) is None for word, package in NEEDS.items()):
            continue
        if "report.pdf" in command:
            (tmp_path / "report.pdf").write_bytes(of_lines("see http://a.example/"))
        run = subprocess.run(
            ["bash", "-c", f'linksift() {{ "$PYTHON" -m linksift "$@"; }}\n{command}'],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
        )
        messages = r"linksift: \S+\.html: [\d,]+ links?.*\n" if "--report" in command else ""
        assert run.stdout == textwrap.dedent(output), command
        assert re.fullmatch(messages, run.stderr), command
