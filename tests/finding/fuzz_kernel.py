r"""A coverage-guided fuzz of the compiled kernel against Python alone, under AddressSanitizer.

The kernel in a copy of the sources, COPY, is compiled by clang with options that tell the fuzz which lines of C ran:

    clang -shared -fPIC -g -O1 -fsanitize=fuzzer-no-link,address -I HEADERS COPY/linksift/finding/kernel/kernel.c \
        -o COPY/linksift/finding/kernel/_kernel.SUFFIX.so
    ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=SITE_PACKAGES/asan_with_fuzzer.so PYTHONPATH=COPY:. \
        python -m tests.finding.fuzz_kernel FOLDER CPU_SECONDS

The first byte of an input chooses the finder, and the rest is the text.
"""

import sys
from pathlib import Path

from tests.finding.kernel_fuzz import FINDERS, OPTIONS, finds_otherwise
from tests.finding.kernel_texts import random_text
from tests.fuzzing import fuzz
from tests.stable_random import random_of

SEEDS = 3_000
LONGEST = 300


def check(data: bytes) -> None:
    """Search a text with a finder. Raises AssertionError if the kernel and Python alone differ."""
    number = data[0] % len(FINDERS) if data else 0
    text = data[1:].decode("utf-8", "surrogateescape")
    assert not finds_otherwise(FINDERS[number], text, way=number % 3, with_notes=False), f"{OPTIONS[number]} {text!a}"


def seed(number: int) -> bytes:
    """A finder and a text."""
    random = random_of(0, number)
    return bytes([random.randrange(len(FINDERS))]) + random_text(random).encode("utf-8", "surrogatepass")


if __name__ == "__main__":
    fuzz(Path(sys.argv[1]), float(sys.argv[2]), LONGEST, map(seed, range(SEEDS)), check)
