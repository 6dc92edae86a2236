"""Reads docs/command.md: the examples of a command, and the options that the page does not document."""

import re
import shlex
import textwrap
from pathlib import Path

import click

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "command.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^    \$ linksift (.*)\n((?:(?: {4}.*)?\n)*)", re.MULTILINE)


def section(heading: str) -> str:
    """The text below a heading of the page, up to the next heading."""
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def examples(heading: str) -> list[tuple[list[str], str]]:
    """The arguments and output of each example under a heading: "    $ linksift a 'b c'" gives `["a", "b c"]`."""
    found = EXAMPLE.findall(section(heading) + "\n")
    assert found, f"there are no examples under {heading}"
    return [(shlex.split(arguments), textwrap.dedent(output).strip("\n")) for arguments, output in found]


def undocumented_options(command: click.Command, heading: str, tests: str) -> list[str]:
    """The options of a command that have no row below its heading, or that the file with its tests does not use."""
    documented, tested = section(heading), Path(tests).read_text(encoding="utf-8")
    options = [name for parameter in command.params for name in parameter.opts if name.startswith("-")]
    return [option for option in options if f"| `{option}" not in documented or f'"{option}"' not in tested]
