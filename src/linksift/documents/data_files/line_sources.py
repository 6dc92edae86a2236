"""Divides a text file into its lines, each of them a source of its own."""

from collections.abc import Callable, Iterable, Iterator

from linksift.documents.document_model import Source

BLOCK = 2_048
"""The least number of code points, in whole lines, that are left out together."""


def source_lines(
    chunks: Iterable[str],
    most: int,
    number: int = 1,
    start: int = 0,
    wanted: Callable[[str], Iterable[int] | None] = lambda _: None,
) -> Iterator[Source | None]:
    r"""The lines of a text given in chunks, with line endings (LF); None for a line of more than `most` code points.

    The first line has the number `number` and begins at `start` in the text that contains these lines. `wanted` is
    called with all lines that end in a chunk and returns the numbers, counted from 0, of those to yield, or None if it
    does not know; it is then called for each block of them, and yields them all if it still returns None.

    >>> [(line.text, line.first_line, line.start) for line in source_lines(["a\nb", "c"], 9) if line]
    [('a\n', 1, 0), ('bc', 2, 2)]
    >>> [(line.text, line.first_line) for line in source_lines(["a\nb\n", "c\n"], 9, wanted=lambda _: [1]) if line]
    [('b\n', 2)]
    """
    pending: list[str] = []
    length = 0
    for chunk in chunks:
        parts = [chunk]
        for part in parts:
            cut = part.rfind("\n") + 1
            text = "".join((*pending, part[:cut])) if cut and length + cut <= most else ""
            if text and (numbers := wanted(text)) is not None:
                *ended, _ = text.split("\n")
                yield from _numbered(ended, numbers, number, start)
                start += len(text)
                number += len(ended)
                pending, length = [part[cut:]], len(part) - cut
                continue
            if len(parts) == 1 and len(part) > BLOCK:
                parts += _blocks(part)
                continue
            *ended, rest = part.split("\n")
            for line in ended:
                length += len(line)
                text = "".join((*pending, line, "\n")) if pending else f"{line}\n"
                yield Source(text, number, start) if length <= most else None
                start += length + 1
                number += 1
                pending, length = [], 0
            length += len(rest)
            if length <= most:
                pending.append(rest)
    if length:
        yield Source("".join(pending), number, start) if length <= most else None


def _numbered(lines: list[str], numbers: Iterable[int], first: int, start: int) -> Iterator[Source]:
    """The lines with these numbers, counted from 0, as sources with their line endings; line 0 has the number `first`
    and begins at `start`."""
    passed = 0
    for number in numbers:
        if number < len(lines):
            start += sum(map(len, lines[passed:number])) + number - passed
            yield Source(f"{lines[number]}\n", first + number, start)
            passed = number


def _blocks(text: str) -> Iterator[str]:
    """A text, divided at line ends into blocks of at least `BLOCK` code points."""
    start = 0
    while end := text.find("\n", start + BLOCK) + 1:
        yield text[start:end]
        start = end
    yield text[start:]
