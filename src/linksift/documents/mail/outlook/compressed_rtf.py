"""Decompresses the Rich Text of a message (MS-OXRTFCP)."""

import struct
from collections.abc import Iterator

from linksift.documents.document_model import Account, ReadError

_HEADER = struct.Struct("<IIII")
_COMPRESSED, _PLAIN = 0x75465A4C, 0x414C454D
_WINDOW = 4096
_BEGINNING = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans "
    rb"SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
"""The initial content of the window (2.1.2.1)."""


def decompressed(octets: bytes, account: Account) -> bytes:
    r"""The Rich Text decompressed from some bytes, up to the point where they end. Raises ReadError.

    >>> head = bytes.fromhex("2d0000002b0000004c5a4675f1c5c7a7")
    >>> text = bytes.fromhex("03000a007263706731323542320af32068656c090020627705b06c647d0a800fa0")
    >>> decompressed(head + text, Account())
    b'{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n'
    """
    if len(octets) < _HEADER.size:
        raise ReadError("has a broken text")
    _, size, kind, _ = _HEADER.unpack_from(octets)
    if kind == _PLAIN:
        return octets[_HEADER.size : _HEADER.size + size]
    if kind != _COMPRESSED:
        raise ReadError("has a broken text")
    out = bytearray(_BEGINNING)
    for token in _tokens(octets):
        if len(token) == 1:
            out += token
            continue
        reference = token[0] << 8 | token[1]
        distance = (len(out) - (reference >> 4)) % _WINDOW
        if not distance:
            break
        length = (reference & 15) + 2
        account.unpack(length)
        for _ in range(length):  # a reference can extend into its own output
            out.append(out[-distance] if distance <= len(out) else 0x20)
    return bytes(out[len(_BEGINNING) :])


def _tokens(octets: bytes) -> Iterator[bytes]:
    """The literal bytes and the two-byte references; one byte before each eight of them shows which is which."""
    place = _HEADER.size
    while place < len(octets):
        flags = octets[place]
        place += 1
        for bit in range(8):
            length = 1 + (flags >> bit & 1)
            if place + length > len(octets):
                return
            yield octets[place : place + length]
            place += length
