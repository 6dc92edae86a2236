"""Decodes plain text chunk by chunk, without loss: line endings and undecodable bytes are kept.

Also divides a text into its lines, each of them a source of its own, for the readers of data files.

The offsets of links refer to the decoded text.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import BinaryIO

from linksift.documents.document_model import Chunks, Context, NotText, Piece, Source
from linksift.documents.text_files.text_encoding import detected_codec

HEAD_SIZE = 8192
"""The number of bytes at the beginning of a file that determine whether it is text and in which encoding."""

CHUNK_SIZE = 65_536
"""The number of bytes read at a time after the head."""

_WITHOUT_SURROGATES = ("iso2022", "iso-2022", "hz", "utf-16", "utf_16")
"""Encodings in which invalid bytes may be ASCII, for which there are no lone surrogates."""

_UTF32 = {codecs.BOM_UTF32_LE: "utf-32-le", codecs.BOM_UTF32_BE: "utf-32-be"}
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}

_CUT_OFF = re.compile(rb"[\xc0-\xff][\x80-\xbf]{0,2}\Z")

_UNMARKED = {
    codecs.BOM_UTF16_LE: re.compile(rb"(?:[\t\n\f\r -~]\0){8}"),
    codecs.BOM_UTF16_BE: re.compile(rb"(?:\0[\t\n\f\r -~]){8}"),
}
"""Eight characters of ASCII in UTF-16, at the start of a text without a byte order mark."""


def recognizes(head: bytes, name: str) -> bool:
    r"""Whether a head looks like text: it has no NUL bytes (grep's check), or a byte order mark explains them.

    >>> recognizes(b"http://a/", ""), recognizes(b"\x7fELF\0", ""), recognizes(b"\xff\xfeh\0", "")
    (True, False, True)
    """
    return b"\0" not in head or head[:2] in _UTF16 or head[:4] in _UTF32


def missing_mark(head: bytes) -> bytes:
    r"""The byte order mark that a head in UTF-16 lacks, detected as in XML 1.0 (appendix F.1); empty for any other
    head.

    >>> missing_mark("See http://a/".encode("utf-16-le")), missing_mark(b"See http://a/")
    (b'\xff\xfe', b'')
    """
    return next((mark for mark, text in _UNMARKED.items() if text.match(head)), b"")


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a file, decoded as it is read. Raises NotText."""
    yield Chunks(text_chunks(file, detect_encoding), context.locator)


def read_as_it_comes(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The text of a pipe, read as UTF-8 unless it begins with another byte order mark. Data already written to the pipe
    is searched before more is awaited."""
    available: Callable[[int], bytes] = getattr(file, "read1", file.read)  # at least one byte, or none at the end
    yield Chunks(decoded(iter(partial(available, CHUNK_SIZE), b"")), context.locator)


def text_chunks(file: BinaryIO, unmarked: Callable[[bytes], str] = lambda _: "utf-8") -> Iterator[str]:
    """The text of an open file, chunk by chunk, decoded according to its byte order mark (even a missing one of UTF-16)
    or in the encoding that `unmarked` determines from its head. Raises NotText immediately if the head does not look
    like text."""
    head = file.read(HEAD_SIZE)
    head = missing_mark(head) + head
    if not recognizes(head, ""):
        raise NotText("binary file")
    return decoded(chain([head], iter(partial(file.read, CHUNK_SIZE), b"")), unmarked)


def decoded(pieces: Iterator[bytes], unmarked: Callable[[bytes], str] = lambda _: "utf-8") -> Iterator[str]:
    r"""The text, decoded from UTF-32, UTF-16 or UTF-8 according to the byte order mark of the first piece or, without
    one, from the encoding that `unmarked` determines.

    The mark is not part of the text. A byte that is invalid in the encoding becomes a lone surrogate (PEP 383), as does
    an odd last byte of UTF-16; the surrogate ends a URI and does no other harm. A lone surrogate in the text is kept.
    In UTF-32, U+FFFD replaces anything that is not a character.

    >>> list(decoded(iter([b"\xef\xbb\xbfhttp://a/\xff"]))), list(decoded(iter([b"\xff\xfea\0\x00", b"\xd8b"])))
    (['http://a/\udcff', ''], ['a', '', '\ud800\udc62'])
    """
    head = next(pieces, b"")
    if encoding := _UTF32.get(head[:4]):
        return _decoded(chain([head[4:]], pieces), encoding, "replace")
    if encoding := _UTF16.get(head[:2]):
        return _decoded(chain([head[2:]], pieces), encoding, "surrogatepass")
    if head.startswith(codecs.BOM_UTF8):
        return _decoded(chain([head[3:]], pieces), "utf-8", "surrogateescape")
    encoding = unmarked(head)
    errors = "replace" if encoding.startswith(_WITHOUT_SURROGATES) else "surrogateescape"
    return _decoded(chain([head], pieces), encoding, errors)


def detect_encoding(head: bytes) -> str:
    """The encoding of a head without a byte order mark, determined as in all readers. A character in UTF-8 that the end
    of a full head cuts off does not count.

    >>> detect_encoding("Gr\u00fc\u00dfe".encode()), detect_encoding("Gr\u00fc\u00dfe".encode("cp1252"))
    ('utf-8', 'cp1252')
    """
    return detected_codec(head if len(head) < HEAD_SIZE else _CUT_OFF.sub(b"", head))


def _decoded(pieces: Iterable[bytes], encoding: str, errors: str) -> Iterator[str]:
    """The decoded pieces. A character split between two pieces is kept whole, and an odd last byte of UTF-16 becomes a
    lone surrogate."""
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    yield from map(decoder.decode, pieces)
    rest, _ = decoder.getstate()
    if errors == "surrogatepass" and len(rest) % 2:
        yield rest[:-1].decode(encoding, errors) + chr(0xDC00 + rest[-1])
    else:
        yield decoder.decode(b"", final=True)


def text_of(octets: bytes) -> str:
    """The text of a file whose bytes are all in memory, decoded by its byte order mark or in the detected encoding.

    >>> text_of("é".encode()), text_of("\\ufeffa".encode("utf-16-le"))
    ('é', 'a')
    """
    return "".join(decoded(iter([octets[:HEAD_SIZE], octets[HEAD_SIZE:]]), lambda _: detected_codec(octets)))


# ---- Lines -----------------------------------------------------------------------------------------------------------


BLOCK = 2_048
"""The minimum number of code points, in whole lines, that are left out together."""


Wanted = Callable[[str], Iterable[int] | None]
"""A function that takes lines and returns the numbers of those wanted, counted from 0, or None if it does not know."""


def source_lines(
    chunks: Iterable[str], most: int, number: int = 1, start: int = 0, wanted: Wanted = lambda _: None
) -> Iterator[Source | None]:
    r"""The lines of a text given in chunks, with line endings (LF); None for a line of more than `most` code points.

    The first line has the number `number` and begins at `start` in the text that contains these lines. `wanted` is
    called with many lines at once and, if it does not know, for each block of them; if it still does not know, they are
    all yielded.

    >>> [(line.text, line.first_line, line.start) for line in source_lines(["a\nb", "c"], 9) if line]
    [('a\n', 1, 0), ('bc', 2, 2)]
    >>> begins_with_b = lambda text: [0] if text.startswith("b") else []
    >>> [(line.text, line.first_line) for line in source_lines(["a\nb\n", "c\n"], 9, wanted=begins_with_b) if line]
    [('b\n', 2)]
    """
    for text in _whole_lines(chunks, most):
        if isinstance(text, int):
            yield None
            number += 1
            start += text
            continue
        numbers = wanted(text)
        asks_again = numbers is None and len(text) > BLOCK
        for block, known in ((one, wanted(one)) for one in _blocks(text)) if asks_again else [(text, numbers)]:
            *ended, last = block.split("\n")
            yield from _numbered(ended, range(len(ended)) if known is None else known, number, start)
            number += len(ended)
            start += len(block)
            if last:
                yield Source(last, number, start - len(last))


def _whole_lines(chunks: Iterable[str], most: int) -> Iterator[str | int]:
    r"""A text in pieces of whole lines; the last line may lack its line ending. A line of more than `most` code points
    is a piece of its own, given only by its length.

    >>> list(_whole_lines(["a\nb\nc\nd", "ef\n", "g"], 9)), list(_whole_lines(["a\nb\nc\nd", "ef\n", "g"], 2))
    (['a\n', 'b\nc\n', 'def\n', 'g'], ['a\n', 'b\n', 'c\n', 4, 'g'])
    """
    begun: list[str] = []
    length = 0
    for chunk in chunks:
        first, line_end, rest = chunk.partition("\n")
        length += len(first)
        if length <= most:
            begun.append(first)
        if line_end:
            yield "".join((*begun, line_end)) if length <= most else length + 1
            cut = rest.rfind("\n") + 1
            pieces = [rest[:cut]] if 0 < cut <= most else re.findall("[^\n]*\n", rest[:cut])
            yield from (piece if len(piece) <= most + 1 else len(piece) for piece in pieces)
            begun, length = [rest[cut:]], len(rest) - cut
    if length:
        yield "".join(begun) if length <= most else length


def _numbered(lines: list[str], numbers: Iterable[int], first: int, start: int) -> Iterator[Source]:
    """The lines with these numbers, counted from 0, as sources with their line endings; line 0 has the number `first`
    and begins at `start`."""
    passed = 0
    for number in numbers:
        if number < len(lines):
            start += sum(map(len, lines[passed:number])) + number - passed
            yield Source(f"{lines[number]}\n", first + number, start)
            passed = number


def _blocks(text: str) -> Iterator[str]:
    """A text, divided at line ends into blocks of at least `BLOCK` code points."""
    start = 0
    while end := text.find("\n", start + BLOCK) + 1:
        yield text[start:end]
        start = end
    yield text[start:]
