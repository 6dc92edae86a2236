"""Reads JSON and JSON lines: each string is a text, with the pointer to it (RFC 8259; RFC 6901; jsonlines.org).

What is not JSON is searched as plain text, from the first character that is not.
"""

import json
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from linksift.documents.data_files.json_strings import JSONString, strings
from linksift.documents.data_files.source_lines import source_lines
from linksift.documents.document_model import Context, Piece, Problem, ReadError, Source, Text
from linksift.documents.plain_text import text_chunks
from linksift.documents.signatures import JSON_LINES_SUFFIXES
from linksift.documents.size_limit import size_in_words


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The strings of a file, value by value. Raises ReadError if a file of one value is too large."""
    chunks = text_chunks(file)
    first = next(chunks, "")
    if (context.name or "").lower().endswith(JSON_LINES_SUFFIXES) or begins_with_line(first):
        yield from _lines(chain([first], chunks), context)
        return
    text = _whole(chain([first], chunks), context.limits.size)
    yield from _strings(Source(text), context)


def begins_with_line(text: str) -> bool:
    r"""Whether a text begins with a line that is a JSON value, and another line begins like one.

    >>> begins_with_line('{"a": 1}\n{"a": 2}'), begins_with_line('[1,\n2]'), begins_with_line('{"a": 1}\n')
    (True, False, False)
    """
    line, _, rest = text.partition("\n")
    if not rest.startswith(("{", "[")):
        return False
    try:
        json.loads(line, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _whole(chunks: Iterator[str], most: int) -> str:
    parts, length = [], 0
    for chunk in chunks:
        length += len(chunk)
        if length > most:
            raise ReadError(f"is one value larger than {size_in_words(most)}")
        parts.append(chunk)
    return "".join(parts)


def _lines(chunks: Iterator[str], context: Context) -> Iterator[Piece]:
    most = context.limits.size
    for line in source_lines(chunks, most):
        if line is None:
            yield Problem(f"a line is longer than {size_in_words(most)}; it was not read", context.locator)
        else:
            yield from _strings(line, context)


def _strings(source: Source, context: Context) -> Iterator[Piece]:
    for found in strings(source.text):
        if isinstance(found, JSONString):
            if found.text:
                locator = context.locator._replace(pointer=found.pointer)
                offsets = found.source_offsets or (found.start,)
                yield Text(found.text, source, found.offsets, offsets, locator)
        elif rest := source.text[found:].rstrip():
            yield Text(rest, source, (0,), (found,), context.locator)
