"""Divides large files into ranges, which several processes can read, and reads the links of a range or a whole file.

The files are mailboxes, web archives, plain texts and JSON lines.

The search of each range of a text begins some lines before the range, so that all text that the rules read is
available. Such a search cannot see how far a link of the previous range reaches into this one. So the search reports
the reach that it assumes at its start (`Reach`) and the reach at its end. The code that joins the links of the ranges
compares the two where ranges meet, and searches a range again if they differ.
"""

import codecs
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import Any, BinaryIO, NamedTuple

from linksift.documents.document_model import Account, Context, Locator, Piece, Problem, RecordRange
from linksift.documents.format_detection import JSON, MAILBOX, PLAIN_TEXT, WEB_ARCHIVE, name_of, pieces, reader_of
from linksift.documents.links_from_pieces import Extract, LinksInText, StreamWindow, extract_lists
from linksift.documents.read import ReadOptions, context_for
from linksift.documents.reading_limits import pieces_or_fault
from linksift.documents.text_files.plain_text import CHUNK_SIZE, HEAD_SIZE, detect_encoding, read_as_it_comes
from linksift.finding import LOOKAHEAD, LOOKBEHIND, Finder, Reach, Stretch, max_lookahead, stretch_lists

# ---- Ranges of a plain text ------------------------------------------------------------------------------------------


LONGEST_CHARACTER = 4
"""The maximum number of bytes of a character in UTF-8."""

BEFORE = LONGEST_CHARACTER * LOOKBEHIND
"""The number of bytes before a range that are read with it, starting at the beginning of a line."""

NEAR = 1024
"""The number of bytes before a cut that contain no `<`: the search remembers how often it looked for a nearer `<`."""

LONGEST = 4
"""The factor by which a range may be longer than intended, since the whole range is kept in memory while its places are
counted."""


class TextRange(NamedTuple):
    """A half-open range of the bytes of a text, which consists of whole lines. The search of the range begins at the
    byte `before`, the start of line `line`, counted from 1. `stretch` gives the same places in code points."""

    start: int
    end: int
    before: int
    line: int
    stretch: Stretch

    @property
    def is_first(self) -> bool:
        """Whether the text begins with this range."""
        return self.before == self.start


def text_ranges(file: BinaryIO, size: int) -> list[TextRange]:
    """An open UTF-8 text divided into ranges of about `size` bytes, in order; an empty list if its lines cannot be told
    apart or are too long for such ranges."""
    before = start = len(codecs.BOM_UTF8) * file.read(HEAD_SIZE).startswith(codecs.BOM_UTF8)
    file.seek(before)
    line, stretch = 1, Stretch(0, 0, 0, Reach())
    ranges: list[TextRange] = []
    octets = b""  # the bytes starting at `before`
    while block := file.read(size):
        octets += block
        cut = _cut(octets, start - before)
        if cut < 0 and len(octets) > LONGEST * size:
            return []
        if cut >= 0:
            stretch = stretch._replace(stop=stretch.start + _code_points(octets[start - before : cut]))
            ranges.append(TextRange(start, before + cut, before, line, stretch))
            begin = octets.rfind(b"\n", 0, cut - BEFORE) + 1
            stretch = Stretch(stretch.stop - _code_points(octets[begin:cut]), stretch.stop, stretch.stop)
            line += octets.count(b"\n", 0, begin)
            start, before, octets = before + cut, before + begin, octets[begin:]
    stretch = stretch._replace(stop=stretch.start + _code_points(octets[start - before :]) + 1)  # hits at the end count
    return [*ranges, TextRange(start, before + len(octets), before, line, stretch)]


def _code_points(octets: bytes) -> int:
    return len(octets) if octets.isascii() else sum(map(len, decoded_text(io.BytesIO(octets), len(octets))))


def _cut(octets: bytes, least: int) -> int:
    """The last place after a line end, beyond `least`, that is preceded by `BEFORE` bytes and has no `<` nearby; or -1.

    >>> _cut(b"a\\n" * BEFORE, 0) == 2 * BEFORE, _cut(b"a\\n", 0), _cut(b"<\\n" * BEFORE, 0)
    (True, -1, -1)
    """
    place = octets.rfind(b"\n") + 1
    while place > max(least, BEFORE):
        opener = octets.rfind(b"<", place - NEAR, place)
        if opener < 0:
            return place
        place = octets.rfind(b"\n", 0, opener) + 1
    return -1


