"""Reads web archives: the text of each record and the links that its page states, with the URI of that page.

The fields of records and of HTTP do not count as text.
"""

import io
import posixpath
import re
from collections.abc import Iterator
from typing import BinaryIO

from linksift.documents.decompression import FRAME, FileWithHead, is_zstandard
from linksift.documents.document_model import Context, Piece, Problem, RecordRange, Source, Text
from linksift.documents.html.page_reader import read_text
from linksift.documents.safe_reading import inner_file, pieces_or_fault
from linksift.documents.text_files.text_encoding import decoded
from linksift.documents.web_archive.compressed_members import GZIP, CompressedMembers, zstandard_frames
from linksift.documents.web_archive.records import Record, http_message, records, starts_of_whole_records
from linksift.uri import InvalidReference, parse

WITH_CONTENT = frozenset({"response", "resource", "conversion", "metadata", "request"})
"""The types of records whose content is read. A `revisit` repeats the content of another record; `warcinfo` describes
the file."""

PAGES = frozenset({"text/html", "application/xhtml+xml"})
LONGEST_TARGET = 2_048
"""The maximum number of characters of a target that are reported, since each link in the record repeats the target."""

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\"';\s]+)", re.IGNORECASE)


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The pieces of an archive, record by record; a damaged record is a Problem."""
    yield from _pieces(records_of(file, (context.name or "").lower(), context.limits.size), 1, context)


def record_ranges(file: BinaryIO, name: str | None, size: int) -> list[RecordRange]:
    """An archive divided into ranges of about `size` bytes, in order, each of whole records; an empty list if it is
    compressed.

    A damaged record and all records after it are in the last range, since only reading them shows how many there are.
    """
    ranges: list[RecordRange] = []
    begin, first = 0, 1
    for number, start in enumerate(starts_of_whole_records(file), 1):
        if start - begin >= size:
            ranges.append(RecordRange(begin, start, first))
            begin, first = start, number
    return [*ranges, RecordRange(begin, file.seek(0, io.SEEK_END), first)] if ranges else []


def read_range(file: BinaryIO, part: RecordRange, context: Context) -> Iterator[Piece]:
    """The pieces of the records in a range of an archive that is not compressed; every range but the last is read all
    at once."""
    is_last = file.seek(0, io.SEEK_END) == part.end
    file.seek(part.start)
    source = file if is_last else io.BytesIO(file.read(part.end - part.start))
    yield from _pieces(records(source, context.limits.size), part.first, context)


def _pieces(numbered: Iterator[Record], first: int, context: Context) -> Iterator[Piece]:
    for number, record in enumerate(numbered, first):
        target = record.fields.get("warc-target-uri", "").strip("<>") or None
        short = target and target[:LONGEST_TARGET]
        place = context._replace(locator=context.locator._replace(record=number, target=short), base=target)
        if record.fields.get("warc-type", "") in WITH_CONTENT:
            yield from pieces_or_fault(place.locator, record_pieces, record, place)
        if record.fault:
            yield Problem(f"record {number} {record.fault}", place.locator)


def records_of(file: BinaryIO, name: str, most: int) -> Iterator[Record]:
    """The records of an archive, which may be compressed record by record, as indicated by its head or its name.

    Raises ReadError if no decoder is available.
    """
    head = file.read(len(FRAME))
    whole = FileWithHead(head, file).buffered()
    is_plain = head.startswith(b"WARC")
    if head.startswith(GZIP.signature) or (name.endswith(".gz") and not is_plain):
        return records_of_members(CompressedMembers(whole, GZIP), most)
    if is_zstandard(head) or (name.endswith(".zst") and not is_plain):
        return records_of_members(CompressedMembers(whole, zstandard_frames(head, whole)), most)
    return records(whole, most)


def records_of_members(members: CompressedMembers, most: int) -> Iterator[Record]:
    """The records in each member; a member that is too damaged to contain any becomes a record with a fault."""
    for content in members:
        has_any = False
        for record in records(content, most):
            has_any = True
            yield record
        if not has_any and members.fault:
            yield Record({}, b"", members.fault)


def record_pieces(record: Record, context: Context) -> Iterator[Piece]:
    """The pieces of one record."""
    stated = record.fields.get("content-type", "")
    if not stated.lower().startswith("application/http"):
        yield from content_pieces(Record({"content-type": stated}, record.content), context)
        return
    http = http_message(record.content, context.limits.size)
    yield from content_pieces(http, context)
    if http.fault:
        yield Problem(f"record {context.locator.record} {http.fault}", context.locator)


def content_pieces(http: Record, context: Context) -> Iterator[Piece]:
    """The pieces of a record's content, according to its stated type: pages, text, and other documents, which are read
    by their own readers."""
    stated = http.fields.get("content-type", "")
    kind = stated.partition(";")[0].strip().lower()
    charset = _CHARSET.search(stated)
    if not http.content:
        return
    if kind in PAGES and charset:
        yield from read_text(decoded(http.content, charset[1]), context, context.locator, context.base)
    elif kind in ("text/plain", "application/warc-fields"):
        text = decoded(http.content, charset[1] if charset else None)
        yield Text(text, Source(text), locator=context.locator)
    else:
        name = "page.html" if kind in PAGES else name_of_target(context.base)
        yield from inner_file(io.BytesIO(http.content), context._replace(name=name))


def name_of_target(target: str | None) -> str | None:
    """The last segment of a URI's path, from which the format is detected.

    >>> name_of_target("http://a.example/b/c.pdf?d"), name_of_target("no uri")
    ('c.pdf', None)
    """
    try:
        return posixpath.basename(parse(target or "").path) or None
    except InvalidReference:
        return None
