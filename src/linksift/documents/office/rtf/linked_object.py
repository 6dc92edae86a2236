"""The targets of objects that are linked rather than embedded: Word fetches them when the file is opened (MS-OLEDS)."""

import re
import struct

from linksift.documents.compound_file import CompoundFile
from linksift.documents.document_model import Account, ReadError
from linksift.documents.signatures import COMPOUND_FILE

_NO_DIGIT = re.compile("[^0-9A-Fa-f]+")
_NUMBERS = struct.Struct("<II")
_LENGTH = struct.Struct("<I")
_LINKED, _EMBEDDED = 1, 2

_URL_MONIKER = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B")
"""The class identifier of a URL in a stream (MS-OSHARED 2.3.7.6)."""


def link_targets(digits: str, account: Account) -> list[str]:
    r"""The targets of an object, from the hexadecimal digits of its data; none if it links to nothing or is broken.

    The target of a linked object is its topic (MS-OLEDS 2.2.6). An embedded object can be a compound file that contains
    a link in its stream of monikers (2.3.3).

    >>> from struct import pack
    >>> topic = b"http://a.example/b.hta\0"
    >>> octets = pack("<III", 1, 1, 0) + pack("<I", len(topic)) + topic
    >>> link_targets(octets.hex(), Account())
    ['http://a.example/b.hta']
    """
    digits = _NO_DIGIT.sub("", digits)
    octets = bytes.fromhex(digits[: len(digits) // 2 * 2])
    try:
        _, kind = _NUMBERS.unpack_from(octets)
        _, place = _prefixed(octets, _NUMBERS.size)
        topic, place = _prefixed(octets, place)
        if kind == _LINKED:
            return [topic.rstrip(b"\0").decode("cp1252", "replace")]
        _, place = _prefixed(octets, place)
        embedded, _ = _prefixed(octets, place)
        if kind == _EMBEDDED and embedded.startswith(COMPOUND_FILE):
            compound = CompoundFile(embedded, account)
            stream = compound.children(compound.root).get("\x01Ole")
            return _urls(compound.content(stream)) if stream else []
    except (struct.error, ReadError):
        pass
    return []


def _prefixed(octets: bytes, place: int) -> tuple[bytes, int]:
    """The length-prefixed bytes at a position, and their end. Raises struct.error if any are missing."""
    (length,) = _LENGTH.unpack_from(octets, place)
    start = place + _LENGTH.size
    return struct.unpack_from(f"{length}s", octets, start)[0], start + length


def _urls(stream: bytes) -> list[str]:
    """The URLs of the monikers in a stream: each is encoded in UTF-16 and ends at a NUL.

    >>> _urls(b"\\1" + _URL_MONIKER + _LENGTH.pack(10) + "a:b\\0".encode("utf-16-le") + b"..")
    ['a:b']
    """
    _, *monikers = stream.split(_URL_MONIKER)
    return [one[_LENGTH.size :].decode("utf-16-le", "replace").partition("\0")[0] for one in monikers]
