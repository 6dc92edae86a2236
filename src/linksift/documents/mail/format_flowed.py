"""`format=flowed` (RFC 3676): text whose sender marked the line breaks inside paragraphs."""

import re
from collections.abc import Iterator

from linksift.documents.text_files.escape_removal import Span

_LINE = re.compile(r"(>*+)( ?)([^\n]*+)\n?")
_UNCHANGED_LINES = re.compile(r"(?:(?! )[^\n]*+(?<! )\n)*+")
"""Lines without a space at their start or end, which remain unchanged unless another line flows into them."""

_SIGNATURE = "-- "


def removed_spans(text: str, delsp: bool) -> Iterator[Span]:
    r"""The spans that are not text: soft breaks with the quote prefixes after them (4.1, 4.5), and stuffing (4.4).

    `delsp` is the parameter DelSp, which says whether the space that marks a soft break is also removed (4.2). A line
    flows into the next if it ends with a space and is not a signature line (4.3), and if the next line has the same
    quote depth and is not empty. The prefix of a paragraph's first line is kept.

    >>> from linksift.documents.text_files.escape_removal import without_spans
    >>> sent = "> <http://a.example/x- \n> y>\n> bye\n"
    >>> without_spans(sent, removed_spans(sent, delsp=True)).text
    '> <http://a.example/x-y>\n> bye\n'
    >>> list(removed_spans(">> a \n>> b \n> c\n", delsp=False))
    [(5, 9)]
    >>> list(removed_spans(" > no quote\n", delsp=False))
    [(0, 1)]
    """
    position, flows_from, flows_at = 0, -1, -1
    while position < len(text):
        if flows_at < 0:
            position = _UNCHANGED_LINES.match(text, position).end()  # type: ignore[union-attr] # it matches any text
        line = _LINE.match(text, position)
        assert line is not None  # it matches any text
        position = line.end()
        depth, body = line.end(1) - line.start(), line[3]
        if depth == flows_at and body and body != _SIGNATURE:
            yield flows_from, line.start(3)
        elif not depth and line[2]:
            yield line.span(2)
        flows_on = body.endswith(" ") and body != _SIGNATURE
        flows_at = depth if flows_on else -1
        flows_from = line.end(3) - delsp
