"""Plain text: bytes in, the text whose offsets are reported out, piece by piece and without loss.

Here belongs what turns bytes into text. Line ends are never translated.
"""

import codecs
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from linksift.documents.document_model import Chunks, Context, Piece, ReadError

HEAD_SIZE = 8192
"""How many bytes are looked at to tell a text from a file that is none, and its encoding."""

CHUNK_SIZE = 65_536
"""How many bytes are read at a time behind them."""

_ASCII = bytes(range(0x80))
_UTF32 = {codecs.BOM_UTF32_LE: "utf-32-le", codecs.BOM_UTF32_BE: "utf-32-be"}
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}

FEWEST_BEYOND_ASCII = 8
"""So many bytes beyond ASCII there must be for a guess at the encoding; of fewer, each stays by itself."""


class NotText(ReadError):
    """A file is of no kind that is read: most likely no text at all."""


def recognizes(head: bytes, name: str) -> bool:
    r"""Whether a file that begins so is a text: it holds no NUL byte, as grep has it, or a mark explains it.

    >>> recognizes(b"http://a/", ""), recognizes(b"\x7fELF\0", ""), recognizes(b"\xff\xfeh\0", "")
    (True, False, True)
    """
    return b"\0" not in head or head[:2] in _UTF16 or head[:4] in _UTF32


def read(file: BinaryIO, context: Context) -> Iterator[Piece]:
    """The one text that is in a file, while it is read. Raises NotText."""
    yield Chunks(text_chunks(file, detect_encoding), context.locator)


def utf8(_: bytes) -> str:
    """The encoding of a text without a mark, where it is known."""
    return "utf-8"


def text_chunks(file: BinaryIO, unmarked: Callable[[bytes], str] = utf8) -> Iterator[str]:
    """The text of an open file, piece by piece, by its mark or the encoding that `unmarked` takes its head for; raises
    NotText at once when its head says that it holds none."""
    pieces = _pieces(file)
    head = next(pieces, b"")
    if not recognizes(head, ""):
        raise NotText("binary file")
    return decoded(chain([head], pieces), unmarked)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """What is in a file: its head, then piece by piece."""
    size = HEAD_SIZE
    while piece := file.read(size):
        yield piece
        size = CHUNK_SIZE


def decoded(pieces: Iterator[bytes], unmarked: Callable[[bytes], str] = utf8) -> Iterator[str]:
    r"""UTF-32, UTF-16 or UTF-8 by the mark in the first piece; without one, what `unmarked` takes it for.

    The mark is no part of the text. A byte that its encoding has not becomes one lone surrogate (PEP 383), which ends a
    URI and harms nothing else; so does a last byte of UTF-16 without its other half. A surrogate without its other half
    stays one. In UTF-32, what is no character is U+FFFD.

    >>> list(decoded(iter([b"\xef\xbb\xbfhttp://a/\xff"]))), list(decoded(iter([b"\xff\xfea\0\x00", b"\xd8b"])))
    (['http://a/\udcff', ''], ['a', '', '\ud800\udc62'])
    """
    head = next(pieces, b"")
    if encoding := _UTF32.get(head[:4]):
        return _decoded(chain([head[4:]], pieces), encoding, "replace")
    if encoding := _UTF16.get(head[:2]):
        return _decoded(_whole_units(chain([head[2:]], pieces)), encoding, "surrogatepass")
    if head.startswith(codecs.BOM_UTF8):
        return _decoded(chain([head[3:]], pieces), "utf-8", "surrogateescape")
    return _decoded(chain([head], pieces), unmarked(head), "surrogateescape")


def detect_encoding(head: bytes) -> str:
    """The encoding of a text that begins so and has no mark: UTF-8 where it can be, else what chardet takes it for.

    Without chardet (the extra "encodings"), where there is too little to go by, and where it has no answer, UTF-8.
    ISO-2022 could be UTF-8, and is told by its escapes.

    >>> detect_encoding("Grüße".encode())
    'utf-8'
    """
    beyond_ascii = len(head.translate(None, _ASCII))
    if b"\x1b$" not in head and (beyond_ascii < FEWEST_BEYOND_ASCII or _may_be_utf8(head)):
        return "utf-8"
    try:
        import chardet
    except ImportError:
        return "utf-8"
    name = chardet.detect(head)["encoding"] or "utf-8"
    try:
        holds_ascii = "a".encode(name) == b"a"  # with NUL bytes and without a mark, it is no UTF-16
    except LookupError:  # an encoding that Python does not have
        return "utf-8"
    return name if holds_ascii else "utf-8"


def _may_be_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _decoded(pieces: Iterable[bytes | str], encoding: str, errors: str) -> Iterator[str]:
    """The pieces decoded, characters across their edges whole; what is text already stays, and comes last."""
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    rest = ""
    for piece in pieces:
        if isinstance(piece, str):
            rest = piece
        else:
            yield decoder.decode(piece)
    yield decoder.decode(b"", final=True) + rest


def _whole_units(pieces: Iterable[bytes]) -> Iterator[bytes | str]:
    """Bytes of UTF-16 in pieces of even length, and a last odd byte as one lone surrogate."""
    odd = b""
    for piece in pieces:
        data = odd + piece
        whole = len(data) // 2 * 2
        odd = data[whole:]
        yield data[:whole]
    yield "".join(chr(0xDC00 + byte) for byte in odd)
