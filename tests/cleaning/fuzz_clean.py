"""A coverage-guided fuzz of `clean` against `ada_url`.

    python -m tests.cleaning.fuzz_clean FOLDER CPU_SECONDS

It begins with generated texts, writes its findings into FOLDER/log, and continues.
"""

import sys
from pathlib import Path
from unicodedata import category

import atheris

with atheris.instrument_imports(include=["linksift.cleaning"]):
    import linksift.cleaning  # noqa: F401 - instrumented before others import it

from tests.cleaning.generated_urls import typed_urls
from tests.cleaning.test_same_host import said_of
from tests.fuzzing import fuzz

SEEDS = 2_000
LONGEST = 400
"""The maximum number of bytes of a text: longer texts show nothing new, and take more time."""


def check(data: bytes) -> None:
    """Clean a text. Raises an exception if the answer breaks a promise.

    Text that contains a character unknown to this Python passes: idna's tables are from Unicode 18 and ada-url's are
    older, so one accepts U+3D000 in a host and the other does not.
    """
    typed = data.decode("utf-8", "replace")
    if not any(category(character) == "Cn" for character in typed):
        said_of(typed)


if __name__ == "__main__":
    seeds = (typed.encode("utf-8", "replace") for typed in typed_urls(SEEDS, seed=0))
    fuzz(Path(sys.argv[1]), float(sys.argv[2]), LONGEST, seeds, check)
