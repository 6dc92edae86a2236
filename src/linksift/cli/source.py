"""Reading texts: a path or standard input in, the decoded text out, without loss.

Here belongs what turns bytes into the text whose offsets are reported. Line ends are never translated.
"""

import codecs
import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import BinaryIO, NamedTuple

STANDARD_INPUT = "-"
"""The argument that names standard input."""

HEAD = 8192
"""How many bytes are looked at to tell a text from a file that is none."""

PIECE = 65_536
"""How many bytes are read at a time behind them."""

UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Source(NamedTuple):
    """One input: what people call it, its path (None for standard input), and its text, piece by piece."""

    name: str
    path: str | None
    chunks: Iterator[str]


class NotText(Exception):
    """The input is not text, and is left alone."""


class CannotRead(Exception):
    """The input cannot be read, or not to its end; what the system says of it."""


def name_of(argument: str) -> str:
    """What messages call an input, in grep's words: "-" is "(standard input)", a path is itself."""
    return "(standard input)" if argument == STANDARD_INPUT else argument


@contextmanager
def opened(argument: str) -> Iterator[Source]:
    """The input that an argument names, to be read while it is open.

    Raises NotText when it is binary (only its head is read then), and CannotRead, which reading its chunks may raise
    too.
    """
    try:
        file = _standard_input() if argument == STANDARD_INPUT else open(argument, "rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise CannotRead(reason(error)) from error
    try:
        yield Source(name_of(argument), None if argument == STANDARD_INPUT else argument, text_of(file))
    finally:
        if argument != STANDARD_INPUT:
            file.close()


def text_of(file: BinaryIO) -> Iterator[str]:
    """The text of an open file, piece by piece; raises NotText at once when its head says that it holds none."""
    pieces = _pieces(file)
    head = next(pieces, b"")
    if is_binary(head):
        raise NotText
    return decoded(chain([head], pieces))


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """What is in a file: its head, then piece by piece. Raises CannotRead."""
    size = HEAD
    try:
        while piece := file.read(size):
            yield piece
            size = PIECE
    except OSError as error:
        raise CannotRead(reason(error)) from error


def reason(error: OSError) -> str:
    """What the system says of an error, without number and name."""
    return error.strerror or str(error)


def is_binary(head: bytes) -> bool:
    r"""Whether a file that begins so is no text: it holds a NUL byte, as grep has it, and no UTF-16 mark explains it.

    UTF-32's little-endian mark begins with UTF-16's; two NULs tell them apart.

    >>> is_binary(b"http://a/\0"), is_binary(b"\xff\xfeh\0"), is_binary(b"\xff\xfe\0\0h\0\0\0")
    (True, False, True)
    """
    return b"\0" in head and (head[:2] not in UTF16 or head.startswith(codecs.BOM_UTF32_LE))


def decoded(pieces: Iterator[bytes]) -> Iterator[str]:
    r"""UTF-16 or UTF-8 by the mark in the first piece, UTF-8 without one; the mark is no part of the text.

    A byte that is not UTF-8 becomes one lone surrogate (PEP 383), which ends a URI and harms nothing else; so does a
    last byte of UTF-16 without its other half. A surrogate without its other half stays one.

    >>> list(decoded(iter([b"\xef\xbb\xbfhttp://a/\xff"]))), list(decoded(iter([b"\xff\xfea\0\x00", b"\xd8b"])))
    (['http://a/\udcff', ''], ['a', '', '\ud800\udc62'])
    """
    head = next(pieces, b"")
    encoding = UTF16.get(head[:2])
    if encoding is None:
        yield from _decoded(chain([head.removeprefix(codecs.BOM_UTF8)], pieces), "utf-8", "surrogateescape")
    else:
        yield from _decoded(_whole_units(chain([head[2:]], pieces)), encoding, "surrogatepass")


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


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # closed by whoever started us
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
