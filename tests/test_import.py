"""`import linksift` is cheap: it imports little of the standard library, and no other packages. A command imports what
its arguments need.

The tests name modules, since these are the same on every machine. benchmarks/import_time.py and command_start.py
measure the time.
"""

import subprocess
import sys

import pytest

LISTING = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"

# The import may load these modules of the standard library: `re`, `typing`, `bisect`, `heapq` and `unicodedata`, each
# small, and the modules that they load themselves.
ALLOWED = {
    "_bisect",
    "_collections",
    "_functools",
    "_heapq",
    "_operator",
    "_sre",
    "_typing",
    "bisect",
    "collections",
    "contextlib",
    "copyreg",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "keyword",
    "operator",
    "re",
    "reprlib",
    "types",
    "typing",
    "unicodedata",
    "warnings",
}
if sys.version_info >= (3, 14):  # a NamedTuple loads these
    ALLOWED |= {"_ast", "_types", "annotationlib", "ast"}


def loaded_by(statement: str) -> set[str]:
    """The top-level names of all modules that a statement loads beyond a bare Python, in its own process."""
    command = [sys.executable, "-c", LISTING.format(statement)]
    modules = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return {module.split(".")[0] for module in modules}


def test_the_import_loads_the_package_and_little_else() -> None:
    assert loaded_by("import linksift") - ALLOWED == {"linksift"}


def test_heavy_imports_are_noticed() -> None:
    assert {"click", "idna", "regex"} <= loaded_by("import click, idna, regex")


@pytest.mark.parametrize(
    ("arguments", "needed", "unneeded"),
    [
        (
            ["find"],
            "linksift.finding.joining",
            {"json", "pathlib", "linksift.text_across_tags", "linksift.hazards.all_checks"},
        ),
        (["find", "--format", "jsonl"], "json", {"linksift.text_across_tags", "linksift.hazards.all_checks"}),
        (["clean", "http://a.example"], "linksift.cleaning", {"json", "linksift.documents"}),
        (["parse", "http://a.example"], "linksift.uri", {"linksift.documents", "linksift.finding"}),
        (["resolve", "http://a.example", "b"], "linksift.uri", {"json", "linksift.documents", "linksift.finding"}),
    ],
)
def test_a_command_imports_what_its_arguments_need(arguments: list[str], needed: str, unneeded: set[str]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "linksift", *arguments]
    process = subprocess.run(command, input="http://a.example/ b", capture_output=True, text=True, check=True)
    modules = {row.rpartition("|")[2].strip() for row in process.stderr.splitlines()}
    assert needed in modules
    assert unneeded & modules == set()
