"""Extracts links from the pieces that readers yield: searches texts, matches stated references, and locates both."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from heapq import heappushpop
from itertools import chain, groupby, islice, repeat
from typing import Any, NamedTuple, TypeVar, cast, overload

from linksift.documents.document_model import (
    Chunks,
    Found,
    Location,
    Locator,
    Piece,
    Problem,
    Source,
    StatedReference,
    Text,
)
from linksift.documents.reading_limits import result_or_fault
from linksift.documents.stated_match import stated_match
from linksift.documents.text_files.plain_text import CHUNK_SIZE
from linksift.finding import Finder, Match, find_in_typefaces, max_lookahead, stream_lists
from linksift.uri import host_of_browser_url

Record = TypeVar("Record", bound=tuple[Any, ...])

MOST_KEPT = 65_536
"""The number of code points kept as context for links, in front of the text that answers still need."""

FOUND_AT_ONCE = 4_096
"""In a text with at most this many code points, all links are found before the first is passed on."""

MOST_MATCHED = 128
"""The maximum number of links from one source that are passed on together."""

MOST_HELD = 16_384
"""The number of links from one source held for sorting; links close in the source are yielded close together."""


class LinkInContext(NamedTuple):
    """A link, and the text in which it can be displayed.

    `text` contains the match, and begins at code point `start` of the searched text. `line_of` maps a code point of the
    searched text to its line in the source, counted from 1; it is None if there is no source. `document` is the URI
    from which the document was retrieved, if the caller knows it. `times` is the number of times that the message or
    input contains the URI, if that is counted.
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


class LinksInText(Sequence[LinkInContext]):
    """The links for some matches in a window on plain text, with their `lines` and `columns`. The records are created
    when the first one is requested, since code that only writes lines needs only the matches and their places.
    """

    def __init__(self, matches: Sequence[Match], window: "StreamWindow", path: str | None, locator: Locator) -> None:
        self.matches, self.path, self.locator = matches, path, locator
        self.lines, self.columns = window.lines_and_columns([match.start for match in matches])
        self._chunks, self._start = window.kept[:], window.start

    def __len__(self) -> int:
        return len(self.matches)

    @overload
    def __getitem__(self, place: int) -> LinkInContext: ...
    @overload
    def __getitem__(self, place: slice) -> list[LinkInContext]: ...
    def __getitem__(self, place: int | slice) -> LinkInContext | list[LinkInContext]:
        return self._links[place]

    @cached_property
    def _links(self) -> list[LinkInContext]:
        starts, ends = [match.start for match in self.matches], [match.end for match in self.matches]
        text = "".join(self._chunks)
        line_of = partial(_line_in_window, text, self._start, starts[0], self.lines[0])
        path, locator, none = repeat(self.path), repeat(self.locator), repeat(None)
        locations = _records(Location, path, locator, none, self.lines, self.columns, starts, ends)
        found = _records(Found, self.matches, locations, none)
        return [*_records(LinkInContext, found, repeat(text), repeat(self._start), repeat(line_of), none, none)]


class StreamWindow:
    """The stretch of a text that answers still need, with the preceding context.

    The chunks in `kept` form the stretch, which begins at code point `start` of the whole text; joining them takes
    longer than searching them. Answers come in the order of the text, each at most `max_lookahead` code points before
    the end of the text read so far. For a line longer than that, only the starting position is kept, so the stretch
    contains at most `max_lookahead` plus `2 * MOST_KEPT` code points plus one chunk, however long the lines are. The
    chunks can be those of a part of the text, which begins at code point `start`, on line `line`.
    """

    def __init__(self, chunks: Iterable[str], max_lookahead: int, start: int = 0, line: int = 1) -> None:
        self.kept: list[str] = []
        self.start = self._end = start
        self._chunks = chunks
        self._max_lookahead = max_lookahead
        self._line, self._line_start, self._counted = line, start, start
        self._uncounted, self._uncounted_from = deque[str](), start  # the first chunk holds `_counted`, and its start

    def chunks(self) -> Iterator[str]:
        """The chunks of the text, each added to the window before it is passed on."""
        for chunk in self._chunks:
            self._drop_before(self._end - self._max_lookahead)
            self.kept.append(chunk)
            self._uncounted.append(chunk)
            self._end += len(chunk)
            yield chunk

    def lines_and_columns(self, positions: Iterable[int]) -> tuple[list[int], list[int]]:
        r"""The lines and columns (in code points), both counted from 1, of ascending positions in the whole text.

        A line ends at LF, and therefore also at CR LF.

        >>> window = StreamWindow(["a\nb http://c/"], 100)
        >>> "".join(window.chunks()), window.lines_and_columns([0, 4])
        ('a\nb http://c/', ([1, 2], [1, 3]))
        """
        lines, columns = [], []
        line, line_start, start = self._line, self._line_start, self._uncounted_from
        chunk, place = self._uncounted[0] if self._uncounted else "", self._counted - start
        for position in positions:
            while (end := position - start) > len(chunk):
                if breaks := chunk.count("\n", place):
                    line, line_start = line + breaks, start + chunk.rindex("\n") + 1
                start += len(self._uncounted.popleft())
                chunk, place = self._uncounted[0], 0
            if breaks := chunk.count("\n", place, end):
                line, line_start = line + breaks, start + chunk.rindex("\n", place, end) + 1
            place = end
            lines.append(line)
            columns.append(position - line_start + 1)
        self._line, self._line_start, self._uncounted_from, self._counted = line, line_start, start, start + place
        return lines, columns

    def _drop_before(self, position: int) -> None:
        """Drop text more than `MOST_KEPT` code points before a position in the whole text, if there is a lot of it."""
        start = position - MOST_KEPT
        if start - self.start > MOST_KEPT:
            if start > self._counted:
                self.lines_and_columns([start])
            dropped = start - self.start
            self.start = start
            while dropped >= len(self.kept[0]):
                dropped -= len(self.kept.pop(0))
            self.kept[0] = self.kept[0][dropped:]


