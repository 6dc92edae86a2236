"""Reads notebooks (.ipynb): the Markdown, code and text cells, and their outputs (nbformat 4).

A file without a list of cells is read as JSON: an older notebook (nbformat 3), or a broken one.
"""

import io
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from linksift.documents.data_files import json_reader
from linksift.documents.data_files.json_strings import pointer_to
from linksift.documents.document_model import Context, Locator, Piece, Problem, Source, Text
from linksift.documents.html.page_reader import read_text
from linksift.documents.markdown import markdown_file
from linksift.documents.reading_limits import pieces_or_fault, read_whole
from linksift.documents.text_files.plain_text import text_of


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of a notebook, cell by cell, each with the pointer to it. Raises ReadError if it is too large."""
    octets = read_whole(file, context)
    try:
        notebook = json.loads(text_of(octets))
    except (ValueError, RecursionError):
        yield Problem("is a broken notebook; it was read as text", context.locator)
        notebook = None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        yield from json_reader.read(io.BytesIO(octets), context)
        return
    for number, cell in enumerate(cells):
        if isinstance(cell, dict):
            pointer = f"/cells/{number}"
            yield from pieces_or_fault(context.locator._replace(pointer=pointer), _cell, cell, pointer, context)


def _cell(cell: dict[str, Any], pointer: str, context: Context) -> Iterator[Piece]:
    is_code = cell.get("cell_type") == "code"
    if not (is_code and context.skip_code):
        kind = "text/markdown" if cell.get("cell_type") == "markdown" else "text/plain"
        yield from _text(_joined(cell.get("source")), kind, f"{pointer}/source", context)
    outputs = cell.get("outputs")
    for number, output in enumerate(outputs if isinstance(outputs, list) else ()):
        if isinstance(output, dict):
            yield from _output(output, f"{pointer}/outputs/{number}", context)


def _output(output: dict[str, Any], pointer: str, context: Context) -> Iterator[Piece]:
    """The text of an output: the text of a stream, the traceback of an error, or each textual form of a result."""
    yield from _text(_joined(output.get("text")), "text/plain", f"{pointer}/text", context)
    yield from _text(_joined(output.get("traceback"), "\n"), "text/plain", f"{pointer}/traceback", context)
    data = output.get("data")
    for kind, value in data.items() if isinstance(data, dict) else ():
        if kind.startswith("text/"):
            yield from _text(_joined(value), kind, pointer_to(f"{pointer}/data", kind), context)


def _joined(value: object, between: str = "") -> str:
    """The text of a multi-line string, which may be a list of lines, with or without line breaks at their ends.

    >>> _joined(["a\\n", "b"]), _joined("a"), _joined(None)
    ('a\\nb', 'a', '')
    """
    lines = value if isinstance(value, list) else [value]
    return between.join(line for line in lines if isinstance(line, str))


def _text(text: str, kind: str, pointer: str, context: Context) -> Iterator[Piece]:
    locator: Locator = context.locator._replace(pointer=pointer)
    if not text:
        return
    if kind == "text/markdown":
        octets = text.encode("utf-8", "surrogatepass")
        yield from markdown_file.read(io.BytesIO(octets), context._replace(locator=locator))
    elif kind == "text/html":
        yield from read_text(text, context, locator, context.base)
    else:
        yield Text(text, Source(text), locator=locator)