def is_utf8(head: bytes) -> bool:
    """Whether a text with this head is read as UTF-8, whose line endings can be recognized in its bytes."""
    return not head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and detect_encoding(head) == "utf-8"


def links_in_part_of_text(
    path: str, part: TextRange, finder: Finder, reach: Reach | None
) -> Iterator[LinksInText | Reach]:
    """The links at hits in a range of a plain text, between the reach of the search at its start and that at its end.

    `reach` is the reach at the start of the range, if the caller knows it.
    """
    with open(path, "rb") as file:
        file.seek(part.before)
        chunks = decoded_text(file, part.end - part.before + LONGEST_CHARACTER * (finder.max_length + LOOKAHEAD))
        window = StreamWindow(chunks, max_lookahead(finder.max_length, CHUNK_SIZE), part.stretch.offset, part.line)
        stretch = part.stretch if reach is None else part.stretch._replace(reach=reach)
        for matches in stretch_lists(finder, window.chunks(), stretch):
            if isinstance(matches, Reach):
                yield matches
            elif matches:
                yield LinksInText(matches, window, path, Locator())


def decoded_text(file: BinaryIO, length: int) -> Iterator[str]:
    """The text in the next bytes of a UTF-8 file, chunk by chunk."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    while octets := file.read(min(CHUNK_SIZE, length)):
        length -= len(octets)
        yield decoder.decode(octets)
    yield decoder.decode(b"", final=True)


# ---- Ranges of any file ----------------------------------------------------------------------------------------------


SIZE = 4 * 1024 * 1024
"""The approximate size of a range in bytes."""


_DIVIDED = (MAILBOX, WEB_ARCHIVE, JSON)
"""The readers that divide a file of records into ranges (`record_ranges`) and read one of the ranges (`read_range`)."""

FileRange = RecordRange | TextRange


def file_ranges(path: str, size: int, divides_texts: bool) -> Iterator[FileRange | None]:
    """The ranges of a file of `size` bytes, in order: several for a large mailbox and, with `divides_texts`, for a
    large plain text, file of JSON lines or uncompressed web archive; for any other file, None (the whole file).

    Never raises: if the file cannot be opened, the error is raised when it is read.
    """
    if size < 2 * SIZE:
        yield None
        return
    try:
        with open(path, "rb") as file:
            yield from _ranges(file, name_of(path), divides_texts) or (None,)
    except OSError:
        yield None


def _ranges(file: BinaryIO, name: str, divides_texts: bool) -> Iterable[FileRange]:
    """The ranges of an open file, or an empty list if it is not divided."""
    head = file.read(HEAD_SIZE)
    reader = reader_of(head, name)
    file.seek(0)
    if reader is not MAILBOX and not (divides_texts and (reader is WEB_ARCHIVE or is_utf8(head))):
        return []
    if reader is PLAIN_TEXT:
        return text_ranges(file, SIZE)
    found: Iterable[FileRange] = reader.imported().record_ranges(file, name, SIZE) if reader in _DIVIDED else []
    return found


def links_in_file(
    file: BinaryIO | None,
    path: str | None,
    part: RecordRange | None,
    finder: Finder,
    options: ReadOptions,
    on_problem: Callable[[Problem], object],
    account: Account,
    extract: Extract = extract_lists,
) -> Iterator[Any]:
    """The links in an open file, or in the file at `path` if `file` is None, or in a range of it, several at a time.

    `account` counts the files inside. Without a path, only the content indicates the format. `extract` turns the pieces
    that the reader yields into links, or into something else. Raises OSError and ReadError.
    """
    with open(path or "", "rb") if file is None else nullcontext(file) as opened:
        context = context_for(path and name_of(path), options, finder, account)
        if part is not None:
            found = pieces_or_fault(context.locator, _in_range, opened, part, context)
        elif path is None and options.as_it_comes:
            found = pieces_or_fault(context.locator, read_as_it_comes, opened, context)
        else:
            found = pieces(opened, context)
        yield from extract(found, finder, path, on_problem)


def _in_range(file: BinaryIO, part: RecordRange, context: Context) -> Iterator[Piece]:
    """The pieces of a range, from the reader that divided the file."""
    reader = reader_of(file.read(HEAD_SIZE), context.name)
    assert reader is not None
    pieces_in_range: Iterator[Piece] = reader.imported().read_range(file, part, context)
    return pieces_in_range
