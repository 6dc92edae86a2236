"""Every pattern that is longer than a line is VERBOSE, or a sentence beside it says what it matches.

No docstring begins "The same".
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "linksift"
COMPILED = ("re.compile(", "regex.compile(", "lazy_pattern(")
LONG = 70
"""Characters of a pattern's own text: with its name and the call, the line is full."""


def patterns(tree: ast.Module) -> Iterator[tuple[ast.stmt, ast.expr, ast.stmt | None]]:
    """The statements of a module that name a compiled pattern, each with its value and the statement after it."""
    for statement, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if value is not None and any(call in ast.unparse(value) for call in COMPILED):
            yield statement, value, following


def is_long(value: ast.expr) -> bool:
    texts = (node.value for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return sum(map(len, texts)) >= LONG


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_a_long_pattern_says_what_it_matches() -> None:
    silent, said = [], 0
    for path in sorted(SOURCES.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for statement, value, following in patterns(ast.parse(source)):
            if is_long(value):
                has_docstring = isinstance(following, ast.Expr) and is_text(following.value)
                has_comment = source.split("\n")[statement.lineno - 2].startswith("#")
                said += 1
                if not (has_docstring or has_comment or "VERBOSE" in ast.unparse(value)):
                    silent.append(f"{path.relative_to(SOURCES)}:{statement.lineno}")
    assert silent == []
    assert said > 50


def test_no_docstring_begins_with_the_same() -> None:
    """A reader who comes to a function by its name has not read the one above it."""
    beginning = re.compile(r'^\s*r?"""The same\b', re.MULTILINE)
    assert [path.name for path in SOURCES.rglob("*.py") if beginning.search(path.read_text(encoding="utf-8"))] == []
