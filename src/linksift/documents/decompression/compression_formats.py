"""Compression formats: the signatures of gzip, bzip2, xz and Zstandard, and the decoder for Zstandard (RFC 8878).

The decoder for Zstandard is Python's own in Python 3.14 and later, and otherwise that of the extra zstd. Both refuse a
frame that needs more than 128 MiB of memory.
"""

from importlib import import_module
from typing import Any

from linksift.documents.document_model import ReadError

GZIP, BZIP2, XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"

FRAME = b"\x28\xb5\x2f\xfd"
"""The beginning of a Zstandard frame (3.1.1)."""

SKIPPABLE_FRAMES = tuple(bytes((first, 0x2A, 0x4D, 0x18)) for first in range(0x50, 0x60))
"""The beginning of a frame that a decoder skips (3.1.2)."""

_ANY_FRAME = (FRAME, *SKIPPABLE_FRAMES)

DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
"""The beginning of the skippable frame that holds the dictionary of a web archive (IIPC, WARC with Zstandard)."""


def zstandard() -> Any:
    """The decoder's module. Raises a ReadError that names the extra if there is no decoder."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ReadError("is compressed with Zstandard, which needs another package: pip install 'linksift[zstd]'")


def is_zstandard(head: bytes) -> bool:
    r"""Whether a file begins with a Zstandard frame (RFC 8878, 3.1), or with a skippable frame.

    >>> is_zstandard(b"\x28\xb5\x2f\xfd"), is_zstandard(b"\x50\x2a\x4d\x18"), is_zstandard(b"(")
    (True, True, False)
    """
    return head.startswith(_ANY_FRAME)
