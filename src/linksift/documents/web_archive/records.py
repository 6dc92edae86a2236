"""The records of a web archive: their fields and their content (ISO 28500, 4).

A record that is damaged costs itself: reading goes on at the next line that begins a record.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from linksift.documents.size_limit import size_in_words

VERSION = re.compile(rb"WARC/\d\.\d{1,2}\r?\n")
_FIELD = re.compile(rb"([!#-'*+\-.0-9A-Z^-z|~]{1,100}):[ \t]*+([^\r\n]*+)\r?\n")
LONGEST_LINE = 65_536
MOST_LINES = 1_000
"""A record with more lines before its content is damaged."""

BLOCK = 65_536


class Record(NamedTuple):
    """A record: its fields by their names in lower case, and its content; `fault` says what is wrong with that."""

    fields: dict[str, str]
    content: bytes
    fault: str = ""


def records(file: BinaryIO, most: int) -> Iterator[Record]:
    r"""The records of an archive, in order; one of more than `most` octets has a fault in place of its content.

    >>> from io import BytesIO
    >>> octets = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n"
    >>> [(record.fields["warc-type"], record.content) for record in records(BytesIO(octets), 99)]
    [('metadata', b'abc')]
    """
    is_lost = False
    while line := file.readline(LONGEST_LINE):
        if not VERSION.fullmatch(line):
            if not is_lost and line.strip():
                yield Record({}, b"", "is damaged: it does not begin like a record")
                is_lost = True
            continue
        is_lost = False
        fields = read_fields(file)
        length = fields.get("content-length", "") if fields is not None else ""
        if fields is None or not re.fullmatch("[0-9]{1,18}", length):
            yield Record(fields or {}, b"", "is damaged: it does not say how long it is")
            is_lost = True
        else:
            yield read_record(file, fields, int(length), most)


def read_record(file: BinaryIO, fields: dict[str, str], length: int, most: int) -> Record:
    """The record whose content comes next in the file."""
    if length > most:
        left = length
        while left > 0 and (block := file.read(min(left, BLOCK))):
            left -= len(block)
        return Record(fields, b"", f"is larger than {size_in_words(most)}; it was not read")
    content = file.read(length)
    fault = "" if len(content) == length else "is truncated; the part before that was read"
    return Record(fields, content, fault)


def read_fields(file: BinaryIO) -> dict[str, str] | None:
    """The fields up to an empty line; None if there is none. Of fields with one name the first counts."""
    fields: dict[str, str] = {}
    for _ in range(MOST_LINES):
        line = file.readline(LONGEST_LINE)
        if not line.strip():
            return fields if line else None
        if found := _FIELD.fullmatch(line):
            fields.setdefault(found[1].decode("ascii").lower(), found[2].decode("utf-8", "replace").strip())
    return None
