"""No slice copies the rest of a text or list to keep only a part of it.

In a function that is called for each match or piece, the copies take quadratic time.
"""

import ast
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "linksift"


def is_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def test_no_slice_is_sliced_again() -> None:
    """`x[a : a + n]` copies only what it keeps; `x[a:][:n]` copies the rest first."""
    twice = [
        f"{path.relative_to(SOURCES)}:{node.lineno}"
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript) and is_slice(node) and is_slice(node.value)
    ]
    assert twice == []
