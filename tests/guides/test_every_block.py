"""Every fenced block on the pages belongs to a test that runs it, and the code on the pages about migrating runs."""

import re
from pathlib import Path

import pytest

from tests.guides.recipes import IMPORTED
from tests.guides.test_recipes import PAGES as RECIPES

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    (path.relative_to(DOCS).as_posix(), language, block)
    for path in sorted(DOCS.rglob("*.md"))
    for language, block in FENCE.findall(path.read_text(encoding="utf-8"))
]
MIGRATING = sorted({page for page, language, _ in BLOCKS if language == "python" and page.startswith("migrating/")})


def is_run(page: str, language: str) -> bool:
    """Whether a test runs the blocks of a language on a page: tests/test_readme.py runs `pycon` wherever it is."""
    match language:
        case "pycon":
            return True
        case "python":
            return page in {"frames.md", "cluster.md", "cookbook.md", *MIGRATING}
        case "sh" | "text":
            return page in RECIPES
        case _:
            return (page, language) == ("linking.md", "css")


def test_every_block_is_run() -> None:
    assert [(page, language) for page, language, _ in BLOCKS if not is_run(page, language)] == []


@pytest.mark.parametrize("page", MIGRATING)
def test_the_code_on_a_page_about_migrating_runs(page: str) -> None:
    names: dict[str, object] = {}
    for block in (block for of, language, block in BLOCKS if (of, language) == (page, "python")):
        for package in set(IMPORTED.findall(block)) - {"linksift"}:
            pytest.importorskip(package, reason=f"needs {package}")
        exec(block, names)


def test_there_is_code_on_pages_about_migrating() -> None:
    assert len(MIGRATING) > 3
