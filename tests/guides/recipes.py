"""Reads recipes from a page: the files that it names, its commands, and their output.

A fenced block of `python` whose first line is `# name.py` is that file. A block of `sh` runs in the folder of its
section. A block of `text` after it is its output.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^```(python|sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")
IMPORTED = re.compile(r"^(?:import|from) (\w+)", re.MULTILINE)
PROGRAMS = 'linksift() { "$PYTHON" -m linksift "$@"; }\npython() { "$PYTHON" "$@"; }\nset -e\n'


class Step(NamedTuple):
    """Commands, and their output on both channels, or None if the page does not show it."""

    commands: str
    printed: str | None


class Recipe(NamedTuple):
    """A section of a page, with its files and steps."""

    heading: str
    files: dict[str, str]
    steps: list[Step]


def recipes(page: str) -> list[Recipe]:
    """The sections of a page that contain commands."""
    sections = (DOCS / page).read_text(encoding="utf-8").split("\n## ")[1:]
    found = [Recipe(section.partition("\n")[0], *read(section)) for section in sections]
    return [recipe for recipe in found if recipe.steps]


def read(section: str) -> tuple[dict[str, str], list[Step]]:
    r"""The files and the steps of a section.

    >>> read("```python\n# a.py\nprint(1)\n```\n\n```sh\npython a.py\n```\n\n```text\n1\n```\n")
    ({'a.py': '# a.py\nprint(1)\n'}, [Step(commands='python a.py\n', printed='1\n')])
    """
    files: dict[str, str] = {}
    steps: list[Step] = []
    for language, block in FENCE.findall(section):
        if language == "sh":
            steps.append(Step(block, None))
        elif language == "text":
            steps[-1] = steps[-1]._replace(printed=block)
        elif name := FILE.match(block):
            files[name[1]] = block
    return files, steps


def imported(recipe: Recipe) -> set[str]:
    """The names of the packages that the files of a recipe import."""
    return {name for content in recipe.files.values() for name in IMPORTED.findall(content)}


def run(recipe: Recipe, folder: Path) -> None:
    """Write the files, run the commands, and compare their output."""
    for name, content in recipe.files.items():
        (folder / name).write_text(content, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    environment |= {
        "PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)]),
        "PYTHONUTF8": "1",
    }
    for step in recipe.steps:
        done = subprocess.run(
            ["bash", "-c", PROGRAMS + step.commands],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        if step.printed is None:
            assert done.returncode == 0, done.stdout
        else:
            assert done.stdout == step.printed
