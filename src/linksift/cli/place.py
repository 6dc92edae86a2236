"""Where in its text a match stands, as people and editors count: lines and columns from 1."""

from collections.abc import Iterable, Iterator

from linksift.finding import Match


def placed(text: str, matches: Iterable[Match]) -> Iterator[tuple[Match, int, int]]:
    r"""Each match with its line and its column, both from 1, the column in code points.

    The matches come in the order of the text, so each stretch of it is counted once. A line ends at LF, and so at
    CR LF too. For "a\nb http://c/" the match is at line 2, column 3.
    """
    line, line_start, counted = 1, 0, 0
    for match in matches:
        start = match.start
        if breaks := text.count("\n", counted, start):
            line += breaks
            line_start = text.rindex("\n", counted, start) + 1
        counted = start
        yield match, line, start - line_start + 1
