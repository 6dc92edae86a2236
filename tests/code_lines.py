"""Counts the lines of code, room by room: `python -m tests.code_lines [FOLDER]`.

Blank lines, comments, docstrings (those of constants too) and the text of VERBOSE patterns do not count.
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

SRC = Path(__file__).parents[1] / "src"

NO_CODE = frozenset({"COMMENT", "NL", "NEWLINE", "INDENT", "DEDENT", "ENDMARKER"})
"""The tokens that do not by themselves make a line count as code."""


def code_lines(source: str) -> int:
    """The number of lines of a module that contain code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(), lineno=first, end_lineno=last)):
                lines.difference_update(range(first, (last or first) + 1))
            case ast.Call(args=[ast.expr(lineno=first, end_lineno=last), *_]) if "VERBOSE" in ast.unparse(node):
                lines.difference_update(range(first + 1, last or first))
    return len(lines)


def lines_by_room(folder: Path) -> Counter[str]:
    """The numbers of lines of the modules and packages in a folder, by name."""
    lines: Counter[str] = Counter()
    for path in folder.rglob("*.py"):
        lines[path.relative_to(folder).parts[0]] += code_lines(path.read_text(encoding="utf-8"))
    return lines


def main(folder: Path) -> None:
    lines = lines_by_room(folder)
    rows = [*sorted(lines.items()), ("all", lines.total())]
    sys.stdout.writelines(f"{number:6,} {name}\n" for name, number in rows)


if __name__ == "__main__":
    main(Path(*sys.argv[1:]) if sys.argv[1:] else SRC / "linksift")
