"""The compiled half of the kernel (kernel.c), if it was built; LINKSIFT_PURE=1 in the environment switches it off."""

import os
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeAlias

PURE = "LINKSIFT_PURE"

Buffer: TypeAlias = Any
"""An object with the buffer protocol; `collections.abc.Buffer` since Python 3.12."""


class Asked(Protocol):
    """What the kernel asks about one text."""

    def answer(self, trigger: int, start: int, position: int, names: int, /) -> tuple[Any, int, int]:
        """The match at a hit in doubt, or None, and the positions at which the next match and the next name may begin.

        The arguments are the number of the trigger, the start of the hit, and those two positions so far.
        """

    def details(self, start: int, end: int, kind: str, prefix: str, /) -> Any:
        """The details of a match that the kernel made of plain text from `start` to `end`, with this prefix added."""

    def encoded_match(
        self, start: int, path: int, stem: int, end: int, kind: str, prefix: str, enclosure: str | None, /
    ) -> Any:
        """The match of plain text beyond ASCII from `start` to `stem`, whose authority ends at `path`; its details are
        made of the text up to `end`."""


class Matches(Iterator[Any], Protocol):
    """The matches in a text. The next match may begin at `position`, and the next name at `names`."""

    position: int
    names: int


class Kernel(Protocol):
    """The kernel of one finder."""

    def matches(
        self, text: str, asked: Asked, hits: int, limit: int, position: int, names: int, is_fast: bool, /
    ) -> Matches:
        """The matches in a text at hits from `hits` up to `limit` (exclusive); they begin at `position` or later, and
        names at `names` or later.

        The fast paths of names are taken only with `is_fast`.
        """

    def find(self, ask_for: Callable[[str], Asked], text: str, most: int = ..., /) -> list[Any]:
        """All matches in a whole text, or the first `most`, in one call. `ask_for` is called with the text at the first
        hit in doubt, or the first match whose details Python makes."""

    def find_in_rows(
        self, ask_for: Callable[[str], Asked], offsets: Buffer, octets: Buffer, first: int, count: int, unit: int, /
    ) -> tuple[bytes, ...]:
        """The links in `count` rows of a column, starting at `first`; 64-bit offsets delimit their texts in UTF-8.

        They are returned as the buffers of Arrow arrays: the offsets of the rows' lists; starts and ends, which count
        code points (`unit` 0), bytes of UTF-8 (1) or code units of UTF-16 (2); and offsets and bytes of URIs, kinds,
        texts and enclosures.
        """


def _compiled() -> Any:
    """The extension module; None if it was not built, or is switched off."""
    if os.environ.get(PURE, "0") not in ("", "0"):
        return None
    try:
        return __import__("linksift.finding.kernel._kernel", fromlist=("_kernel",))  # typed here, by `Kernel`
    except ImportError:
        return None


COMPILED = _compiled()


def replace_in_python(replacements: dict[str, str], text: str) -> str:
    """The text with each of some ASCII characters replaced by an ASCII string that contains no later one of them.

    >>> replace_in_python({"&": "&amp;", "<": "&lt;"}, "a & b < c")
    'a &amp; b &lt; c'
    """
    for character, string in replacements.items():
        if character in text:  # looking takes less time than replacing nothing
            text = str.replace(text, character, string)  # that of Markup would escape the string
    return text


replace_characters: Callable[[dict[str, str], str], str] = (
    replace_in_python if COMPILED is None else COMPILED.replace_characters
)
"""Does what `replace_in_python` does, compiled if possible."""


def checkpoint() -> None:
    """Does nothing. The kernel calls it after at most 64 KiB of text or 2,048 matches, since the interpreter handles
    signals and lets other threads run when a Python function is called."""


def kernel_in_use() -> str:
    """The kernel in use, in words, and if it is not compiled, the reason recorded when the wheel was built."""
    if COMPILED is not None:
        return "compiled"
    if os.environ.get(PURE, "0") not in ("", "0"):
        return f"pure Python ({PURE} is set)"
    from pathlib import Path  # only `--version` needs it

    reason = Path(__file__).with_name("not_compiled.txt")
    return f"pure Python ({reason.read_text().strip()})" if reason.exists() else "pure Python"
