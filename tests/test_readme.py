"""The examples of the README and of the guides say what really happens: Python's at its prompt, the shell's at theirs.

The two lines that make an environment are run by .ci/run.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
WRITTEN = [README, *sorted(page for page in DOCS.rglob("*.md") if page != DOCS / "rules.md")]
"""Pages that are written by hand: rules.md has the examples of docstrings."""
PAGES = [page for page in WRITTEN if "\n```pycon\n" in page.read_text(encoding="utf-8")]
SHELL_PAGES = [page for page in WRITTEN if "\n```console\n" in page.read_text(encoding="utf-8")]
PYTHON_PAGES = {
    "crawls.md": "pyarrow",
    "documents.md": "linksift",
    "migrating/django.md": "django",
    "migrating/jinja.md": "jinja2",
    "migrating/markdown-it.md": "linkify_it",
    "migrating/w3lib.md": "linksift",
}
"""Pages whose blocks of Python are run one after the other, and what they need."""
AT_THE_PROMPT = {"linking.md": "turbohtml"}
"""What the examples of a page need at Python's prompt."""
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*(?:\n> .*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
LINKSIFT = 'linksift() { "$PYTHON" -m linksift "$@"; }\n'


def fenced(text: str, language: str) -> str:
    """The blocks in one language and nothing else, each line at its own place, so that a failure names it."""
    kept = [""] * text.count("\n")
    for block in FENCE.finditer(text):
        if block[1] == language:
            first = text.count("\n", 0, block.start(2))
            lines = block[2].splitlines()
            kept[first : first + len(lines)] = lines
    return "\n".join(kept) + "\n"


def shell_examples(text: str) -> list[tuple[str, str]]:
    """Commands and what they print: "$ echo a" and "a" below it give `("echo a", "a\\n")`; "> " continues one."""
    examples = []
    for language, block in FENCE.findall(text):
        if language == "console":
            examples += [(command.replace("\n> ", "\n"), output) for command, output in COMMAND.findall(block)]
    return [(command, output) for command, output in examples if not command.startswith("python3 -m venv")]


def test_readme_and_guides_have_examples() -> None:
    assert len(PAGES) > 10
    assert README in SHELL_PAGES


@pytest.mark.parametrize(("page", "package"), PYTHON_PAGES.items())
def test_the_code_in_python_runs(page: str, package: str) -> None:
    pytest.importorskip(package, reason=f"needs {package}")
    code = fenced((DOCS / page).read_text(encoding="utf-8"), "python")
    assert code.strip()
    exec(code, {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_in_python(page: Path) -> None:
    if package := AT_THE_PROMPT.get(page.name):
        pytest.importorskip(package, reason=f"needs {package}")
    text = fenced(page.read_text(encoding="utf-8"), "pycon")
    session = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert session.examples
    printed: list[str] = []
    result = doctest.DocTestRunner().run(session, out=printed.append)
    assert result.failed == 0, "".join(printed)


@pytest.mark.parametrize(
    ("command", "output"),
    [example for page in SHELL_PAGES for example in shell_examples(page.read_text(encoding="utf-8"))],
)
def test_an_example_in_the_shell(command: str, output: str) -> None:
    environment = {**os.environ, "PYTHON": sys.executable}
    run = subprocess.run(
        ["bash", "-c", LINKSIFT + command],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert run.stdout == output, run.stderr


def test_only_the_blocks_of_one_language_are_read() -> None:
    text = (
        "Say:\n\n```pycon\n>>> 1\n1\n```\n\n```console\n$ echo a \\\n> b\na b\n$ true\n$ python3 -m venv .venv\n```\n"
    )
    assert fenced(text, "pycon").splitlines()[2:6] == ["", ">>> 1", "1", ""]
    assert shell_examples(text) == [("echo a \\\nb", "a b\n"), ("true", "")]
