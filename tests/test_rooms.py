"""Checks every import under src/linksift against the tables in docs/rooms.md."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "linksift"
PAGE = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")


class House(NamedTuple):
    """The content of the page: the rooms that each room calls on, and the modules of each package, in reading order."""

    calls_on: dict[str, list[str]]
    inside: dict[str, list[str]]


class Module(NamedTuple):
    """A module by its dotted name below `linksift` ("" is `linksift` itself)."""

    name: str
    is_package: bool
    tree: ast.Module


DOORS = {"", "_lazy", "__main__"}
"""The entrances: `import linksift`, its lazy imports, and `python -m linksift`. They may import every room."""


# ---- Reading the page ------------------------------------------------------------------------------------------------


def rows(heading: str) -> Iterator[list[str]]:
    """The rows of the table under a heading, cell by cell: `## Rooms` gives `["`uri`", "the URI", ...]` and so on."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def names(cell: str) -> list[str]:
    """The names in a cell: "`a` · `b`" gives `["a", "b"]`, "nobody" gives none."""
    return re.findall(r"`([\w.]+)`", cell)


def read_house() -> House:
    """The whole page as data."""
    house = House({}, {})
    for room, _, inside, calls_on in rows("Rooms"):
        house.calls_on[names(room)[0]] = names(calls_on)
        house.inside[names(room)[0]] = names(inside)
    for package, _, inside in rows("Packages inside a room"):
        house.inside[names(package)[0]] = names(inside)
    return house


HOUSE = read_house()


# ---- Reading the code ------------------------------------------------------------------------------------------------


def read_module(path: Path) -> Module:
    """`src/linksift/uri/percent.py` is "uri.percent", `src/linksift/uri/__init__.py` is "uri"."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    return Module(name, is_package, ast.parse(path.read_text(encoding="utf-8"), str(path)))


MODULES = {module.name: module for module in map(read_module, sorted(PACKAGE.rglob("*.py")))}


def exports(package: str) -> set[str]:
    """The names that the `__init__` of a package imports, and so hands on."""
    return {
        alias.asname or alias.name
        for statement in (MODULES[package].tree.body if package in MODULES else [])
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def source_of(module: Module, node: ast.ImportFrom) -> str:
    """The absolute module that a `from` names: `from .errors` in `linksift.uri.percent` is "linksift.uri.errors"."""
    if not node.level:
        return node.module or ""
    here = ["linksift", *filter(None, module.name.split("."))]
    above = node.level - module.is_package
    return ".".join([*here[: len(here) - above], *([node.module] if node.module else [])])


def imported(module: Module) -> Iterator[str]:
    """Every module that a module imports, at any depth of its code, as absolute dotted names.

    `from linksift.uri import percent` names the module `linksift.uri.percent`, unless `linksift.uri` exports it.
    """
    for node in ast.walk(module.tree):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name for alias in aliases)
            case ast.ImportFrom(names=aliases):
                source = source_of(module, node)
                for alias in aliases:
                    whole = f"{source}.{alias.name}"
                    is_module = below(whole) in MODULES and alias.name not in exports(below(source) or "")
                    yield whole if is_module else source


def below(absolute: str) -> str | None:
    """A name below `linksift`: "linksift.uri" gives "uri", "linksift" gives "", "re" gives None."""
    head, _, rest = absolute.partition(".")
    return rest if head == "linksift" else None


# ---- Checking the code against the page ------------------------------------------------------------------------------


def objection(house: House, importer: str, target: str) -> str | None:
    """Why `importer` may not import `target`; None if it may."""
    if target == "":
        return "imports linksift itself, which is for users outside the house"
    here, there = importer.split(".")[0], target.split(".")[0]
    if here == there:
        return objection_inside(house, importer.split("."), target.split("."))
    if "." in target:
        return "reaches past the __init__ of another room"
    if importer not in DOORS and there not in house.calls_on.get(here, []):
        return f"{here} does not call on {there}"
    return None


def objection_inside(house: House, importer: list[str], target: list[str]) -> str | None:
    """The same inside one room: a module imports only earlier ones, and an `__init__` its own modules."""
    shared = 0
    while shared < min(len(importer), len(target)) and importer[shared] == target[shared]:
        shared += 1
    if shared == len(target):
        return "imports the package that it is part of"
    if shared == len(importer):
        return None
    order = house.inside.get(".".join(importer[:shared]), [])
    if not {importer[shared], target[shared]} <= set(order):
        return "is not listed on the page, or what it imports is not"
    if order.index(target[shared]) >= order.index(importer[shared]):
        return "imports what comes after it"
    return None


def objections(module: Module) -> list[str]:
    """All objections to a module's imports."""
    found = []
    for absolute in imported(module):
        target = below(absolute)
        why = None if target is None else objection(HOUSE, module.name, target)
        if why:
            found.append(f"linksift.{module.name} imports {absolute}: {why}")
    return found


