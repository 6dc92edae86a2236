"""Every recipe of the guides runs, and prints what its page says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.guides.recipes import Recipe, imported, recipes, run

PAGES = ("quickstart.md", "cookbook.md", "other-tools.md", "troubleshooting.md")
RECIPES = [(page, recipe) for page in PAGES for recipe in recipes(page)]


def a_folder_of_pdfs(folder: Path) -> None:
    from tests.documents.pdf_makers import of_lines

    pytest.importorskip("pypdfium2", reason="needs pypdfium2 (the extra pdf)")
    lines = [
        "The report that we all have been waiting for since the spring is",
        "at http://a.example/reports/2026/annual-report-of-the-",
        "society.html and was read at once by everybody in the village.",
    ]
    (folder / "papers").mkdir()
    (folder / "papers" / "first.pdf").write_bytes(of_lines(*lines))


def no_extras(folder: Path) -> None:
    (folder / "report.pdf").write_bytes(b"%PDF-1.7")
    (folder / "page.html").write_text("<p>http://a.example", encoding="utf-8")
    (folder / "sitecustomize.py").write_text(
        "import importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *of: None if name in ('pypdfium2', 'turbohtml') else find(name, *of)\n",
        encoding="utf-8",
    )


def a_reader_of_pdfs(folder: Path) -> None:
    pytest.importorskip("pypdfium2", reason="needs pypdfium2 (the extra pdf)")


SAMPLES: dict[str, Callable[[Path], None]] = {
    "A folder of PDFs to a report": a_folder_of_pdfs,
    "A PDF has no links": a_reader_of_pdfs,
    "A message asks for `pip install`": no_extras,
}
"""What the recipes take from, or need of, their readers' machine, by their headings."""


def test_the_samples_belong_to_recipes() -> None:
    assert set(SAMPLES) <= {recipe.heading for _, recipe in RECIPES}
    assert {page for page, _ in RECIPES} == set(PAGES)


@pytest.mark.parametrize(("page", "recipe"), RECIPES, ids=[f"{page}: {recipe.heading}" for page, recipe in RECIPES])
def test_a_recipe(page: str, recipe: Recipe, tmp_path: Path) -> None:
    own = {name.removesuffix(".py") for name in recipe.files}
    for package in imported(recipe) - own - {"linksift"}:
        pytest.importorskip(package, reason=f"needs {package}")
    if recipe.heading in SAMPLES:
        SAMPLES[recipe.heading](tmp_path)
    run(recipe, tmp_path)
