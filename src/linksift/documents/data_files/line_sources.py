"""The lines of a text file, one by one, each a source of its own."""

from collections.abc import Iterable, Iterator

from linksift.documents.document_model import Source


def source_lines(chunks: Iterable[str], most: int, number: int = 1, start: int = 0) -> Iterator[Source | None]:
    r"""The lines of a text that comes in chunks, with their ends (LF); None for one of more than `most` code points.

    The first line has this number, and begins at `start` in the text of which these are lines.

    >>> [(line.text, line.first_line, line.start) for line in source_lines(["a\nb", "c"], 9) if line]
    [('a\n', 1, 0), ('bc', 2, 2)]
    """
    pending: list[str] = []
    length = 0
    for chunk in chunks:
        first, *others = chunk.split("\n")
        length += len(first)
        if length <= most:
            pending.append(first)
        for other in others:
            yield Source("".join((*pending, "\n")), number, start) if length <= most else None
            start += length + 1
            number += 1
            pending, length = [other], len(other)
    if length:
        yield Source("".join(pending), number, start) if length <= most else None
