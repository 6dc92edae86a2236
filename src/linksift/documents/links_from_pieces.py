"""Extracts the links from the pieces that readers yield: searches texts, matches stated references, locates both."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, groupby, islice
from typing import Any, NamedTuple

from linksift.documents.document_model import Chunks, Found, Location, Piece, Problem, Source, StatedReference, Text
from linksift.documents.line_counter import StreamWindow
from linksift.documents.plain_text import CHUNK_SIZE
from linksift.documents.reader_faults import result_or_fault
from linksift.finding import Finder, Match, find_in_typefaces, max_lookahead

MOST_HELD = 16_384
"""How many links of one source are held to be sorted; readers yield what is close in the source close together."""


class LinkInContext(NamedTuple):
    """A link, and the text in which it can be shown.

    `text` holds the match, and begins at code point `start` of the searched text. `line_of` gives the line in the
    source, from 1, of a code point of the searched text; it is None without a source. `document` is the URI that the
    document came by, if the caller knows it. `times` is how often the message or input has the URI, if that is counted.
    """

    found: Found
    text: str
    start: int
    line_of: Callable[[int], int] | None
    document: str | None = None
    times: int | None = None

    @property
    def uri(self) -> str:
        """The URI of the link."""
        return self.found.match.uri


Extract = Callable[[Iterable[Piece], Finder, str | None, Callable[[Problem], object]], Iterator[Any]]
"""What makes results of the pieces of a document, such as `extract_links`: the links."""


def extract_links(
    pieces: Iterable[Piece], finder: Finder, path: str | None, on_problem: Callable[[Problem], object]
) -> Iterator[LinkInContext]:
    """The links in the pieces of a document, in the order of the pieces; those of one source in the order of the
    source.

    A stated reference waits for its turn as it is, since its match is many times as large.
    """
    in_piece = partial(_in_piece, finder, path, on_problem)
    for source, together in groupby(pieces, key=_source):
        links = chain.from_iterable(map(in_piece, together))
        for link in links if source is None else _sorted(links):
            if isinstance(link, LinkInContext):
                yield link
            elif isinstance(match := result_or_fault(link.locator, _stated_match, link, finder), Match):
                yield _stated_link(link, match, path)
            elif match is not None:
                on_problem(match)


def _sorted(links: Iterator[LinkInContext | StatedReference]) -> Iterable[LinkInContext | StatedReference]:
    """The links of one source, sorted by their start as far as `MOST_HELD` of them allow."""
    first = list(islice(links, MOST_HELD))
    if len(first) > 1:
        first.sort(key=_start)
    return first if len(first) < MOST_HELD else _merged(first, links)


def _merged(
    first: list[LinkInContext | StatedReference], links: Iterator[LinkInContext | StatedReference]
) -> Iterator[LinkInContext | StatedReference]:
    """Sorted links and those after them, of which each waits until `MOST_HELD` others have come."""
    from heapq import heappushpop  # only if needed

    held = [(_start(link), number, link) for number, link in enumerate(first)]
    for number, link in enumerate(links, MOST_HELD):
        yield heappushpop(held, (_start(link), number, link))[-1]
    yield from (link for _, _, link in sorted(held))


def _source(piece: Piece) -> Source | None:
    return piece.source if isinstance(piece, Text | StatedReference) else None


def _start(link: LinkInContext | StatedReference) -> int:
    return link.start if isinstance(link, StatedReference) else link.found.location.start or 0


def _in_piece(
    finder: Finder, path: str | None, on_problem: Callable[[Problem], object], piece: Piece
) -> Iterable[LinkInContext | StatedReference]:
    if isinstance(piece, Text):
        return _in_text(piece, finder, path)
    if isinstance(piece, StatedReference):
        return (piece,)
    if isinstance(piece, Chunks):
        return _in_chunks(piece, finder, path)
    on_problem(piece)
    return ()


def _in_text(text: Text, finder: Finder, path: str | None) -> Iterator[LinkInContext]:
    def line_of(offset: int) -> int:
        return text.source.line_and_column(text.origin(offset))[0]

    if text.typefaces is not None:
        matches = find_in_typefaces(finder, text.text, text.typefaces, text.skip)
    elif text.seams:
        from linksift.text_flow import find_over_seams  # plain texts have none

        matches = find_over_seams(finder, text.text, text.seams, text.skip)
    else:
        matches = finder.finditer(text.text, text.skip)
    for match in matches:
        start, end, source = text.origin(match.start), text.origin_of_end(match.end), text.source
        line, column = source.line_and_column(start)
        location = Location(path, text.locator, None, line, column, source.start + start, source.start + end)
        yield LinkInContext(Found(match, location), text.text, 0, line_of)


def _in_chunks(chunks: Chunks, finder: Finder, path: str | None) -> Iterator[LinkInContext]:
    window = StreamWindow(chunks.chunks, max_lookahead(finder.max_length, CHUNK_SIZE))
    for match in finder.stream(window.chunks()):
        line, column = window.line_and_column(match.start)
        location = Location(path, chunks.locator, None, line, column, match.start, match.end)
        yield LinkInContext(Found(match, location), window.text, window.start, _line_counter(window, match, line))


def _line_counter(window: StreamWindow, match: Match, line: int) -> Callable[[int], int]:
    """A function from a code point near a match to its line, counted on from the first line of the match."""
    text, start = window.text, window.start

    def line_of(offset: int) -> int:
        return line + text.count("\n", match.start - start, max(match.start, offset) - start)

    return line_of


def _stated_match(stated: StatedReference, finder: Finder) -> Match | Problem | None:
    return _function_for_stated_matches()(stated, finder.schemes)


@cache
def _function_for_stated_matches() -> Callable[[StatedReference, frozenset[str] | str | None], Match | Problem | None]:
    from linksift.documents.stated_match import stated_match  # plain texts have none, and repairs take long to import

    return stated_match


def _stated_link(stated: StatedReference, match: Match, path: str | None) -> LinkInContext:
    source: Source | None = stated.source
    if source is None:
        return LinkInContext(
            Found(match, Location(path, stated.locator, stated.stated_by), stated.link_text), match.text, 0, None
        )
    location = Location(
        path, stated.locator, stated.stated_by, *source.line_and_column(match.start), match.start, match.end
    )

    def line_of(offset: int) -> int:
        return source.line_and_column(offset)[0]

    return LinkInContext(Found(match, location, stated.link_text), source.text, 0, line_of)
