"""Zstandard (RFC 8878): the signatures of its frames, and its decoder: Python's own from 3.14 on, else the extra zstd.

The decoder refuses a frame that needs more than 128 MiB of memory.
"""

from importlib import import_module
from typing import Any

from linksift.documents.document_model import ReadError

FRAME = b"\x28\xb5\x2f\xfd"
"""What begins a frame (3.1.1)."""

SKIPPABLE_FRAMES = tuple(bytes((first, 0x2A, 0x4D, 0x18)) for first in range(0x50, 0x60))
"""What begins a frame that a decoder skips (3.1.2)."""

DICTIONARY_FRAME = b"\x5d\x2a\x4d\x18"
"""What begins the skippable frame that holds the dictionary of a web archive (IIPC, WARC with Zstandard)."""


def zstandard() -> Any:
    """The module of the decoder. Raises ReadError, which names the extra, if there is none."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ReadError("is compressed with Zstandard, which needs another package: pip install 'linksift[zstd]'")
