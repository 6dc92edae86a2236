"""Compiles the Python that the playground loads, inside Pyodide, whose Python alone writes the bytecode that it reads.

Compiling at each visit would take most of the time to the first answer. The archives hold bytecode only: of linksift
and what it needs, and of the modules of the standard library that these can load.
"""

import ast
import importlib
import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from zipfile import ZipFile, ZipInfo

CODECS = "encodings/"
"""All of these are taken, since no import names them."""

OF_FILES = ("linksift/documents/", "docs/playground/opened_file.py")
"""What the page loads with the first file that is dropped on it."""


def archives(code: bytes, library: bytes) -> dict[str, bytes]:
    """The archives by name, from the zip file with the code and that of the standard library."""
    with ZipFile(BytesIO(code)) as ours, ZipFile(BytesIO(library)) as standard:
        first = [path for path in ours.namelist() if not path.startswith(OF_FILES)]
        of_files = [path for path in ours.namelist() if path.startswith(OF_FILES)]
        return {
            "linksift": archive(compiled(ours, first)),
            "documents": archive(compiled(ours, of_files)),
            "stdlib": archive(compiled(standard, used(ours, standard))),
        }


def used(ours: ZipFile, standard: ZipFile) -> list[str]:
    """The files of the standard library that Pyodide has loaded, or that a module of ours names in an import."""
    for name in sorted(set(imported_by(ours))):
        if (
            f"{name.replace('.', '/')}.py" in standard.namelist()
            or f"{name.replace('.', '/')}/__init__.py" in standard.namelist()
        ):
            importlib.import_module(name)
    loaded = {
        path
        for name in sys.modules
        for path in (f"{name.replace('.', '/')}.py", f"{name.replace('.', '/')}/__init__.py")
    }
    return [path for path in standard.namelist() if path in loaded or path.startswith(CODECS)]


def imported_by(ours: ZipFile) -> Iterator[str]:
    """The names of all modules in the imports of our files, at the top or in a function."""
    for path in ours.namelist():
        if path.endswith(".py"):
            for node in ast.walk(ast.parse(ours.read(path))):
                if isinstance(node, ast.Import):
                    yield from (alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    yield node.module


def compiled(files: ZipFile, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Each file with its new path: a module becomes bytecode that is never compared with a source."""
    for path in paths:
        if path.endswith(".py"):
            code = compile(files.read(path), f"/{path}", "exec", dont_inherit=True)
            yield f"{path}c", MAGIC_NUMBER + (0).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)
        else:
            yield path, files.read(path)


def archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip file that depends on the files alone."""
    made = BytesIO()
    with ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for path, content in files:
            target.writestr(ZipInfo(path), content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
