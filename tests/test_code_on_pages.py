"""Every block of code on a page of the documentation is run by a test, or it is named here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.cli.command_docs import EXAMPLE, PAGE
from tests.frames.code_on_pages import PAGES as ENGINE_PAGES
from tests.guides.test_recipes import PAGES as RECIPE_PAGES
from tests.test_readme import PAGES, PYTHON_PAGES, SHELL_PAGES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NAMED_FILE = re.compile(r"`([a-z_]+(?:/[a-z_]+)+\.(?:py|c|h))`")
FENCE = re.compile(r"^( *)(`{3,})(\w*)$")
INDENTED = re.compile(r" {4}\S")

NO_CODE = {"text", "css", "diff"}
"""What programs print, and what a reader may add to a page or change in files of their own."""
NOT_RUN = {
    "quickstart.md": "installs into the environment of the reader",
    "migrating/bleach.md": "installs into the environment of the reader",
    "troubleshooting.md": "does not end; tests/cli/test_find.py runs --line-buffered",
    "why.md": "tests/guides/test_why.py runs it",
    "other-tools.md": "needs lychee; tests/checking/test_page.py reads the problem matcher",
    "frames.md": "installs into the environment of the reader",
    "phishing.md": "searches the reader's folder of reports",
    "speed.md": "takes an hour",
    "bounded-work.md": "takes ten minutes",
    "cluster.md": "reads a crawl; tests/integrations/test_spark_cluster.py runs the job on files of its own",
}
"""Pages with blocks of the language "shell", and why no test runs them."""
RUN = {
    "pycon": {*(str(page.relative_to(DOCS)) for page in PAGES if page.is_relative_to(DOCS)), "rules.md"},
    "console": {str(page.relative_to(DOCS)) for page in SHELL_PAGES if page.is_relative_to(DOCS)},
    "python": {*PYTHON_PAGES, *ENGINE_PAGES, "other-tools.md"},
    "sh": {*RECIPE_PAGES, "frames.md"},
    "shell": {*NOT_RUN},
    "markdown": {"checking.md"},
    "toml": {"checking.md"},
    "yaml": {"checking.md"},
}
"""The pages of which each language is run: rules.md by tests of docstrings, checking.md by tests/checking."""


class Block(NamedTuple):
    """A block of code: its page, its line there, and its language ("" for a block that is only indented)."""

    page: str
    line: int
    language: str


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of code on a page."""
    name, fence, before = str(page.relative_to(DOCS)), "", ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if fence:
            fence = "" if line.strip() == fence else fence
        elif opened := FENCE.match(line):
            fence = opened[2]
            yield Block(name, number, opened[3])
        elif INDENTED.match(line) and not before.strip() and name != "rules.md":
            yield Block(name, number, "")
        before = line


BLOCKS = [block for page in sorted(DOCS.rglob("*.md")) for block in blocks(page)]


def test_every_block_is_run_or_named() -> None:
    assert len(BLOCKS) > 300
    assert [
        block
        for block in BLOCKS
        if block.language not in NO_CODE
        and block.page not in RUN.get(block.language, ())
        and (block.page, block.language) != ("command.md", "")
    ] == []


def test_every_list_names_only_pages_that_have_such_blocks() -> None:
    with_blocks = {(block.page, block.language) for block in BLOCKS}
    listed = {(page, language) for language, pages in RUN.items() for page in pages}
    assert listed - with_blocks == set()


def test_every_example_of_the_command_is_below_a_heading_that_a_test_runs() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "cli").glob("test_*.py"))
    run = set(re.findall(r'\b(?:examples|section)\("([^"]+)"\)', tests))
    with_examples = {part.partition("\n")[0] for part in PAGE.split("\n## ") if EXAMPLE.search(part)}
    assert with_examples <= run


def test_source_files_that_pages_name_exist() -> None:
    files = [
        "/" + str(path) for folder in ("src", "tests", "benchmarks", "docs") for path in ROOT.glob(f"{folder}/**/*.*")
    ]
    for page in DOCS.glob("**/*.md"):
        for named in NAMED_FILE.findall(page.read_text(encoding="utf-8")):
            assert any(file.endswith(f"/{named}") for file in files), f"{page.name} names {named}"
