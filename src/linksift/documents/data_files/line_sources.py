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
    skips: Callable[[str], bool] = lambda _: False,
) -> Iterator[Source | None]:
    r"""The lines of a text given in chunks, with line endings (LF); None for a line of more than `most` code points.

    The first line has the number `number` and begins at `start` in the text that contains these lines. `skips` is
    called for all lines that end in a chunk and, if it returns False, for each block of them; lines for which it
    returns True are left out.

    >>> [(line.text, line.first_line, line.start) for line in source_lines(["a\nb", "c"], 9) if line]
    [('a\n', 1, 0), ('bc', 2, 2)]
    >>> [(line.text, line.first_line) for line in source_lines(["a\nb\n", "c\n"], 9, skips="a\nb\n".__eq__) if line]
    [('c\n', 3)]
    """
    pending: list[str] = []
    length = 0
    for chunk in chunks:
        parts = [chunk]
        for part in parts:
            cut = part.rfind("\n") + 1
            if cut and length + cut <= most and skips("".join((*pending, part[:cut]))):
                start += length + cut
                number += part.count("\n")
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


def _blocks(text: str) -> Iterator[str]:
    """A text, divided at line ends into blocks of at least `BLOCK` code points."""
    start = 0
    while end := text.find("\n", start + BLOCK) + 1:
        yield text[start:end]
        start = end
    yield text[start:]
