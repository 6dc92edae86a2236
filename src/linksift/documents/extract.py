"""What becomes of the pieces that readers give: texts are searched, what is stated is a match, and each gets its place.

Here belongs the way from a piece to its links, and back from a link to the text in which it can be shown.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappush, heappushpop
from itertools import groupby
from typing import NamedTuple

from linksift.documents.document_model import Chunks, Found, Location, Piece, Problem, Source, StatedReference, Text
from linksift.documents.plain_text import CHUNK_SIZE
from linksift.documents.stated_match import stated_match
from linksift.documents.stream_window import StreamWindow
from linksift.finding import Finder, Match, lag

MOST_HELD = 16_384
"""So many links of one source are held to be put in order: readers tell what belongs together near to each other."""


class LinkInContext(NamedTuple):
    """A link, and the text in which it can be shown.

    `text` holds the match, and begins at code point `start` of what was searched; `line_of` gives the line in the
    source, from 1, of a code point of what was searched. Without a source, `line_of` is None.
    """

    found: Found
    text: str
    start: int
    line_of: Callable[[int], int] | None


def extract_links(
    pieces: Iterable[Piece], finder: Finder, path: str | None, on_problem: Callable[[Problem], object]
) -> Iterator[LinkInContext]:
    """The links in the pieces of a document, in their order; those of one source in the order of that.

    What is stated is held as such until it is its turn, since a match is many times as large.
    """
    for source, together in groupby(pieces, key=_source):
        told = (one for piece in together for one in _in_piece(piece, finder, path, on_problem))
        for one in told if source is None else _in_order(told):
            if isinstance(one, LinkInContext):
                yield one
            elif isinstance(match := stated_match(one, finder.schemes), Match):
                yield _as_stated(one, match, path)
            elif match is not None:
                on_problem(match)


def _in_order(told: Iterable[LinkInContext | StatedReference]) -> Iterator[LinkInContext | StatedReference]:
    """What is told of one source, by where it begins; what comes too late for that by more than may be held, last."""
    held: list[tuple[int, int, LinkInContext | StatedReference]] = []
    for number, one in enumerate(told):
        if len(held) < MOST_HELD:
            heappush(held, (_start(one), number, one))
        else:
            yield heappushpop(held, (_start(one), number, one))[-1]
    yield from (one for _, _, one in sorted(held))


def _source(piece: Piece) -> Source | None:
    return piece.source if isinstance(piece, Text | StatedReference) else None


def _start(one: LinkInContext | StatedReference) -> int:
    return one.start if isinstance(one, StatedReference) else one.found.location.start or 0


def _in_piece(
    piece: Piece, finder: Finder, path: str | None, on_problem: Callable[[Problem], object]
) -> Iterator[LinkInContext | StatedReference]:
    if isinstance(piece, Text):
        yield from _in_text(piece, finder, path)
    elif isinstance(piece, Chunks):
        yield from _in_chunks(piece, finder, path)
    elif isinstance(piece, StatedReference):
        yield piece
    else:
        on_problem(piece)


def _in_text(text: Text, finder: Finder, path: str | None) -> Iterator[LinkInContext]:
    def line_of(offset: int) -> int:
        return text.source.line_and_column(text.origin(offset))[0]

    for match in finder.finditer(text.text, text.skip):
        start, end, source = text.origin(match.start), text.origin_of_end(match.end), text.source
        line, column = source.line_and_column(start)
        location = Location(path, text.locator, None, line, column, source.start + start, source.start + end)
        yield LinkInContext(Found(match, location), text.text, 0, line_of)


def _in_chunks(chunks: Chunks, finder: Finder, path: str | None) -> Iterator[LinkInContext]:
    window = StreamWindow(chunks.chunks, lag(finder.max_length, CHUNK_SIZE))
    for match in finder.stream(window.chunks()):
        line, column = window.line_and_column(match.start)
        location = Location(path, chunks.locator, None, line, column, match.start, match.end)
        yield LinkInContext(Found(match, location), window.text, window.start, _counted(window, match, line))


def _counted(window: StreamWindow, match: Match, line: int) -> Callable[[int], int]:
    """The line of a code point of a match or of its lines: those are counted from the match's first line on."""
    text, start = window.text, window.start

    def line_of(offset: int) -> int:
        return line + text.count("\n", match.start - start, max(match.start, offset) - start)

    return line_of


def _as_stated(stated: StatedReference, match: Match, path: str | None) -> LinkInContext:
    source: Source | None = stated.source
    if source is None:
        return LinkInContext(
            Found(match, Location(path, stated.locator, stated.stated_by), stated.link_text), match.text, 0, None
        )
    location = Location(path, stated.locator, stated.stated_by, *source.line_and_column(match.start), match.start, match.end)

    def line_of(offset: int) -> int:
        return source.line_and_column(offset)[0]

    return LinkInContext(Found(match, location, stated.link_text), source.text, 0, line_of)
