"""A coverage-guided fuzz of one reader, which must raise nothing but OSError and ReadError.

    LINKSIFT_FAULTS=raise python -m tests.documents.fuzz_readers KIND FOLDER CPU_SECONDS

KIND is a kind in `linksift.documents.format_detection.READERS`, such as RTF. The seeds are the shapes of growth tests.
"""

import sys
from io import BytesIO
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["linksift.documents"]):
    import linksift.documents

import linksift
from linksift.uri import is_uri
from tests.documents.test_growth import SHAPES
from tests.fuzzing import fuzz

KIND = sys.argv[1]
NAME = next(iter(SHAPES[KIND].values()))[0]
LONGEST = 4_000


def check(data: bytes) -> None:
    """Read a file. Raises any exception that the reader must not raise."""
    file = BytesIO(data)
    file.name = NAME
    try:
        for found in linksift.read(file, limits=linksift.Limits(size=1 << 24, seconds=10)):
            assert is_uri(found.match.uri)
    except (linksift.ReadError, OSError):
        pass


if __name__ == "__main__":
    seeds = (make(size) for size in (200, 2_000) for _, make in SHAPES[KIND].values())
    fuzz(Path(sys.argv[2]), float(sys.argv[3]), LONGEST, seeds, check)
