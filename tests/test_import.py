"""`import linksift` is cheap: it brings in little of the standard library, and nothing that is not in it.

What is counted here is modules, which is the same on every machine. The time it takes is measured by
benchmarks/import_time.py.
"""

import subprocess
import sys

LISTING = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"

# What the import may bring in of the standard library: `re`, `typing`, `bisect`, `heapq` and `unicodedata`, each of
# them small, and what these bring in themselves.
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


def brought_in(statement: str) -> set[str]:
    """The top-level names of all that a statement brings in beyond a bare Python, in a process of its own."""
    command = [sys.executable, "-c", LISTING.format(statement)]
    modules = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return {module.split(".")[0] for module in modules}


def test_the_import_brings_in_the_package_and_little_else() -> None:
    assert brought_in("import linksift") - ALLOWED == {"linksift"}


def test_what_is_heavy_would_be_seen() -> None:
    assert {"click", "idna", "regex"} <= brought_in("import click, idna, regex")
