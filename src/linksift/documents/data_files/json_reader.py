"""Reads JSON and JSON lines: each string is a text with the pointer to it (RFC 8259; RFC 6901; jsonlines.org).

Anything that is not JSON is searched as plain text, starting at the first character that is not JSON. If the caller
named columns, records (the values of a file, or the elements of the array that makes up the file) are the rows of a
table, and their members are its columns.
"""

import codecs
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import BinaryIO

from linksift.documents.data_files.json_strings import JSONEnd, JSONLiteral, JSONString, strings, tokens, unescaped
from linksift.documents.data_files.values_with_markup import pieces_of_value
from linksift.documents.document_model import Context, Locator, Piece, Problem, ReadError, RecordRange, Source, Text
from linksift.documents.reading_limits import each_or_fault, pieces_or_fault, size_in_words
from linksift.documents.recognizers import JSON_LINES_SUFFIXES
from linksift.documents.text_files.plain_text import source_lines, text_chunks
from linksift.finding import Match

LONGEST_LINE = 4
"""The factor by which a line may extend a range beyond its intended size, since a whole range is kept in memory."""

_LINE_END = "\x1e"
"""The end of a line in text whose escapes are decoded: the record separator of RFC 7464."""

MOST_NAMES = 10_000
"""The maximum number of column names kept; a column that first appears after that many is considered missing."""


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The strings of a file, value by value. Raises ReadError if a file with a single value is too large, or if no
    record has a column that the caller named."""
    chunks = text_chunks(file)
    first = next(chunks, "")
    every = chain([first], chunks)
    if has_lines(first, context.name):
        records = Records(context, 0)
        lines = source_lines(every, context.limits.size, wanted=partial(_lines_to_read, context))
        yield from _of_lines(lines, records, context)
    else:
        text = _whole(every, context.limits.size)
        records = Records(context, int(text.lstrip().startswith("[")))
        yield from pieces_or_fault(context.locator, records.texts_of(context), Source(text), context)
    records.require_columns()


def record_ranges(file: BinaryIO, name: str | None, size: int) -> list[RecordRange]:
    """A file of JSON lines in UTF-8 divided into ranges of about `size` bytes, in order; an empty list if it is a
    single value, or if its lines are too long for such ranges."""
    if not has_lines(next(text_chunks(file), ""), name):
        return []
    file.seek(0)
    start = len(codecs.BOM_UTF8) * file.read(len(codecs.BOM_UTF8)).startswith(codecs.BOM_UTF8)
    file.seek(start)
    line, offset = 1, 0
    ranges: list[RecordRange] = []
    while octets := file.read(size):
        octets += file.readline(LONGEST_LINE * size)
        if len(octets) >= LONGEST_LINE * size:
            return []
        ranges.append(RecordRange(start, start + len(octets), line, offset))
        start += len(octets)
        line += octets.count(b"\n")
        offset += len(octets if octets.isascii() else octets.decode("utf-8", "surrogateescape"))
    return ranges


def read_range(file: BinaryIO, part: RecordRange, context: Context) -> Iterator[Piece]:
    """The strings of the lines in a range of the file."""
    file.seek(part.start)
    text = file.read(part.end - part.start).decode("utf-8", "surrogateescape")
    wanted = partial(_lines_to_read, context)
    lines = source_lines([text], context.limits.size, part.first, part.offset, wanted)
    yield from _of_lines(lines, Records(context, 0), context)


def _of_lines(sources: Iterator[Source | None], records: "Records", context: Context) -> Iterator[Piece]:
    """The texts of lines, and a problem for each line that is too long (None)."""
    texts_of = records.texts_of(context)
    too_long = Problem(f"a line is longer than {size_in_words(context.limits.size)}; it was not read", context.locator)
    lines = (too_long if source is None else source for source in sources)
    return each_or_fault(
        lines, lambda source: texts_of(source, context), lambda source: context.locator.in_row(source.first_line)
    )


def _lines_to_read(context: Context, text: str) -> Iterable[int] | None:
    """The numbers of the lines that might contain something to report; None if this is not known."""
    if context.columns.all:
        return None
    if "\\" not in text:
        return context.lines_with_hits(text)
    decoded = unescaped(text.replace("\n", _LINE_END))  # which may contain line feeds
    return context.lines_with_hits(decoded, _LINE_END) if decoded.count(_LINE_END) == text.count("\n") else None


def has_lines(head: str, name: str | None) -> bool:
    """Whether a file with this head and name contains JSON lines rather than a single value."""
    return (name or "").lower().endswith(JSON_LINES_SUFFIXES) or begins_with_line(head)


def begins_with_line(text: str) -> bool:
    r"""Whether text begins with a line that is a JSON value (a comma may follow), followed by another line that begins
    like one, perhaps after empty lines.

    >>> begins_with_line('{"a": 1}\n{"a": 2}'), begins_with_line('[1,\n2]'), begins_with_line('{"a": 1},\n\n{"a": 2},')
    (True, False, True)
    """
    line, _, rest = text.partition("\n")
    if not rest.lstrip("\r\n").startswith(("{", "[")):
        return False
    try:
        json.loads(line.rstrip().removesuffix(","), strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _whole(chunks: Iterator[str], most: int) -> str:
    parts, length = [], 0
    for chunk in chunks:
        length += len(chunk)
        if length > most:
            raise ReadError(f"is a single value larger than {size_in_words(most)}")
        parts.append(chunk)
    return "".join(parts)


def _strings(source: Source, context: Context) -> Iterator[Piece]:
    for found in strings(source.text, context.find, context.may_hold_link):
        if not isinstance(found, int):
            yield from pieces_of_value(text_of(*found, source, context.locator), context)
        elif (rest := source.text[found:].rstrip()) and context.may_hold_link(rest):
            yield Text(rest, source, (0,), (found,), context.locator)


def text_of(string: JSONString, matches: Sequence[Match] | None, source: Source, locator: Locator) -> Text:
    """The text of a string, with a map back to its source."""
    offsets = string.source_offsets or (string.start,)
    located = locator.at_pointer(string.pointer)
    return Text(string.text, source, string.offsets, offsets, located, (), None, None, matches)


class Records:
    """The texts in the columns of records that are nested in `depth` arrays."""

    def __init__(self, context: Context, depth: int) -> None:
        self._columns = context.columns
        self._may_hold_link = context.may_hold_link
        self._depth = depth
        self._names: dict[str, None] = {}
        self._id: str | None = None
        self._waiting: list[JSONString] = []

    def texts_of(self, context: Context) -> Callable[[Source, Context], Iterator[Piece]]:
        """The function that reads all strings of a source, or only those in the columns that the caller named."""
        return self._pieces if context.columns.all else _strings

    def _pieces(self, source: Source, context: Context) -> Iterator[Piece]:
        """The pieces of the records in a source. The id of a record may come after its texts, so each record is first
        read to its end."""
        locator = context.locator
        self._waiting, self._id = [], None  # in case a fault ended the previous source
        for token in tokens(source.text):
            if isinstance(token, int):
                yield from self._pieces_of_record(source, context)
                if rest := source.text[token:].lstrip():
                    line = source.line_and_column(len(source.text) - len(rest))[0]
                    yield Problem(f"the text at line {line} is not JSON; it was not read", locator)
            elif not isinstance(token, JSONEnd):
                self._take(token)
            elif token.depth == self._depth:
                yield from self._pieces_of_record(source, context)

    def _take(self, token: JSONString | JSONLiteral) -> None:
        """Process a string or literal of a record."""
        steps = token.pointer.split("/", self._depth + 2)[self._depth + 1 :]
        if not steps:
            return
        name, is_member = steps[0].replace("~1", "/").replace("~0", "~"), len(steps) == 1
        if isinstance(token, JSONString) and token.is_key and is_member:
            if len(self._names) < MOST_NAMES:
                self._names[name] = None
            return
        if is_member and name == self._columns.id:
            self._id = None if token == JSONLiteral("null", token.pointer) else token.text
        if isinstance(token, JSONString) and self._columns.is_searched(name) and self._may_hold_link(token.text):
            self._waiting.append(token)

    def _pieces_of_record(self, source: Source, context: Context) -> Iterator[Piece]:
        located = context.locator.with_id(self._id)
        for string in self._waiting:
            yield from pieces_of_value(text_of(string, None, source, located), context)
        self._waiting, self._id = [], None

    def require_columns(self) -> None:
        """Raise ReadError if there were records, but none had a column that the caller named."""
        if self._names:
            self._columns.require(self._names)
