"""Divides a text file into stretches of whole lines, each of them a source of its own."""

from collections.abc import Iterable, Iterator

from linksift.documents.document_model import Source


def line_sources(chunks: Iterable[str], most: int, number: int = 1, start: int = 0) -> Iterator[Source | None]:
    r"""The lines of a text given in chunks, with line endings (LF); None for a line of more than `most` code points.

    The lines that end in a chunk form one source, unless one of them might be too long. The first line has the number
    `number` and begins at `start` in the text that contains these lines.

    >>> [(lines.text, lines.first_line, lines.start) for lines in line_sources(["a\nb\nc", "d"], 9) if lines]
    [('a\nb\n', 1, 0), ('cd', 3, 4)]
    """
    pending: list[str] = []
    length = 0
    for chunk in chunks:
        cut = chunk.rfind("\n") + 1
        if length + cut <= most:
            ended = [chunk[: cut - 1]] if cut else []
            rest = chunk[cut:]
        else:
            *ended, rest = chunk.split("\n")
        for lines in ended:
            length += len(lines)
            text = "".join((*pending, lines, "\n"))
            yield Source(text, number, start) if length <= most else None
            start += length + 1
            number += 1 + lines.count("\n")
            pending, length = [], 0
        length += len(rest)
        if length <= most:
            pending.append(rest)
    if length:
        yield Source("".join(pending), number, start) if length <= most else None
