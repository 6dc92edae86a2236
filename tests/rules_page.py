"""Makes docs/rules.md from the rules' docstrings: `python tests/rules_page.py` writes it, and a test compares it."""

import ast
import doctest
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getdoc
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple

from linksift.notes import RULES

PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
PACKAGE = Path(__file__).parents[1] / "src" / "linksift"
TITLE = """\
# The rules

Every rule, room by room and stage by stage. A rule's name is its address: `trim.emphasis` is the function `emphasis` in
`trim.py` (in `src/linksift/finding/readings/`), the `rule` of a note, and the files `corpora/trim/emphasis.txt` (texts
where it applies) and `corpora/trim/emphasis.not.txt` (texts that only look alike). A rule's first sentence is the `why`
of its notes. This page is generated from docstrings, and a test compares the two.
"""


DELIMITERS = """
## Sets of characters

These are the characters around links, and the schemes that show where a link begins. `linksift.delimiters` defines
each set once, and says why its users need that set and not another. [Finding](finding.md#enclosures) lists the pairs.
"""


class Room(NamedTuple):
    """A room with rules: its heading, what its examples call, and its modules or packages in order."""

    package: str
    heading: str
    examples: str
    modules: str


ROOMS = (
    Room(
        "linksift.finding",
        "Finding",
        "`found(text)` is `[match.uri for match in linksift.find(text)]`, with options if they are given.",
        "match refang scan uts58 joining rejoin trim encode other_readings own_matches",
    ),
    Room(
        "linksift.cleaning",
        "Cleaning",
        "`cleaned(typed)` is `linksift.clean(typed).uri`. The texts of these rules are in `corpora/cleaning/`.",
        "markup whitespace delimiters scheme_typos wrong_characters punctuation missing_scheme uri_encoding refusals",
    ),
    Room(
        "linksift.documents",
        "Stated references",
        "`uri_of(reference, base)` is the URI that a document's reference becomes.",
        "reference_repair stated_match",
    ),
)


def rules(room: Room) -> Iterator[tuple[str, Callable[..., Any]]]:
    """A room's rules by name, module by module. All modules are imported first, since some are lazy."""
    for module in walk_packages(import_module(room.package).__path__, f"{room.package}."):
        import_module(module.name)
    order = room.modules.split()
    named = {name: function for name, function in RULES.items() if function.__module__.startswith(f"{room.package}.")}
    return iter(sorted(named.items(), key=lambda item: (order.index(item[0].partition(".")[0]), *place(item[1]))))


def place(function: Callable[..., Any]) -> tuple[str, int]:
    """The module of a rule, and its line there."""
    return function.__module__, function.__code__.co_firstlineno


def row(name: str, function: Callable[..., Any]) -> str:
    """The rule's part of the page: its name, its docstring, and its examples."""
    docstring = doctest.DocTestParser().parse(f"{getdoc(function)}\n")
    prose = "".join(part for part in docstring if isinstance(part, str)).strip()
    examples = [part for part in docstring if isinstance(part, doctest.Example)]
    code = "".join(f">>> {example.source}{example.want}" for example in examples)
    return f"\n#### {name}\n\n{prose}\n\n```pycon\n{code}```\n"


def page() -> str:
    """The whole page."""
    return "".join([TITLE, *(part for room in ROOMS for part in section(room)), *delimiter_sets()])


def section(room: Room) -> Iterator[str]:
    """The part of the page for a room: its modules, and the rules of each."""
    yield f"\n## {room.heading}\n\nIn the examples, {room.examples}\n"
    last = ""
    for name, function in rules(room):
        module = name.rpartition(".")[0]
        if module != last:
            yield f"\n### {module}\n"
        yield row(name, function)
        last = module


def delimiter_sets() -> Iterator[str]:
    """The part of the page about `linksift.delimiters`: the headings of its source, its sets, and their importers."""
    yield DELIMITERS
    source = (PACKAGE / "delimiters.py").read_text(encoding="utf-8")
    statements = ast.parse(source).body
    headings = {
        number: line[7:].rstrip(" -") for number, line in enumerate(source.splitlines()) if line[:6] == "# ----"
    }
    for statement, following in pairwise(statements):
        match statement, following:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(why))):
                for number in [number for number in headings if number < statement.lineno]:
                    yield f"\n### {headings.pop(number)}\n"
                users = ", ".join(f"`{user}`" for user in users_of(name))
                if name != "PAIRS":
                    yield f"\n#### {name}\n\n```text\n{ast.get_source_segment(source, statement.value)}\n```\n\n{why}\n"
                    yield users and f"\nUsed by {users}.\n"


def users_of(name: str) -> list[str]:
    """The modules that import a name from `linksift.delimiters`."""
    imports = rf"^ *from linksift\.delimiters import (?:\([^)]*|.*)\b{name}\b"
    return [
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for path in sorted(PACKAGE.rglob("*.py"))
        if re.search(imports, path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
