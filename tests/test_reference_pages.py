"""docs/reference has every public name: what the packages' `__all__` say, once, and in the list of all names."""

import ast
import re
from collections import Counter
from pathlib import Path

import linksift

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted((DOCS / "reference").glob("*.md"))
INTEGRATIONS = ROOT / "src" / "linksift" / "integrations"
NOT_PUBLIC = {"__init__", "__pycache__", "column_functions", "urlize_defaults"}
PUBLIC_PACKAGES = [
    "linksift.frames",
    *(f"linksift.integrations.{path.stem}" for path in INTEGRATIONS.iterdir() if path.stem not in NOT_PUBLIC),
]
PUBLIC_NAMES_OF_ROOMS = {
    "linksift.hazards": {"deceptions", "hazard_names"},
    "linksift.uri": {"LinkParts", "Verdict", "judge_host", "link_in_text"},
    "linksift.finding": {"FinderOptions", "Kind", "Profile", "Rejoin"},
}
"""Names that `linksift` itself does not have. What else these rooms export is for other rooms."""


SHOWN_AS = {
    "linksift.hazards": "linksift.hazards.hazards",
    "linksift.integrations.django.urlize": "linksift.integrations.django.urlize.urlize",
}
"""Functions with the name of the module that they are in, for which the site would show the module."""


def all_of(package: str) -> set[str]:
    """The `__all__` of a package, which is not imported: what it needs may not be installed."""
    path = ROOT / "src" / package.replace(".", "/")
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for statement in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            return set(ast.literal_eval(statement.value))
    raise AssertionError(f"{package} has no __all__")


def public_names() -> set[str]:
    """Every public name with its package; a name of `linksift` is public there."""
    of_packages = {f"{package}.{name}" for package in PUBLIC_PACKAGES for name in all_of(package)}
    of_rooms = {f"{room}.{name}" for room, names in PUBLIC_NAMES_OF_ROOMS.items() for name in names}
    names = {f"linksift.{name}" for name in linksift.__all__} | of_packages | of_rooms
    return {SHOWN_AS.get(name, name) for name in names}


def test_each_public_name_is_on_one_page() -> None:
    shown = Counter(name for page in PAGES for name in re.findall(r"^::: (\S+)$", page.read_text(), re.MULTILINE))
    assert set(shown) == public_names()
    assert [name for name, times in shown.items() if times > 1] == []


def test_the_list_has_each_public_name() -> None:
    listed = re.findall(r"\[`([\w.]+)`\]\[([\w.]+)\]", (DOCS / "reference" / "index.md").read_text())
    assert sorted(target for _, target in listed) == sorted(public_names())
    assert [target for text, target in listed if not target.endswith(f".{text}")] == []


def test_rooms_export_what_is_public() -> None:
    assert [room for room, names in PUBLIC_NAMES_OF_ROOMS.items() if not names <= all_of(room)] == []


def test_what_the_guides_import_is_public() -> None:
    guides = [ROOT / "README.md", *DOCS.glob("*.md"), *DOCS.glob("migrating/*.md")]
    public = {
        f"linksift.integrations.bleach.callbacks.{name}" for name in ("nofollow", "target_blank")
    } | public_names()
    modules = {name.rpartition(".")[0] for name in public}
    imported = {
        f"{package}.{name}"
        for guide in guides
        if guide.name not in ("rules.md", "rooms.md")  # which are about the code, as the end of documents.md is
        for package, names in re.findall(
            r"from (?!linksift.documents.document_model)(linksift[\w.]*) import ([\w, ]+)",
            guide.read_text(encoding="utf-8"),
        )
        for name in re.split(", *", re.sub(r" as \w+", "", names.strip()))
    }
    assert len(imported) > 10
    assert imported <= public | modules
