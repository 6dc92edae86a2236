"""A text's record has one owner: no code sets an attribute of `ScannedText` from outside."""

import ast
from collections.abc import Iterator
from pathlib import Path

import linksift.finding

FINDING = Path(linksift.finding.__file__).parent


def attributes_set_from_outside(tree: ast.AST) -> Iterator[str]:
    """What is set of a `source`, as in `source.position = 5`: so all code calls a `ScannedText`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            owner = ast.unparse(node.value)
            if owner.split(".")[-1] == "source":
                yield f"{owner}.{node.attr}"


def test_no_attribute_is_set_from_outside() -> None:
    for path in sorted(FINDING.rglob("*.py")):
        assert [*attributes_set_from_outside(ast.parse(path.read_text(encoding="utf-8")))] == [], path


def test_the_check_sees_what_it_must_refuse() -> None:
    code = "source.position = 5\nself.end = self.source\nself.source.limits += 1\nmatch.source = text"
    assert [*attributes_set_from_outside(ast.parse(code))] == ["source.position", "self.source.limits"]
