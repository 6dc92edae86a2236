"""`import linksift` is cheap: it imports little of the standard library, and no other packages.

The tests count modules, since their number is the same on every machine. benchmarks/import_time.py measures the time.
"""

import subprocess
import sys

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


def loaded_by(statement: str) -> set[str]:
    """The top-level names of all modules that a statement loads beyond a bare Python, in its own process."""
    command = [sys.executable, "-c", LISTING.format(statement)]
    modules = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return {module.split(".")[0] for module in modules}


def test_the_import_loads_the_package_and_little_else() -> None:
    assert loaded_by("import linksift") - ALLOWED == {"linksift"}


def test_heavy_imports_are_noticed() -> None:
    assert {"click", "idna", "regex"} <= loaded_by("import click, idna, regex")