# ---- The tests -------------------------------------------------------------------------------------------------------


def test_the_page_lists_every_room_and_module_that_exists_once_and_no_other() -> None:
    listed = [*HOUSE.calls_on, *(f"{package}.{name}" for package, inside in HOUSE.inside.items() for name in inside)]
    assert sorted(listed) == sorted(set(MODULES) - DOORS)


def test_a_room_calls_only_on_rooms_above_it_in_the_table() -> None:
    rooms = list(HOUSE.calls_on)
    assert rooms
    for position, room in enumerate(rooms):
        assert set(HOUSE.calls_on[room]) <= set(rooms[:position]), room


@pytest.mark.parametrize("module", MODULES.values(), ids=lambda module: module.name or "linksift")
def test_a_module_imports_only_what_the_page_allows(module: Module) -> None:
    assert objections(module) == []


@pytest.mark.parametrize(
    "package",
    [module for module in MODULES.values() if module.is_package],
    ids=lambda module: module.name or "linksift",
)
def test_an_init_re_exports_and_holds_no_logic(package: Module) -> None:
    for statement in package.tree.body:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) | ast.ImportFrom():
                pass
            case ast.Assign(targets=[ast.Name(id="__all__" | "__version__")]):
                pass
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=orelse):
                assert all(isinstance(inner, ast.ImportFrom) for inner in [*body, *orelse])
            case _:
                pytest.fail(f"line {statement.lineno} is neither a docstring nor a re-export")


@pytest.mark.parametrize(
    "package",
    [module for module in MODULES.values() if module.is_package and module.name],
    ids=lambda module: module.name,
)
def test_the_public_names_of_an_init_are_among_those_that_it_hands_on(package: Module) -> None:
    public = [ast.literal_eval(node.value) for node in package.tree.body if isinstance(node, ast.Assign)]
    assert set().union(*public) <= exports(package.name)


# ---- The check itself: what it must refuse, and what it must accept --------------------------------------------------

EXAMPLE = House(
    calls_on={"low": [], "high": ["low"]},
    inside={"low": ["first", "second"], "high": ["one", "two"], "high.two": ["a", "b"]},
)


@pytest.mark.parametrize(
    ("importer", "target", "words"),
    [
        ("low.first", "high", "does not call on"),
        ("high.one", "low.first", "reaches past"),
        ("low.first", "low.second", "comes after"),
        ("low.first", "low.first", "part of"),
        ("low.first", "low", "part of"),
        ("low.first", "", "outside the house"),
        ("high.one", "high.two.a", "comes after"),
        ("high.two.a", "high.two.b", "comes after"),
        ("high.two", "high", "part of"),
        ("high.one", "high.unheard", "not listed"),
        ("unheard", "low", "does not call on"),
        ("", "low.first", "reaches past"),
    ],
)
def test_the_check_refuses(importer: str, target: str, words: str) -> None:
    why = objection(EXAMPLE, importer, target)
    assert why is not None
    assert words in why


@pytest.mark.parametrize(
    ("importer", "target"),
    [
        ("high.one", "low"),
        ("low.second", "low.first"),
        ("low", "low.second"),
        ("high.two.a", "high.one"),
        ("high.two.b", "high.two.a"),
        ("high.two", "high.two.b"),
        ("", "high"),
        ("__main__", "high"),
    ],
)
def test_the_check_accepts(importer: str, target: str) -> None:
    assert objection(EXAMPLE, importer, target) is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import re, linksift.uri", ["re", "linksift.uri"]),
        ("from linksift.uri import split", ["linksift.uri"]),
        ("from linksift import notes", ["linksift.notes"]),
        ("from ..uri import split", ["linksift.uri"]),
        ("from .match import Match", ["linksift.finding.match"]),
        ("def later():\n    import click", ["click"]),
    ],
)
def test_imports_are_read_in_every_form(code: str, expected: list[str]) -> None:
    assert list(imported(Module("finding.trim", is_package=False, tree=ast.parse(code)))) == expected


def test_a_relative_import_in_a_package_starts_from_the_package() -> None:
    package = Module(
        "finding.scan", is_package=True, tree=ast.parse("from .ends import end\nfrom ..match import Match")
    )
    assert list(imported(package)) == ["linksift.finding.scan.ends", "linksift.finding.match"]