Extract = Callable[[Iterable[Piece], Finder, str | None, Callable[[Problem], object]], Iterator[Any]]
"""A function that turns the pieces of a document into results, several at a time, such as `extract_lists`, whose
results are links."""


def extract_links(
    pieces: Iterable[Piece], finder: Finder, path: str | None, on_problem: Callable[[Problem], object]
) -> Iterator[LinkInContext]:
    """The links in the pieces of a document, in the order of the pieces; links from one source are in source order.

    A stated reference is matched only when its turn comes, since its match takes many times as much memory.
    """
    return chain.from_iterable(extract_lists(pieces, finder, path, on_problem))


def extract_lists(
    pieces: Iterable[Piece], finder: Finder, path: str | None, on_problem: Callable[[Problem], object]
) -> Iterator[list[LinkInContext] | LinksInText]:
    """The results of `extract_links` in lists, each with the results known before more of the document is read or a
    problem is reported. Taking results one by one costs more than finding them."""
    for source, together in groupby(pieces, key=_source):
        if source is None:
            for piece in together:
                if isinstance(piece, Text):
                    yield _located(piece, cast("Sequence[Match]", piece.matches), path)
                elif isinstance(piece, Chunks):
                    yield from _in_chunks(piece, finder, path)
                elif isinstance(piece, StatedReference):
                    yield from _matched((piece,), finder, path, on_problem)
                else:
                    on_problem(piece)
        else:
            found = chain.from_iterable(_in_piece(finder, path, piece) for piece in together)
            yield from _matched(_sorted(found), finder, path, on_problem)


def _matched(
    links: Iterable[LinkInContext | StatedReference],
    finder: Finder,
    path: str | None,
    on_problem: Callable[[Problem], object],
) -> Iterator[list[LinkInContext]]:
    """Links in lists of at most `MOST_MATCHED`, with each stated reference matched when its turn comes."""
    matched: list[LinkInContext] = []
    for link in links:
        if isinstance(link, LinkInContext):
            matched.append(link)
        elif isinstance(match := result_or_fault(link.locator, stated_match, link, finder.schemes), Match):
            matched.append(_stated_link(link, match, path))
        elif match is not None:
            yield matched
            matched = []
            on_problem(match)
        if len(matched) == MOST_MATCHED:
            yield matched
            matched = []
    yield matched


def _sorted(links: Iterator[LinkInContext | StatedReference]) -> Iterable[LinkInContext | StatedReference]:
    """The links from one source, sorted by their starts within a window of `MOST_HELD` links."""
    first = sorted(islice(links, MOST_HELD), key=_start)
    return first if len(first) < MOST_HELD else _merged(first, links)


def _merged(
    first: list[LinkInContext | StatedReference], links: Iterator[LinkInContext | StatedReference]
) -> Iterator[LinkInContext | StatedReference]:
    """Sorted links merged with the links after them; `MOST_HELD` links are held back at any time."""
    held = [(_start(link), number, link) for number, link in enumerate(first)]
    for number, link in enumerate(links, MOST_HELD):
        yield heappushpop(held, (_start(link), number, link))[-1]
    yield from (link for _, _, link in sorted(held))


