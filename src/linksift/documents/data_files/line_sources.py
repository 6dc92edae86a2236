"""Divides a text file into its lines, each of them a source of its own."""

from collections.abc import Callable, Iterable, Iterator

from linksift.documents.document_model import Source


def source_lines(
    chunks: Iterable[str],
    most: int,
    number: int = 1,
    start: int = 0,
    skips: Callable[[str], bool] = lambda _: False,
) -> Iterator[Source | None]:
    r"""The lines of a text given in chunks, with line endings (LF); None for a line of more than `most` code points.

    The first line has the number `number` and begins at `start` in the text that contains these lines. `skips` is
    called once for all lines that end in a chunk; if it returns True, they are left out.

    >>> [(line.text, line.first_line, line.start) for line in source_lines(["a\nb", "c"], 9) if line]
    [('a\n', 1, 0), ('bc', 2, 2)]
    >>> [(line.text, line.first_line) for line in source_lines(["a\nb\n", "c\n"], 9, skips="a\nb\n".__eq__) if line]
    [('c\n', 3)]
    """
    pending: list[str] = []
    length = 0
    for chunk in chunks:
        cut = chunk.rfind("\n") + 1
        if cut and length + cut <= most and skips("".join((*pending, chunk[:cut]))):
            start += length + cut
            number += chunk.count("\n")
            pending, length = [chunk[cut:]], len(chunk) - cut
            continue
        *ended, rest = chunk.split("\n")
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
