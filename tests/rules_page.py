"""Makes docs/rules.md from the rules' docstrings: `python tests/rules_page.py` writes it, a test compares it."""

import doctest
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple

from linksift.notes import RULES

PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
TITLE = """\
# The rules

Every rule, room by room and stage by stage. A rule's name is its address: `trim.emphasis` is the function `emphasis` in
`trim.py` (in `src/linksift/finding/readings/`), the `rule` of a note, and the files `corpora/trim/emphasis.txt` (texts
where it applies) and `corpora/trim/emphasis.not.txt` (texts that only look alike). A rule's first sentence is the `why`
of its notes.
This page is made from the rules' docstrings, and a test compares the two.
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
        "`found(text)` is `[match.uri for match in linksift.find(text)]`, with options when they are given.",
        "match refang scan uts58 joining rejoin trim encode other_readings own_matches",
    ),
    Room(
        "linksift.cleaning",
        "Cleaning",
        "`cleaned(typed)` is `linksift.clean(typed).uri`. Their texts are in `corpora/cleaning/`.",
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
    return TITLE + "".join(part for room in ROOMS for part in section(room))


def section(room: Room) -> Iterator[str]:
    """The part of the page for a room: its modules, and the rules of each."""
    yield f"\n## {room.heading}\n\nIn the examples {room.examples}\n"
    last = ""
    for name, function in rules(room):
        module = name.rpartition(".")[0]
        if module != last:
            yield f"\n### {module}\n"
        yield row(name, function)
        last = module


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