def _source(piece: Piece) -> Source | None:
    """The source of a piece whose links are sorted among those of other pieces, or None."""
    if isinstance(piece, Text):
        return piece.source if piece.matches is None else None
    return piece.source if isinstance(piece, StatedReference) else None


def _start(link: LinkInContext | StatedReference) -> int:
    """The start of a link in the file, if its source is text."""
    if isinstance(link, StatedReference):
        return link.start + (link.source.start if link.source else 0)
    return link.found.location.start or 0


def _in_piece(finder: Finder, path: str | None, piece: Piece) -> Iterable[LinkInContext | StatedReference]:
    return _in_text(piece, finder, path) if isinstance(piece, Text) else (cast(StatedReference, piece),)


def _in_text(text: Text, finder: Finder, path: str | None) -> Iterator[LinkInContext]:
    if text.typefaces is not None:
        matches: Iterable[Match] = find_in_typefaces(finder, text.text, text.typefaces, text.skip)
    elif text.seams and text.seams.offsets:
        from linksift.text_across_tags import find_over_seams  # plain text has none

        matches = find_over_seams(finder, text.text, text.seams, text.skip)
    elif len(text.text) <= FOUND_AT_ONCE:
        matches = finder.find(text.text, text.skip)
    else:
        matches = finder.finditer(text.text, text.skip)
    matches = iter(matches)
    while batch := list(islice(matches, MOST_MATCHED)):
        yield from _located(text, batch, path)


def _located(text: Text, matches: Iterable[Match], path: str | None) -> list[LinkInContext]:
    """The links for matches in a text."""
    string, source, offsets, source_offsets, locator, *_ = text
    moved = source_offsets[0] if offsets else 0
    line_of = text.line_of
    links = []
    for match in matches:
        start, end = match.start + moved, match.end + moved
        if len(offsets) > 1:
            start, end = text.origin(match.start), text.origin_of_end(match.end)
        line, column = source.line_and_column(start)
        location = _new(Location, (path, locator, None, line, column, source.start + start, source.start + end))
        links.append(_new(LinkInContext, (_new(Found, (match, location, None)), string, 0, line_of, None, None)))
    return links


_new = tuple.__new__  # a record's own `__new__` takes twice the time


def _in_chunks(chunks: Chunks, finder: Finder, path: str | None) -> Iterator[LinksInText]:
    window = StreamWindow(chunks.chunks, max_lookahead(finder.max_length, CHUNK_SIZE))
    for matches in stream_lists(finder, window.chunks()):
        if matches:
            yield LinksInText(matches, window, path, chunks.locator)


def _records(kind: type[Record], *fields: Iterable[object]) -> Iterator[Record]:
    """Records of one type, created column by column in a third of the time that one call per record would take.

    >>> [*_records(Found, "ab", "cd", repeat(None))]
    [Found(match='a', location='c', link_text=None), Found(match='b', location='d', link_text=None)]
    """
    return map(partial(tuple.__new__, kind), zip(*fields, strict=False))


def _line_in_window(text: str, start: int, known: int, line: int, offset: int) -> int:
    """The line of a code point, counted from an earlier code point whose line is known; `text` begins at `start`."""
    return line + text.count("\n", known - start, max(known, offset) - start)


def _stated_link(stated: StatedReference, match: Match, path: str | None) -> LinkInContext:
    source, text, line_of = stated.source, match.text, None
    place: tuple[int | None, ...] = (None, None, None, None)
    if source is not None:
        text, line_of = source.text, source.line_of
        place = (*source.line_and_column(match.start), source.start + match.start, source.start + match.end)
    location = _new(Location, (path, stated.locator, stated.stated_by, *place))
    return _new(LinkInContext, (_new(Found, (match, location, stated.link_text)), text, 0, line_of, None, None))


def edge_source(found: Found, base: str | None) -> str | None:
    """The most specific name of a link's source, or None if the source has no name.

    The name is the URI from which a record of a web archive was fetched, the value that identifies a row of a table,
    the URI from which the document was retrieved, or the document's path.
    """
    location = found.location
    return location.locator.target or location.locator.id or base or location.path


def edge_text(found: Found) -> str | None:
    """The text that people see for a link: the link text of a stated link (None for an image), or the URI as written in
    running text."""
    return found.link_text if found.match.kind == "stated" else found.match.text


@lru_cache(1024)
def edge_host(source: str | None) -> str | None:
    """The host of an edge's source that is a URI, as browsers read it, or None for any other source.

    >>> edge_host("http://WWW.a.example/b c"), edge_host("mail/a.txt")
    ('www.a.example', None)
    """
    return host_of_browser_url(source or "") or None
