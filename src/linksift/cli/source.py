"""Reading texts: a path or standard input in, the decoded text out, without loss.

Here belongs what turns bytes into the text whose offsets are reported. Line ends are never translated.
"""

import codecs
import errno
import os
import sys
from typing import BinaryIO, NamedTuple

STANDARD_INPUT = "-"
"""The argument that names standard input."""

HEAD = 8192
"""How many bytes are looked at to tell a text from a file that is none."""

UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Source(NamedTuple):
    """One input: what people call it, its path (None for standard input), and its text."""

    name: str
    path: str | None
    text: str


class NotText(Exception):
    """The input is not text, and is left alone."""


def name_of(argument: str) -> str:
    """What messages call an input, in grep's words: "-" is "(standard input)", a path is itself."""
    return "(standard input)" if argument == STANDARD_INPUT else argument


def read(argument: str) -> Source:
    """Read the input that an argument names, to its end.

    Raises OSError when it cannot be read, NotText when it is binary; of a binary file only the head is read.
    """
    if argument == STANDARD_INPUT:
        return Source(name_of(argument), None, text_of(_standard_input()))
    with open(argument, "rb") as file:
        return Source(argument, argument, text_of(file))


def text_of(file: BinaryIO) -> str:
    """The text of an open file; raises NotText when its head says that it holds none."""
    head = file.read(HEAD)
    if is_binary(head):
        raise NotText
    return decode(head + file.read())


def is_binary(head: bytes) -> bool:
    r"""Whether a file that begins so is no text: it holds a NUL byte, as grep has it, and no UTF-16 mark explains it.

    UTF-32's little-endian mark begins with UTF-16's; two NULs tell them apart.

    >>> is_binary(b"http://a/\0"), is_binary(b"\xff\xfeh\0"), is_binary(b"\xff\xfe\0\0h\0\0\0")
    (True, False, True)
    """
    return b"\0" in head and (head[:2] not in UTF16 or head.startswith(codecs.BOM_UTF32_LE))


def decode(data: bytes) -> str:
    r"""UTF-16 or UTF-8 by its mark, UTF-8 without one; the mark is no part of the text.

    A byte that is not UTF-8 becomes one lone surrogate (PEP 383), which ends a URI and harms nothing else.

    >>> decode(b"\xef\xbb\xbfhttp://a/\xff")
    'http://a/\udcff'
    """
    if encoding := UTF16.get(data[:2]):
        return _decode_utf16(data[2:], encoding)
    return data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "surrogateescape")


def _decode_utf16(data: bytes, encoding: str) -> str:
    r"""A surrogate without its other half stays one; a last byte without its other half becomes one, as PEP 383 does.

    >>> _decode_utf16(b"a\0\x00\xd8b", "utf-16-le")
    'a\ud800\udc62'
    """
    whole = len(data) // 2 * 2
    rest = "".join(chr(0xDC00 + byte) for byte in data[whole:])
    return data[:whole].decode(encoding, "surrogatepass") + rest


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # closed by whoever started us
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer
